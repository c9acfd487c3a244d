// The player, whatever it plays: loop, marks, the use of the channels, zoom and pan, what is gone to, the log; all of it by keyboard too.
import assert from "node:assert/strict";
import { atRest, attribute, pixels, scenario, settled, systems, text, visible, walk } from "./browser.mjs";
import { at, cycle, item, load, numbers, pages, passes, openScene, scenes } from "./pages.mjs";

const page = pages();

/** How large the network is shown, in per cent. */
const level = async (page) => {
  await settled(page);
  return numbers(await text(page, "zoom-level"))[0];
};

page("with the loop on play begins again at the end, and the link says so", "#k=4&flits=4&speed=16", async (page) => {
  await settled(page);
  const end = Number(await attribute(page, "scrub", "max"));
  await page.locator("#play").click();
  assert.equal(await cycle(page), end, "it ends at its end");
  assert.equal(await attribute(page, "play", "data-state"), "paused");
  await page.locator("#input-loop").check();
  assert.equal((await scenario(page)).loop, "1");
  await page.locator("#play").click();
  // It falls back once because Play at the end begins again, and then by itself.
  await page.waitForFunction(() => {
    const { cycle } = window.flitscope.scenario();
    window.fell = (window.fell ?? 0) + (cycle < window.last ? 1 : 0);
    window.last = cycle;
    return window.fell >= 2;
  });
  assert.equal(await atRest(page), false, "it plays on");
  assert.equal(await attribute(page, "play", "data-state"), "playing");
  await page.locator("#play").click();
  await page.waitForFunction(() => location.hash.includes("loop=1"));
});

page("buttons and keys go from mark to mark and name them", "#k=5&flits=8&show=", async (page) => {
  const next = async () => {
    await settled(page);
    return (await attribute(page, "mark-next", "aria-disabled")) === "false";
  };
  assert.ok(await next());
  assert.equal(await attribute(page, "mark-back", "aria-disabled"), "true");
  const places = [];
  while (places.length < 20 && (await next())) {
    const [before, name] = [await cycle(page), (await text(page, "mark-next")).split(": ")[1]];
    await page.locator("#mark-next").click();
    places.push(await cycle(page));
    assert.ok(places.at(-1) > before, name);
    assert.ok(name.length > 3 && (await text(page, "extent")).includes(name), name);
  }
  assert.ok(places.length >= 3, places.join());
  await page.locator("#stage").focus();
  for (const place of [...places.slice(0, -1).reverse(), 0]) {
    await page.keyboard.press("PageUp");
    assert.equal(await cycle(page), place);
  }
  await page.keyboard.press("PageDown");
  assert.equal(await cycle(page), places[0]);
});

page("the use of the channels is drawn, with a key and numbers", "", async (page) => {
  for (const fragment of [
    "#scene=point&k=5&flits=8&load=0.03&cycle=300",
    "#k=6&flits=8&cycle=40",
    "#system=hypercube-slotted&n=4&cycle=300",
    "#system=hypercube-mmpp&n=4&load=0.01&cycle=300",
    "#system=banyan-multicast&n=4&scene=point&cycle=300",
  ]) {
    await walk(page, fragment);
    await at(page, numbers(fragment.match(/cycle=\d+/)[0])[0]);
    const quiet = await pixels(page, "stage");
    assert.ok(!(await visible(page, "heat-key")), fragment);
    await page.locator("#input-heat").check();
    assert.equal((await scenario(page)).heat, "1");
    // From 0 to the busiest channel's share of the time.
    const [least, most] = numbers(await text(page, "heat-key"));
    assert.ok(least === 0 && most > 0 && most <= 100, `${fragment}: ${least}, ${most}`);
    assert.notEqual((await pixels(page, "stage")).hash, quiet.hash, `${fragment}: channels are tinted`);
    await page.locator("#stage").focus();
    await page.keyboard.press("Shift+ArrowRight");
    const share = numbers((await item(page)).match(/[\d.]+ %/)[0])[0];
    assert.ok(share <= most, `${fragment}: ${share} of ${most}`);
    await page.locator("#input-heat").uncheck();
    await settled(page);
    assert.ok(!(await visible(page, "heat-key")), fragment);
  }
});

