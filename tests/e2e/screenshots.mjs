// Takes the pictures of the README: `make screenshot`.
import { join } from "node:path";
import { dist, launch, open, serve } from "./browser.mjs";

const light = (width, height) => ({ viewport: { width, height }, colorScheme: "light", reducedMotion: "reduce" });
const pictures = [
  ["page", "#v=2&auto=1&cycles=40000", light(1280, 800)],
  ["pin", "#v=2&vcs=8&load=0.008&pin=vcs:3&auto=1&cycles=40000", light(1280, 720), "#chart-panel"],
  ["phone", "#v=2", { ...light(390, 844), hasTouch: true }],
  ["multicast", "#v=2&system=banyan-multicast&scene=multicast&n=5&from=9&fanout=9&seed=5&cycle=5", light(1280, 800), "#stage"],
];
const server = await serve();
const browser = await launch();
for (const [name, fragment, options, part] of pictures) {
  const { page, close } = await open(browser, server.url + fragment, options);
  await page.evaluate(() => window.flitscope.settled());
  const path = join(dist, "..", "docs", `${name}.png`);
  await (part ? page.locator(part).screenshot({ path }) : page.screenshot({ path }));
  console.log(`docs/${name}.png`);
  await close();
}
await browser.close();
server.stop();
