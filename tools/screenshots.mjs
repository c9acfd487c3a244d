// Takes the still picture of the README: `make screenshot`. The one that moves is made by a test, tests/all/moving.rs.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { dist, launch, open, serve } from "../tests/e2e/browser.mjs";
import { smaller } from "./png.mjs";

const light = (width, height) => ({ viewport: { width, height }, colorScheme: "light", reducedMotion: "reduce" });
const pictures = [
  ["page", "#v=2&auto=1&cycles=40000", light(1280, 800)],
];
const server = await serve();
const browser = await launch();
for (const [name, fragment, options, part] of pictures) {
  const { page, close } = await open(browser, server.url + fragment, options);
  await page.evaluate(() => window.flitscope.settled());
  const path = join(dist, "..", "docs", `${name}.png`);
  const picture = smaller(await (part ? page.locator(part) : page).screenshot());
  writeFileSync(path, picture);
  console.log(`docs/${name}.png: ${picture.length} bytes`);
  await close();
}
await browser.close();
server.stop();
