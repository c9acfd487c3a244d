// What the page costs in Chromium: `make bench`. A slider move (solving curves of 120 points with everything beside them, and drawing them), the pictures of
// a playing animation, and a simulation beside the page. Printed; the machine decides, so nothing is asserted of it.
// `node benches/page.mjs first`, `sliders`, `pictures`, `live`, `simulation` or `map` measures one of them.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { blank, dist, launch, open, serve, settled } from "../tests/e2e/browser.mjs";

const server = await serve();
const browser = await launch();

/** The value below which this part of them lies. */
const at = (values, part, digits) => [...values].sort((a, b) => a - b)[Math.floor(part * (values.length - 1))].toFixed(digits);

const settings = [
  ["torus 8 x 8, three readings", "show=corrected,printed,refined", "flits", 16, 97],
  ["torus 8 x 8, corrected and worms as flows", "show=corrected,flow", "flits", 16, 97],
  ["8-ary 3-cube, printed and worms as flows", "system=kary-ncube&show=printed,flow", "flits", 16, 97],
  ["8-ary 3-cube, V = 5, the load alone", "system=kary-ncube&vcs=5&show=printed,flow", "load", 0.0001, 0.0035],
  ["bursty hypercube, n = 6, V = 5, printed and circuits as flows", "system=hypercube-mmpp&show=printed,flow", "hurst", 0.51, 0.4],
  ["10-ary 5-cube, one reading", "system=kary-ncube&k=10&n=5&show=", "flits", 16, 97],
  ["10-ary 5-cube, printed, corrected, average", "system=kary-ncube&k=10&n=5&show=printed,corrected,average", "flits", 16, 97],
  ["slotted hypercube, n = 6, two readings", "system=hypercube-slotted&show=corrected,printed", "load", 0.001, 0.1],
  ["slotted hypercube, n = 6, corrected and slots as matchings, the load alone", "system=hypercube-slotted&show=corrected,flow", "load", 0.001, 0.1],
  ["slotted hypercube, corrected and slots as matchings", "system=hypercube-slotted&show=corrected,flow", "n", 1, 10],
  ["banyan, n = 7, equations (1), (2)", "system=banyan-multicast&n=7&show=", "fanout", 1, 60],
  ["banyan, n = 7, with the exact law", "system=banyan-multicast&n=7&show=corrected,refined", "fanout", 1, 60],
  ["banyan, n = 7, corrected and copies as rivals", "system=banyan-multicast&n=7&show=corrected,flow", "fanout", 1, 60],
  ["bursty hypercube, n = 8, V = 7, L = 4, one reading", "system=hypercube-mmpp&n=8&vcs=7&lag1=0.9&show=", "hurst", 0.51, 0.4],
  ["bursty hypercube, n = 8, V = 7, L = 4, printed and refined", "system=hypercube-mmpp&n=8&vcs=7&lag1=0.9&show=printed,refined", "hurst", 0.51, 0.4],
  ["bursty hypercube, n = 8, V = 7, L = 5, one reading", "system=hypercube-mmpp&n=8&vcs=7&mmpps=5&lag1=0.9&show=", "hurst", 0.51, 0.4],
];

/** The things to measure, without those that are measured only on request. */
const measured = (name, title, things) => {
  if (process.argv[2] && process.argv[2] !== name) return [];
  console.log(`\n${title}`);
  return things;
};

/** Runs in the page: what it does for each picture, apart from how often it is let. */
const watch = () => {
  const next = window.requestAnimationFrame.bind(window);
  window.work = [];
  window.requestAnimationFrame = (callback) => next((now) => {
    const start = performance.now();
    callback(now);
    window.work.push(performance.now() - start);
  });
};

