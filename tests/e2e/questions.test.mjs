// Questions asked of the models: the same answers as on the command line, the chart with the answer on it, the map by mouse and by keyboard, and links.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { dist, next, overflow, scenario, settled, systems, text, unfold, violations, visible } from "./browser.mjs";
import { load, pages } from "./pages.mjs";

const page = pages();

/** The answer of `flitscope explore`. */
const explore = (question) => JSON.parse(execFileSync(join(dist, "..", "target", "debug", "flitscope"), ["explore"], { input: JSON.stringify(question) }));

page("a load is found as on the command line, marked on the chart, and taken over", "#v=2&tab=ask&target=60", async (page) => {
  await settled(page);
  const { system, k, n, vcs, flits, beta, load: here } = await scenario(page);
  const { load: found, sentence } = explore({ question: "load-for-latency", target: 60, scenario: { system, k, n, vcs, flits, beta, load: here, reading: "flow" } });
  assert.equal((await text(page, "query-load-said")).replace(/\s*Use this$/, ""), sentence);
  assert.ok(await visible(page, "target"));
  await page.locator("#query-load-said button").click();
  await settled(page);
  assert.equal((await scenario(page)).load, found);
  const { measure } = explore({ question: "extreme", key: "vcs", want: "smallest", target: 60, scenario: { system, k, n, vcs, flits, beta, load: found, reading: "flow" } });
  assert.ok(measure <= 60);
  await page.locator("#number-target").fill("1");
  await page.locator("#number-target").press("Enter");
  await settled(page);
  assert.match(await text(page, "query-load-said"), /even an idle network needs/);
  assert.equal(await visible(page, "target"), false);
});

page("a map is read by keys and by mouse, taken over, saved, and comes back with its link", "#v=2&tab=ask&map=saturation&x=flits&y=vcs&asks=numbers", async (page) => {
  await settled(page);
  assert.match(await text(page, "query-map-said"), /The load at which the model ends lies between/);
  const before = await scenario(page);
  const picture = page.locator("#query-picture");
  await picture.focus();
  await picture.press("ArrowUp");
  await settled(page);
  assert.match(await text(page, "query-map-said"), new RegExp(`virtual channels, V = ${before.vcs + 1}:`));
  await picture.press("Enter");
  await settled(page);
  assert.equal((await scenario(page)).vcs, before.vcs + 1);
  const box = await picture.boundingBox();
  await picture.click({ position: { x: box.width - 8, y: box.height - 8 } });
  await settled(page);
  const taken = await scenario(page);
  assert.equal(taken.vcs, 3);
  const saved = page.waitForEvent("download");
  await page.locator("#query-map-numbers summary").click();
  await page.locator("#query-map-numbers button").first().click();
  assert.match((await saved).suggestedFilename(), /^map-flitscope-torus-broadcast-.*\.csv$/);
  await page.waitForFunction(() => location.hash.includes("map=saturation"));
  const said = await text(page, "query-map-said");
  await load(page, new URL(page.url()).hash);
  await settled(page);
  assert.equal((await scenario(page)).vcs, 3);
  assert.match(said, /lies between/);
});

page("the Pareto view is walked along its front, read by mouse, taken over, and comes back with its link", "#v=2&tab=ask&map=saturation&x=flits&y=vcs&asks=numbers&front=buffers", async (page) => {
  await settled(page);
  const { system, k, n, vcs, flits, beta } = await scenario(page);
  const values = (low, high) => Array.from({ length: high - low + 1 }, (_, i) => low + i);
  const { front, sentence } = explore({
    question: "pareto", cost: "buffers", scenario: { system, k, n, vcs, flits, beta, reading: "corrected" },
    x: { key: "flits", values: Array.from({ length: 40 }, (_, i) => Math.round(1 + (127 * i) / 39)) }, y: { key: "vcs", values: values(3, 8) },
  });
  assert.ok((await text(page, "query-pareto-said")).endsWith(sentence));
  const picture = page.locator("#query-pareto");
  await picture.focus();
  for (let step = 0; step <= front.length; step += 1) await picture.press("ArrowRight");
  await settled(page);
  assert.match(await text(page, "query-pareto-said"), /on the front\./);
  await picture.press("Enter");
  await settled(page);
  const last = front[front.length - 1];
  const best = await scenario(page);
  assert.deepEqual([best.flits, best.vcs], [last.x, last.y]);
  // The cheapest network stands at the left, whatever it carries.
  const box = await picture.boundingBox();
  await picture.click({ position: { x: 66, y: box.height / 2 } });
  await settled(page);
  assert.equal((await scenario(page)).vcs, 3);
  await page.waitForFunction(() => location.hash.includes("front=buffers"));
  await load(page, new URL(page.url()).hash);
  await settled(page);
  assert.ok(await visible(page, "query-pareto"));
});

