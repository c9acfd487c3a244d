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

page("V = 3 pinned and V = 8 drawn: both curves, both sets of points, one axis, a sentence, and a link", "#v=2&cycles=20000&load=0.008", async (page) => {
  const points = await simulate(page);
  const before = await results(page);
  const short = await axis(page);
  await page.locator("#pin").click();
  await set(page, "vcs", 8);
  const own = await simulate(page);
  const { curves, pins } = await results(page);
  assert.deepEqual(pins.map(({ label }) => label), ["V = 3"]);
  assert.deepEqual([pins[0].scenario.vcs, pins[0].curves], [3, before.curves]);
  // What was simulated of V = 3, without whether it is of the scenario on the screen.
  const plain = (all) => all.map(({ holds, ...point }) => point);
  assert.deepEqual(plain(pins[0].points), plain(points));
  assert.ok(own.every((point) => point.holds) && own.length >= 12);
  const end = await axis(page);
  assert.ok(end > short && end >= curves[0].end && end >= pins[0].curves[0].end);
  const said = await text(page, "difference");
  const [now, then] = [curves, pins[0].curves].map(([{ load, latency }]) => [load, latency]);
  assert.ok(now[0].length > 10 && then[0].length > 10);
  const here = own.find(({ load }) => load === 0.008).mean_latency, there = points.find(({ load }) => load === 0.008).mean_latency;
  const numbers = (said.match(/\d+(\.\d+)?/g) ?? []).map(Number);
  for (const mean of [here, there]) assert.ok(numbers.some((number) => Math.abs(number / mean - 1) < 0.02), `${mean} in ${said}`);
  // The axes stay while something is pinned.
  await set(page, "vcs", 4);
  assert.equal(await axis(page), end);
  await set(page, "vcs", 8);
  await page.waitForFunction(() => location.hash.endsWith("&vcs=8&load=0.008&cycles=20000&pin=vcs:3"));
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
