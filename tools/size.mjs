// Weighs what a browser transfers to open the page, all files and fonts, until nothing is loading, and fails above a budget: `node tools/size.mjs` after a build.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { blank, dist, launch, ready, serve, settled } from "../tests/e2e/browser.mjs";

/** Openings with their budgets in KB. They are fixed: an addition names what it removes. */
const VISITS = [
  ["first visit", "", 1020],
  ["mesh", "#v=2&system=kary-ncube&k=8&n=2&vcs=4&wiring=mesh&routing=dimension-order", 1080],
  ["lesson", "#lesson=distance&step=1", 1080],
  ["question", "#v=2&system=kary-ncube&n=2&tab=ask&map=saturation&x=flits&y=vcs", 1080],
];

/** Bytes of a file as hosts send it: packed already, or by gzip. The library of Node.js has a version of its own, which packs less than the command. */
const weight = (name) => (/\.(woff2|png)$/.test(name) ? readFileSync(join(dist, name)) : execFileSync("gzip", ["-9c", join(dist, name)], { maxBuffer: 1e8 })).length;
const row = (bytes, words) => console.log(`${String(bytes).padStart(9)}  ${words}`);

const browser = await launch();
const weights = new Map();
for (const [name, fragment, budget] of VISITS) {
  const asked = new Set();
  const server = await serve({ asked: (file) => asked.add(file) });
  const { page, close } = await blank(browser, { live: true });
  await page.goto(server.url + fragment);
  await ready(page);
  await settled(page);
  await page.waitForLoadState("networkidle");
  await close();
  server.stop();
  for (const file of asked) if (!weights.has(file)) weights.set(file, weight(file));
  const files = [...asked].sort((a, b) => weights.get(b) - weights.get(a));
  const bytes = files.reduce((sum, file) => sum + weights.get(file), 0);
  row(bytes, `${name}; the budget is ${budget * 1024} bytes`);
  for (const file of files) row(weights.get(file), `  ${file}`);
  if (bytes > budget * 1024) {
    console.error(`The ${name} weighs ${bytes} bytes, more than its budget of ${budget * 1024}.`);
    process.exitCode = 1;
  }
}
await browser.close();