page("keys, buttons and wheel zoom; what is pointed at is what is seen there", "#scene=point&k=8&flits=8&load=0.01&cycle=200", async (page) => {
  await at(page, 200);
  const stage = page.locator("#stage");
  await stage.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => location.hash.includes("cycle=200"));
  const link = page.url();
  const whole = await pixels(page, "stage");
  const nothing = await item(page);
  const box = await stage.boundingBox();
  // The canvas holds 8.28 pitches, and the first node is at 0.64 of them.
  const pitch = box.width / 8.28;
  const [x, y] = [box.x + 3.64 * pitch, box.y + box.height - 4.64 * pitch];
  const pointed = async (x, y, node) => {
    await page.mouse.move(x, y);
    assert.match(await item(page), new RegExp(`^\\S+ \\(${node}\\)`));
  };
  await pointed(x, y, "3,4");
  // Zoomed about a node, the node stays under the pointer.
  await page.keyboard.down("Control");
  for (let i = 0; i < 2; i += 1) await page.mouse.wheel(0, -100);
  await page.keyboard.up("Control");
  await page.waitForFunction(() => parseInt(document.getElementById("zoom-level").innerText) > 200);
  await pointed(x + 1, y, "3,4");
  await pointed(x + pitch * Math.exp(0.004 * 200), y, "4,4");
  assert.notEqual((await pixels(page, "stage")).hash, whole.hash);
  // A drag takes the network along, and is no click.
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 60, y, { steps: 4 });
  await page.mouse.up();
  await pointed(x - 60, y + 1, "3,4");
  await stage.focus();
  await page.keyboard.press("0");
  assert.equal(await level(page), 100);
  await page.mouse.move(5, 5);
  for (const [button, percent] of [["zoom-in", 150], ["zoom-in", 225], ["zoom-out", 150], ["zoom-fit", 100]]) {
    await page.locator(`#${button}`).click();
    assert.equal(await level(page), percent);
  }
  assert.equal(await attribute(page, "zoom-fit", "aria-disabled"), "true");
  await stage.focus();
  for (const [key, percent] of [["+", 150], ["+", 225], ["+", 338], ["-", 225]]) {
    await page.keyboard.press(key);
    assert.equal(await level(page), percent);
  }
  // Walking brings the node into view.
  for (let i = 0; i < 12; i += 1) await page.keyboard.press(i % 2 ? "ArrowUp" : "ArrowRight");
  assert.match(await item(page), /^\S+ \(\d,\d\)/);
  const ring = await pixels(page, "stage");
  await page.keyboard.press("Escape");
  assert.equal(await item(page), nothing);
  assert.notEqual((await pixels(page, "stage")).hash, ring.hash, "the ring around the node was in view");
  assert.equal(page.url(), link, "how large it is shown is not in the link");
});

page("it opens with the simulation moving, and the empty network is one press away", "", async (page) => {
  for (const system of systems) {
    await load(page, `#v=2&system=${system}`);
    await settled(page);
    const warm = await page.evaluate(() => window.flitscope.scenario().cycle);
    assert.ok(warm >= 1000, `${system}: ${warm}`);
    assert.equal(await attribute(page, "play", "data-state"), "playing");
    await passes(page, warm + 5);
    await page.locator("#restart").click();
    assert.ok((await page.evaluate(() => window.flitscope.scenario().cycle)) < 100, system);
    await passes(page, 3);
  }
}, { reducedMotion: "no-preference" });

page("out of the window it rests", "#v=2&system=kary-ncube", async (page) => {
  await settled(page);
  await page.evaluate(() => { document.getElementById("world").style.display = "none"; });
  await page.waitForTimeout(300);
  const shown = () => page.evaluate(() => window.flitscope.scenario().cycle);
  const before = await shown();
  await page.waitForTimeout(600);
  assert.equal(await shown(), before);
}, { reducedMotion: "no-preference" });

