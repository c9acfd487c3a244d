// Simulations in workers, as a reader meets them: points arrive beside the curves, are stopped, kept by the browser, lost and found.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { dist, now, open, pixels, ready, results, scenario, settled, text, visible } from "./browser.mjs";
import { account, browser, load, pages, server } from "./pages.mjs";

const page = pages();

/** Presses Simulate and waits for the last point. */
const simulate = async (page) => {
  await page.locator("#simulate").click();
  return (await results(page)).simulated;
};

// Both results have these; an absent number is absent in both.
const numbers = ["load", "seed", "state", "cycles", "warm_up", "window", "batch", "lag1", "mean_latency", "ci95", "broadcast_latency", "broadcast_ci95", "growth", "throughput", "complete_throughput", "complete_ci95", "delivered"];

for (const [system, link] of [["torus-broadcast", "&k=4&flits=8&cycles=5000"], ["banyan-multicast", "&n=4&fanout=2&cycles=5000"]]) {
  page(`${system}: the workers finish a sweep, its points are drawn, and they are those of the command line`, `#v=2&system=${system}${link}`, async (page) => {
    const bare = await pixels(page, "curves");
    const points = await simulate(page);
    assert.ok(points.length >= 12 && points.every((point) => point.finished && point.holds), `${points.length} points`);
    assert.notEqual((await pixels(page, "curves")).hash, bare.hash, "they are drawn");
    const { source, ...set } = await scenario(page);
    for (const ours of [points[0], points.at(-1)]) {
      const program = join(dist, "..", "target", "debug", "flitscope");
      const theirs = JSON.parse(execFileSync(program, ["simulate", "-", "--load", String(ours.load), "--cycles", String(set.cycles)], { input: JSON.stringify(set), maxBuffer: 1 << 26 }));
      for (const number of numbers) assert.deepEqual(ours[number], theirs[number], `${number} at ${ours.load}`);
      for (const [symbol, value] of Object.entries(theirs.values)) assert.deepEqual(ours.values[symbol], [value].flat(), symbol);
    }
  });
}

page("points arrive one by one, with intervals that shrink, until they are stopped and cleared", "#v=2&k=4&flits=8&cycles=100000000", async (page) => {
  await page.locator("#simulate").click();
  await page.waitForFunction(() => window.flitscope.results().simulated.some((point) => point.ci95), null, { timeout: 120_000 });
  const early = (await now(page)).simulated.find((point) => point.ci95);
  assert.equal(early.finished, false);
  await page.waitForFunction(({ load, ci95 }) => window.flitscope.results().simulated.find((point) => point.load === load).ci95 < ci95, early, { timeout: 120_000 });
  assert.match(await text(page, "simulation-speed"), /\d/, "the speed is shown");
  assert.ok(Number(await page.locator("#progress").getAttribute("value")) > 0);
  await account(page);
  await page.locator("#stop").click();
  const stopped = await results(page);
  assert.ok(!stopped.simulation.running && stopped.simulated.length > 0);
  await account(page);
  await page.locator("#clear").click();
  assert.deepEqual((await results(page)).simulated, []);
  // The page needs no header that a plain host does not send.
  assert.deepEqual(await page.evaluate(() => [crossOriginIsolated, typeof SharedArrayBuffer]), [false, "undefined"]);
});

page("points survive a reload of the same link, also beside another tab, until they are cleared, and the oldest go when there is no room", "#system=hypercube-slotted&cycles=1000&n=2", async (page) => {
  const other = await page.context().newPage();
  await other.goto(`${server.url}#system=hypercube-slotted&cycles=1000&n=3`);
  await ready(other);
  const tabs = [page, other];
  for (const tab of tabs) await tab.locator("#simulate").click();
  const reload = async (tab) => {
    await tab.reload();
    await ready(tab);
    return (await results(tab)).simulated;
  };
  for (const tab of tabs) {
    const { simulated } = await results(tab);
    assert.ok(simulated.length >= 12);
    assert.deepEqual(await reload(tab), simulated);
  }
  await other.close();
  await account(page);
  await page.locator("#clear").click();
  assert.deepEqual(await reload(page), []);
  await simulate(page);
  const stored = () => page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith("flitscope.simulated.")).map(([key, { length }]) => [key.split(".")[2], length]));
  await page.evaluate(() => {
    const [build] = Object.entries(localStorage).find(([key]) => key.startsWith("flitscope.simulated."))[1].split("|");
    for (let i = 1; i <= 30; i += 1) localStorage.setItem(`flitscope.simulated.old${i}`, `${build}|${i}|${"a".repeat(50_000)}`);
    localStorage.setItem("flitscope.simulated.other", "another build|1|[]");
  });
  await account(page);
  await page.locator("#again").click();
  await settled(page);
  const kept = await stored();
  const names = kept.map(([name]) => name);
  const length = kept.reduce((sum, [, length]) => sum + length, 0);
  assert.ok(length <= 1_000_000 && length > 900_000, `${length} characters`);
  assert.ok(names.includes("old30") && !names.includes("old1") && !names.includes("other"), "the oldest go, and those of another build");
  assert.equal(names.filter((name) => !name.startsWith("old")).length, 3, "both networks and both seeds are kept");
  await page.locator("#tab-data").click();
  const words = await text(page, "kept");
  await page.locator("#forget").click();
  await settled(page);
  assert.notEqual(await text(page, "kept"), words);
  assert.deepEqual(await stored(), []);
});

page("a page at rest simulates by itself, and a movement ends it at once", "", async () => {
  const { page, complaints, close } = await open(browser, `${server.url}#v=2&k=4&flits=8`, { live: true });
  await settled(page);
  assert.ok(await visible(page, "simulated-key"), "the reader does not wait for it");
  await page.waitForFunction(() => window.flitscope.results().simulated.some(({ mean_latency }) => mean_latency !== null), null, { timeout: 120_000 });
  await account(page);
  assert.ok(await visible(page, "stop"));
  await page.keyboard.press("Escape");
  await page.locator("#input-flits").press("ArrowLeft");
  // The points of the other network go, and its own come.
  await page.waitForFunction(() => window.flitscope.scenario().flits === 7 && window.flitscope.results().simulated.some(({ holds }) => holds), null, { timeout: 120_000 });
  assert.deepEqual(complaints, []);
  await close();
});

page("a worker that dies is replaced, and nothing is lost", "#v=2&k=4&cycles=150000", async (page) => {
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
});

page("where no simulator comes, that is said where Simulate was pressed, and the page stays as it is", "", async (page, { complaints }) => {
  const refused = async (prepare) => {
    await load(page, "#v=2&seed=2");
    await prepare();
    await page.locator("#simulate").click();
    await page.locator("#trouble:not(:empty)").waitFor();
    const { simulation, point } = await results(page);
    assert.deepEqual([simulation.running, point.state, await visible(page, "simulate")], [false, "stable", true]);
    return text(page, "trouble");
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
