// The first screen: what a newcomer has before the eyes without a touch, and where the keyboard goes on it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { attribute, desktop, focused, phone, pixels, results, scenario, settled, systems, text, visible } from "./browser.mjs";
import { load, pages } from "./pages.mjs";

const page = pages();

/** The elements to be in sight at once: network, chart, Play, load and the sentence; a phone has room for the network and the load. */
const SIGHT = ["stage-frame", "chart", "load", "play", "number"];

/** The elements of `ids` outside of the window, and the extent of all: the lowest and the rightmost edge. */
const outside = (page, ids) =>
  page.evaluate((ids) => {
    const boxes = ids.map((id) => [id, document.getElementById(id).getBoundingClientRect()]);
    const whole = ({ top, left, bottom, right, width }) => width > 0 && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    const most = (side) => Math.round(Math.max(...boxes.map(([, box]) => box[side])));
    return { missing: boxes.filter(([, box]) => !whole(box)).map(([id]) => id), foot: most("bottom"), right: most("right") };
  }, ids);

for (const [width, height, ids] of [[1440, 900, SIGHT], [1366, 768, SIGHT], [1280, 720, SIGHT], [390, 844, SIGHT.slice(0, 4)]]) {
  page(`${ids.join(", ")} are in sight on opening at ${width} x ${height}`, "", async (page) => {
    await page.setViewportSize({ width, height });
    for (const system of systems) {
      await load(page, `#v=2&system=${system}`);
      await settled(page);
      const { missing, foot, right } = await outside(page, ids);
      console.log(`${system} at ${width} x ${height}: ${ids.join(", ")} end at ${foot} px down and ${right} px across; outside of the window: ${missing.length}`);
      assert.deepEqual(missing, [], system);
    }
  });
}

for (const [size, viewport] of [["a desktop", desktop], ["a phone", phone]]) {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    const moves = reducedMotion !== "reduce";
    page(`within a second the network ${moves ? "moves by itself" : "stays as it is for who prefers reduced motion"}, on ${size}`, "", async (page) => {
      for (const system of systems) {
        await load(page, `#v=2&system=${system}`);
        await settled(page);
        const before = (await pixels(page, "stage")).hash;
        const start = Date.now();
        const same = async () => (await pixels(page, "stage")).hash === before;
        while (Date.now() - start < 1000 && (await same()));
        const passed = Date.now() - start;
        console.log(`${system} on ${size}: ${moves ? `other pixels after ${passed} ms` : `the same pixels for ${passed} ms`}`);
        assert.equal(await same(), !moves, system);
      }
    }, { viewport, reducedMotion });
  }
}

/** Every stop of the Tab key from the beginning of the page to its end: its name, and the boxes on the page of all that it stands in, from the body inwards, each with its place
 *  among its siblings; null where a part has no box of its own. */
const stops = async (page) => {
  const all = [];
  await page.evaluate(() => { scrollTo(0, 0); document.activeElement.blur(); });
  for (;;) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === document.body) return null;
      const way = [];
      let fixed = false;
      for (let part = element; part !== document.body; part = part.parentElement) {
        const { left, right, top, bottom, width } = part.getBoundingClientRect();
        const box = width > 0 ? { left: left + scrollX, right: right + scrollX, top: top + scrollY, bottom: bottom + scrollY } : null;
        fixed ||= getComputedStyle(part).position === "fixed";
        way.unshift({ place: [...part.parentElement.children].indexOf(part), box });
      }
      return { name: element.id || element.textContent.trim() || element.name, fixed, way, path: way.map(({ place }) => place).join() };
    });
    if (!stop || all.some(({ path }) => path === stop.path)) return all;
    all.push(stop);
  }
};

/** The stops that do not follow the one before: of the two parts of the page that hold one of them each, the later one must begin where the earlier one has ended, below it or
 *  beside it on its right. A part without a box is as large as the stops in it. */
