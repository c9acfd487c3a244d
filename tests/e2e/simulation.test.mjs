// Theory against experiment, as a reader meets it: points land beside the curves, are stopped, kept, repeated, lost and found.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { broken, dist, now, open, overflow, pixels, results, scenario, settled } from "./browser.mjs";
import { browser, page, server } from "./pages.mjs";

const systems = ["torus-broadcast", "kary-ncube", "hypercube-mmpp", "hypercube-slotted", "banyan-multicast"];

/** Presses Simulate and waits for the last point. */
const simulate = async (page) => {
  await page.locator("#simulate").click();
  await settled(page);
  return (await results(page)).simulated;
};

/** What the command line says of a load, with the same seed and as many cycles. */
const native = async (scenario, load) => {
  const program = join(dist, "..", "target", "debug", "flitscope");
  assert.ok(existsSync(program), "the command line has not been built: cargo test --no-run");
  const run = promisify(execFile)(program, ["simulate", "-", "--load", String(load), "--cycles", String(scenario.cycles)], { maxBuffer: 1 << 26 });
  run.child.stdin.end(JSON.stringify(scenario));
  return JSON.parse((await run).stdout);
};

// What both give; an absent number is absent in both.
const numbers = ["load", "seed", "state", "cycles", "warm_up", "window", "batch", "lag1", "mean_latency", "ci95", "broadcast_latency", "broadcast_ci95", "growth",
  "throughput", "complete_throughput", "complete_ci95", "delivered"];

for (const system of systems) {
  page(`${system}: the sweep of the default scene finishes, and its points are those of the command line`, `#system=${system}`, async (page) => {
    const bare = await pixels(page, "curves");
    const points = await simulate(page);
    const { point, curves } = await results(page);
    assert.ok(points.length >= 12 && points.every((point) => point.finished && point.holds), `${points.length} points`);
    assert.ok(points.some(({ load }) => load === point.load), "the load shown is among them");
    const end = curves[0].end;
    assert.ok(points[0].load < 0.15 * end && points.at(-1).load >= 0.99 * end, "from light load to the end of the curve");
    assert.notEqual((await pixels(page, "curves")).hash, bare.hash, "they are drawn");
    assert.equal(await broken(page), null);
    const { source, ...set } = await scenario(page);
    // Two at light load and in the middle, one at the end: each of them is a whole run.
    for (const index of [0, 5, points.length - 1]) {
      const theirs = await native(set, points[index].load);
      for (const number of numbers) assert.deepEqual(points[index][number], theirs[number], `${number} at ${points[index].load}`);
      for (const [symbol, value] of Object.entries(theirs.values)) assert.deepEqual(points[index].values[symbol], [value].flat(), symbol);
    }
  });
}

page("points come one by one, with intervals that shrink, and the bar says how far it is", "#cycles=2000000", async (page) => {
  page.setDefaultTimeout(120_000);
  await page.locator("#simulate").click();
  await page.waitForFunction(() => window.flitscope.results().simulated.some((point) => point.ci95));
  const [early] = (await now(page)).simulated.filter((point) => point.ci95);
  assert.equal(early.finished, false);
  await page.waitForFunction((load) => {
    const seen = window.flitscope.results().simulated.find((point) => point.load === load);
    return seen.cycles > 400_000;
  }, early.load);
  const later = (await now(page)).simulated.find((point) => point.load === early.load);
  assert.ok(later.ci95 < early.ci95, `${later.ci95} is less than ${early.ci95}`);
  assert.match(await page.locator("#simulation-speed").innerText(), /^[\d.,\s]+( million)? flit-hops\/s by \d+ workers?( · [\d.]+ (s|min|h) left)?$/);
  assert.ok(Number(await page.locator("#progress").getAttribute("value")) > 0);
  await page.locator("#stop").click();
  const stopped = await results(page);
  assert.ok(!stopped.simulation.running && stopped.simulated.length > 0);
  await page.waitForTimeout(300);
  assert.deepEqual((await results(page)).simulated, stopped.simulated, "what comes late is not heard");
  await page.locator("#clear").click();
  assert.deepEqual((await results(page)).simulated, []);
});

page("a change stops the simulation and greys its points; taking it back brings them back", "#cycles=20000", async (page) => {
  const points = await simulate(page);
  await page.getByRole("slider", { name: "β broadcast fraction" }).press("ArrowRight");
  const after = await results(page);
  assert.ok(after.simulated.length === points.length && after.simulated.every((point) => !point.holds));
  assert.match(await page.locator("#simulation-state").innerText(), /no longer hold/);
  await page.getByRole("slider", { name: "λ load" }).press("ArrowRight");
  await page.locator("#undo").click();
  await page.locator("#undo").click();
  assert.deepEqual((await results(page)).simulated, points);
  // Where the reader looks makes no difference to what has been simulated.
  await page.getByRole("radio", { name: "log" }).check();
  await page.locator('select[data-key="reading"]').selectOption("printed");
  assert.deepEqual((await results(page)).simulated, points);
  await page.locator("#simulate").click();
  await page.getByRole("slider", { name: "k radix" }).press("ArrowRight");
  assert.equal((await results(page)).simulation.running, false);
});

