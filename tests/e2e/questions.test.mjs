// Questions asked of the models: workers answer, the chart shows the answer, and a map is read by mouse and by keyboard.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { COLOURS, dist, next, overflow, scenario, settled, text, unfold, violations, visible } from "./browser.mjs";
import { load, pages } from "./pages.mjs";

const page = pages();

page("a load is found as on the command line, marked on the chart, and taken over", "#v=2&k=5&tab=ask&target=60", async (page) => {
  await settled(page);
  const { system, k, n, vcs, flits, beta, load: here } = await scenario(page);
  const { load: found, sentence } = JSON.parse(execFileSync(join(dist, "..", "target", "debug", "flitscope"), ["explore"], {
    input: JSON.stringify({ question: "load-for-latency", target: 60, scenario: { system, k, n, vcs, flits, beta, load: here, reading: "flow" } }),
  }));
  assert.equal((await text(page, "query-load-said")).replace(/\s*Use this$/, ""), sentence);
  assert.ok(await visible(page, "target"));
  await page.locator("#query-load-said button").click();
  await settled(page);
  assert.equal((await scenario(page)).load, found);
  await page.locator("#number-target").fill("1");
  await page.locator("#number-target").press("Enter");
  await settled(page);
  assert.match(await text(page, "query-load-said"), /even an idle network needs/);
  assert.equal(await visible(page, "target"), false);
});

page("a map and its Pareto view are read by keys and by mouse, used, saved, and come back with their link", "#v=2&tab=ask&map=saturation&x=flits&y=vcs&asks=numbers&front=buffers", async (page) => {
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
  assert.equal((await scenario(page)).vcs, 3);
  const saved = page.waitForEvent("download");
  await page.locator("#query-map-numbers summary").click();
  await page.locator("#query-map-numbers button").first().click();
  assert.match((await saved).suggestedFilename(), /^map-flitscope-torus-broadcast-.*\.csv$/);
  // The cheapest network of the Pareto view is at its left.
  const pareto = await page.locator("#query-pareto").boundingBox();
  await page.locator("#query-pareto").click({ position: { x: 66, y: pareto.height / 2 } });
  await settled(page);
  assert.equal((await scenario(page)).vcs, 3);
  await page.waitForFunction(() => location.hash.includes("map=saturation") && location.hash.includes("front=buffers"));
  await load(page, new URL(page.url()).hash);
  await settled(page);
  assert.ok((await visible(page, "query-picture")) && (await visible(page, "query-pareto")));
});

for (const fragment of ["#v=2&system=torus-broadcast&k=4&flits=8&cycles=2000", "#v=2&system=banyan-multicast&n=4&fanout=2"]) {
  page(`axe is content with the questions, and they fit into 320 pixels: ${fragment}`, `${fragment}&tab=ask&target=40&map=latency&front=pins&equal=pins&asks=numbers`, async (page) => {
    await settled(page);
    if (fragment.includes("torus")) {
      await page.locator("#query-simulate").focus();
      await page.keyboard.press("Enter");
      await settled(page);
      assert.equal(await page.evaluate(() => document.activeElement.id), "query-simulate", "the focus stays");
      assert.ok((await page.locator("#query-networks circle").count()) >= 12);
    }
    await unfold(page);
    for (const media of [{ forcedColors: "active" }, { forcedColors: "none" }, { colorScheme: "dark" }]) {
      await page.emulateMedia({ reducedMotion: "reduce", ...media });
      await settled(page);
      // Colours are those of the media with the next picture.
      await next(page);
      await next(page);
      assert.deepEqual(await violations(page, media.forcedColors === "none" ? undefined : COLOURS), []);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await settled(page);
    assert.deepEqual(await overflow(page), [0]);
    assert.ok((await text(page, "query-matters")).length > 40);
  });
}
