// Kept curves and the network beside: two settings in one chart and on two canvases.
import assert from "node:assert/strict";
import { atRest, attribute, broken, focused, overflow, phone, pixels, results, settled, text, unfold, violations, visible } from "./browser.mjs";
import { pages, typed } from "./pages.mjs";

const page = pages();

page("a curve is kept by a button or a key, drawn beside the next one, and taken away; the focus goes to the button", "#v=2&load=0.004", async (page) => {
  assert.ok(!(await visible(page, "pin")), "it comes with the first change");
  await typed(page, "load", "0.0041");
  await settled(page);
  await page.locator("#pin").click();
  await page.locator("#chart").focus();
  await page.keyboard.press("k");
  assert.equal((await results(page)).pins.length, 1, "the key keeps the same");
  assert.ok((await text(page, "pin-state")).length > 10);
  await typed(page, "vcs", 8);
  assert.deepEqual((await results(page)).pins.map(({ label }) => label), ["V = 3"]);
  const both = await pixels(page, "curves");
  await page.locator("#unpin-0").click();
  assert.deepEqual((await results(page)).pins, []);
  assert.deepEqual([await focused(page), await visible(page, "difference")], ["pin", false]);
  assert.notEqual((await pixels(page, "curves")).hash, both.hash);
});

page("axe finds nothing wrong with four kept curves, and they can be read and taken away at every width", "#v=2&k=5&vcs=8&load=0.008&pin=vcs:3&pin=vcs:3,beta:0&pin=reading:printed&pin=depth:4", async (page) => {
  for (const width of [390, 320]) {
    await page.setViewportSize({ ...phone, width });
    await settled(page);
    assert.deepEqual(await overflow(page), [0], `${width} pixels`);
    const boxes = await page.locator("#pins button").evaluateAll((all) => all.map((button) => button.getBoundingClientRect()).map(({ width, height }) => [width, height]));
    assert.ok(boxes.length === 4 && boxes.flat().every((length) => length >= 24), JSON.stringify(boxes));
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator("#chart").focus();
  await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.ok(await atRest(page));
  assert.equal(await broken(page), null);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settled(page);
    assert.deepEqual(await violations(page), [], colorScheme);
  }
  await page.locator("#unpin-3").click();
  assert.equal((await results(page)).pins.length, 3);
});

/** The cycles of the captions of both stages. */
const both = (page) => Promise.all(["caption", "pair-caption"].map((id) => attribute(page, id, "data-cycle")));

page("a kept setting is animated in step beside the other one, or below it on a phone, and axe finds nothing wrong", "#v=2&system=kary-ncube&k=4&n=2&vcs=3&flits=16&load=0.02&cycle=400&pin=vcs:6", async (page) => {
  assert.equal(await visible(page, "pair-frame"), false);
  const boxes = () => Promise.all(["stage", "pair-stage"].map((id) => page.locator(`#${id}`).boundingBox()));
  const alone = await page.locator("#stage").boundingBox();
  await page.locator("#pair-of").selectOption({ label: "V = 6" });
  await settled(page);
  assert.deepEqual([await text(page, "stage-name"), await text(page, "pair-name")], ["V = 3", "before: V = 6"]);
  const [left, right] = await boxes();
  assert.ok(left.y === right.y && left.x + left.width <= right.x && left.width === right.width && left.width >= 0.7 * alone.width, JSON.stringify([alone, left, right]));
  const [one, other] = await Promise.all(["stage", "pair-stage"].map((id) => pixels(page, id)));
  assert.ok(one.hash !== other.hash && other.coloured > 30, JSON.stringify([one, other]));
  assert.deepEqual(await both(page), ["400", "400"]);
  await page.locator("#stage").focus();
  await page.keyboard.press(".");
  await settled(page);
  assert.deepEqual(await both(page), ["401", "401"]);
  assert.notEqual((await pixels(page, "pair-stage")).hash, other.hash);
  for (const media of [{}, { colorScheme: "dark" }, { forcedColors: "active" }]) {
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light", forcedColors: "none", ...media });
    await settled(page);
    assert.deepEqual(await violations(page), [], JSON.stringify(media));
    assert.deepEqual(await overflow(page), [0]);
  }
  await page.emulateMedia({ forcedColors: "none" });
  for (const width of [390, 320]) {
    await page.setViewportSize({ ...phone, width });
    await settled(page);
    const [above, below] = await boxes();
    assert.ok(above.y + above.height <= below.y && below.width === above.width && below.width >= 200, JSON.stringify([above, below]));
    assert.deepEqual(await overflow(page), [0]);
    const tall = await page.locator("#pair-of").evaluate((list) => list.getBoundingClientRect().height);
    assert.ok(tall >= 44, String(tall));
  }
  assert.deepEqual(await violations(page), []);
});
