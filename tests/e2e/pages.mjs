// The tests of a file: one server and one browser for all of them, a page of its own for each; and what stands on the stage of a page.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, pixels, serve } from "./browser.mjs";

export let server, browser;
before(async () => { server = await serve(); browser = await launch(); });
after(async () => { await browser.close(); server.stop(); });

/** Makes tests of pages whose fragment begins so. */
export const pages = (beginning) => (name, rest, steps, options) =>
  test(name, async () => {
    const opened = await open(browser, server.url + beginning + rest, options);
    try {
      await steps(opened.page, opened);
      assert.deepEqual(opened.complaints, []);
    } finally {
      await opened.close();
    }
  });

/** A test on a page of its own; whatever the console complains of fails it. */
export const page = pages("");

/** What the stage says of its picture. */
export const caption = (page) => page.locator("#caption").innerText();

/** Waits until the inspector says so. */
export const words = (page, pattern) => page.locator("#stage-node", { hasText: pattern }).waitFor();

/** All that the stage shows. */
export const shown = async (page) => [await caption(page), await page.locator("#stage-numbers").innerText(), await pixels(page, "stage")];

/** From a cycle a reader steps, goes `away`, and scrubs back: each time to the same picture. Returns what is shown there. */
export const comesBack = async (page, at, cycle, away) => {
  await page.locator("#stage").focus();
  const empty = await pixels(page, "stage");
  const scrubbed = async () => {
    await page.locator("#scrub").fill(String(cycle));
    await at(page, cycle);
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
export const runComesBack = (page, at, later) =>
  comesBack(page, at, 200, async () => {
    await page.waitForFunction(() => window.flitscope.scenario().cycle > 240);
    await page.locator("#play").click();
    await page.locator("#scrub").fill(String(later));
    await at(page, later);
  });
