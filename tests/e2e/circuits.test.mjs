// The stage of the hypercube that switches circuits: probes, circuits, and the arrivals at a node on three time scales.
import assert from "node:assert/strict";
import { axe, overflow } from "./browser.mjs";
import { pages, runComesBack, words } from "./pages.mjs";

const page = pages("#system=hypercube-mmpp");

const at = (page, cycle) => page.locator("#caption", { hasText: new RegExp(`^Cycle ${cycle}:`) }).waitFor();
const bars = (page) => page.locator("#arrivals-rows").innerHTML();

for (const n of [3, 6]) {
  page(`circuits in ${n} dimensions play, step back to the same picture, and scrub`, `&n=${n}&vcs=2&flits=16&load=0.04&seed=2&speed=16`, async (page) => {
    await at(page, 0);
    assert.match(await page.locator("#caption").innerText(), /^Cycle 0: 0 probes look for a path, 0 walk back, 0 have just found no way on;/);
    const first = await runComesBack(page, at, 1200);
    assert.match(first[1], /^\d+ messages delivered so far, mean latency [\d.]+ cycles/);
    await page.locator("#scrub").fill("600");
    await at(page, 600);
    await page.locator("#log-box summary").click();
    for (const text of [
      /The probe of message \d+ is blocked at \([\d,]+\) after \d hops? and walks back/,
      /The probe of message \d+ is back at its source \([\d,]+\) for attempt \d/,
      /The circuit of message \d+ from \([\d,]+\) to \([\d,]+\) is complete: \d hops? at attempt \d/,
      /Message \d+ from \([\d,]+\) reached \([\d,]+\) after \d+ cycles/,
    ]) await page.locator("#log", { hasText: text }).waitFor();
  });
}

page("nodes and channels say their numbers, and the bars are those of the node gone to", "&n=4&cycle=150", async (page) => {
  await at(page, 150);
  await page.locator("#arrivals-title", { hasText: "Arrivals at node (0,0,0,0), on three time scales" }).waitFor();
  const first = await bars(page);
  await page.locator("#stage").focus();
  await page.keyboard.press("ArrowRight");
  await words(page, /^Node \([01],[01],[01],[01]\): \d+ messages? waits? to leave; \d+ of those it has sent have arrived, \d+ have arrived here\.$/);
  await page.locator("#arrivals-title", { hasNotText: "(0,0,0,0)" }).waitFor();
  await page.waitForFunction((first) => document.getElementById("arrivals-rows").innerHTML !== first, first);
  await page.keyboard.press("Shift+ArrowRight");
  await words(page, /^Channel from \([\d,]+\) to \([\d,]+\):/);
});

page("the bars follow H and the burstiness, and say in words what they show", "&n=9", async (page) => {
  assert.match(await page.locator("#stage-refusal").innerText(), /at most 256 nodes; choose n = 8 or less instead of 9/);
  const rows = page.locator("#arrivals-rows figure p");
  await rows.nth(2).waitFor();
  assert.equal(await rows.count(), 3);
  const spread = async () => Number((await rows.nth(2).innerText()).match(/\(([\d.]+) in the long run\); Poisson/)[1]);
  const usual = await spread();
  for (const [key, value] of [["hurst", "0.85"], ["lag1", "0"]]) {
    const before = await bars(page);
    await page.locator(`input[type=number][data-key="${key}"]`).fill(value);
    await page.waitForFunction((before) => document.getElementById("arrivals-rows").innerHTML !== before, before);
    const now = await spread();
    assert.ok(key === "hurst" ? now > 3 * usual : now === 1, `${key}: ${usual} ${now}`);
  }
  assert.match(await page.locator("#arrivals-note").innerText(), /not the run itself/);
});

for (const colorScheme of ["light", "dark"]) {
  page(`axe finds nothing to complain of, ${colorScheme}, and nothing overflows on a phone`, "&cycle=300", async (page) => {
    await at(page, 300);
    await page.locator("#arrivals-rows svg").first().waitFor();
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run("#stage-panel"));
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => [node.html, node.failureSummary])]), []);
    assert.equal((await overflow(page))[0], 0);
  }, { colorScheme, viewport: { width: 390, height: 844 } });
}