page("another seed gives other points, and stands in the link", "#cycles=20000&seed=7", async (page) => {
  const first = await simulate(page);
  assert.ok(first.every((point) => point.seed === 7));
  await page.locator("#again").click();
  await settled(page);
  const second = (await results(page)).simulated;
  const { seed } = await scenario(page);
  assert.ok(seed !== 7 && second.length === first.length && second.every((point) => point.seed === seed && point.holds));
  assert.notDeepEqual(second.map((point) => point.mean_latency), first.map((point) => point.mean_latency));
  await page.waitForFunction((seed) => location.hash.includes(`seed=${seed}`), seed);
  await page.locator("#undo").click();
  assert.deepEqual((await results(page)).simulated, first);
});

page("what has been simulated survives a reload of the same link, until it is cleared", "#system=hypercube-slotted&cycles=5000&n=4", async (page) => {
  const points = await simulate(page);
  await page.reload();
  await page.evaluate(() => window.flitscope.ready);
  const again = await results(page);
  assert.deepEqual(again.simulated, points);
  assert.match(await page.locator("#simulation-state").innerText(), /^13 points, 5000 slots each \(seed 1\)/);
  await page.locator("#clear").click();
  await page.reload();
  await page.evaluate(() => window.flitscope.ready);
  assert.deepEqual((await results(page)).simulated, []);
  await simulate(page);
  await page.locator("#data summary").click();
  await page.locator("#kept", { hasText: /Simulations of 1 scene are saved/ }).waitFor();
  await page.locator("#forget").click();
  await page.locator("#kept", { hasText: "No simulations are saved" }).waitFor();
  assert.equal(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("simulated")).length), 0);
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
  await page.waitForFunction(() => window.flitscope.results().simulated.length > 0);
  await settled(page);
  const first = (await results(page)).simulated;
  assert.ok(first.length >= 12);
  await page.getByRole("slider", { name: "f fanout" }).press("ArrowRight");
  await page.waitForFunction(() => window.flitscope.results().simulated.some((point) => point.holds));
  await settled(page);
  assert.ok((await results(page)).simulated.every((point) => point.finished && point.holds));
});

page("beyond saturation a point is a state with its growth, not a number", "#system=hypercube-slotted&cycles=30000&load=0.16", async (page) => {
  const points = await simulate(page);
  const point = points.find(({ load }) => load === 0.16);
  assert.deepEqual([point.state, point.mean_latency, point.ci95], ["saturated", null, null]);
  assert.ok(point.growth > 0.01 && point.growth < 0.04, `${point.growth}`);
  await page.locator("#chart").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  assert.match(await page.locator("#readout").innerText(), /simulated saturated: queues grow by 0\.0\d+ packets per node and slot/);
});

page("a worker that dies is replaced, and nothing is lost", "#cycles=600000", async (page) => {
  await page.locator("#simulate").click();
  await page.waitForFunction(() => window.flitscope.results().simulated.some((point) => !point.finished));
  let started = 0;
  page.on("worker", () => { started += 1; });
  await Promise.race([page.workers()[0].evaluate(() => self.close()), page.waitForTimeout(500)]);
  await settled(page);
  assert.ok(started >= 1, "another worker has come");
  const { simulated, simulation } = await results(page);
  assert.ok(simulated.length === simulation.points && simulated.length >= 12 && simulated.every((point) => point.finished));
  const set = await scenario(page);
  await page.goto("about:blank");
  await page.goto(`${server.url}#cycles=600000`);
  await page.evaluate(() => window.flitscope.ready);
  assert.deepEqual((await results(page)).simulated, simulated);
  assert.equal(set.cycles, 600000);
});

test("two tabs do not disturb each other", async () => {
  const one = await open(browser, `${server.url}#cycles=30000`);
  const context = one.page.context();
  const other = await context.newPage();
  await other.goto(`${server.url}#system=hypercube-slotted&cycles=5000`);
  await other.evaluate(() => window.flitscope.ready);
  await one.page.locator("#simulate").click();
  await other.locator("#simulate").click();
  await settled(one.page);
  await settled(other);
  for (const page of [one.page, other]) {
    const { simulated } = await results(page);
    await page.reload();
    await page.evaluate(() => window.flitscope.ready);
    assert.ok(simulated.length >= 12);
    assert.deepEqual((await results(page)).simulated, simulated);
  }
  assert.deepEqual(one.complaints, []);
  await one.close();
});

test("where the browser starts no worker, that is said where Simulate was pressed", async () => {
  const { page, complaints, close } = await open(browser, server.url);
  await page.evaluate(() => {
    window.Worker = class {
      constructor() { throw new DOMException("Workers are blocked here.", "SecurityError"); }
    };
  });
  await page.locator("#simulate").click();
  await page.locator("#simulation-state", { hasText: /This browser starts no worker to simulate in\. Workers are blocked here\./ }).waitFor();
  assert.equal((await results(page)).simulation.running, false);
  assert.equal(await page.locator("#simulate").isVisible(), true);
  assert.equal((await results(page)).point.state, "stable");
  assert.deepEqual(complaints, []);
  await close();
});

