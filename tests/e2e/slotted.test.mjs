// The slotted hypercube on the stage: it plays, steps back to the same picture, scrubs, and says who was in the way of whom.
import assert from "node:assert/strict";
import { axe, overflow, settled } from "./browser.mjs";
import { caption, page, runComesBack, words } from "./pages.mjs";

const at = (page, slot) => page.locator("#caption", { hasText: new RegExp(`^Slot ${slot}:`) }).waitFor();

page("it plays, steps back to the same picture, and scrubs", "#system=hypercube-slotted&n=4&load=0.15&seed=2&speed=16", async (page) => {
  await at(page, 0);
  assert.match(await caption(page), /^Slot 0: no packet moved; 0 are waiting\./);
  assert.equal(await page.locator("#play").innerText(), "▶ Play", "it waits for the reader");
  const first = await runComesBack(page, at, 1500);
  assert.match(first[1], /^\d+ packets delivered so far, mean latency [\d.]+ slots; the warm-up is not over\.$/);
  assert.equal(await page.locator("#extent").innerText(), "Slot 200. The recording grows as you play, up to 20\u202f000 slots.");
  await page.locator("#log-box summary").click();
  await page.locator("#log", { hasText: /Slot \d+: Packet \d+ from \([\d,]+\) reached \([\d,]+\) after \d+ slots?\./ }).waitFor();
  await page.locator("#log", { hasText: /[Pp]acket \d+ is blocked at \([\d,]+\), because \([\d,]+\) (sends to|receives from) \([\d,]+\)/ }).waitFor();
});

page("nodes, channels and packets say what they did and who was in the way", "#system=hypercube-slotted&n=3&load=0.25&cycle=80", async (page) => {
  await at(page, 80);
  await page.locator("#stage").focus();
  await page.keyboard.press("ArrowUp");
  await words(page, /^Node \([01],[01],[01]\): in this slot .*\. So far it has sent in \d+, received in \d+, been blocked in \d+ and received before its turn in \d+ of 80 slots\.$/);
  await page.keyboard.press("Shift+ArrowRight");
  await words(page, /^Channel from \([\d,]+\) to \([\d,]+\): .* In use in \d+ of the last 80 slots: [\d.]+ %\.$/);
  // Somewhere a packet is blocked: its node says by whom, in the caption too.
  await page.keyboard.press("ArrowLeft");
  let found = null;
  for (let slot = 80; slot < 120 && !found; slot += 1) {
    await at(page, slot);
    for (const key of ["ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"]) {
      await page.keyboard.press(key);
      await settled(page);
      found ??= (await page.locator("#stage-node").innerText()).match(/could not send packet (\d+) for \([\d,]+\), because (before its turn )?(\([\d,]+\) (sends to|receives from) \([\d,]+\))/);
      if (found) break;
    }
    if (!found) await page.keyboard.press(".");
  }
  assert.ok(found, "a packet is held up");
  assert.ok((await caption(page)).includes(`Here packet ${found[1]} `), await caption(page));
  assert.ok((await caption(page)).includes(found[3]), await caption(page));
});

page("a network that is too large says what to choose", "#system=hypercube-slotted&n=9", async (page) => {
  assert.match(await page.locator("#stage-refusal").innerText(), /at most 256 nodes; choose n = 8 or less instead of 9/);
});

for (const colorScheme of ["light", "dark"]) {
  page(`axe finds nothing to complain of on the slotted stage, ${colorScheme}`, "#system=hypercube-slotted&n=4&cycle=100", async (page) => {
    await at(page, 100);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run("#stage-panel"));
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => [node.html, node.failureSummary])]), []);
    assert.equal((await overflow(page))[0], 0);
  }, { colorScheme, viewport: { width: 390, height: 844 } });
}