page("with reduced motion and embedded it waits in the warm network, and what an embedded page has can be reached", "#scene=point&k=5&embed=1", async (page) => {
  assert.ok((await cycle(page)) >= 1000);
  assert.equal(await attribute(page, "play", "data-state"), "paused");
  assert.equal(await atRest(page), true);
  for (const id of ["play", "stage", "chart"]) assert.ok(await visible(page, id), id);
}, { reducedMotion: "reduce" });

page("another system begins at rest and as a whole", "#scene=point&k=8&flits=8&load=0.01&cycle=200", async (page) => {
  await at(page, 200);
  const nothing = await item(page);
  await page.locator("#stage").focus();
  await page.keyboard.press("Shift+ArrowRight");
  assert.notEqual(await item(page), nothing);
  await page.locator("#zoom-in").click();
  assert.equal(await level(page), 150);
  await page.locator("#play").click();
  await passes(page, 200);
  // 64 nodes, as before.
  await page.locator("#system-hypercube-slotted").click();
  await settled(page);
  assert.equal(await attribute(page, "play", "data-state"), "paused");
  assert.equal(await level(page), 100);
  const rest = await item(page);
  await page.locator("#stage").focus();
  await page.keyboard.press("Escape");
  assert.equal(await item(page), rest, "nothing was gone to");
});

page("a scene of the list stands where it says, also when something plays", "#system=banyan-multicast", async (page) => {
  // The first scene of the animation, and the first in which everything is multicast.
  const found = {};
  for (const [index] of await scenes(page, "banyan-multicast")) {
    await openScene(page, index);
    const { cycle, multicast } = await scenario(page);
    if (cycle > 0) found.animated ??= [index, cycle];
    if (multicast === 1) found.curves ??= index;
    if (found.animated && found.curves) break;
  }
  await load(page, "#system=banyan-multicast&n=4&speed=16&loop=1");
  await page.locator("#play").click();
  await passes(page, 0);
  const [index, place] = found.animated;
  await openScene(page, index);
  await at(page, place);
  // It is of the animation, which is brought into sight; one of the curves leaves the reader where they are.
  const above = () => page.evaluate(() => [window.scrollY, document.getElementById("stage-title").getBoundingClientRect().top]);
  const [scrolled, top] = await above();
  assert.ok(scrolled > 0 && top >= 0 && top < 200, `${scrolled}, ${top}`);
  await page.evaluate(() => window.scrollTo(0, 0));
  await openScene(page, found.curves);
  assert.equal((await scenario(page)).multicast, 1);
  assert.equal((await above())[0], 0);
});

page("who reads further up in the log is left there", "#scene=point&k=6&flits=8&load=0.02&cycle=400&speed=16", async (page) => {
  await at(page, 400);
  const lines = () => page.evaluate(() => document.getElementById("log").children.length);
  const first = () => page.locator("#log li").first().innerText();
  const scrolled = (end) => page.evaluate((end) => { const log = document.getElementById("log"); return (log.scrollTop = end ? log.scrollHeight : 0); }, end);
  await page.locator("#log-box summary").click();
  await page.waitForFunction(() => document.getElementById("log").children.length > 50);
  const top = await first();
  await scrolled(false);
  const before = await lines();
  await page.locator("#play").click();
  await page.waitForFunction((before) => document.getElementById("log").children.length > before, before);
  await page.locator("#play").click();
  await settled(page);
  assert.equal(await page.evaluate(() => document.getElementById("log").scrollTop), 0);
  assert.equal(await first(), top);
  // Back at the end, only the latest are kept.
  await scrolled(true);
  await page.locator("#play").click();
  await page.waitForFunction((top) => document.querySelector("#log li").innerText !== top || document.getElementById("log").children.length < 300, top);
  await page.locator("#play").click();
  await settled(page);
  assert.ok((await lines()) <= 300);
});
