// Theory against experiment, as a reader meets it: points land beside the curves, are stopped, kept, repeated, lost and found.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { attribute, broken, dist, now, open, pixels, ready, results, scenario, settled, text, visible } from "./browser.mjs";
import { browser, load, pages, server, inSettings } from "./pages.mjs";

const page = pages();

/** Presses Simulate and waits for the last point. */
const simulate = async (page) => {
  await page.locator("#simulate").click();
  return (await results(page)).simulated;
};

/** The result of the command line at a load, with the same seed and the same number of cycles. */
const native = async (scenario, load) => {
  const program = join(dist, "..", "target", "debug", "flitscope");
  const run = promisify(execFile)(program, ["simulate", "-", "--load", String(load), "--cycles", String(scenario.cycles)], { maxBuffer: 1 << 26 });
  run.child.stdin.end(JSON.stringify(scenario));
  return JSON.parse((await run).stdout);
};

// What both give; an absent number is absent in both.
const numbers = ["load", "seed", "state", "cycles", "warm_up", "window", "batch", "lag1", "mean_latency", "ci95", "broadcast_latency", "broadcast_ci95", "growth",
  "throughput", "complete_throughput", "complete_ci95", "delivered"];

for (const [system, shorter] of [
  ["torus-broadcast", "&cycles=60000"],
  ["kary-ncube", "&cycles=20000"],
  ["hypercube-mmpp", "&cycles=20000"],
  ["hypercube-slotted", ""],
  ["banyan-multicast", ""],
]) {
  page(`${system}: the sweep of its first scene finishes, and its points are those of the command line`, `#system=${system}${shorter}`, async (page) => {
    const bare = await pixels(page, "curves");
    const points = await simulate(page);
    const { point, curves } = await results(page);
    assert.ok(points.length >= 12 && points.every((point) => point.finished && point.holds), `${points.length} points`);
    assert.ok(points.some(({ load }) => load === point.load), "the load shown is among them");
    const end = curves[0].end;
    assert.ok(points[0].load < 0.15 * end && points.at(-1).load >= 0.99 * end, "from light load to the end of the curve");
    assert.ok(Number(await attribute(page, "chart", "aria-valuemax")) >= points.at(-1).load, "and all of them are on the chart");
    if (["torus-broadcast", "kary-ncube"].includes(system)) {
      // What the lecture is about: where the network saturates, and where the model ends.
      const idle = points[0].mean_latency;
      assert.ok(points.some(({ state, mean_latency }) => state === "saturated" || mean_latency > 3 * idle), "the knee is there");
      assert.equal(await page.locator("[data-mark=model-ends]").count(), 1);
    }
    assert.notEqual((await pixels(page, "curves")).hash, bare.hash, "they are drawn");
    assert.equal(await broken(page), null);
    const { source, ...set } = await scenario(page);
    // Points at light load, in the middle and at the end: each is a complete run.
    const compared = [0, 5, points.length - 1].map((index) => points[index]);
    for (const [index, theirs] of (await Promise.all(compared.map(({ load }) => native(set, load)))).entries()) {
      const ours = compared[index];
      for (const number of numbers) assert.deepEqual(ours[number], theirs[number], `${number} at ${ours.load}`);
      for (const [symbol, value] of Object.entries(theirs.values)) assert.deepEqual(ours.values[symbol], [value].flat(), symbol);
    }
  });
}

page("points come one by one, with intervals that shrink, until they are stopped", "#cycles=100000000", async (page) => {
  await page.locator("#simulate").click();
  await page.waitForFunction(() => window.flitscope.results().simulated.some((point) => point.ci95), null, { timeout: 120_000 });
  const early = (await now(page)).simulated.find((point) => point.ci95);
  assert.equal(early.finished, false);
  await page.waitForFunction(({ load, cycles }) => window.flitscope.results().simulated.find((point) => point.load === load).cycles > 20 * cycles, early, { timeout: 120_000 });
  const later = (await now(page)).simulated.find((point) => point.load === early.load);
  assert.ok(later.ci95 < early.ci95, `${later.ci95} is less than ${early.ci95}`);
  assert.match(await text(page, "simulation-speed"), /\d/, "how fast it goes is said");
  assert.ok(Number(await page.locator("#progress").getAttribute("value")) > 0);
  await page.locator("#stop").click();
  const stopped = await results(page);
  assert.ok(!stopped.simulation.running && stopped.simulated.length > 0);
  await page.locator("#clear").click();
  assert.deepEqual((await results(page)).simulated, []);
  // Nothing here needs headers that a plain host does not send.
  assert.deepEqual(await page.evaluate(() => [crossOriginIsolated, typeof SharedArrayBuffer]), [false, "undefined"]);
});

