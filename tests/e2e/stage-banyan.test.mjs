// The banyan on the stage: a multicast in two passes, packets that wait for each other, and the simulation slot by slot.
import assert from "node:assert/strict";
import { axe, overflow, scenario } from "./browser.mjs";
import { caption, comesBack, pages, words } from "./pages.mjs";

const page = pages("#system=banyan-multicast&");

const at = (page, cycle) => page.locator("#caption", { hasText: new RegExp(`^(Cycle|Slot) ${cycle}[,:]`) }).waitFor();

for (const [name, fragment, middle, end] of [
  ["a multicast", "n=4&from=5&to=0,3,6,11,13&seed=16", 3, 9],
  ["a deadlock", "n=4&scene=deadlock", 3, 4],
  ["a pair that passes", "n=4&scene=deadlock&arbitration=upper", 7, 19],
  ["the simulation", "n=4&fanout=4&scene=point&cycles=1000&speed=16", 40, null],
]) {
  page(`${name} plays, pauses, steps back to the same picture, and scrubs`, fragment, async (page) => {
    await at(page, 0);
    await comesBack(page, at, middle, async () => {
      await page.waitForFunction((middle) => window.flitscope.scenario().cycle > middle, middle);
      if (end === null) await page.locator("#play").click();
      else await at(page, end);
    });
    await page.locator("#log-box summary").click();
    await page.locator("#log", { hasText: /(Cycle|Slot) 0: / }).waitFor();
  });
}

/** A place on the canvas of a network of 16 nodes: a column from 0 to 5, and a row. */
const place = async (page, column, row) => {
  const stage = page.locator("#stage");
  await stage.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await stage.boundingBox();
  return [x + (0.064 + (0.872 / 5) * column) * width, y + ((row + 0.75) / 16.5) * height];
};

page("outputs are chosen by click and by Enter, and inputs send", "n=4&from=5&to=0,3,6,11,13&seed=16&cycle=9", async (page) => {
  await at(page, 9);
  assert.match(await caption(page), /second pass, stage 0 .* all on links of their own\. All 5 destinations have the packet of 5\.$/);
  await page.mouse.move(...(await place(page, 5, 11)));
  await words(page, /^Output 11 \(1011\): destination D3, served in the second pass by node 7 = s \+ 3\.$/);
  await page.mouse.click(...(await place(page, 5, 11)));
  await at(page, 0);
  assert.equal((await scenario(page)).to, "0,3,6,13");
  await page.locator("#stage-title", { hasText: "A multicast from source 5 to 4 outputs" }).waitFor();
  await page.locator("#stage").focus();
  await page.keyboard.press("ArrowDown");
  await words(page, /^Output 12/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => window.flitscope.scenario().to === "0,3,6,12,13");
  await page.mouse.click(...(await place(page, 0, 2)));
  await page.waitForFunction(() => window.flitscope.scenario().from === 2);
  const field = page.locator('input[data-key="to"]');
  assert.equal(await field.inputValue(), "0,3,6,12,13");
  await field.fill("1,40");
  await field.press("Enter");
  await page.locator("#notices", { hasText: "to = 1,40 is not among the options: use any of the numbers 0 to 31, separated by commas. Using 1." }).waitFor();
  assert.equal((await scenario(page)).to, "1");
});

page("switching elements are squares, inputs and outputs discs", "n=4&from=5&to=0,3,6,11,13&seed=16", async (page) => {
  await at(page, 0);
  const elements = [[0, 0.5], [3, 6.5]].map(([stage, row]) => [((1.3 + stage) * 5) / 5.3, row]); // they begin 1.3 of their own columns after the inputs
  const places = await Promise.all([...elements, [0, 0], [0, 9], [5, 4]].map((at) => place(page, ...at)));
  // Whether something is drawn at each corner of the square around a place, within 2 pixels of it.
  const corners = await page.evaluate((places) => {
    const stage = document.getElementById("stage");
    const { left, top } = stage.getBoundingClientRect();
    const { width, height } = stage;
    const data = new Uint32Array(stage.getContext("2d").getImageData(0, 0, width, height).data.buffer);
    const [side, near] = [10.5, [-1, 0, 1]];
    const drawn = (x, y) => near.some((down) => near.some((right) => data[(Math.round(y) + down) * width + Math.round(x) + right] !== data[0]));
    return places.map(([x, y]) => [[-1, -1], [1, -1], [-1, 1], [1, 1]].map(([right, down]) => drawn(x - left + right * side, y - top + down * side)));
  }, places);
  for (const corner of corners.slice(0, 2)) assert.deepEqual(corner, [true, true, true, true]);
  for (const corner of corners.slice(2)) assert.deepEqual(corner.slice(0, 2), [false, false]);
});

