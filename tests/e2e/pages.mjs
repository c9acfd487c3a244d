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
      await page.evaluate(() => localStorage.clear());
      await page.mouse.move(0, 0);
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce", ...media });
      await load(page, beginning + fragment);
      await steps(page, opened);
      assert.deepEqual(complaints, []);
    });
};

/** Opens the panel of all settings, where it is closed. */
export const settings = async (page) => {
  if ((await attribute(page, "all-settings", "aria-expanded")) !== "true") await page.locator("#all-settings").click();
};

/** Changes a control in the panel of all settings, which is closed afterwards. */
export const inSettings = async (page, change) => {
  await settings(page);
  await change();
  await page.locator(".panel-foot .primary").click();
};

/** Presses a button of the menu *More*. */
export const more = async (page, id) => {
  await page.locator("#more").click();
  await page.locator(`#${id}`).click();
};

/** Opens a scene of the gallery, by its place among all of them. */
export const openScene = async (page, index) => {
  await page.locator("#lessons").click();
  await page.locator("#gallery-of").selectOption("");
  await page.locator(`#gallery [data-do=scene][data-of="${index}"]`).click();
  await page.waitForFunction(() => !document.getElementById("gallery").open);
};

/** The scenes that the gallery has of a system: their places and titles. */
export const scenes = async (page, system) => {
  await page.locator("#lessons").click();
  await page.locator("#gallery-of").selectOption(system);
  const shown = await page.locator("#gallery [data-do=scene]").evaluateAll((all) => all.filter((card) => card.offsetParent).map((card) => [card.dataset.of, card.textContent]));
  await page.keyboard.press("Escape");
  return shown;
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

/** Steps from a cycle, plays until `away` returns true, and scrubs back: the picture is the same each time. Returns the content of the screen there. */
export const comesBack = async (page, cycle, away) => {
  await page.locator("#stage").focus();
  const empty = await pixels(page, "stage");
  const scrubbed = async () => {
    await scrub(page, cycle);
    await page.locator("#stage").focus();
    return shown(page);
  };
  const first = await scrubbed();
  assert.notEqual(first[2].hash, empty.hash, "something is drawn");
  await page.keyboard.press(".");
  await at(page, cycle + 1);
  assert.notDeepEqual(await shown(page), first);
  await page.keyboard.press(",");
  await at(page, cycle);
  assert.deepEqual(await shown(page), first);
  await page.locator("#play").click();
  await away();
  assert.deepEqual(await scrubbed(), first);
  return first;
};

/** The same from cycle 200 of a run, which plays on for a while and is scrubbed to a later cycle. */
export const runComesBack = (page, later) =>
  comesBack(page, 200, async () => {
    await passes(page, 240);
    await page.locator("#play").click();
    await scrub(page, later);
  });