page("networks at equal cost are simulated where they are compared, stopped, and gone on with", "#v=2&tab=ask&equal=pins&k=4&flits=8&cycles=2000", async (page) => {
  await settled(page);
  const points = () => page.locator("#query-networks circle").count();
  assert.equal(await points(), 0);
  await page.locator("#query-simulate").focus();
  await page.keyboard.press("Enter");
  await settled(page);
  assert.equal(await page.evaluate(() => document.activeElement.id), "query-simulate");
  assert.equal(await text(page, "query-simulate"), "Simulate again");
  assert.match(await text(page, "query-simulate-said"), /^(\d+) of \1 loads are simulated\.$/);
  assert.ok(await points() >= 12);
  await page.locator("#query-runs summary").click();
  const { networks } = explore({ question: "compare", nodes: 16, normalise: "pins", simulate: true, scenario: { k: 4, flits: 8, cycles: 2000, reading: "flow" } });
  const expected = networks.flatMap(({ simulated }) => simulated.sort((a, b) => a.load - b.load));
  const said = await page.locator("#query-runs-table tbody td:last-child").allInnerTexts();
  assert.equal(said.length, expected.length);
  // As many digits as the interval leaves, two at least.
  expected.forEach(({ state, value }, i) => {
    if (state === "saturated") assert.equal(said[i], "saturated");
    else if (state === "undecided") assert.equal(said[i], "too short to tell");
    else assert.ok(Math.abs(parseFloat(said[i].replace(/[  ]/g, "")) / value - 1) < 0.05, `${said[i]} for ${value}`);
  });
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 320, height: 640 });
  await settled(page);
  assert.deepEqual(await overflow(page), [0]);
});

for (const system of systems) {
  const fragment = `#v=2&system=${system}&tab=ask&target=40&map=latency&front=pins&equal=bisection&asks=numbers`;
  page(`axe is content with the questions, and they fit into 320 pixels: ${system}`, fragment, async (page) => {
    await settled(page);
    await unfold(page);
    for (const media of [{ forcedColors: "active" }, { forcedColors: "none" }, { colorScheme: "dark" }]) {
      await page.emulateMedia({ reducedMotion: "reduce", ...media });
      await settled(page);
      // Colours are those of the media with the next picture.
      await next(page);
      await next(page);
      assert.deepEqual(await violations(page), []);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await settled(page);
    assert.deepEqual(await overflow(page), [0]);
    assert.ok((await text(page, "query-matters")).length > 40);
  });
}

page("what each channel carries is simulated when its table is opened, as on the command line", "#v=2&system=torus-broadcast&tab=data&k=4&flits=8&cycles=3000&load=0.01", async (page) => {
  await settled(page);
  await page.locator("#channels summary").click();
  await settled(page);
  const { version, ...here } = await scenario(page);
  const simulated = execFileSync(join(dist, "..", "target", "debug", "flitscope"), ["simulate", "--channels"], { input: JSON.stringify({ ...here, cycles: 3000 }) });
  const { channels } = JSON.parse(simulated);
  const saved = page.waitForEvent("download");
  await page.locator("#channels-csv button").first().click();
  const rows = (await readFile(await (await saved).path(), "utf8")).trim().split("\r\n").slice(1).map((row) => row.split(",").map(Number));
  assert.deepEqual(rows, channels.map(({ from, to, utilisation }) => [from, to, utilisation]));
  assert.match(await text(page, "channels-said"), /^64 channels at λ = 0\.01000: busy for 0\.\d+ of the cycles on average/);
  assert.deepEqual(await violations(page), []);
});
