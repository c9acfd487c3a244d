// What a slider move costs in Chromium: solving three readings and drawing them. Printed; the machine decides, so nothing is asserted of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { launch, open, serve } from "./browser.mjs";

test("200 moves of a slider with three readings", async () => {
  const server = await serve();
  const browser = await launch();
  const { page, complaints } = await open(browser, `${server.url}#show=corrected,printed,refined`);
  const moves = await page.evaluate(async () => {
    const slider = document.querySelector('input[type=range][data-key="flits"]');
    const moves = [];
    for (let i = 0; i < 220; i += 1) {
      slider.value = String(16 + (i % 97));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      const start = performance.now();
      const { solve_ms, draw_ms, curves } = window.flitscope.results();
      moves.push({ solve: solve_ms, draw: draw_ms, both: solve_ms + draw_ms, page: performance.now() - start, curves: curves.length });
      await new Promise(requestAnimationFrame);
    }
    return moves.slice(20); // the first ones compile
  });
  const at = (key, part) => moves.map((move) => move[key]).sort((a, b) => a - b)[Math.floor(part * (moves.length - 1))].toFixed(2);
  for (const [key, what] of [["solve", "solve three readings"], ["draw", "draw them"], ["both", "solve and draw"], ["page", "the whole page brought to it"]]) {
    console.log(`slider move, ${what}: median ${at(key, 0.5)} ms, 95th percentile ${at(key, 0.95)} ms`);
  }
  assert.equal(moves.length, 200);
  assert.ok(moves.every((move) => move.curves === 3));
  assert.deepEqual(complaints, []);
  await browser.close();
  server.stop();
});

test("pictures of a playing animation", async () => {
  const server = await serve();
  const browser = await launch();
  for (const [name, fragment] of [
    ["8 x 8, idle", "#speed=4"],
    ["16 x 16, idle", "#k=16&speed=16"],
    ["16 x 16, background messages", "#k=16&speed=16&background=1&load=0.002"],
    ["16 x 16, V = 16, M = 512, clogged", "#k=16&vcs=16&flits=512&speed=16&background=1&load=0.01"],
  ]) {
    const { page, complaints, close } = await open(browser, server.url + fragment);
    await page.locator("#extent", { hasText: /of [1-9]/ }).waitFor();
    await page.locator("#play").click();
    const times = await page.evaluate(async () => {
      const times = [];
      let last = await new Promise(requestAnimationFrame);
      for (let i = 0; i < 120; i += 1) {
        const now = await new Promise(requestAnimationFrame);
        times.push(now - last);
        last = now;
      }
      return times.sort((a, b) => a - b);
    });
    console.log(`animation, ${name}: a picture every ${times[60].toFixed(1)} ms (median), ${times[114].toFixed(1)} ms (95th percentile)`);
    assert.equal(times.length, 120);
    assert.deepEqual(complaints, []);
    await close();
  }
  await browser.close();
  server.stop();
});
