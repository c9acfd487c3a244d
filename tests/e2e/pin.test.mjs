// Curves that are pinned, and the comparison with them: two settings on one axis, their points, the sentence, the link.
import assert from "node:assert/strict";
import { atRest, attribute, broken, focused, now, overflow, phone, pixels, results, settled, text, unfold, violations, visible } from "./browser.mjs";
import { load, pages } from "./pages.mjs";

const page = pages();

/** Types a value into the field of a parameter. */
const set = async (page, key, value) => {
  await page.locator(`#number-${key}`).fill(String(value));
  await page.locator(`#number-${key}`).press("Enter");
  await settled(page);
};

const simulate = async (page) => {
  await page.locator("#simulate").click();
  return (await results(page)).simulated;
};

const axis = async (page) => Number(await attribute(page, "chart", "aria-valuemax"));

page("V = 3 pinned and V = 8 drawn: both curves, both sets of points, one axis, a sentence, and a link", "#v=2&cycles=20000&load=0.007", async (page) => {
  const points = await simulate(page);
  const before = await results(page);
  const short = await axis(page);
  await page.locator("#pin").click();
  await set(page, "vcs", 8);
  const own = await simulate(page);
  const { curves, pins } = await results(page);
  assert.deepEqual(pins.map(({ label }) => label), ["V = 3"]);
  assert.deepEqual([pins[0].scenario.vcs, pins[0].curves], [3, before.curves]);
  // The simulated points of V = 3, without the flag for the scenario on the screen.
  const plain = (all) => all.map(({ holds, ...point }) => point);
  assert.deepEqual(plain(pins[0].points), plain(points));
  assert.ok(own.every((point) => point.holds) && own.length >= 12);
  const end = await axis(page);
  assert.ok(end > short && end >= curves[0].end && end >= pins[0].curves[0].end);
  const said = await text(page, "difference");
  const [now, then] = [curves, pins[0].curves].map(([{ load, latency }]) => [load, latency]);
  assert.ok(now[0].length > 10 && then[0].length > 10);
  const here = own.find(({ load }) => load === 0.007).mean_latency, there = points.find(({ load }) => load === 0.007).mean_latency;
  const numbers = (said.match(/\d+(\.\d+)?/g) ?? []).map(Number);
  for (const mean of [here, there]) assert.ok(numbers.some((number) => Math.abs(number / mean - 1) < 0.02), `${mean} in ${said}`);
  // The axes stay while something is pinned.
  await set(page, "vcs", 4);
  assert.equal(await axis(page), end);
  await set(page, "vcs", 8);
  await page.waitForFunction(() => location.hash.endsWith("&vcs=8&load=0.007&cycles=20000&pin=vcs:3"));
  await load(page, new URL(page.url()).hash);
  const again = await results(page);
  assert.deepEqual([again.pins, again.simulated, await text(page, "difference")], [pins, own, said]);
  assert.equal(await axis(page), end);
  const shown = await pixels(page, "curves");
  await page.locator("#unpin-0").click();
  assert.deepEqual((await results(page)).pins, []);
  assert.deepEqual([await focused(page), await visible(page, "difference")], ["pin", false]);
  assert.notEqual((await pixels(page, "curves")).hash, shown.hash);
});

page("pins come by key, are said when there is nothing to pin, and go and come back with their scene", "#v=2&vcs=8", async (page) => {
  await page.locator("#chart").focus();
  await page.keyboard.press("k");
  assert.deepEqual((await results(page)).pins.map(({ label }) => label), ["as now"]);
  await page.locator("#pin").click();
  assert.equal((await results(page)).pins.length, 1);
  assert.ok((await text(page, "pin-state")).length > 10);
  await page.locator("#system-kary-ncube").click();
  assert.deepEqual((await results(page)).pins, []);
  await page.locator("#undo").click();
  assert.equal((await results(page)).pins.length, 1);
  await page.goBack();
  await settled(page);
  assert.equal((await results(page)).pins.length, 1);
});

page("pinned curves are in the readout and in the table of the chart", "#v=2&vcs=8&load=0.008&pin=vcs:3&tab=data", async (page) => {
  const { pins } = await results(page);
  await page.locator("#chart").focus();
  await page.keyboard.press("Home");
  await settled(page);
  const idle = pins[0].curves[0].zero_load.toFixed(2);
  assert.ok((await text(page, "readout")).split("\n").some((line) => line.includes(pins[0].label) && line.includes(idle)), await text(page, "readout"));
  assert.equal(await page.locator("#chart-table tr").count(), 0);
  await page.locator("#numbers summary").click();
  await settled(page);
  const heads = await page.locator("#chart-table thead th").allInnerTexts();
  assert.ok(heads.some((head) => head.includes(pins[0].label)), heads.join());
  const rows = await page.locator("#chart-table tbody tr").allInnerTexts();
  assert.ok(rows.length >= 11 && rows.some((row) => row.startsWith("0.008")), rows.join("\n"));
});

page("what is pinned by a link is simulated after what is shown", "#v=2&system=hypercube-slotted&load=0.05&cycles=2000&pin=n:5", async (page) => {
  assert.deepEqual((await results(page)).pins[0].points, []);
  const own = await simulate(page);
  const { pins: [pin] } = await results(page);
  assert.ok(own.length >= 12 && pin.points.length >= 12 && pin.points.every(({ finished, seed }) => finished && seed === 1));
  const [here, there] = [own, pin.points].map((points) => points.find(({ load }) => load === 0.05).mean_latency);
  const said = await text(page, "difference");
  const numbers = (said.match(/\d+(\.\d+)?/g) ?? []).map(Number);
  for (const mean of [here, there]) assert.ok(numbers.some((number) => Math.abs(number / mean - 1) < 0.02), `${mean} in ${said}`);
});