/** Runs in the page before anything else: notes the time of the first content, in milliseconds since navigation, and the layout shift. */
const opens = () => {
  window.seen = { shift: 0, blocked: 0 };
  const observe = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe("paint", ({ name, startTime }) => { if (name === "first-contentful-paint") window.seen.text = startTime; });
  observe("largest-contentful-paint", ({ element, startTime }) => { if (element?.id === "still") window.seen.still = startTime; });
  observe("layout-shift", ({ value }) => { window.seen.shift += value; });
  observe("longtask", ({ duration }) => { window.seen.blocked += duration - 50; });
  addEventListener("DOMContentLoaded", () => window.flitscope.ready.then(() => {
    window.seen.live = performance.getEntriesByName("live")[0]?.startTime;
    window.seen.curve = performance.now();
  }));
};

for (const [name, rate, network] of measured("first", "opening the page for the first time", [
  ["this machine", 1, null],
  ["1.6 Mbit/s, 150 ms away, a processor six times slower", 6, { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 7.5e5 / 8 }],
])) {
  // Compressed once, before it is measured.
  await (await open(browser, server.url)).close();
  const runs = [];
  for (let run = 0; run < 5; run += 1) {
    const { page, context, close } = await blank(browser, { begin: opens, live: true });
    const client = await context.newCDPSession(page);
    await client.send("Emulation.setCPUThrottlingRate", { rate });
    await client.send("Network.enable");
    if (network) await client.send("Network.emulateNetworkConditions", network);
    await page.goto(server.url);
    await page.waitForFunction(() => window.seen.curve, null, { timeout: 120_000 });
    await page.waitForTimeout(3000);
    runs.push(await page.evaluate(() => window.seen));
    await close();
  }
  const told = [["first text", "text"], ["still picture", "still"], ["number and load that moves", "live"], ["whole page", "curve"]].map(([what, key]) => `${what} ${at(runs.map((run) => run[key] ?? Infinity), 0.5, 0)}`);
  const most = (key) => Math.max(...runs.map((run) => run[key]));
  console.log(`${name}: ${told.join(", ")} ms (medians of ${runs.length}); longest tasks together ${at(runs.map((run) => run.blocked), 0.5, 0)} ms beyond 50 each; layout shift at most ${most("shift").toFixed(4)}`);
}

for (const [name, fragment, key, low, span] of measured("sliders", "100 moves of a slider", settings)) {
  const { page, close } = await open(browser, `${server.url}#${fragment}`, { begin: watch });
  const first = await page.evaluate(() => window.flitscope.results().solve_ms);
  const moves = await page.evaluate(async ([key, low, span]) => {
    const slider = document.querySelector(`input[type=range][data-key="${key}"]`);
    const moves = [];
    for (let i = 0; i < 110; i += 1) {
      // Up and down the slider in steps that do not repeat soon.
      slider.value = String(low + span * ((i * 0.618) % 1));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      window.work.length = 0;
      await window.flitscope.settled();
      const { solve_ms, draw_ms } = window.flitscope.results();
      moves.push({ solve: solve_ms, draw: draw_ms, both: solve_ms + draw_ms, page: Math.max(...window.work) });
    }
    return moves.slice(10); // the first ones compile
  }, [key, low, span]);
  const told = ["solve", "draw", "both", "page"].map((key) => {
    const costs = moves.map((move) => move[key]);
    return `${key} ${at(costs, 0.5, 2)} / ${at(costs, 0.95, 2)}`;
  });
  console.log(`slider move, ${name} (median / 95th percentile, ms): ${told.join(", ")}; first solve ${first.toFixed(1)}`);
  await close();
}

