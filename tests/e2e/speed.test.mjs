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
