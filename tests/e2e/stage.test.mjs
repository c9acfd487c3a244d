// The animation on the stage: it plays, steps back to the same picture, scrubs, tells its log, and is pointed at, zoomed, walked and touched.
import assert from "node:assert/strict";
import { attribute, desktop, overflow, phone, pixels, scenario, settled, text, violations, visible, walk } from "./browser.mjs";
import { at, cycle, item, numbers, pages, passes, scrub, settings, shown } from "./pages.mjs";

const page = pages("", { hasTouch: true, viewport: desktop });

/** The size of the network on the screen, in per cent. */
const level = async (page) => {
  await settled(page);
  return numbers(await text(page, "zoom-level"))[0];
};

// Systems share the player: one animation that ends, one run, and one of tall switches.
for (const [name, fragment, middle, end] of [
  ["a broadcast", "#k=5&flits=8&speed=16&source=12&orient=fixed", 3, 36],
  ["the simulation of a torus", "#scene=point&k=5&flits=8&load=0.03&seed=2&speed=16", 200, null],
  ["the simulation of a banyan", "#system=banyan-multicast&n=4&fanout=4&scene=point&cycles=1000&speed=16", 40, null],
]) {
  page(`${name} plays, pauses, steps back to the same picture, scrubs, and has a log`, fragment, async (page) => {
    await scrub(page, 0);
    await page.locator("#stage").focus();
    const empty = await pixels(page, "stage");
    const scrubbed = async () => {
      await scrub(page, middle);
      await page.locator("#stage").focus();
      return shown(page);
    };
    const first = await scrubbed();
    assert.notEqual(first[2].hash, empty.hash, "something is drawn");
    await page.keyboard.press(".");
    await at(page, middle + 1);
    assert.notDeepEqual(await shown(page), first);
    await page.locator("#back").click();
    await at(page, middle);
    await page.locator("#stage").focus();
    assert.deepEqual(await shown(page), first);
    await page.locator("#play").click();
    if (end) {
      // It begins again by itself.
      await page.waitForFunction((end) => window.flitscope.scenario().cycle === end, end);
      await page.locator("#play").click();
    } else {
      await passes(page, middle + 20);
      await page.locator("#play").click();
      await scrub(page, middle + 300);
    }
    assert.deepEqual(await scrubbed(), first);
    await scrub(page, end ?? middle + 300);
    await page.locator("#log-box summary").click();
    await page.waitForFunction(() => document.querySelectorAll("#log li").length >= 10);
  });
}

page("a node opens by key, leads to its neighbours, and the browser goes back", "#k=8&beta=0&depth=3&load=0.0089&scene=point&cycle=700", async (page) => {
  await at(page, 700);
  await page.locator("#stage").focus();
  const whole = await pixels(page, "stage");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await settled(page);
  const open = async () => (await scenario(page)).open;
  assert.deepEqual([await open(), await text(page, "inside-title")], [1, "Node (1,0), cycle 700"]);
  assert.notEqual((await pixels(page, "stage")).hash, whole.hash);
  assert(await visible(page, "inside") && !(await visible(page, "chart-panel")));
  // The neighbour on the right, at the edge of the picture.
  await page.locator("#stage").evaluate((stage) => Promise.all(stage.getAnimations().map((one) => one.finished)));
  const box = await page.locator("#stage").boundingBox();
  await page.mouse.click(box.x + 0.98 * box.width, box.y + 0.5 * box.height);
  await settled(page);
  assert.equal(await open(), 2);
  await page.goBack();
  await settled(page);
  assert.equal(await open(), 1);
  await page.locator("#stage").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.waitForFunction(() => document.querySelectorAll("#inside table tr").length === 9);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await settled(page);
  assert(!(await visible(page, "inside")) && (await visible(page, "chart-panel")));
});

