// What every end-to-end test needs: the built page on a plain static server under a sub-path, and Chromium to open it in.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const require = createRequire(join(root, ".tools", "node_modules", "index.js"));
const { chromium } = require("playwright-core");

export const dist = join(root, "dist");
export const axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");

/** The path the page is served under: not the root, as on most hosts. */
const base = "/courses/networks/flitscope/";
const types = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml",
};

/** Serves the built page; resolves to its address and a function that stops it. */
export async function serve() {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const name = normalize(path.slice(base.length)) || "index.html";
    try {
      if (!path.startsWith(base) || name.startsWith("..")) throw new Error("outside");
      const body = await readFile(join(dist, name === "." ? "index.html" : name));
      response.writeHead(200, { "content-type": types[extname(name)] ?? "text/html; charset=utf-8" }).end(body);
    } catch {
      response.writeHead(404).end("not found");
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}${base}`, stop: () => server.close() };
}

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
