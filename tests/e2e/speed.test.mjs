// What a slider move costs in Chromium: solving curves of 120 points with everything beside them, and drawing them. Printed; the machine decides, so nothing is asserted of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { launch, open, serve } from "./browser.mjs";

const settings = [
  ["torus 8 x 8, three readings", "show=corrected,printed,refined", "flits", 16, 97],
  ["10-ary 5-cube, one reading", "system=kary-ncube&k=10&n=5&show=", "flits", 16, 97],
  ["10-ary 5-cube, printed, corrected, average", "system=kary-ncube&k=10&n=5&show=printed,corrected,average", "flits", 16, 97],
  ["slotted hypercube, n = 6, two readings", "system=hypercube-slotted&show=corrected,printed", "load", 0.001, 0.1],
  ["banyan, n = 7, equations (1), (2)", "system=banyan-multicast&n=7&show=", "fanout", 1, 60],
  ["banyan, n = 7, with the exact law", "system=banyan-multicast&n=7&show=corrected,refined", "fanout", 1, 60],
  ["bursty hypercube, n = 8, V = 7, L = 4, one reading", "system=hypercube-mmpp&n=8&vcs=7&lag1=0.9&show=", "hurst", 0.51, 0.4],
  ["bursty hypercube, n = 8, V = 7, L = 4, printed and refined", "system=hypercube-mmpp&n=8&vcs=7&lag1=0.9&show=printed,refined", "hurst", 0.51, 0.4],
  ["bursty hypercube, n = 8, V = 7, L = 5, one reading", "system=hypercube-mmpp&n=8&vcs=7&mmpps=5&lag1=0.9&show=", "hurst", 0.51, 0.4],
];

test("100 moves of a slider", async () => {
  const server = await serve();
  const browser = await launch();
  for (const [name, fragment, key, low, span] of settings) {
    const { page, complaints, close } = await open(browser, `${server.url}#${fragment}`);
    const first = await page.evaluate(() => window.flitscope.results().solve_ms);
    const moves = await page.evaluate(async ([key, low, span]) => {
      const slider = document.querySelector(`input[type=range][data-key="${key}"]`);
      const moves = [];
      for (let i = 0; i < 110; i += 1) {
        // Up and down the slider in steps that do not repeat soon.
        slider.value = String(low + span * ((i * 0.618) % 1));
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        const start = performance.now();
        const { solve_ms, draw_ms, curves } = window.flitscope.results();
        moves.push({ solve: solve_ms, draw: draw_ms, both: solve_ms + draw_ms, page: performance.now() - start, curves: curves.length });
        await new Promise(requestAnimationFrame);
      }
      return moves.slice(10); // the first ones compile
    }, [key, low, span]);
    const at = (key, part) => moves.map((move) => move[key]).sort((a, b) => a - b)[Math.floor(part * (moves.length - 1))].toFixed(2);
    const told = ["solve", "draw", "both", "page"].map((key) => `${key} ${at(key, 0.5)} / ${at(key, 0.95)}`);
    console.log(`slider move, ${name} (median / 95th percentile, ms): ${told.join(", ")}; first solve ${first.toFixed(1)}`);
    assert.equal(moves.length, 100);
    assert.deepEqual(complaints, []);
    await close();
  }
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
    ["16 x 16, the simulation at its load", "#scene=point&k=16&load=0.002&speed=16"],
    ["8-ary 3-cube, the simulation at its load", "#system=kary-ncube&speed=16"],
    ["6-cube, the simulation at its load", "#system=kary-ncube&k=2&n=6&load=0.02&speed=16"],
    ["16 x 16, V = 16, M = 512, clogged", "#k=16&vcs=16&flits=512&speed=16&background=1&load=0.01"],
  ]) {
    const { page, complaints, close } = await open(browser, server.url + fragment);
    await page.locator("#extent", { hasText: /of [1-9]|Recorded as far/ }).waitFor();
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
