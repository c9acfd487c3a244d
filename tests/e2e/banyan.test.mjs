// What only the banyan's animation has: inputs and outputs to choose, squares and discs, numbers and addresses beside them.
import assert from "node:assert/strict";
import { desktop, notices, scenario, text, walk } from "./browser.mjs";
import { at, cycle, item, numbers, pages } from "./pages.mjs";

const page = pages("#system=banyan-multicast&");

/** A place on the canvas of a network of 16 nodes: a column from 0 to 5, and a row. */
const place = async (page, column, row) => {
  const stage = page.locator("#stage");
  await stage.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await stage.boundingBox();
  return [x + (0.064 + (0.872 / 5) * column) * width, y + ((row + 0.75) / 16.5) * height];
};

page("outputs are chosen by click and by Enter, and inputs send", "n=4&from=5&to=0,3,6,11,13&seed=16&cycle=9", async (page) => {
  await at(page, 9);
  await page.mouse.move(...(await place(page, 5, 11)));
  assert.match(await item(page), /^\S+ 11 \(1011\)/);
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
  const field = page.locator('input[data-key="to"]');
  assert.equal(await field.inputValue(), "0,3,6,12,13");
  await field.fill("1,40");
  await field.press("Enter");
  assert.equal((await scenario(page)).to, "1");
  assert.deepEqual(await notices(page), ["to"]);
});

page("destinations that were drawn become chosen ones with the first click", "n=4&fanout=3", async (page) => {
  await at(page, 0);
  const drawn = numbers((await text(page, "caption")).match(/\d+, \d+, \d+/)[0]);
  await page.mouse.click(...(await place(page, 5, drawn[0])));
  assert.equal((await scenario(page)).to, drawn.slice(1).join());
});

page("links and elements are found by the pointer", "n=4&from=5&to=0,3,6,11,13&seed=16&cycle=4", async (page) => {
  await at(page, 4);
  // The upper port of element 101 of the first stage, with its header.
  await page.mouse.move(...(await place(page, 1.73, 9.68)));
  const link = await item(page);
  for (const bits of ["1010", "101", "0011", "001", "0100..0111"]) assert.ok(link.includes(bits), `${bits}: ${link}`);
  await page.mouse.move(...(await place(page, 1.226, 10.4)));
  const element = await item(page);
  for (const bits of ["101", "0100..0111", "1000"]) assert.ok(element.includes(bits), `${bits}: ${element}`);
});

page("switching elements are squares, inputs and outputs discs", "n=4&from=5&to=0,3,6,11,13&seed=16", async (page) => {
  await page.setViewportSize({ width: 1800, height: 1300 });
  await at(page, 0);
  const elements = [[0, 0.5], [3, 6.5]].map(([stage, row]) => [((1.3 + stage) * 5) / 5.3, row]); // they begin 1.3 of their own columns after the inputs
  const places = await Promise.all([...elements, [0, 0], [0, 9], [5, 4]].map((at) => place(page, ...at)));
  // Whether something is drawn at each corner of the square around a place, within 2 pixels of it.
  const corners = await page.evaluate((places) => {
    const stage = document.getElementById("stage");
    const { left, top } = stage.getBoundingClientRect();
    const { width, height } = stage;
    const data = new Uint32Array(stage.getContext("2d").getImageData(0, 0, width, height).data.buffer);
    const side = 0.0158 * width;
    const drawn = (x, y, near) => near.some((down) => near.some((right) => data[(Math.round(y) + down) * width + Math.round(x) + right] !== data[0]));
    // Of discs nothing may be there at all, of squares something nearby.
    return places.map(([x, y], i) => [[-1, -1], [1, -1], [-1, 1], [1, 1]].map(([right, down]) => drawn(x - left + right * side, y - top + down * side, i < 2 ? [-1, 0, 1] : [0])));
  }, places);
  for (const corner of corners.slice(0, 2)) assert.deepEqual(corner, [true, true, true, true]);
  for (const corner of corners.slice(2)) assert.deepEqual(corner.slice(0, 2), [false, false]);
});

page("numbers and addresses stand beside their nodes, at every size", "n=4", async (page) => {
  // Keeps what is written on canvases, with its place and height in CSS pixels.
  await page.evaluate(() => {
    window.written = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
      window.written.push({ text, x, y, size: parseFloat(this.font), align: this.textAlign, colour: this.fillStyle });
      return fillText.call(this, text, x, y, ...rest);
    };
  });
  for (const [name, fragment, viewport, addresses] of [
    ["an element that blocks, on a screen", "n=4&scene=deadlock&cycle=4", desktop, true],
    ["an element that blocks, on a tablet", "n=4&scene=deadlock&cycle=4", { width: 820, height: 1180 }, true],
    ["an element that copies, embedded", "n=4&from=5&to=0,3,6,11,13&seed=16&cycle=4&embed=1", { width: 700, height: 900 }, true],
    ["32 outputs to choose from", "n=5&cycle=4", { width: 1800, height: 1300 }, true],
    ["64 outputs", "n=6&cycle=4", { width: 1800, height: 1300 }, false],
  ]) {
    // From a network that is too large to be drawn: all that is written is of what comes.
    await walk(page, "#system=banyan-multicast&n=8&fanout=2");
    await page.setViewportSize(viewport);
    await page.evaluate(() => { window.written.length = 0; });
    await walk(page, `#system=banyan-multicast&${fragment}`);
    await at(page, 4);
    const n = numbers(fragment)[0];
    const { width } = await page.locator("#stage").boundingBox();
    const all = await page.evaluate(() => window.written);
    for (let number = 0; number < 2 ** n; number += 1) {
      const [left, right] = ["right", "left"].map((align) => all.findLast((words) => words.text === String(number) && words.align === align && words.size >= 8));
      assert.ok(left && right, `${name}: ${number} is written at an input and at an output`);
      assert.ok(left.x < 0.064 * width && left.x > 0 && right.x > 0.936 * width && right.x < width, `${name}: ${number} stands in the margins: ${left.x}, ${right.x} of ${width}`);
    }
    const squares = all.filter(({ text, align }) => align === "left" && text.length === n - 1 && /^[01]+$/.test(text) && text.length > 2);
    assert.ok(addresses ? new Set(squares.map(({ text, x, y }) => [text, x, y].join())).size >= n * 2 ** (n - 1) : squares.length === 0, `${name}: ${squares.length} addresses`);
    const letter = (of) => all.findLast(({ text }) => text === of);
    if (!fragment.includes("deadlock")) {
      assert.ok(!letter("μ") && !letter("ν"), name);
      continue;
    }
    for (const [of, address] of [["μ", "011"], ["ν", "101"]]) {
      const { x, y } = letter(of);
      assert.ok(squares.some((words) => words.text === address && words.y === y && words.x < x && x - words.x < 60), `${name}: ${of} stands behind ${address}`);
    }
  }
});
