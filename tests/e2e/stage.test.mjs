// The stage with the simulation at the operating point: it plays, steps back to the same picture, scrubs, and says what it shows.
import assert from "node:assert/strict";
import { axe, open, overflow, pixels, results, scenario } from "./browser.mjs";
import { browser, caption, page, runComesBack, shown, words } from "./pages.mjs";

const at = (page, cycle) => page.locator("#caption", { hasText: new RegExp(`^Cycle ${cycle}:`) }).waitFor();

for (const [network, fragment] of [
  ["a torus with broadcasts", "#scene=point&k=5&flits=8&load=0.03&seed=2&speed=16"],
  ["a grid of one-way rings", "#system=kary-ncube&k=5&n=2&flits=8&load=0.05&seed=2&speed=16"],
  ["three dimensions", "#system=kary-ncube&k=4&n=3&flits=8&load=0.03&seed=2&speed=16"],
  ["a hypercube", "#system=kary-ncube&k=2&n=5&flits=8&load=0.08&seed=2&speed=16"],
]) {
  page(`the simulation of ${network} plays, steps back to the same picture, and scrubs`, fragment, async (page) => {
    await at(page, 0);
    assert.match(await caption(page), /^Cycle 0: 0 messages under way, 0 of them blocked; 0 waiting at their sources\./);
    const first = await runComesBack(page, at, 1500);
    assert.match(first[1], /^\d+ \S+.* delivered so far, mean (unicast )?latency [\d.]+ cycles/);
    assert.match(await page.locator("#extent").innerText(), /^Cycle 200\. The recording grows as you play, up to 20\u202f000 cycles\.$/);
    assert.equal(await page.locator("#scrub").getAttribute("max"), "20000");
    await page.locator("#log-box summary").click();
    await page.locator("#log", { hasText: /Message \d+ from \([\d,]+\) reached \([\d,]+\) after \d+ cycles/ }).waitFor();
  });
}

page("a link opens the cycle that it names, and two pages show the same", "#scene=point&k=6&load=0.006&cycle=3000", async (page, { complaints }) => {
  await at(page, 3000);
  const second = await open(browser, page.url());
  await at(second.page, 3000);
  assert.deepEqual(await shown(second.page), await shown(page));
  assert.match(await page.locator("#stage-numbers").innerText(), /since the warm-up of \d+ cycles: mean unicast latency [\d.]+ cycles\.$/);
  assert.deepEqual([...second.complaints, ...complaints], []);
  await second.close();
});

page("the run on the stage is the one of the simulated point", "#system=kary-ncube&k=4&n=2&flits=8&cycles=4000&seed=5&show=", async (page) => {
  await page.locator("#simulate").click();
  await page.waitForFunction(() => {
    const { simulation, simulated } = window.flitscope.results();
    return simulated.length > 0 && !simulation.running;
  });
  const point = (await results(page)).simulated.find(({ state }) => state === "stable");
  await page.locator('input[type=number][data-key="load"]').fill(String(point.load));
  await page.locator("#stage-title", { hasText: `at load ${point.load}` }).waitFor();
  await page.locator("#scrub").fill("19000");
  await page.locator("#extent", { hasText: `of ${point.cycles}. The run ends there.` }).waitFor();
  const mean = (await page.locator("#stage-numbers").innerText()).match(/The run is over: mean latency ([\d.]+) ± /)[1];
  assert.equal(Number(mean), Number(point.mean_latency.toPrecision(3)));
});

page("nodes, channels and messages say their numbers, by pointer and by key", "#system=kary-ncube&k=4&n=2&flits=32&load=0.02&cycle=120", async (page) => {
  await at(page, 120);
  const stage = page.locator("#stage");
  await stage.scrollIntoViewIfNeeded();
  const box = await stage.boundingBox();
  // The canvas holds 4.5 pitches, node (0,0) stands at 0.75 of them from the lower left.
  const pitch = box.width / 4.5;
  const place = (x, y) => [box.x + (0.75 + x) * pitch, box.y + box.height - (0.75 + y) * pitch];
  await page.mouse.move(...place(2, 1));
  await words(page, /^Node \(2,1\): \d+ messages? waits? to leave; \d+ of those it has sent have arrived, \d+ have arrived here\.$/);
  await stage.focus();
  await page.keyboard.press("ArrowRight");
  await words(page, /^Node \(3,1\):/);
  await page.keyboard.press("ArrowRight");
  await words(page, /^Node \(0,1\):/);
  await page.keyboard.press("ArrowUp");
  await words(page, /^Node \(0,2\):/);
  await page.keyboard.press("Shift+ArrowRight");
  await words(page, /^Channel from \(0,2\) to \(1,2\):/);
  const before = await scenario(page);
  await page.keyboard.press("Enter");
  assert.deepEqual(await scenario(page), before, "nothing is chosen here");
  // Some channel carries a message; a click on it follows the message.
  let found = null;
  for (let node = 0; node < 16 && !found; node += 1) {
    const middle = place((node % 4) + 0.5, Math.floor(node / 4));
    await page.mouse.move(...middle);
    await words(page, new RegExp(`^Channel from \\(${node % 4},${Math.floor(node / 4)}\\)`));
    const message = (await page.locator("#stage-node").innerText()).match(/(escape|lane) \d: message (\d+) from \([\d,]+\) to \([\d,]+\), \d+ of 32 flits crossed/);
    if (message) found = [middle, message[2]];
  }
  assert.ok(found, "a message is on its way");
  const quiet = await pixels(page, "stage");
  await page.mouse.click(...found[0]);
  await words(page, /^Message \d+, a unicast from \([\d,]+\) to \([\d,]+\), generated in cycle \d+: \d+ of 32 flits have left, it holds \d+ channels?/);
  await page.mouse.move(5, 5);
  await words(page, /^Message \d+, a unicast/);
  assert.notEqual((await pixels(page, "stage")).hash, quiet.hash, "its lanes stand out");
});

page("the scene is a choice of the torus, and the broadcast comes back", "#k=5&flits=8", async (page) => {
  await page.locator("#stage-title", { hasText: "A broadcast from node (0,0)" }).waitFor();
  await page.locator('select[data-key="scene"]').selectOption("point");
  await page.locator("#stage-title", { hasText: "The simulation at load 0.0045" }).waitFor();
  await page.waitForFunction(() => location.hash.includes("scene=point"));
  await page.locator("#undo").click();
  await page.locator("#caption", { hasText: "0 of 24 nodes have the message" }).waitFor();
  assert.ok(await page.locator("#stage-numbers").isHidden());
});

page("networks that are too large say what to choose", "#system=kary-ncube&k=10&n=4", async (page) => {
  assert.match(await page.locator("#stage-refusal").innerText(), /at most 3 dimensions; choose n = 3 or less instead of 4/);
  await page.getByRole("slider", { name: "n dimensions" }).press("ArrowLeft");
  await page.locator("#stage-title", { hasText: "The simulation at load" }).waitFor();
});

for (const [colorScheme, fragment] of [["light", "#scene=point&cycle=300"], ["dark", "#system=kary-ncube&cycle=300"]]) {
  page(`axe finds nothing to complain of on the stage, ${colorScheme} ${fragment}`, fragment, async (page) => {
    await at(page, 300);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run("#stage-panel"));
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => [node.html, node.failureSummary])]), []);
    assert.equal((await overflow(page))[0], 0);
  }, { colorScheme, viewport: { width: 390, height: 844 } });
}