for (const [name, fragment] of measured("pictures", "pictures of a playing animation", [
  ["8 x 8 torus, one broadcast", "#speed=4"],
  ["16 x 16 torus, one broadcast", "#k=16&speed=16"],
  ["16 x 16 torus, one broadcast among unicasts", "#k=16&speed=16&background=1&load=0.002"],
  ["16 x 16 torus, the simulation", "#scene=point&k=16&load=0.002&speed=16"],
  ["16 x 16 torus, V = 16, M = 512, clogged", "#k=16&vcs=16&flits=512&speed=16&background=1&load=0.01"],
  ["8-ary 3-cube, the simulation", "#system=kary-ncube&speed=16"],
  ["8-cube with wormholes, the simulation", "#system=kary-ncube&k=2&n=8&load=0.02&speed=16"],
  ["8-cube with slots, the simulation", "#system=hypercube-slotted&n=8&speed=16"],
  ["8-cube with circuits, the simulation", "#system=hypercube-mmpp&n=8&speed=16"],
  ["64-port banyan, one multicast", "#system=banyan-multicast&n=6&speed=16&loop=1"],
  ["64-port banyan, the simulation", "#system=banyan-multicast&n=6&scene=point&speed=16"],
])) {
  const { page, close } = await open(browser, server.url + fragment, { begin: watch });
  await settled(page);
  // Most scenes play as they open.
  if (await page.locator("#play").getAttribute("data-state") !== "playing") await page.locator("#play").click();
  const [work, times] = await page.evaluate(async () => {
    const times = [];
    window.work.length = 0;
    let last;
    await new Promise((done) => {
      const look = (now) => {
        if (last) times.push(now - last);
        last = now;
        if (times.length < 180) requestAnimationFrame(look); else done();
      };
      requestAnimationFrame(look);
    });
    // Without the looks of this test, which take no time.
    return [window.work.filter((work) => work > 0.1), times];
  });
  console.log(
    `animation, ${name} (median / 95th percentile, ms): ${at(work, 0.5, 1)} / ${at(work, 0.95, 1)} of work for each of ${work.length} pictures, ` +
    `one every ${at(times, 0.5, 1)} / ${at(times, 0.95, 1)}`,
  );
  await close();
}

/** The speed of the command line, and whether it is the optimised build. */
function native(link) {
  const built = ["release", "debug"].map((profile) => [profile, join(dist, "..", "target", profile, "flitscope")]).find(([, file]) => existsSync(file));
  if (!built) return "not built";
  const scenario = Object.fromEntries(link.split("&").map((pair) => pair.split("=")));
  for (const key of ["load", "cycles"]) if (scenario[key]) scenario[key] = Number(scenario[key]);
  const answer = JSON.parse(execFileSync(built[1], ["simulate", "-", "--bench"], { input: JSON.stringify(scenario) }));
  return `${(answer.flit_hops_per_second / 1e6).toFixed(1)} million/s (${built[0]} build, one core)`;
}

for (const [system, key, low, high] of measured("live", "from the last movement of a slider to a first simulated value of every load", [
  ["torus-broadcast", "flits", 16, 48],
  ["kary-ncube", "flits", 8, 32],
  ["hypercube-mmpp", "flits", 16, 48],
  ["hypercube-slotted", "n", 3, 6],
  ["banyan-multicast", "multicast", 0.1, 0.6],
])) {
  const { page, close } = await open(browser, `${server.url}#v=2&system=${system}`, { live: true });
  const { times, workers } = await page.evaluate(async ([key, low, high]) => {
    const slider = document.querySelector(`input[type=range][data-key="${key}"]`);
    const step = Number(slider.step) || 1;
    const times = [];
    const known = ({ holds, finished, mean_latency, ci95 }) => holds && (finished || mean_latency !== null || ci95 !== null);
    const all = ({ simulated, simulation }) => simulated.length >= 12 && simulated.length === simulation.points && simulated.every(known);
    for (let i = 0; i < 12; i += 1) {
      localStorage.clear();
      // A movement in four steps, to another place each time.
      let start;
      for (let j = 3; j >= 0; j -= 1) {
        slider.value = String(low + ((7 * i + j) % (Math.round((high - low) / step) + 1)) * step);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        start = performance.now();
        await new Promise((end) => setTimeout(end, 30));
      }
      while (!all(window.flitscope.results())) await new Promise((end) => setTimeout(end, 5));
      times.push(performance.now() - start);
    }
    return { times, workers: window.flitscope.results().simulation.workers };
  }, [key, low, high]);
  console.log(`${system}, ${key}: ${at(times, 0.5, 0)} / ${at(times, 0.95, 0)} ms (median / 95th percentile of ${times.length}), 300 of them at rest; ${workers} workers`);
  await close();
}