page("a node of a broadcast is chosen by click, by key and by the second tap of a finger", "#k=4&flits=4&cycle=20", async (page) => {
  await at(page, 20);
  const stage = page.locator("#stage");
  await stage.scrollIntoViewIfNeeded();
  const box = await stage.boundingBox();
  // The canvas of a 4 x 4 torus holds 4.28 pitches, the first node is at 0.64 of them.
  const pitch = box.width / 4.28;
  const place = (x, y) => [box.x + (0.64 + x) * pitch, box.y + box.height - (0.64 + y) * pitch];
  await page.touchscreen.tap(...place(1, 1));
  assert.ok((await item(page)).includes("(1,1)"));
  assert.equal((await scenario(page)).cycle, 20, "the first tap reads");
  await page.touchscreen.tap(...place(1, 1));
  const { source, cycle } = await scenario(page);
  assert.deepEqual([source, cycle], [5, 0]);
  await page.mouse.click(...place(2, 1));
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

/** The column of the switches of a stage, counted from the inputs. */
const column = (index) => 1.02774 * (0.96 + index);

/** A place on the canvas of a banyan of 16 nodes: a column from 0 to 5, and a row. */
const place = async (page, column, row) => {
  const stage = page.locator("#stage");
  await stage.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await stage.boundingBox();
  return [x + (0.064 + (0.872 / 5) * column) * width, y + ((row + 0.76) / 16.18) * height];
};

page("links and switches of a banyan are found by the pointer, outputs are chosen by click and by Enter, and inputs send", "#system=banyan-multicast&n=4&from=5&to=0,3,6,11,13&seed=16&cycle=4", async (page) => {
  await at(page, 4);
  // The upper port of element 101 of the first stage, with its header; a switch is found at both of its ports and between them.
  const element = ["101", "0100..0111", "1000"];
  for (const [across, row, words] of [[column(0) + 0.2, 10, ["1010", "101", "0011", "001", "0100..0111"]], [column(0), 10, element], [column(0), 10.5, element], [column(0), 11, element], [5, 11, ["11 (1011)"]]]) {
    await page.mouse.move(...(await place(page, across, row)));
    const found = await item(page);
    for (const bits of words) assert.ok(found.includes(bits), `${bits}: ${found}`);
  }
  await page.mouse.click(...(await place(page, 5, 11)));
  assert.equal(await cycle(page), 0);
  assert.equal((await scenario(page)).to, "0,3,6,13");
  await page.locator("#stage").focus();
  await page.keyboard.press("ArrowDown");
  assert.match(await item(page), /^\S+ 12 /);
  await page.keyboard.press("Enter");
  assert.equal((await scenario(page)).to, "0,3,6,12,13");
  await page.mouse.click(...(await place(page, 0, 2)));
  assert.equal((await scenario(page)).from, 2);
  await settings(page);
  assert.equal(await page.locator('input[data-key="to"]').inputValue(), "0,3,6,12,13");
});

page("the use of the channels is drawn, with a key and numbers", "#scene=point&k=5&flits=8&load=0.03&cycle=300", async (page) => {
  await at(page, 300);
  const quiet = await pixels(page, "stage");
  assert.ok(!(await visible(page, "heat-key")));
  await page.locator("#input-heat").check();
  await settled(page);
  // From 0 to the busiest channel's share of the time.
  const [least, most] = numbers(await text(page, "heat-key"));
  assert.ok(least === 0 && most > 0 && most <= 100, `${least}, ${most}`);
  await settled(page);
  assert.notEqual((await pixels(page, "stage")).hash, quiet.hash, "channels are tinted");
  await page.locator("#stage").focus();
  await page.keyboard.press("Shift+ArrowRight");
  const share = numbers((await item(page)).match(/[\d.]+ %/)[0])[0];
  assert.ok(share <= most, `${share} of ${most}`);
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
  for (const [button, percent] of [["zoom-in", 150], ["zoom-fit", 100]]) {
    await page.locator(`#${button}`).click();
    assert.equal(await level(page), percent);
  }
  await stage.focus();
  for (const [key, percent] of [["+", 150], ["+", 225], ["-", 150]]) {
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

page("two fingers zoom, and Fit shows the whole network again", "#scene=point&k=8&flits=8&load=0.01&cycle=200", async (page) => {
  await at(page, 200);
  const stage = page.locator("#stage");
  await stage.scrollIntoViewIfNeeded();
  const box = await stage.boundingBox();
  const client = await page.context().newCDPSession(page);
  const touch = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x: box.x + x, y: box.y + y, id })) });
  const [x, y] = [box.width / 2, box.height / 2];
  await touch("touchStart", [[x - 20, y]]);
  await touch("touchStart", [[x - 20, y], [x + 20, y]]);
  for (let i = 1; i <= 6; i += 1) await touch("touchMove", [[x - 20 - 5 * i, y], [x + 20 + 5 * i, y]]);
  await touch("touchEnd", []);
  assert.equal(await level(page), 250);
  await page.locator("#zoom-fit").click();
  assert.equal(await level(page), 100);
}, { viewport: phone });

page("a finger reads the chart, and the reading stays", "", async (page) => {
  const box = await page.locator("#chart").boundingBox();
  await page.touchscreen.tap(box.x + box.width * 0.4, box.y + 90);
  await settled(page);
  assert.ok(await visible(page, "readout"));
}, { viewport: phone });

