// Every animation on the stage: it plays, steps back to the same picture, scrubs, tells its log, and can be pointed at and walked.
import assert from "node:assert/strict";
import { attribute, notices, open, pixels, scenario, settled, visible, walk } from "./browser.mjs";
import { at, browser, comesBack, cycle, item, pages, passes, runComesBack, scrub, shown, settings } from "./pages.mjs";

const page = pages();

/** Opens the log and waits for at least `least` lines. */
const logged = async (page, least) => {
  await page.locator("#log-box summary").click();
  await page.waitForFunction((least) => document.querySelectorAll("#log li").length >= least, least);
};

page("a broadcast plays to completion, steps back to the same picture, and scrubs", "#k=5&flits=8&speed=16&source=12&orient=fixed", async (page) => {
  await at(page, 0);
  await page.locator("#stage").focus();
  await page.keyboard.press(".");
  await page.keyboard.press(".");
  await page.locator("#forward").click();
  await at(page, 3);
  await page.locator("#stage").focus();
  const third = await shown(page);
  await page.locator("#play").click();
  // 2 floor(k/2) (M + 1) cycles: what an idle network takes.
  await at(page, 36);
  assert.equal(await attribute(page, "scrub", "max"), "36");
  await scrub(page, 4);
  await page.locator("#back").click();
  await at(page, 3);
  await page.locator("#stage").focus();
  assert.deepEqual(await shown(page), third);
  await scrub(page, 36);
  await logged(page, 24);
});

page("a recording of many pictures is shown to its end", "#k=16&vcs=5&flits=128&cycle=420", async (page) => {
  await at(page, 420);
  // 2 floor(k/2) (M + 1) cycles.
  assert.equal(await attribute(page, "scrub", "max"), "2064");
});

for (const [network, fragment] of [
  ["a torus with broadcasts", "#scene=point&k=5&flits=8&load=0.03&seed=2&speed=16"],
  ["a grid of one-way rings", "#system=kary-ncube&k=5&n=2&flits=8&load=0.05&seed=2&speed=16"],
  ["three dimensions", "#system=kary-ncube&k=4&n=3&flits=8&load=0.03&seed=2&speed=16"],
  ["a hypercube", "#system=kary-ncube&k=2&n=5&flits=8&load=0.08&seed=2&speed=16"],
  ["circuits over a hypercube", "#system=hypercube-mmpp&n=6&vcs=2&flits=16&load=0.04&seed=2&speed=16"],
  ["a hypercube with slots", "#system=hypercube-slotted&n=4&load=0.15&seed=2&speed=16"],
]) {
  page(`the simulation of ${network} plays, steps back to the same picture, and scrubs`, fragment, async (page) => {
    await scrub(page, 0);
    const first = await runComesBack(page, 1500);
    assert.match(first[1], /^\d+ /, "it says what has been delivered");
    assert.equal(await attribute(page, "scrub", "max"), "20000", "as far as a recording goes");
    await scrub(page, 600);
    await logged(page, 10);
  });
}

for (const [name, fragment, middle, end] of [
  ["a multicast", "n=4&from=5&to=0,3,6,11,13&seed=16", 3, 9],
  ["a deadlock", "n=4&scene=deadlock", 3, 4],
  ["a pair that passes", "n=4&scene=deadlock&arbitration=upper", 7, 19],
  ["the simulation", "n=4&fanout=4&scene=point&cycles=1000&speed=16", 40, null],
]) {
  page(`the banyan with ${name} plays, pauses, steps back to the same picture, and scrubs`, `#system=banyan-multicast&${fragment}`, async (page) => {
    await scrub(page, 0);
    await comesBack(page, middle, async () => {
      if (end !== null) return at(page, end);
      await passes(page, middle);
      await page.locator("#play").click();
    });
    await logged(page, 1);
  });
}

page("a link opens the cycle that it names, and two pages show the same", "#scene=point&k=6&load=0.006&cycle=3000", async (page) => {
  await at(page, 3000);
  const second = await open(browser, page.url());
  await at(second.page, 3000);
  assert.deepEqual(await shown(second.page), await shown(page));
  assert.deepEqual(second.complaints, []);
  await second.close();
});

page("a node of a broadcast is chosen by click and by key", "#k=4&flits=4", async (page) => {
  await settled(page);
  const stage = page.locator("#stage");
  const box = await stage.boundingBox();
  // Node (2,1) of a 4 x 4 torus: the canvas holds 4.28 pitches, the first node is at 0.64 of them.
  const pitch = box.width / 4.28;
  await stage.click({ position: { x: 2.64 * pitch, y: box.height - 1.64 * pitch } });
  assert.equal((await scenario(page)).source, 6);
  await page.keyboard.press("ArrowRight");
  assert.match(await item(page), /^\S+ \(3,1\)/);
  await page.keyboard.press("Enter");
  assert.equal((await scenario(page)).source, 7);
});

