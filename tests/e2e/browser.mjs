// What every end-to-end test needs: the built page on a plain static server under a sub-path, Chromium to open it in, and ways to look at it.
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { dist, serve as serveUnder } from "../../tools/serve.mjs";

const require = createRequire(join(dist, "..", ".tools", "node_modules", "index.js"));
const { chromium } = require("playwright-core");
const axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");

export { dist };
export const systems = ["torus-broadcast", "kary-ncube", "hypercube-mmpp", "hypercube-slotted", "banyan-multicast"];
export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** Serves the page under a path of its own: not the root, as on most hosts. */
export const serve = (options) => serveUnder({ base: "/courses/networks/flitscope/", ...options });

/** Starts Chromium. */
export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });

/** Makes a context and its page, with nothing in it yet. `complaints` collects whatever the console and the page report as errors;
 *  `begin` runs in the page before anything of its own. The browser saves data, so that nothing is simulated that is not asked for, unless it is `live`; it reports three cores, one for the page and two for workers; nothing is kept for use without a network unless `offline`. */
export async function blank(browser, { begin, live = false, offline = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: desktop, ...options });
  await context.addInitScript((saveData) => Object.defineProperty(navigator, "connection", { value: { saveData } }), !live);
  await context.addInitScript(() => Object.defineProperty(navigator, "hardwareConcurrency", { value: 3 }));
  await context.addInitScript(() => addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => console.error(`forbidden by ${effectiveDirective}: ${blockedURI}`)));
  if (!offline) await context.addInitScript(() => Object.defineProperty(Navigator.prototype, "serviceWorker", { value: undefined }));
  if (begin) await context.addInitScript(begin);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  // Nothing is asked of anybody else.
  page.on("request", (request) => {
    const [asked, here] = [request.url(), request.isNavigationRequest() ? request.url() : request.frame().url()].map((url) => new URL(url));
    if (asked.protocol.startsWith("http") && here.protocol.startsWith("http") && asked.origin !== here.origin) complaints.push(`elsewhere: ${asked}`);
  });
  // A navigation aborts the open requests of the page.
  page.on("requestfailed", (request) => request.failure()?.errorText === "net::ERR_ABORTED" || complaints.push(`failed: ${request.url()}`));
  return { context, page, complaints, close: () => context.close() };
}

/** Waits until the page has its first picture. */
export const ready = (page) => page.evaluate(() => window.flitscope.ready);

/** Opens the page in a fresh context and waits until it is ready. */
export async function open(browser, url, options) {
  const opened = await blank(browser, options);
  await opened.page.goto(url);
  await ready(opened.page);
  return opened;
}

/** Nothing is left to draw: no simulation runs, nothing plays or is being recorded, and the last picture has come. */
export const settled = (page) => page.evaluate(() => window.flitscope.settled());

/** True if the page is at rest now. */
export const atRest = (page) => page.evaluate(() => Promise.race([window.flitscope.settled().then(() => true), new Promise((end) => setTimeout(end, 0, false))]));

/** The settings and the content of the screen, once everything is drawn. */
export const scenario = (page) => page.evaluate(() => window.flitscope.settled().then(() => window.flitscope.scenario()));
export const results = (page) => page.evaluate(() => window.flitscope.settled().then(() => window.flitscope.results()));

/** Waits for the next picture. */
export const next = (page) => page.evaluate(() => new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)));

/** The content of the screen, at once. */
export const now = (page) => page.evaluate(() => window.flitscope.results());

/** Goes to another scene of the page that is open, as by a link within it. */
export const walk = (page, fragment) =>
  page.evaluate((fragment) => {
    // The event is sent even if the fragment is unchanged.
    history.replaceState(null, "", fragment || "#");
    dispatchEvent(new HashChangeEvent("hashchange"));
    return window.flitscope.settled();
  }, fragment);

/** The words, the value or an attribute of elements that must be there. */
export const text = (page, id) => page.locator(`#${id}`).innerText();
export const value = (page, id) => page.locator(`#${id}`).inputValue();
export const attribute = (page, id, name) => page.locator(`#${id}`).getAttribute(name);
export const visible = (page, id) => page.locator(`#${id}`).isVisible();
export const focused = (page) => page.evaluate(() => document.activeElement.id);

/** The keys of the rejected settings. */
export const notices = (page) => page.locator("#notices li").evaluateAll((all) => all.map((notice) => notice.dataset.key));

/** Opens everything that can be opened. */
export const unfold = (page) =>
  page.evaluate(async () => {
    document.querySelectorAll("details").forEach((part) => { part.open = true; });
    // The page receives the event later, and writes a panel when its tab is open.
    await new Promise(requestAnimationFrame);
    for (const tab of document.querySelectorAll("#tabs [role=tab]")) {
      tab.click();
      await window.flitscope.settled();
    }
    // Every tab at once, which no reader sees: more to go wrong.
    const style = new CSSStyleSheet();
    style.replaceSync("[role=tabpanel][hidden] { display: block !important; }");
    document.adoptedStyleSheets.push(style);
    return window.flitscope.settled();
  });

/** A digest of what a canvas shows, and how many of its pixels have a colour. */
export const pixels = (page, id) =>
  page.evaluate((id) => {
    const canvas = document.getElementById(id);
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const data = copy.getImageData(0, 0, canvas.width, canvas.height).data;
    let hash = 0, coloured = 0;
    for (let i = 0; i < data.length; i += 4) {
      hash = (hash * 31 + data[i] * 65536 + data[i + 1] * 256 + data[i + 2]) >>> 0;
      if (Math.abs(data[i] - data[i + 2]) > 60) coloured += 1;
    }
    return { hash, coloured };
  }, id);

/** Words of failed arithmetic, anywhere a reader could meet them; the notices repeat what the reader wrote. */
export const broken = (page) =>
  page.evaluate(() => {
    const said = document.getElementById("notices").innerText;
    const values = [...document.querySelectorAll("input")].map((input) => input.value);
    const spoken = [...document.querySelectorAll("[aria-valuetext]")].map((element) => element.getAttribute("aria-valuetext"));
    return [document.body.innerText.replace(said, ""), ...values, ...spoken].join("\n").match(/NaN|\bInf|infinity|undefined|\bnull\b/i)?.[0] ?? null;
  });

/** How much wider than the window the page is, and what sticks out of it. */
export const overflow = (page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const beyond = [...document.querySelectorAll("body *")].filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && box.right > width + 1 && !element.closest("svg, .sr, #overlay, math, .wide, #numbers-frame, #tabs, #moments, #legend");
    });
    return [document.documentElement.scrollWidth - width, ...beyond.map((element) => element.outerHTML.slice(0, 120))];
  });

// Light, dark and forced colours are the same elements in other colours: of the later ones only these rules are checked.
export const COLOURS = ["color-contrast", "link-in-text-block"];

/** The violations that axe reports, by these rules or by all. */
export const violations = async (page, rules) => {
  // The page's policy forbids `eval`.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const found = await page.evaluate((values) => window.axe.run(document, { resultTypes: ["violations"], ...(values && { runOnly: { type: "rule", values } }) }), rules);
  return found.violations.map(({ id, nodes }) => [id, nodes.map((node) => [node.html, node.failureSummary])]);
};