page("a change stops the simulation and its points go; taking it back brings them back", "#cycles=20000", async (page) => {
  const points = await simulate(page);
  await page.locator("#input-beta").press("ArrowRight");
  assert.ok((await now(page)).simulated.every((point) => !point.holds));
  assert.deepEqual((await results(page)).simulated, []);
  await page.locator("#load").press("ArrowRight");
  await page.locator("#undo").click();
  await page.locator("#undo").click();
  assert.deepEqual((await results(page)).simulated, points);
  // The axis does not change the simulated points.
  await page.locator("#choose-axis-log").check();
  await inSettings(page, () => page.locator('select[data-key="reading"]').selectOption("printed"));
  assert.deepEqual((await results(page)).simulated, points);
  await page.locator("#input-k").press("ArrowRight");
  await page.locator("#simulate").click();
  await page.locator("#input-k").press("ArrowRight");
  assert.equal((await results(page)).simulation.running, false);
});

page("another seed gives other points, and stands in the link", "#cycles=20000&seed=7", async (page) => {
  const first = await simulate(page);
  assert.ok(first.every((point) => point.seed === 7));
  await page.locator("#again").click();
  const second = (await results(page)).simulated;
  const { seed } = await scenario(page);
  assert.ok(seed !== 7 && second.every((point) => point.seed === seed && point.holds));
  // The loads near saturation depend on the verdicts of the runs before.
  const below = (points) => points.map(({ load }) => load).filter((load) => load < 0.0076);
  assert.ok(below(first).length >= 8);
  assert.deepEqual(below(second), below(first));
  assert.notDeepEqual(second.map((point) => point.mean_latency), first.map((point) => point.mean_latency));
  await page.waitForFunction((seed) => location.hash.includes(`seed=${seed}`), seed);
  await page.locator("#undo").click();
  assert.deepEqual((await results(page)).simulated, first);
});

const stored = (page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("simulated")).length);

page("what has been simulated survives a reload of the same link, until it is cleared", "#system=hypercube-slotted&cycles=5000&n=4", async (page) => {
  const reload = async () => {
    await page.reload();
    await ready(page);
    return (await results(page)).simulated;
  };
  const points = await simulate(page);
  assert.deepEqual(await reload(), points);
  await page.locator("#clear").click();
  assert.deepEqual(await reload(), []);
  await simulate(page);
  assert.equal(await stored(page), 1);
  await page.locator("#tab-data").click();
  const kept = await text(page, "kept");
  await page.locator("#forget").click();
  await settled(page);
  assert.notEqual(await text(page, "kept"), kept);
  assert.equal(await stored(page), 0);
});

page("what the browser keeps stays within its bound", "#system=hypercube-slotted&cycles=1000&n=2", async (page) => {
  await simulate(page);
  await page.evaluate(() => {
    const [build] = Object.entries(localStorage).find(([key]) => key.startsWith("flitscope.simulated."))[1].split("|");
    for (let i = 1; i <= 30; i += 1) localStorage.setItem(`flitscope.simulated.old${i}`, `${build}|${i}|${"a".repeat(50_000)}`);
    localStorage.setItem("flitscope.simulated.other", "another build|1|[]");
  });
  await page.locator("#again").click();
  await settled(page);
  const kept = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith("flitscope.simulated.")).map(([key, { length }]) => [key.split(".")[2], length]));
  const names = kept.map(([name]) => name);
  const length = kept.reduce((sum, [, length]) => sum + length, 0);
  assert.ok(length <= 1_000_000 && length > 900_000, `${length} characters`);
  assert.ok(names.includes("old30") && !names.includes("old1") && !names.includes("other"), "the oldest go, and what is of another build");
  assert.equal(names.filter((name) => !name.startsWith("old")).length, 2, "both seeds are kept");
});

page("a scene can simulate by itself, from its link", "#system=banyan-multicast&cycles=1000&n=4&fanout=2&auto=1", async (page) => {
  const first = (await results(page)).simulated;
  assert.ok(first.length >= 12);
  await page.locator("#input-fanout").press("ArrowRight");
  const second = (await results(page)).simulated;
  assert.ok(second.length >= 12 && second.every((point) => point.finished && point.holds));
  assert.notDeepEqual(second, first);
});