page("nodes, channels and messages are found by pointer and by key", "#system=kary-ncube&k=4&n=2&flits=32&load=0.02&cycle=120", async (page) => {
  await at(page, 120);
  const stage = page.locator("#stage");
  await stage.scrollIntoViewIfNeeded();
  const box = await stage.boundingBox();
  // The canvas holds 4.28 pitches, node (0,0) is at 0.64 of them from the lower left.
  const pitch = box.width / 4.28;
  const place = (x, y) => [box.x + (0.64 + x) * pitch, box.y + box.height - (0.64 + y) * pitch];
  await page.mouse.move(...place(2, 1));
  assert.match(await item(page), /^\S+ \(2,1\)/);
  await stage.focus();
  for (const [key, said] of [["ArrowRight", /^\S+ \(3,1\)/], ["ArrowRight", /^\S+ \(0,1\)/], ["ArrowUp", /^\S+ \(0,2\)/], ["Shift+ArrowRight", /\(0,2\).*\(1,2\)/]]) {
    await page.keyboard.press(key);
    assert.match(await item(page), said);
  }
  const before = await scenario(page);
  await page.keyboard.press("Enter");
  const { follow, ...rest } = await scenario(page);
  const { follow: none, ...same } = before;
  assert.notEqual(follow, none, "a message is gone to");
  assert.deepEqual(rest, same, "nothing is chosen here");
  // Some channel carries a message; a click on it follows the message.
  let found;
  for (let node = 0; node < 16 && !found; node += 1) {
    const [x, y] = [node % 4, Math.floor(node / 4)];
    const middle = place(x + 0.5, y);
    await page.mouse.move(...middle);
    const channel = await item(page);
    assert.ok(channel.includes(`(${x},${y})`), channel);
    // What is under way on it: a number and two nodes, beside the two that the channel joins.
    if ((channel.match(/\(\d,\d\)/g)).length > 2) found = [middle, channel];
  }
  assert.ok(found, "a message is on its way");
  const quiet = await pixels(page, "stage");
  await page.mouse.click(...found[0]);
  const message = await item(page);
  assert.notEqual(message, found[1]);
  const number = message.match(/\d+/)[0];
  assert.match(found[1], new RegExp(`\\b${number}\\b`), "it is one of those on the channel");
  await page.mouse.move(5, 5);
  assert.equal(await item(page), message);
  assert.notEqual((await pixels(page, "stage")).hash, quiet.hash, "its lanes stand out");
});

page("what plays is a choice of the torus, and the broadcast comes back", "#k=5&flits=8", async (page) => {
  await settled(page);
  assert.ok(!(await visible(page, "stage-numbers")));
  await page.locator("#moment-traffic").click();
  assert.equal((await scenario(page)).scene, "point");
  await page.waitForFunction(() => location.hash.startsWith("#v=2") && !location.hash.includes("scene="));
  assert.ok(await visible(page, "stage-numbers"));
  await page.locator("#undo").click();
  assert.equal(await cycle(page), 0);
  assert.ok(!(await visible(page, "stage-numbers")));
});

page("the arrivals are those of the node gone to, and follow H and the burstiness", "#system=hypercube-mmpp&n=4&cycle=150", async (page) => {
  await at(page, 150);
  const bars = () => page.locator("#arrivals-rows").innerHTML();
  await page.waitForFunction(() => document.querySelectorAll("#arrivals-rows figure").length === 3);
  const change = async (step) => {
    const before = await bars();
    await step();
    await page.waitForFunction((before) => document.getElementById("arrivals-rows").innerHTML !== before, before);
  };
  await page.locator("#stage").focus();
  await change(() => page.keyboard.press("ArrowRight"));
  for (const [key, value] of [["hurst", "0.85"], ["lag1", "0"]]) await change(() => page.locator(`#number-${key}`).fill(value));
});

page("a network that is too large for the stage says so, and a smaller one comes", "", async (page) => {
  for (const [fragment, key, value] of [
    ["#system=kary-ncube&k=10&n=4", "n", "3"],
    ["#system=hypercube-mmpp&n=9", "n", "8"],
    ["#system=hypercube-slotted&n=9", "n", "8"],
    ["#system=banyan-multicast&n=8&fanout=2", "n", "6"],
    ["#system=banyan-multicast&n=8&fanout=2&scene=point", "n", "6"],
  ]) {
    await walk(page, fragment);
    assert.deepEqual([await visible(page, "stage-refusal"), await visible(page, "stage")], [true, false], fragment);
    assert.deepEqual(await notices(page), [], fragment);
    await settings(page);
    await page.locator(`#number-${key}`).fill(value);
    await page.keyboard.press("Enter");
    await settled(page);
    assert.deepEqual([await visible(page, "stage-refusal"), await visible(page, "stage")], [false, true], fragment);
  }
});
