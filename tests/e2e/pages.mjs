// The tests of a file: one server, one browser, one context and one page for all of them; each test opens the page anew.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { attribute, blank, desktop, launch, pixels, ready, scenario, serve, settled, text } from "./browser.mjs";

export let server, browser;

/** Opens a fragment as who follows a link does: nothing of the scene before is left. */
export const load = async (page, fragment) => {
  await page.goto("about:blank");
  await page.goto(server.url + fragment);
  await ready(page);
};

/** Makes the tests of a file, all of whose fragments begin so; `options` are those of the context. */
export const pages = (beginning = "", options = {}) => {
  let opened;
  before(async () => {
    [server, browser] = await Promise.all([serve(), launch()]);
    opened = await blank(browser, options);
    await opened.page.goto(server.url);
  });
  after(async () => {
    await browser.close();
    server.stop();
  });
  /** A test that begins with a fragment at a size of the window, in a colour scheme, without motion unless it asks for it; whatever the console complains of fails it. */
  return (name, fragment, steps, { viewport = options.viewport ?? desktop, ...media } = {}) =>
    test(name, async () => {
      const { page, complaints } = opened;
      complaints.length = 0;
      await page.evaluate(() => [localStorage, sessionStorage].forEach((store) => store.clear()));
      await page.mouse.move(0, 0);
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce", ...media });
      await load(page, beginning + fragment);
      await steps(page, opened);
      assert.deepEqual(complaints, []);
    });
};

/** Opens the panel of all settings, where it is closed, and waits until it is there. */
export const settings = async (page) => {
  if ((await attribute(page, "all-settings", "aria-expanded")) !== "true") await page.locator("#all-settings").click();
  await page.locator(".panel-foot .primary").waitFor();
};

/** Changes a control in the panel of all settings, which is closed afterwards. */
export const inSettings = async (page, change) => {
  await settings(page);
  await change();
  await page.locator(".panel-foot .primary").click();
};

/** Types a number on the slider of a parameter, which opens its field. */
export const typed = async (page, key, number) => {
  await page.locator(`input[type=range][data-key="${key}"]`).focus();
  await page.keyboard.type(String(number));
  await page.keyboard.press("Enter");
};

/** Opens the account of the runs. */
export const account = async (page) => {
  if (!(await page.locator("#simulation").isVisible())) await page.locator("#simulated-key").click();
};

/** Presses a button of the menu *More*. */
export const more = async (page, id) => {
  await page.locator("#more").click();
  await page.locator(`#${id}`).click();
};

/** Opens a scene of the gallery, by its place among all of them. */
export const openScene = async (page, index) => {
  await page.locator("#lessons").click();
  // The dialog opens when the texts of the lessons have come.
  await page.waitForFunction(() => document.getElementById("gallery").open);
  const card = page.locator(`#gallery [data-do=scene][data-of="${index}"]`);
  // Curves of figures and all other scenes are on tabs of their own.
  await page.locator(`#gallery-tab-${await card.evaluate((card) => (card.closest("#gallery-figures") ? "figures" : "scenes"))}`).click();
  await card.click();
  await page.waitForFunction(() => !document.getElementById("gallery").open);
};

/** The cycle on the stage. */
export const cycle = async (page) => (await scenario(page)).cycle;

/** Waits until a cycle is shown: it is recorded and drawn, and the caption is of it. */
export const at = async (page, cycle) => {
  await settled(page);
  assert.equal(await attribute(page, "caption", "data-cycle"), String(cycle));
  assert.equal(await page.locator("#scrub").inputValue(), String(cycle));
};

/** Waits until a cycle has been passed while the animation plays. */
export const passes = (page, cycle) => page.waitForFunction((cycle) => window.flitscope.scenario().cycle > cycle, cycle);

/** Scrubs to a cycle. */
export const scrub = async (page, cycle) => {
  await page.locator("#scrub").fill(String(cycle));
  await at(page, cycle);
};

/** The description of the selected item on the stage. */
export const item = async (page) => {
  await settled(page);
  return text(page, "stage-node");
};

/** The numbers in a text. */
export const numbers = (words) => (words.match(/\d+(\.\d+)?/g) ?? []).map(Number);

/** All that the stage shows. */
export const shown = async (page) => [await text(page, "caption"), await page.locator("#stage-numbers").innerText(), await pixels(page, "stage")];