for (const link of measured("simulation", "what the simulation leaves to the page, and how fast it is", ["system=torus-broadcast&cycles=1000000", "system=kary-ncube&cycles=200000", "system=hypercube-mmpp&cycles=30000", "system=hypercube-slotted", "system=banyan-multicast"])) {
  const { page, close } = await open(browser, `${server.url}#${link}`);
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => { window.longest = Math.max(window.longest, duration); })).observe({ type: "longtask" });
  });
  await page.locator("#simulate").click();
  await page.waitForFunction(() => window.flitscope.results().simulated.some((point) => point.finished), null, { timeout: 120_000 });
  const { simulated, simulation } = await page.evaluate(() => window.flitscope.results());
  const speeds = simulated.filter((point) => point.seconds > 0.2).map(({ flit_hops, seconds }) => flit_hops / seconds / 1e6);
  const said = await page.locator("#simulation-speed").innerText();
  // A worker that is at rest answers itself at once; one that simulates after a slice.
  const rest = page.workers().map((worker) => worker.evaluate(async () => {
    const echo = () => new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      const start = performance.now();
      port1.onmessage = () => resolve(performance.now() - start);
      port2.postMessage(0);
    });
    while (await echo() > 8);
    return Date.now();
  }));
  const pressed = await page.evaluate(() => {
    const pressed = Date.now();
    document.getElementById("stop").click();
    return pressed;
  });
  const stopped = Math.max(...await Promise.all(rest)) - pressed;
  const longest = await page.evaluate(() => window.longest);
  console.log(
    `${link}: longest task of the page ${longest < 50 ? "below 50" : longest.toFixed(0)} ms; at rest ${stopped} ms after Stop; ` +
    `${simulation.workers} workers, each ${speeds.map((speed) => speed.toFixed(1)).join(", ")} million flit-hops/s; the page says "${said}"; natively ${native(link)}`,
  );
  await close();
}

/** Runs in the page before anything else: two workers, whatever the machine has. */
const twoCores = () => Object.defineProperty(navigator, "hardwareConcurrency", { get: () => 2 });

for (const [system, map, x, y] of measured("map", "a map in two workers, from its choice to its coarse and to its whole picture", [
  ["torus-broadcast", "saturation", "flits", "beta"],
  ["torus-broadcast", "latency", "flits", "beta"],
  ["torus-broadcast", "latency", "load", "beta"],
  ["kary-ncube", "saturation", "flits", "vcs"],
  ["kary-ncube", "latency", "flits", "load"],
  ["hypercube-mmpp", "saturation", "lag1", "hurst"],
  ["hypercube-mmpp", "latency", "lag1", "hurst"],
  ["hypercube-slotted", "latency", "load", "n"],
  ["banyan-multicast", "latency", "load", "multicast"],
  ["banyan-multicast", "latency", "multicast", "fanout"],
])) {
  for (const asks of system === "hypercube-slotted" || system === "banyan-multicast" ? ["numbers"] : ["ours", "numbers"]) {
    const { page, close } = await open(browser, `${server.url}#v=2&system=${system}&tab=ask&asks=${asks}&x=${x}&y=${y}`, { begin: twoCores });
    await settled(page);
    const { coarse, whole, cells } = await page.evaluate(async (map) => {
      const select = document.getElementById("query-map");
      select.value = map;
      const start = performance.now();
      select.dispatchEvent(new Event("change", { bubbles: true }));
      const until = async (...states) => {
        const picture = document.getElementById("query-picture");
        while (!states.includes(picture.dataset.state)) await new Promise((next) => requestAnimationFrame(next));
        return performance.now() - start;
      };
      const coarse = await until("coarse", "whole");
      const whole = await until("whole");
      const [, , columns, rows] = document.querySelector("#query-picture svg").getAttribute("viewBox").split(" ");
      return { coarse, whole, cells: `${columns} x ${rows}` };
    }, map);
    const who = asks === "ours" ? "our own model" : "the model of the paper";
    console.log(`${system}, ${map} over ${x} and ${y}, ${cells} cells, ${who}: coarse after ${coarse.toFixed(0)} ms, whole after ${whole.toFixed(0)} ms`);
    await close();
  }
}

await browser.close();
server.stop();
