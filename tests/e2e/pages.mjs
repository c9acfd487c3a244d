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