page("at rest the page simulates by itself: every load has a rough value before one is final, and the network is seen to saturate", "", async () => {
  // The replies of the workers, as they arrive.
  const begin = () => {
    window.heard = [];
    window.Worker = class extends Worker {
      constructor(...all) {
        super(...all);
        this.addEventListener("message", ({ data }) => {
          const { Observed } = JSON.parse(data);
          if (Observed) window.heard.push({ load: Observed.observation.record.load, ...Observed.observation.record });
        });
      }
    };
  };
  const { page, complaints, close } = await open(browser, `${server.url}#v=2&system=torus-broadcast`, { live: true, begin });
  await settled(page);
  assert.ok(await visible(page, "simulate"), "it keeps nobody waiting");
  await page.waitForFunction(() => window.heard.some(({ state }) => state !== "unfinished"), null, { timeout: 120_000 });
  const heard = await page.evaluate(() => window.heard);
  const over = heard.findIndex(({ state }) => state !== "unfinished");
  const loads = [...new Set(heard.map(({ load }) => load))];
  assert.ok(loads.length >= 12, `${loads}`);
  for (const load of loads) {
    const known = heard.findIndex((record) => record.load === load && record.mean_latency !== null);
    assert.ok(known >= 0 && known < over, `${load}: ${known}, the first is over at ${over}`);
  }
  assert.ok(await page.locator("#stop").isVisible() && await page.locator("#simulate").isVisible());
  // A movement ends it at once, and what follows is of the new network.
  await page.locator("#input-flits").press("ArrowLeft");
  assert.equal((await now(page)).simulation.running, false);
  await page.waitForFunction(() => window.flitscope.results().simulation.running);
  await inSettings(page, () => page.locator("#input-auto").uncheck());
  await page.locator("#stop").click();
  await page.locator("#input-flits").press("ArrowLeft");
  await page.waitForTimeout(1_000);
  assert.equal((await now(page)).simulation.running, false);
  assert.deepEqual(complaints, []);
  await close();
});

page("beyond saturation a point is a state with its growth, not a number", "#system=hypercube-slotted&cycles=30000&load=0.16", async (page) => {
  const points = await simulate(page);
  const point = points.find(({ load }) => load === 0.16);
  assert.deepEqual([point.state, point.mean_latency, point.ci95], ["saturated", null, null]);
  assert.ok(point.growth > 0.01 && point.growth < 0.04, `${point.growth}`);
  await page.locator("#chart").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await settled(page);
  const readout = await text(page, "readout");
  const said = (readout.match(/\d+(\.\d+)?/g) ?? []).map(Number);
  assert.ok(said.some((number) => Math.abs(number / point.growth - 1) < 0.05), `${point.growth} is read out: ${readout}`);
});

page("a worker that dies is replaced, and nothing is lost", "#cycles=150000", async (page) => {
  await page.locator("#simulate").click();
  // Each worker has a point that it is at.
  await page.waitForFunction(() => {
    const { simulated, simulation } = window.flitscope.results();
    return simulated.filter((point) => !point.finished).length >= simulation.workers;
  });
  const replaced = page.waitForEvent("worker");
  // It dies between two slices, without a word.
  await page.workers()[0].evaluate(() => { setTimeout(() => self.close(), 0); });
  await replaced;
  const { simulated, simulation } = await results(page);
  assert.ok(simulated.length === simulation.points && simulated.length >= 12 && simulated.every((point) => point.finished));
  await load(page, "#cycles=150000");
  assert.deepEqual((await results(page)).simulated, simulated);
});

page("two tabs do not disturb each other", "#cycles=30000", async (page) => {
  const other = await page.context().newPage();
  await other.goto(`${server.url}#system=hypercube-slotted&cycles=5000`);
  await ready(other);
  const tabs = [page, other];
  for (const tab of tabs) await tab.locator("#simulate").click();
  for (const tab of tabs) {
    const { simulated } = await results(tab);
    await tab.reload();
    await ready(tab);
    assert.ok(simulated.length >= 12);
    assert.deepEqual((await results(tab)).simulated, simulated);
  }
  await other.close();
});

page("where no simulator comes, that is said where Simulate was pressed, and the page stays as it is", "", async (page, { complaints }) => {
  const refused = async (prepare) => {
    await load(page, "");
    await prepare();
    await page.locator("#simulate").click();
    await page.locator("#simulation-state.warn").waitFor();
    const { simulation, point } = await results(page);
    assert.deepEqual([simulation.running, point.state, await visible(page, "simulate")], [false, "stable", true]);
    return text(page, "simulation-state");
  };
  const blocked = await refused(() => page.evaluate(() => {
    window.Worker = class {
      constructor() { throw new DOMException("Workers are blocked here.", "SecurityError"); }
    };
  }));
  assert.ok(blocked.includes("Workers are blocked here."), blocked);
  assert.deepEqual(complaints, []);
  const older = (await readFile(join(dist, "worker.js"), "utf8")).replace(/BUILD = "\d+"/, 'BUILD = "0"');
  const said = [blocked];
  for (const answer of [{ body: older, contentType: "text/javascript" }, { status: 404, body: "" }]) {
    await page.route("**/worker.js*", (route) => route.fulfill(answer));
    said.push(await refused(() => {}));
    await page.unroute("**/worker.js*");
  }
  assert.equal(new Set(said).size, 3, "each in words of its own");
  // A file that does not come is named by the browser too.
  complaints.length = 0;
});