test("an older worker file, and one that does not come, are said and leave the page as it is", async () => {
  for (const [answer, sentence] of [
    [{ body: (await readFile(join(dist, "worker.js"), "utf8")).replace(/BUILD = "\d+"/, 'BUILD = "0"'), contentType: "text/javascript" }, /older version of this page: reload/],
    [{ status: 404, body: "" }, /The simulator could not be loaded/],
  ]) {
    const { page, close } = await open(browser, server.url);
    await page.route("**/worker.js*", (route) => route.fulfill(answer));
    await page.locator("#simulate").click();
    await page.locator("#simulation-state", { hasText: sentence }).waitFor();
    assert.equal((await results(page)).simulation.running, false);
    assert.equal((await results(page)).point.state, "stable");
    await close();
  }
});

page("what cannot be simulated is said, and the rest goes on", "#system=banyan-multicast&start=early&cycles=1000", async (page) => {
  await page.locator("#simulate").click();
  await page.locator("#simulation-state", { hasText: /cannot be simulated: no region of consecutive nodes/ }).waitFor();
  await settled(page);
  assert.equal(await broken(page), null);
});

page("nothing that needs special headers is used", "", async (page) => {
  assert.deepEqual(await page.evaluate(() => [crossOriginIsolated, typeof SharedArrayBuffer]), [false, "undefined"]);
});

for (const width of [1440, 1000, 390, 320]) {
  page(`with points and panels nothing overflows at ${width} pixels`, "#system=banyan-multicast&cycles=1000&n=3&fanout=2", async (page) => {
    await simulate(page);
    await page.locator("summary").evaluateAll((all) => all.forEach((summary) => { summary.parentElement.open = true; }));
    assert.deepEqual(await overflow(page), [0]);
  }, { viewport: { width, height: 844 } });
}

page("the panel says by how much the model is off, what fails first, and compares every quantity", "#cycles=40000", async (page) => {
  assert.ok(await page.locator("#verdict").isHidden());
  const points = await simulate(page);
  const said = await page.locator("#agreement").innerText();
  assert.match(said, /The corrected model .* at light load, .* at medium load and .* near saturation\./);
  assert.match(said, /The simulated network still carries λ = 0\.009595, 1\.10 times the load at which the model ends\./);
  assert.match(said, /already off by more than 5 %; the worst is |the first quantity of the model that is off by more than 5 % is /);
  assert.match(await page.locator("#compared").innerText(), /at λ = 0\.00450$/);
  const rows = await page.locator("#comparison tr").allInnerTexts();
  assert.ok(rows.length >= 10, rows.join("\n"));
  const { point } = await results(page);
  const here = points.find(({ load }) => load === point.load);
  const latency = rows.find((row) => row.includes("mean unicast latency"));
  const off = 100 * (point.latency / here.mean_latency - 1);
  assert.ok(latency.includes(`+${off.toPrecision(2)} %`), `${latency}: ${off}`);
  await page.locator('select[data-key="reading"]').selectOption("printed");
  await page.locator("#agreement", { hasText: "The model as printed" }).waitFor();
  await page.getByRole("slider", { name: "λ load" }).press("ArrowRight");
  await page.locator("#compared", { hasText: "the nearest load that has been simulated" }).waitFor();
});

page("curves and points can be taken away as CSV and as JSON", "#system=hypercube-slotted&cycles=2000&n=3", async (page) => {
  await simulate(page);
  await page.locator("#data summary").click();
  const file = async (button) => {
    const coming = page.waitForEvent("download");
    await page.locator(button).click();
    const download = await coming;
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
  };
  const { simulated, curves } = await results(page);
  const csv = await file("#csv");
  assert.equal(csv.name, "flitscope-hypercube-slotted-seed-1.csv");
  const [header, ...rows] = csv.text.trim().split("\r\n").map((line) => line.split(","));
  const column = (row, name) => row[header.indexOf(name)];
  const points = rows.filter((row) => column(row, "kind") === "simulated");
  assert.deepEqual(points.map((row) => Number(column(row, "load"))), simulated.map(({ load }) => load));
  assert.deepEqual(points.map((row) => column(row, "latency")), simulated.map(({ mean_latency }) => String(mean_latency ?? "")));
  const model = rows.filter((row) => column(row, "kind") === "model" && column(row, "reading") === curves[0].reading);
  assert.deepEqual(model.map((row) => Number(column(row, "latency"))), curves[0].latency);
  const json = JSON.parse((await file("#json")).text);
  assert.deepEqual(json.scenario, await scenario(page));
  assert.deepEqual([json.results.simulated, json.results.curves], [simulated, curves]);
});