const astray = (all) => {
  const part = (stop, depth) => {
    const path = stop.way.slice(0, depth + 1).map(({ place }) => place).join();
    const own = all.filter((other) => `${other.path},`.startsWith(`${path},`)).map(({ way }) => way.at(-1).box);
    const most = (side, choose) => choose(...own.map((box) => box[side]));
    return stop.way[depth].box ?? { left: most("left", Math.min), right: most("right", Math.max), top: most("top", Math.min), bottom: most("bottom", Math.max) };
  };
  return all.slice(1).flatMap((stop, index) => {
    const before = all[index];
    const depth = stop.way.findIndex(({ place }, depth) => place !== before.way[depth].place);
    const [earlier, later] = [part(before, depth), part(stop, depth)];
    const below = later.top >= earlier.bottom - 8;
    const beside = later.left >= earlier.right - 8 && later.bottom > earlier.top;
    return below || beside ? [] : [`${before.name} -> ${stop.name}`];
  });
};

for (const [name, viewport] of [["1440 x 900", desktop], ["390 x 844", phone]]) {
  page(`the Tab key goes the way of the eye at ${name}, and first to the parameters`, "", async (page) => {
    for (const fragment of [...systems.map((system) => `#v=2&system=${system}`), "#v=2&pin=vcs:5&tab=equations", "#v=2&system=banyan-multicast&tab=data", "#v=2&lesson=end&step=1"]) {
      await load(page, fragment);
      await settled(page);
      const all = await stops(page);
      console.log(`${fragment} at ${name}: ${all.length} stops`);
      const names = all.map((stop) => stop.name);
      // Who draws a curve on a phone has the chart alone.
      const draws = fragment.includes("lesson") && viewport === phone;
      for (const id of [viewport === phone ? "more" : "share", "chart", ...(draws ? [] : ["load", "stage", "play", "scrub"])]) assert.ok(names.includes(id), `${fragment}: ${id}`);
      assert.equal(names[0], "Skip to the parameters");
      // There it stands above its question, which comes first, so that it is in sight.
      if (!draws) assert.deepEqual(astray(all.slice(1).filter(({ fixed }) => !fixed)), [], fragment);
    }
    await load(page, "#v=2");
    for (const key of ["Tab", "Enter"]) await page.keyboard.press(key);
    assert.equal(await focused(page), "load");
  }, { viewport });
}

/** Presses a key until an element has the focus. */
const go = async (page, id, key = "Tab") => {
  for (let presses = 0; presses < 120; presses += 1) {
    if ((await focused(page)) === id) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${key} does not lead to ${id}`);
};

page("by keyboard alone: a system, a slider, a simulation, a value of the chart, a pin, and the numbers as a file", "", async (page) => {
  await go(page, "system-hypercube-slotted");
  await page.keyboard.press("Enter");
  await settled(page);
  await go(page, "input-n");
  await page.keyboard.press("ArrowLeft");
  const { system, n } = await scenario(page);
  assert.deepEqual([system, n], ["hypercube-slotted", 3]);
  await go(page, "simulate");
  await page.keyboard.press("Enter");
  const { simulated } = await results(page);
  assert.ok(simulated.length >= 13 && simulated.every(({ finished, holds }) => finished && holds));
  await go(page, "chart", "Shift+Tab");
  await page.keyboard.press("Home");
  for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press("Shift+ArrowRight");
  await settled(page);
  assert.ok(await visible(page, "readout"));
  const spoken = await attribute(page, "chart", "aria-valuetext");
  const load = Number(await attribute(page, "chart", "aria-valuenow"));
  assert.match(spoken, /^load 0\.\d+, .*\d slots/);
  await page.keyboard.press("Enter");
  await settled(page);
  const chosen = (await scenario(page)).load;
  assert.ok(Math.abs(chosen / load - 1) < 0.02, `${chosen} is the load that was read, ${load}`);
  await go(page, "pin", "Shift+Tab");
  await page.keyboard.press("Enter");
  await go(page, "input-n");
  await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.match(await text(page, "difference"), /n = 4 .* n = 3 \(kept\)/);
  await go(page, "tab-explain");
  await page.keyboard.press("End");
  await settled(page);
  assert.ok(await visible(page, "panel-data"));
  await go(page, "csv");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\n");
  assert.ok(lines.length > 60 && lines.every((line) => line.split(",").length === lines[0].split(",").length), lines[0]);
});