const four = "#v=2&vcs=8&load=0.008&tab=data&pin=vcs:3&pin=vcs:3,beta:0&pin=reading:printed&pin=depth:4";

for (const colorScheme of ["light", "dark"]) {
  page(`axe finds nothing wrong with four pins in ${colorScheme}`, four, async (page) => {
    await unfold(page);
    await page.locator("#chart").focus();
    await page.keyboard.press("ArrowRight");
    await settled(page);
    assert.ok(await atRest(page));
    assert.deepEqual(await violations(page), []);
    assert.equal(await broken(page), null);
  }, { colorScheme });
}

for (const width of [390, 320]) {
  page(`pins can be read and taken away at ${width} pixels`, four, async (page) => {
    assert.deepEqual(await overflow(page), [0]);
    const boxes = await page.locator("#pins button").evaluateAll((all) => all.map((button) => button.getBoundingClientRect()).map(({ width, height }) => [width, height]));
    assert.ok(boxes.length === 4 && boxes.flat().every((length) => length >= 24), JSON.stringify(boxes));
    await page.locator("#unpin-3").click();
    assert.equal((await results(page)).pins.length, 3);
    assert.equal((await now(page)).pins.length, 3);
  }, { viewport: { ...phone, width } });
}

const pair = "#v=2&system=kary-ncube&k=4&n=2&vcs=3&flits=16&load=0.02&cycle=400&pin=vcs:6";

/** The cycles that the captions of both stages are of. */
const both = (page) => Promise.all(["caption", "pair-caption"].map((id) => attribute(page, id, "data-cycle")));

page("a pinned setting is animated in step, by its own control, with the same message followed in both", pair, async (page) => {
  assert.equal(await visible(page, "pair-frame"), false);
  const alone = await page.locator("#stage").boundingBox();
  await page.locator("#pair-of").selectOption({ label: "V = 6" });
  await settled(page);
  assert.deepEqual([await text(page, "stage-name"), await text(page, "pair-name")], ["V = 3", "V = 6 (kept)"]);
  const [left, right] = await Promise.all(["stage", "pair-stage"].map((id) => page.locator(`#${id}`).boundingBox()));
  assert.ok(left.y === right.y && left.x + left.width <= right.x && left.width === right.width && left.width >= 0.7 * alone.width, JSON.stringify([alone, left, right]));
  const [one, other] = await Promise.all(["stage", "pair-stage"].map((id) => pixels(page, id)));
  assert.ok(one.hash !== other.hash && other.coloured > 30, JSON.stringify([one, other]));
  assert.deepEqual(await both(page), ["400", "400"]);
  await page.locator("#stage").focus();
  await page.keyboard.press(".");
  await settled(page);
  assert.deepEqual(await both(page), ["401", "401"]);
  assert.notEqual((await pixels(page, "pair-stage")).hash, other.hash);
  await page.locator("#scrub").fill("900");
  await settled(page);
  assert.deepEqual(await both(page), ["900", "900"]);
  await page.waitForFunction(() => location.hash.includes("&beside=1"));
  // By keyboard: along the channels until there is a message, and to it.
  await page.locator("#stage").focus();
  for (let step = 0; step < 40 && !(await text(page, "pair-said")).startsWith("Message "); step += 1) {
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Enter");
    await settled(page);
    if (step % 4 === 3) await page.keyboard.press("Shift+ArrowDown");
  }
  const said = await text(page, "pair-said");
  const [, own, there] = said.match(/ takes (\d+) cycles? with V = 3 and (\d+) cycles? with V = 6\./) ?? [];
  assert.ok(Number(own) >= 17 && Number(there) >= 17, said);
  assert.ok((await text(page, "trail")).includes(`takes ${own} cycles`), said);
  const link = new URL(page.url()).hash;
  await page.waitForFunction(() => location.hash.includes("&follow="));
  await load(page, new URL(page.url()).hash);
  assert.equal(await text(page, "pair-said"), said, link);
  await page.locator("#unpin-0").click();
  await settled(page);
  assert.deepEqual([await visible(page, "pair-frame"), await visible(page, "pair-box")], [false, false]);
});

for (const width of [390, 320]) {
  page(`two networks stand below each other at ${width} pixels, and axe finds nothing`, `${pair}&beside=1`, async (page) => {
    const [above, below] = await Promise.all(["stage", "pair-stage"].map((id) => page.locator(`#${id}`).boundingBox()));
    assert.ok(above.y + above.height <= below.y && below.width === above.width && below.width >= 200, JSON.stringify([above, below]));
    assert.deepEqual(await overflow(page), [0]);
    assert.deepEqual(await violations(page), []);
    const tall = await page.locator("#pair-of").evaluate((list) => list.getBoundingClientRect().height);
    assert.ok(tall >= 44, String(tall));
  }, { viewport: { ...phone, width } });
}

for (const media of [{}, { colorScheme: "dark" }, { forcedColors: "active" }]) {
  page(`axe finds nothing wrong with two networks: ${JSON.stringify(media)}`, `${pair}&beside=1`, async (page) => {
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(await overflow(page), [0]);
  }, media);
}