/** Before anything is drawn: keeps what is written on canvases, with its place and height in CSS pixels. */
const written = () => {
  window.written = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
    window.written.push({ text, x, y, size: parseFloat(this.font), align: this.textAlign, colour: this.fillStyle });
    return fillText.call(this, text, x, y, ...rest);
  };
};

for (const [name, fragment, viewport, addresses] of [
  ["an element that blocks, on a screen", "n=4&scene=deadlock&cycle=4", { width: 1440, height: 900 }, true],
  ["an element that blocks, on a telephone", "n=4&scene=deadlock&cycle=4", { width: 390, height: 844 }, true],
  ["an element that copies, embedded", "n=4&from=5&to=0,3,6,11,13&seed=16&cycle=4&embed=1", { width: 700, height: 900 }, true],
  ["32 outputs to choose from", "n=5&cycle=4", { width: 1440, height: 900 }, true],
  ["64 outputs", "n=6&cycle=4", { width: 1440, height: 900 }, false],
])
  page(`numbers and addresses stand beside their nodes: ${name}`, fragment, async (page) => {
    await at(page, 4);
    const n = Number(fragment.match(/n=(\d)/)[1]);
    const { width } = await page.locator("#stage").boundingBox();
    // What was written last: while the page is laid out the stage is drawn narrower.
    const all = await page.evaluate(() => window.written);
    for (let number = 0; number < 2 ** n; number += 1) {
      const [left, right] = ["right", "left"].map((align) => all.findLast((words) => words.text === String(number) && words.align === align && words.size >= 8));
      assert.ok(left && right, `${number} is written at an input and at an output`);
      assert.ok(left.x < 0.064 * width && left.x > 0 && right.x > 0.936 * width && right.x < width, `${number} stands in the margins: ${left.x}, ${right.x} of ${width}`);
    }
    const squares = all.filter(({ text, align }) => align === "left" && text.length === n - 1 && /^[01]+$/.test(text) && text.length > 2);
    assert.ok(addresses ? new Set(squares.map(({ text, x, y }) => [text, x, y].join())).size >= n * 2 ** (n - 1) : squares.length === 0, `${squares.length} addresses`);
    const letter = (of) => all.filter(({ text }) => text === of).at(-1);
    if (!fragment.includes("deadlock")) return assert.ok(!letter("μ") && !letter("ν"));
    for (const [of, address] of [["μ", "011"], ["ν", "101"]]) {
      const { x, y } = letter(of);
      assert.ok(squares.some((words) => words.text === address && words.y === y && words.x < x && x - words.x < 60), `${of} stands behind ${address}`);
    }
  }, { begin: written, viewport });

page("links and elements say their numbers", "n=4&from=5&to=0,3,6,11,13&seed=16&cycle=4", async (page) => {
  await at(page, 4);
  // The upper port of element 101 of the first stage, with its header.
  await page.mouse.move(...(await place(page, 1.73, 9.68)));
  await words(page, /^Link 1010 leaves element 101 of stage 3 by port 0 and is input 0011 of element 001 of stage 2: bits 3 and 0 change places\. Header 0100\.\.0111\.$/);
  await page.mouse.move(...(await place(page, 1.226, 10.4)));
  await words(page, /^Element 101 of stage 3: bit 3 decides, has sent 0100\.\.0111 by port 0 and 1000 by port 1\.$/);
});