page("what cannot be simulated is said, and the rest goes on", "#system=banyan-multicast&start=early&cycles=1000", async (page) => {
  await page.locator("#simulate").click();
  await page.locator("#simulation-state.warn").waitFor();
  await settled(page);
  assert.equal(await broken(page), null);
});

page("the panel says by how much the model is off, what fails first, and compares every quantity", "#cycles=40000", async (page) => {
  assert.ok(!(await visible(page, "comparison-summary")));
  const points = await simulate(page);
  const said = await text(page, "agreement");
  assert.ok((await page.locator("#agreement p").count()) >= 2, said);
  const rows = await page.locator("#comparison tr").allInnerTexts();
  assert.ok(rows.length >= 10, rows.join("\n"));
  const { point } = await results(page);
  const here = points.find(({ load }) => load === point.load);
  assert.ok((await text(page, "compared")).includes(point.load.toPrecision(3)));
  const off = 100 * (point.latency / here.mean_latency - 1);
  const error = Math.abs(point.latency - here.mean_latency) > here.ci95 ? `${off.toPrecision(2)} %` : `within ± ${here.ci95.toPrecision(2)}`;
  assert.ok(rows.some((row) => row.includes(point.latency.toPrecision(3)) && row.includes(error)), `${error}: ${rows.join("\n")}`);
  await inSettings(page, () => page.locator('select[data-key="reading"]').selectOption("printed"));
  await settled(page);
  assert.notEqual(await text(page, "agreement"), said);
});

page("percentiles and latencies are drawn and stand in the link", "#system=hypercube-slotted&cycles=2000&n=3", async (page) => {
  await simulate(page);
  const before = await page.locator("#curves").screenshot();
  await page.locator("#legend label", { hasText: "percentiles" }).click();
  await settled(page);
  assert.ok(!before.equals(await page.locator("#curves").screenshot()), "the chart has its bands");
  assert.equal((await scenario(page)).percentiles, "1");
  await page.locator("#tab-explain").click();
  const { simulated } = await results(page);
  const load = (await scenario(page)).load;
  const { percentiles } = simulated.find((point) => point.load === load);
  const whole = ({ value }) => Math.ceil(value - 0.5);
  assert.ok((await text(page, "said")).includes(`Half of the packets take at most ${whole(percentiles.p50)} slots, 1 % take more than ${whole(percentiles.p99)}.`));
  await page.locator("#tab-figures").click();
  await page.locator("label", { hasText: "latencies" }).click();
  await settled(page);
  assert.equal(await text(page, "figure-title"), "Latencies at the load shown");
  assert.match(await text(page, "figure-note"), /^Latencies of .* simulated packets\./);
  await page.waitForFunction(() => /percentiles=1.*figure=latencies/.test(location.hash));
});

page("curves and points can be taken away as CSV and as JSON", "#system=hypercube-slotted&cycles=2000&n=3", async (page) => {
  await simulate(page);
  await page.locator("#tab-data").click();
  const file = async (button) => {
    const coming = page.waitForEvent("download");
    await page.locator(button).click();
    const download = await coming;
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
  };
  const { simulated, curves } = await results(page);
  const csv = await file("#csv");
  assert.match(csv.name, /^flitscope-hypercube-slotted-n-3-.*seed-1\.csv$/);
  const [header, ...rows] = csv.text.trim().split("\r\n").map((line) => line.split(","));
  const column = (row, name) => row[header.indexOf(name)];
  const points = rows.filter((row) => column(row, "kind") === "simulated");
  assert.deepEqual(points.map((row) => Number(column(row, "load"))), simulated.map(({ load }) => load));
  assert.deepEqual(points.map((row) => column(row, "latency")), simulated.map(({ mean_latency }) => String(mean_latency ?? "")));
  const model = rows.filter((row) => column(row, "kind") === "model" && column(row, "reading") === curves[0].reading);
  assert.deepEqual(model.map((row) => Number(column(row, "latency"))), curves[0].latency);
  const json = JSON.parse((await file("#json")).text);
  // A file has the cycle at which an animation begins, not the cycle that it has reached.
  assert.deepEqual(json.scenario, { ...(await scenario(page)), cycle: json.scenario.cycle });
  assert.deepEqual([json.results.simulated, json.results.curves], [simulated, curves]);
});