page("a large network is seen around the message that is followed, and a click on the small network beside it goes elsewhere", "#v=2&system=kary-ncube&k=8&n=3&load=0.002&cycle=500&auto=0", async (page) => {
  assert.ok((await level(page)) > 300, `${await level(page)} %`);
  const { x, y, height } = await page.locator("#stage").boundingBox();
  const before = await pixels(page, "stage");
  await page.mouse.click(x + 12, y + height - 12);
  await settled(page);
  assert.notEqual((await pixels(page, "stage")).hash, before.hash);
});

page("an open router has its reasons and its last cycles in the lower half beside it, and the tabs of the network are closed", "#v=2&beta=0&depth=3&load=0.0089&cycle=700&open=8&scene=point", async (page) => {
  for (const [width, height] of [[1440, 900], [1366, 768]]) {
    await page.setViewportSize({ width, height });
    await settled(page);
    const seen = await page.evaluate(() => {
      const box = (selector) => document.querySelector(selector).getBoundingClientRect();
      const [reasons, strip, room] = ["#inside-said ol", "#inside-said table", "#inside"].map(box);
      return { order: reasons.bottom <= strip.top, low: strip.bottom - room.top, whole: room.height, rows: document.querySelectorAll("#inside-said tr").length, columns: document.querySelectorAll("#inside-said tr:first-of-type th").length };
    });
    assert.deepEqual([seen.order, seen.rows, seen.columns], [true, 9, 5], `${width}`);
    assert.ok(seen.low > 0.6 * seen.whole, `${width}: ${JSON.stringify(seen)}`);
    assert.deepEqual([await visible(page, "layers"), await visible(page, "tabs"), await visible(page, "inside-key")], [false, false, true]);
  }
  assert.match(await text(page, "inside-key"), /lane \(virtual channel\)/);
  await page.locator("#whole").click();
  await settled(page);
  assert.deepEqual([await visible(page, "inside"), await visible(page, "tabs")], [false, true]);
});

const MESH = "#v=2&system=kary-ncube&n=2&k=4&wiring=mesh&routing=turns&vcs=1&flits=16&load=0.025&seed=2";
const facts = async (page) => {
  await settled(page);
  const { turns, acyclic, circle, frozen } = await page.evaluate(() => window.flitscope.results());
  return { ...turns, acyclic, circle, frozen };
};

page("turns are forbidden and allowed by pointer and by keys, the last one of a quadrant stays, a filled circle freezes, and axe finds nothing", `${MESH}&turns=all&cycle=40`, async (page) => {
  const first = await facts(page);
  assert.deepEqual([first.name, first.paths, first.acyclic, first.circle.length], ["all", 648, false, 4]);
  first.circle.forEach(([, end], place) => assert.equal(first.circle[(place + 1) % 4][0], end, "each channel begins where the one before ends"));
  const drawn = await pixels(page, "stage");
  await page.locator("#turn-sw").click();
  assert.deepEqual([(await facts(page)).acyclic, await attribute(page, "turn-sw", "aria-pressed")], [false, "false"]);
  assert.notEqual((await pixels(page, "stage")).hash, drawn.hash);
  // From the turn that was pressed along the row, and to the turn itself.
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.id), "turn-nw");
  await page.keyboard.press("Space");
  const west = await facts(page);
  assert.deepEqual([west.name, west.paths, west.acyclic, west.circle], ["west-first", 396, true, null]);
  assert.match(await text(page, "announcement"), /^North to west forbidden. No circle is left/);
  // The address follows when the scene has rested; the name of this set is the default.
  await page.waitForFunction(() => !location.hash.includes("turns="));
  const link = await page.evaluate(() => location.hash);
  await page.keyboard.press("3");
  await settled(page);
  assert.match(await text(page, "refused"), /stays allowed. Without it no shortest path is left from \(1, 0\) to \(0, 1\)/);
  assert.deepEqual([(await facts(page)).name, await page.evaluate(() => location.hash)], ["west-first", link]);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(page), [], colorScheme);
  }
  await page.locator("#compass [data-of=all]").click();
  await page.locator("[data-do=fill][data-of='1']").click();
  // Its recording has come once nothing is left to draw.
  await settled(page);
  await page.locator("#stage").focus();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press(".");
  const { frozen, circle } = await facts(page);
  assert.ok(frozen.cycle <= 5 && frozen.messages.length === 4, JSON.stringify(frozen));
  assert.deepEqual(frozen.channels.toSorted(), circle.toSorted());
  for (const viewport of [{ width: 1366, height: 768 }, { width: 1280, height: 720 }, phone]) {
    await page.setViewportSize(viewport);
    await settled(page);
    assert.deepEqual(await overflow(page), [0], `${viewport.width}`);
  }
});