page("three packets deadlock though the upper input comes first, and pass where links come back at once", "n=2&fanout=2&scene=deadlock&packets=three&arbitration=upper&cycle=10", async (page) => {
  await at(page, 10);
  assert.match(await caption(page), /deadlock.*: a circle, in which nothing will ever move again.*overtook packet 1/);
  await page.locator("#log-box summary").click();
  await page.locator("#log", { hasText: "Cycle 10: The circle closes: deadlock." }).waitFor();
  await page.locator("#scrub").fill("9");
  await page.locator("#caption", { hasText: "packet 1 waits for port 1 of element 0 of stage 0, which is free now but not yet its own" }).waitFor();
  await page.locator("#extent", { hasText: /^Cycle 9 of 11\. Nothing moves after cycle 10\.$/ }).waitFor();
  await page.locator('select[data-key="release"]').selectOption("together");
  // The other recording is longer.
  await page.waitForFunction(() => Number(document.getElementById("scrub").max) >= 25);
  await page.locator("#scrub").fill("25");
  await page.locator("#caption", { hasText: "every packet has arrived" }).waitFor();
});

page("destinations are drawn with the fanout until some are chosen, and controls without effect are not there", "n=4&fanout=3", async (page) => {
  await at(page, 0);
  await page.locator("#stage-title", { hasText: "A multicast from source 1 to 3 outputs" }).waitFor();
  const drawn = (await caption(page)).match(/for 3 outputs: (\d+), (\d+), (\d+)\./).slice(1).map(Number);
  await page.mouse.click(...(await place(page, 5, drawn[0])));
  await page.waitForFunction((to) => window.flitscope.scenario().to === to, drawn.slice(1).join());
  await page.locator("#stage-title", { hasText: "to 2 outputs" }).waitFor();
  const shows = (key) => page.locator(`#control-${key}`).isVisible();
  const keys = ["from", "to", "packets", "arbitration", "release"];
  const visible = async () => (await Promise.all(keys.map(async (key) => ((await shows(key)) ? [key] : [])))).flat();
  assert.deepEqual(await visible(), ["from", "to"]);
  await page.locator('select[data-key="scene"]').selectOption("deadlock");
  await page.locator("#stage-title", { hasText: "Two packets between 16 nodes" }).waitFor();
  assert.deepEqual(await visible(), ["packets", "arbitration", "release"]);
  await page.locator('select[data-key="scene"]').selectOption("multicast");
  await page.locator('input[type=number][data-key="n"]').fill("7");
  await page.locator("#stage-title", { hasText: "A multicast from source 1 to 3 outputs" }).waitFor();
  assert.deepEqual(await visible(), ["from"]);
  await page.locator("#notices", { hasText: `to = ${drawn.slice(1)} is not available here` }).waitFor();
});

page("networks that are too large say what to choose", "n=8&fanout=2", async (page) => {
  assert.match(await page.locator("#stage-refusal").innerText(), /at most 128 inputs and outputs; choose n = 7 or less instead of 8 to see it/);
  await page.locator('select[data-key="scene"]').selectOption("point");
  await page.locator("#stage-refusal", { hasText: "choose n = 7 or less" }).waitFor();
  await page.locator('input[type=number][data-key="n"]').fill("6");
  await page.locator("#stage-title", { hasText: "The simulation at load 1" }).waitFor();
});

for (const [colorScheme, fragment] of [["light", "n=4&from=5&to=0,3,6,11,13&seed=16&cycle=4"], ["dark", "n=4&scene=deadlock&cycle=4"], ["light", "n=4&scene=point&cycle=30"]]) {
  page(`axe finds nothing to complain of, ${colorScheme} ${fragment}`, fragment, async (page) => {
    await at(page, new URLSearchParams(fragment).get("cycle"));
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => [node.html, node.failureSummary])]), []);
    assert.equal((await overflow(page))[0], 0);
  }, { colorScheme, viewport: { width: 390, height: 844 } });
}
