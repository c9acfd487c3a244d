// A press that lands on a control has its effect, on a slow machine too: while a simulation runs, an animation plays and views are rewritten.
import assert from "node:assert/strict";
import { desktop, next } from "./browser.mjs";
import { account, pages, settings, typed } from "./pages.mjs";

const page = pages("", { live: true, viewport: desktop });

/** Number of presses: one of each kind, or `PRESSES=500 make e2e FILE=press`. The button is down for `DOWN` milliseconds. */
const PRESSES = Number(process.env.PRESSES ?? 18);
const DOWN = 120;

/** How many times slower the processor is. */
const SLOWER = 4;

/** Reads the scenario as it is at this moment. */
const now = (page) => page.evaluate(() => window.flitscope.scenario());
const key = (name) => async (page) => (await now(page))[name];
const state = (selector, name) => (page) => page.locator(selector).first().evaluate((element, name) => String(element[name] ?? element.getAttribute(name)), name);

/** The scene: it simulates, and a map is solved beside it. */
const scene = "#v=2&system=kary-ncube&k=4&n=2&tab=ask&map=saturation&x=flits&y=vcs&auto=1";
const reopen = async (page) => {
  await page.evaluate((scene) => { location.hash = scene; }, scene);
  await page.waitForFunction(() => window.flitscope.scenario().map === "saturation");
};

/** Types a number into the field of a parameter, as a keyboard does. */
const type = (key, value) => (page) => typed(page, key, value);

/** Kinds of controls: where to press, the state that a press changes, the tab in which it is, and what must be done before and after. */
const kinds = [
  { name: "button", where: "#more", read: (page) => page.evaluate(() => String(document.getElementById("more-menu").matches(":popover-open"))), after: (page) => page.keyboard.press("Escape") },
  { name: "toggle button", where: "#present", read: state("#present", "aria-pressed"), after: (page) => page.evaluate(() => document.getElementById("present").click()) },
  { name: "play button", where: "#play", read: state("#play", "data-state") },
  { name: "step button", where: "#forward", read: key("cycle"), before: (page) => page.evaluate(() => document.getElementById("back").click()), after: (page) => page.evaluate(() => document.getElementById("play").click()) },
  { name: "tab", where: "#tab-data[aria-selected=false], #tab-explain[aria-selected=false]", read: key("tab") },
  { name: "radio button", where: "#axis label:has(input:not(:checked))", read: key("axis"), before: account, after: (page) => page.keyboard.press("Escape") },
  { name: "radio button of a view", tab: "data", where: "#figures label:has(input:not(:checked))", read: key("figure") },
  { name: "switch of the legend", where: "label:has(#show-printed)", read: key("published") },
  { name: "check box", tab: "explain", where: "#loop-box", read: state("#input-loop", "checked") },
  { name: "help button", where: "#ask-vcs", read: state("#ask-vcs", "aria-expanded"), before: settings, after: (page) => page.evaluate(() => document.querySelector(".panel-foot .primary").click()) },
  { name: "reset button", where: "#reset-flits", read: key("flits"), before: async (page) => { await type("flits", 40)(page); await settings(page); }, after: (page) => page.evaluate(() => document.querySelector(".panel-foot .primary").click()) },
  { name: "slider", where: "#input-vcs", read: key("vcs"), before: type("vcs", 3) },
  { name: "summary", tab: "explain", where: "#log-box > summary", read: state("#log-box", "open") },
  { name: "summary of the equations", tab: "equations", where: "#every-equation > summary", read: state("#every-equation", "open") },
  { name: "cell of the map", tab: "data", where: "#query-picture", read: async (page) => [await key("flits")(page), await key("vcs")(page)].join(), before: type("vcs", 8) },
  { name: "chart", where: "#chart", read: key("load"), before: type("load", 0.001) },
  { name: "undo button", where: "#undo", read: key("flits"), before: async (page) => { await type("flits", 30)(page); await page.keyboard.press("Tab"); } },
  { name: "card of the gallery", where: "#gallery [data-do=scene][data-of='0']", read: state("#gallery", "open"), before: async (page) => { await page.evaluate(() => document.getElementById("lessons").click()); await page.locator("#gallery-tab-figures").click(); }, after: reopen },
];

/** Presses the middle of an element for some time. Returns whether the press landed on it. */
const press = async (page, selector) => {
  const target = page.locator(selector).first();
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await target.evaluate((element) => {
    document.addEventListener("pointerdown", ({ target }) => { window.landed = element.contains(target) && element.isConnected; }, { once: true, capture: true });
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.waitForTimeout(DOWN);
  await page.mouse.up();
  return page.evaluate(() => window.landed);
};

/** True if `happens` is fulfilled within a minute. */
const within = async (page, happens) => {
  for (const end = Date.now() + 60_000; Date.now() < end; await next(page)) {
    if (await happens()) return true;
  }
  return false;
};

page(`no press is lost on ${kinds.length} kinds of controls`, scene, async (page) => {
  page.setDefaultTimeout(60_000);
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const lost = [];
  let [landed, missed] = [0, 0];
  for (let turn = 0; landed < PRESSES && missed < PRESSES; turn += 1) {
    const { name, tab, where: selector, read, before, after } = kinds[turn % kinds.length];
    if (tab && (await now(page)).tab !== tab) await page.evaluate((tab) => document.getElementById(`tab-${tab}`).click(), tab);
    // What a tab that is open covers is pressed without it.
    if (!tab) await page.evaluate(() => document.querySelector(".raised #lower")?.click());
    await before?.(page);
    await page.locator(selector).first().waitFor();
    const old = await read(page);
    if (await press(page, selector)) {
      landed += 1;
      const changed = await within(page, async () => (await read(page)) !== old);
      if (!changed) lost.push(`${name} (${selector}) stays ${old}`);
      if (changed && after) await after(page);
    } else {
      missed += 1;
    }
  }
  assert.deepEqual(lost, []);
  assert.ok(landed >= kinds.length);
});
