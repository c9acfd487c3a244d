// The page in another engine: what only a browser shows, in Firefox, which is driven over WebDriver BiDi. Chromium has the rest, in tests/e2e.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { dist, serve } from "../../tools/serve.mjs";

const puppeteer = createRequire(join(dist, "..", ".tools", "node_modules", "index.js"))("puppeteer-core");
const executablePath = ["firefox-esr", "firefox"].flatMap((name) => {
  try {
    return [execFileSync("which", [name], { encoding: "utf8" }).trim()];
  } catch {
    return [];
  }
})[0];
let browser, server, folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "flitscope-firefox-"));
  [server, browser] = await Promise.all([serve({ base: "/courses/flitscope/" }), puppeteer.launch({ browser: "firefox", executablePath, headless: true, userDataDir: folder })]);
});
after(async () => {
  await browser?.close();
  server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a page, does something with it, and fails on whatever the page or its policy complains of. */
const visit = async (url, steps) => {
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.evaluateOnNewDocument(() => addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => console.error(`forbidden by ${effectiveDirective}: ${blockedURI}`)));
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(url);
  await page.evaluate(() => window.flitscope.ready);
  await steps(page);
  assert.deepEqual(complaints, []);
  await page.close();
};
const results = (page) => page.evaluate(() => window.flitscope.settled().then(() => window.flitscope.results()));
const caption = (page) => page.$eval("#caption", (element) => element.textContent);
/** How many pixels of a canvas differ from its corner. */
const drawn = (page, id) => page.evaluate((id) => {
  const canvas = document.getElementById(id);
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const pixels = new Uint32Array(data.buffer);
  return pixels.reduce((count, pixel) => count + (pixel !== pixels[0]), 0);
}, id);
/** Simulates a short sweep: the points that came. */
const simulated = async (page) => {
  // Without the button all points are kept.
  if (await page.$eval("#simulate", (button) => button.checkVisibility())) await page.click("#simulate");
  const { simulated, simulation } = await results(page);
  assert.equal(simulated.length, simulation.points);
  return simulated;
};
/** Plays until another moment is seen. */
const plays = async (page) => {
  const before = await caption(page);
  if ((await page.$eval("#play", (button) => button.dataset.state)) !== "playing") await page.click("#play");
  await page.waitForFunction((before) => document.getElementById("caption").textContent !== before, {}, before);
};

for (const system of ["torus-broadcast", "kary-ncube", "hypercube-mmpp", "hypercube-slotted", "banyan-multicast"]) {
  test(`${system}: curves, animation and simulation`, () =>
    visit(`${server.url}#v=2&system=${system}&cycles=3000&auto=0`, async (page) => {
      const { curves, point } = await results(page);
      assert.ok(curves.every(({ load }) => load.length > 20));
      assert.equal(point.state, "stable");
      assert.ok((await drawn(page, "curves")) > 2000 && (await drawn(page, "stage")) > 2000);
      await plays(page);
      assert.ok((await simulated(page)).some(({ state }) => state === "stable"));
    }));
}

test("the same seed gives the bits of the command line", () =>
  visit(`${server.url}#v=2&cycles=3000&auto=0`, async (page) => {
    const [{ load, mean_latency, delivered }] = await simulated(page);
    const profile = ["release", "debug"].map((name) => join(dist, "..", "target", name, "flitscope"));
    const scenario = await page.evaluate(() => window.flitscope.scenario());
    const ask = JSON.stringify({ system: scenario.system, k: scenario.k, vcs: scenario.vcs, flits: scenario.flits, beta: scenario.beta, cycles: 3000, load });
    const program = profile.find((path) => { try { return execFileSync(path, ["--version"]); } catch { return false; } });
    const answer = JSON.parse(execFileSync(program, ["simulate", "-"], { input: ask, encoding: "utf8" }));
    assert.deepEqual([answer.mean_latency, answer.delivered], [mean_latency, delivered]);
  }));

test("without its server the page opens again and simulates", async () => {
  const own = await serve();
  await visit(`${own.url}#v=2&cycles=3000&auto=0`, async (page) => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => new Promise((done) => {
      const look = () => (active.state === "activated" ? done() : setTimeout(look, 20));
      look();
    })));
    own.stop();
    await page.reload();
    await page.evaluate(() => window.flitscope.ready);
    assert.ok((await simulated(page)).length > 3);
  });
});

test("one file from a disk has curves, animation and simulation", async () => {
  const file = join(folder, "flitscope.html");
  execFileSync("node", [join(dist, "..", "tools", "single-file.mjs"), file]);
  await visit(`${pathToFileURL(file)}#v=2&cycles=3000&auto=0`, async (page) => {
    const { curves } = await results(page);
    assert.ok(curves.every(({ load }) => load.length > 20));
    await plays(page);
    assert.ok((await simulated(page)).length > 3);
  });
});
