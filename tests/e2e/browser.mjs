// What every end-to-end test needs: the built page on a plain static server under a sub-path, and Chromium to open it in.
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { dist, serve as serveUnder } from "../../tools/serve.mjs";

const require = createRequire(join(dist, "..", ".tools", "node_modules", "index.js"));
const { chromium } = require("playwright-core");

export { dist };
export const axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");

/** Serves the page under a path of its own: not the root, as on most hosts. */
export const serve = () => serveUnder({ base: "/courses/networks/flitscope/" });

/** Starts Chromium. */
export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });

/** Opens the page in a fresh context and waits until it is ready. `complaints` collects whatever the console and the page report as errors. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
  await page.goto(url);
  await page.evaluate(() => window.flitscope.ready);
  return { page, complaints, close: () => context.close() };
}

export const scenario = (page) => page.evaluate(() => window.flitscope.scenario());
export const results = (page) => page.evaluate(() => window.flitscope.results());
