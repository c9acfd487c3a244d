// Takes the pictures of the README: `make screenshot`.
import { join } from "node:path";
import { dist, launch, open, serve } from "./browser.mjs";

const pictures = [
  ["desktop-light", "#k=8&flits=16&background=1&load=0.01&source=27&cycle=62&show=corrected,printed,refined&auto=1", { viewport: { width: 1440, height: 900 }, colorScheme: "light" }],
  ["desktop-dark", "#k=16&vcs=5&flits=64&load=0.0011&source=119&cycle=420&axis=log", { viewport: { width: 1440, height: 900 }, colorScheme: "dark" }],
  ["bursty-hypercube", "#system=hypercube-mmpp&hurst=0.9&figure=variance", { viewport: { width: 1440, height: 900 }, colorScheme: "light" }],
  ["multicast", "#system=banyan-multicast&n=5&from=9&fanout=9&seed=5&cycle=5", { viewport: { width: 1440, height: 900 }, colorScheme: "light" }, "#stage"],
  ["phone", "#", { viewport: { width: 390, height: 844 }, colorScheme: "light", hasTouch: true }],
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
