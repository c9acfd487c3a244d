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

/** Starts Chromium, whose reader has chosen a size of type. */
export const launch = (font = 16) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [`--blink-settings=defaultFontSize=${font}`, "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
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

/** Waits until the page, which may still be coming, has its first picture. */
export const ready = async (page) => {
  await page.waitForFunction(() => window.flitscope);
  await page.evaluate(() => window.flitscope.ready);
};

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

/** Goes to another scene of the page that is open, as by a link within it, and waits until everything is drawn, or for nothing. */
export const walk = (page, fragment, waits = true) =>
  page.evaluate(([fragment, waits]) => {
    // The event is sent even if the fragment is unchanged.
    history.replaceState(null, "", fragment || "#");
    dispatchEvent(new HashChangeEvent("hashchange"));
    return waits ? window.flitscope.settled() : undefined;
  }, [fragment, waits]);

/** The words, the value or an attribute of elements that must be there; values keep their units by spaces that do not break. */
export const text = (page, id) => page.locator(`#${id}`).innerText().then((words) => words.replaceAll("\u00a0", " "));
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

/** Lists the parts that a reader cannot see or reach: texts, controls and pictures that lie over one another, are cut off, or are out of the window, as sentences. What stays in its place may lie over
 *  what scrolls, as long as that can be scrolled out from under it. */
export const clutter = (page) =>
  page.evaluate(() => {
    const [wide, tall] = [document.documentElement.clientWidth, innerHeight];
    const scrolls = document.documentElement.scrollHeight - tall;
    const CONTROL = "button, select, input, textarea, a[href], summary, label", FRAME = "#chart, #stage-room, .rail, .cells, .plot, .ring, math";
    const found = new Set(), items = [];
    const name = (element) => `${element.id || element.closest("[id]").id} ${element.textContent.trim().slice(0, 30)}`.trim();
    if (document.documentElement.scrollWidth > wide) found.add(`the page is ${document.documentElement.scrollWidth - wide} pixels too wide`);
    /** The part of a box that the elements around it let through, and whether it scrolls sideways. */
    const clipped = (element, box, text) => {
      let { left, right, top, bottom } = box, [slides, rolls, cut, stays, sticky] = [false, false, false, false];
      let out = getComputedStyle(element).position;
      for (let part = element; part !== document.body; part = part.parentElement) {
        const style = getComputedStyle(part);
        if (part !== element || text) {
          const [x, y] = [style.overflowX, style.overflowY];
          const within = out !== "absolute" || style.position !== "static";
          if (within && (x !== "visible" || y !== "visible")) {
            const edge = part.getBoundingClientRect();
            slides ||= /auto|scroll/.test(x) && part.scrollWidth > part.clientWidth;
            rolls ||= /auto|scroll/.test(y) && part.scrollHeight > part.clientHeight;
            const seen = right > edge.left && left < edge.right && bottom > edge.top && top < edge.bottom;
            cut ||= seen && style.textOverflow !== "ellipsis" && ((/hidden|clip/.test(x) && !slides && (left < edge.left - 2 || right > edge.right + 2)) || (/hidden|clip/.test(y) && !rolls && (top < edge.top - 5 || bottom > edge.bottom + 5)));
            if (x !== "visible") [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
            if (y !== "visible") [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
          }
          if (within) out = "static";
        }
        if (out === "static" || part !== element) out = style.position === "static" ? out : style.position;
        if (style.position === "sticky") sticky = part;
        if (style.position === "fixed") { stays = true; break; }
      }
      return { left, right, top, bottom, slides, rolls, cut, stays, sticky };
    };
    const modal = document.querySelector("dialog[open]");
    const walker = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeType === 3;
      if (text ? !node.data.trim() : !node.matches(`${CONTROL}, canvas, svg:not(.ic)`)) continue;
      const element = text ? node.parentElement : node;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest(".sr, option, #announcement") || (element.closest("svg") && element.tagName !== "svg")) continue;
      const owner = element.closest(CONTROL) ?? element;
      const range = document.createRange();
      if (text) range.selectNodeContents(node);
      // Of a drawing its words, else all of it.
      const words = text ? [] : [...element.querySelectorAll("text")].filter((word) => word.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
      for (const box of text ? range.getClientRects() : (words.length ? words : [element]).map((part) => part.getBoundingClientRect())) {
        if (box.width <= 1 || box.height <= 1) continue;
        const part = clipped(element, box, text);
        if (part.right - part.left <= 1 || part.bottom - part.top <= 1) continue;
        items.push({ owner, boxed: owner === node, layer: owner.closest(":popover-open, #controls.open") ?? modal, ...part });
        if (part.cut && text) found.add(`${name(owner)} is cut off`);
        if (!part.slides && (part.left < -1 || part.right > wide + 1)) found.add(`${name(owner)} is out of the window: ${Math.round(part.left)} to ${Math.round(part.right)}`);
        if (part.stays && !part.rolls && (part.top < -1 || part.bottom > tall + 1)) found.add(`${name(owner)} is out of the window: ${Math.round(part.top)} to ${Math.round(part.bottom)}`);
        if (part.top + scrollY < -1) found.add(`${name(owner)} is above the page`);
      }
    }
    const across = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2;
    for (const [place, a] of items.entries()) {
      for (const b of items.slice(place + 1)) {
        if (!across(a, b) || Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) <= 3) continue;
        if (a.owner === b.owner || a.layer !== b.layer || a.stays !== b.stays || a.sticky !== b.sticky || a.owner.contains(b.owner) || b.owner.contains(a.owner)) continue;
        // A small button may lie in a large one, but not over its words.
        const [large, small] = a.right - a.left > b.right - b.left ? [a, b] : [b, a];
        if (large.boxed && small.owner.matches(CONTROL) && large.left <= small.left && large.right >= small.right && large.top <= small.top && large.bottom >= small.bottom) continue;
        const frame = a.owner.closest(FRAME);
        if (frame && frame === b.owner.closest(FRAME)) continue;
        found.add(`${name(a.owner)} and ${name(b.owner)} lie over one another`);
      }
      if (a.stays || a.sticky || a.rolls || a.layer || !a.owner.matches(CONTROL)) continue;
      // The part of the window at the place of this control, wherever the page is scrolled to.
      let [top, bottom] = [0, tall];
      for (const b of items.filter((b) => (b.sticky ? b.sticky.parentElement.contains(a.owner) : b.stays) && !b.layer && across(a, b))) {
        const style = b.sticky && getComputedStyle(b.sticky), { height } = b.sticky ? b.sticky.getBoundingClientRect() : {};
        if (b.sticky ? style.top !== "auto" : b.top + b.bottom < tall) top = Math.max(top, b.sticky ? parseFloat(style.top) + height : b.bottom);
        else bottom = Math.min(bottom, b.sticky ? tall - height : b.top);
      }
      if (Math.max(0, a.bottom + scrollY - bottom) > Math.min(scrolls, a.top + scrollY - top) + 2) found.add(`${name(a.owner)} stays covered`);
    }
    return [...found];
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
