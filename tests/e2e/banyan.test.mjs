// What only the banyan's animation has: inputs and outputs to choose, tall switches, numbers beside inputs and outputs.
import assert from "node:assert/strict";
import { desktop, notices, scenario, text, walk } from "./browser.mjs";
import { at, cycle, item, numbers, pages, settings } from "./pages.mjs";

const page = pages("#system=banyan-multicast&");

/** The column of the switches of a stage, counted from the inputs. */
const stage = (index) => 1.02774 * (0.96 + index);

/** A place on the canvas of a network of 16 nodes: a column from 0 to 5, and a row. */
const place = async (page, column, row) => {
  const stage = page.locator("#stage");
  await stage.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await stage.boundingBox();
  return [x + (0.064 + (0.872 / 5) * column) * width, y + ((row + 0.76) / 16.18) * height];
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
  await settings(page);
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
  await page.mouse.move(...(await place(page, stage(0) + 0.2, 10)));
  const link = await item(page);
  for (const bits of ["1010", "101", "0011", "001", "0100..0111"]) assert.ok(link.includes(bits), `${bits}: ${link}`);
  // A switch is tall: it is found at both of its ports and between them.
  for (const row of [10, 10.5, 11]) {
    await page.mouse.move(...(await place(page, stage(0), row)));
    const element = await item(page);
    for (const bits of ["101", "0100..0111", "1000"]) assert.ok(element.includes(bits), `${bits}: ${element}`);
  }
});

page("numbers stand beside inputs and outputs, at every size", "n=4", async (page) => {
  // Records the text on canvases, with its place and height in CSS pixels.
  await page.evaluate(() => {
    window.written = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
      window.written.push({ text, x, y, size: parseFloat(this.font), align: this.textAlign, colour: this.fillStyle });
      return fillText.call(this, text, x, y, ...rest);
    };
  });
  for (const [name, fragment, viewport] of [
    ["an element that blocks, on a screen", "n=4&scene=deadlock&cycle=4", desktop],
    ["an element that blocks, on a tablet", "n=4&scene=deadlock&cycle=4", { width: 820, height: 1180 }],
    ["an element that copies, embedded", "n=4&from=5&to=0,3,6,11,13&seed=16&cycle=4&embed=1", { width: 700, height: 900 }],
    ["32 outputs to choose from", "n=5&cycle=4", { width: 1800, height: 1300 }],
    ["64 outputs", "n=6&cycle=4", { width: 1800, height: 1300 }],
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
    const letter = (of) => all.findLast(({ text }) => text === of);
    if (!fragment.includes("deadlock")) {
      assert.ok(!letter("μ") && !letter("ν"), name);
      continue;
    }
    for (const of of ["μ", "ν"]) assert.ok(letter(of), `${name}: ${of}`);
  }
});
