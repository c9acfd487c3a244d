// The screen by numbers and by keys: what is in sight on opening, sizes, type, moments, tabs, motion, and where the keyboard goes.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { attribute, blank, clutter, desktop, focused, launch, next, phone, pixels, ready, results, scenario, settled, systems, text, visible, walk } from "./browser.mjs";
import { load, pages, server } from "./pages.mjs";

const page = pages();

/** The box of an element. */
const box = (page, id) => page.locator(`#${id}`).evaluate((element) => {
  const { left, top, width, height, right, bottom } = element.getBoundingClientRect();
  return { left, top, width, height, right, bottom };
});

/** True if every element of a selector lies within another one. */
const inside = (page, selector, within) => page.evaluate(([selector, within]) => {
  const around = document.querySelector(within).getBoundingClientRect();
  return [...document.querySelectorAll(selector)].every((element) => {
    const { left, right } = element.getBoundingClientRect();
    return left >= around.left && right <= around.right;
  });
}, [selector, within]);

/** Sizes of the window, with the elements that are in sight at once, and the least side of the network. */
const SIGHT = ["stage-frame", "chart", "load", "play", "number"];
const SIZES = [[1440, 900, SIGHT, 520], [1366, 768, SIGHT, 400], [1280, 720, SIGHT, 400], [1024, 768, [], 0], [390, 844, ["heading", ...SIGHT.slice(0, 4)], 0]];

page("network, number, chart and load are in sight and large on opening, no control wraps, and the type has at most six sizes", "", async (page) => {
  for (const system of systems) {
    for (const [width, height, ids, least] of SIZES) {
      const where = `${system} at ${width} x ${height}`;
      await page.setViewportSize({ width, height });
      if (width === SIZES[0][0]) await load(page, `#v=2&system=${system}`);
      await page.evaluate(() => scrollTo(0, 0));
      await settled(page);
      const boxes = Object.fromEntries(await Promise.all(["world", "stage", "load-box", "moments", ...SIGHT, "heading"].map(async (id) => [id, await box(page, id)])));
      for (const id of ids) {
        const { top, left, right, bottom, width: wide } = boxes[id];
        assert.ok(wide > 0 && top >= 0 && left >= 0 && bottom <= height && right <= width, `${where}: ${id} ${JSON.stringify(boxes[id])}`);
      }
      if (width === 390) {
        if (system !== systems[0]) continue;
        for (const id of ["heading", "stage", "number", "chart"]) assert.ok(boxes[id].top >= 0 && boxes[id].bottom <= boxes["load-box"].top + 4, `${where}: ${id} to ${boxes[id].bottom}`);
        assert.ok(boxes["load-box"].bottom <= 844, where);
        continue;
      }
      if (least && system === systems[0]) {
        assert.ok(Math.min(boxes.stage.width, boxes.stage.height) >= least, `${where}: network ${boxes.stage.width} x ${boxes.stage.height}`);
        assert.ok(boxes.load.width >= 0.9 * boxes.world.width, `${where}: load ${boxes.load.width}`);
      }
      const { tall, sizes } = await page.evaluate(() => {
        const shown = [...document.querySelectorAll("header *, main *")].filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().top < innerHeight && !element.closest("svg, .sr, [role=tabpanel]"));
        const controls = shown.filter((element) => element.matches("button:not(.term), select, label"));
        const texts = shown.filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && !element.matches(".sym, .sym *"));
        return {
          tall: controls.filter((element) => element.getBoundingClientRect().height > 48 && !element.closest("#systems, #tabs")).map((element) => element.id || element.textContent),
          sizes: [...new Set(texts.map((element) => parseFloat(getComputedStyle(element).fontSize)))].sort((a, b) => a - b),
        };
      });
      assert.deepEqual(tall, [], where);
      assert.ok(boxes.moments.width === 0 || await inside(page, "#moments button", "#world"), where);
      assert.ok(sizes.length <= 6, `${where}: ${sizes}`);
    }
  }
});

for (const [reducedMotion, opened] of [["no-preference", [...systems.map((system) => [system, desktop]), [systems[0], phone]]], ["reduce", [[systems[0], desktop], [systems[4], phone]]]]) {
  page(reducedMotion === "reduce" ? "the network is still for a reader who prefers reduced motion" : "the network moves by itself, and rests out of the window", "", async (page) => {
    const picture = async () => (await pixels(page, "stage")).hash;
    for (const [system, viewport] of opened) {
      await page.setViewportSize(viewport);
      await load(page, `#v=2&system=${system}`);
      await settled(page);
      const before = await picture();
      if (reducedMotion === "reduce") {
        await page.waitForTimeout(700);
        assert.equal(await picture(), before, system);
      } else {
        while ((await picture()) === before);
      }
    }
    if (reducedMotion === "reduce") return;
    await page.evaluate(() => { document.getElementById("world").style.display = "none"; });
    const cycle = () => page.evaluate(() => window.flitscope.scenario().cycle);
    // The observer of the browser reports it in a later picture.
    await page.waitForFunction(() => new Promise((end) => {
      const { cycle } = window.flitscope.scenario();
      setTimeout(() => end(window.flitscope.scenario().cycle === cycle), 300);
    }));
    const rest = await cycle();
    await page.waitForTimeout(600);
    assert.equal(await cycle(), rest);
  }, { reducedMotion });
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
  page(`the Tab key goes the way of the eye at ${name}`, "", async (page) => {
    for (const fragment of ["#v=2", "#v=2&pin=vcs:5&tab=equations", "#v=2&system=banyan-multicast&tab=data", "#v=2&lesson=end&step=1"]) {
      await load(page, fragment);
      await settled(page);
      const all = await stops(page);
      const names = all.map((stop) => stop.name);
      // Who draws a curve has sliders for the keyboard, on a phone without the network.
      const ids = !fragment.includes("lesson") ? ["chart", "load", "stage", "play", "scrub"] : viewport === phone ? ["lesson-check"] : ["stage", "play", "lesson-check"];
      for (const id of [viewport === phone ? "more" : "share", ...ids]) assert.ok(names.includes(id), `${fragment}: ${id}`);
      assert.deepEqual(astray(all.filter(({ fixed }) => !fixed)), [], fragment);
    }
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
  // The systems are one stop.
  await go(page, "system-torus-broadcast");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
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
  assert.match(await text(page, "difference"), /n = 4 takes .* than n = 3/);
  await go(page, "tab-explain");
  await page.keyboard.press("End");
  await settled(page);
  assert.ok(await visible(page, "panel-data"));
  await go(page, "csv");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\n");
  assert.ok(lines.length > 60 && lines.every((line) => line.split(",").length === lines[0].split(",").length), lines[0]);
});

page("the help on a slider of the row is above it, inside the window, under a pointer on its name", "", async (page) => {
  for (const [width, height] of [[1440, 900], [1366, 768], [1024, 768]]) {
    await page.setViewportSize({ width, height });
    await load(page, "#v=2");
    await settled(page);
    for (const key of ["k", "vcs", "flits", "beta"]) {
      await page.locator(`#control-${key} .name`).hover();
      const [help, name] = [await box(page, `help-${key}`), await page.locator(`#control-${key} .name`).boundingBox()];
      assert.ok(help.top >= 0 && help.left >= 0 && help.right <= width && help.height > 20, `${key} at ${width}: ${JSON.stringify(help)}`);
      assert.ok(help.bottom <= name.y + 4, `${key} at ${width}: down to ${help.bottom}, the name begins at ${name.y}`);
    }
  }
});

page("nothing moves while the page opens and the first results arrive", "", async (page) => {
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    await load(page, "#v=2&auto=1&cycles=2000");
    await settled(page);
    assert.ok(await page.evaluate(() => PerformanceObserver.supportedEntryTypes.includes("layout-shift")));
    const shifts = await page.evaluate(() => new Promise((told) => {
      const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
      const of = ({ node, previousRect, currentRect }) => `${node?.id || node?.parentElement?.id}: ${box(previousRect)} -> ${box(currentRect)}`;
      new PerformanceObserver((list) => told(list.getEntries().map(({ value, sources }) => [value, ...sources.map(of)]))).observe({ type: "layout-shift", buffered: true });
      setTimeout(() => told([]), 500);
    }));
    // The results take 0.0025; a font that comes after the first picture moves the lines of the page that waits by a pixel: 0.0022, on a phone 0.0104.
    assert.ok(shifts.reduce((all, [value]) => all + value, 0) < 0.014, `${viewport.width}: ${shifts.join("; ")}`);
  }
});

page("the story of a moment has its number and its picture in one screen", "", async (page) => {
  const pictures = { broadcast: "staircase", multicast: "staircase", message: "trail", circuit: "trail", deadlock: "staircase", turns: "compass" };
  for (const system of systems) {
    await load(page, `#v=2&system=${system}`);
    await settled(page);
    const moments = await page.locator("#moments [data-moment]").evaluateAll((all) => all.map((button) => button.dataset.moment));
    for (const moment of moments.filter((moment) => moment !== "traffic")) {
      await page.locator(`#moment-${moment}`).click();
      await page.waitForFunction(() => document.body.matches(".told.drawn"));
      await page.locator(`#${pictures[moment]}`).waitFor();
      for (const [width, height] of [[1440, 900], [1280, 720], [390, 844]]) {
        await page.setViewportSize({ width, height });
        await settled(page);
        await page.evaluate(() => scrollTo(0, 0));
        for (const id of ["number", "chart"]) assert.equal(await visible(page, id), false, `${system}: ${moment} at ${width}: ${id}`);
        for (const id of ["story-heading", "story-number", pictures[moment]]) {
          assert.ok(await visible(page, id), `${system}: ${moment}: ${id} at ${width}`);
          const { top, left, right } = await box(page, id);
          assert.ok(top >= 0 && top < height - 60 && left >= 0 && right <= width, `${system}: ${moment}: ${id} at ${width} x ${height}`);
        }
      }
      await page.setViewportSize(desktop);
    }
  }
});

page("an open tab takes less than the lower half, and network, load, number and chart stay above it", "", async (page) => {
  for (const system of systems) {
    await load(page, `#v=2&system=${system}&auto=0`);
    await page.locator("#tab-equations").click();
    for (const [width, height] of [[1440, 900], [1280, 720], [1024, 768]]) {
      await page.setViewportSize({ width, height });
      await settled(page);
      const layers = await box(page, "layers");
      assert.ok(layers.top >= height / 2 && Math.abs(layers.bottom - height) < 2, `${system} at ${width} x ${height}: ${layers.top}`);
      for (const id of ["stage", "play", "load", "controls", "number", "chart"]) {
        const { top, bottom, height: tall } = await box(page, id);
        assert.ok(tall > 0 && top >= 0 && bottom <= layers.top, `${system} at ${width} x ${height}: ${id} from ${top} to ${bottom}`);
      }
      assert.ok(await inside(page, "#controls .control.main", "#world"), `${system} at ${width} x ${height}`);
    }
    await page.keyboard.press("Escape");
    await settled(page);
    assert.ok((await box(page, "layers")).top > 0.8 * 768, `${system}: it has gone down`);
    await page.setViewportSize(desktop);
  }
});

const PROJECTORS = [[640, 480], [853, 480], [1024, 768]];
const LOW = [[320, 256], [667, 375], [1000, 500]];
/** Scenes, the control that is pressed in each, and the sizes of the window. */
const ROWS = [
  ...systems.flatMap((system) => [[`#v=2&system=${system}&present=1`, [], PROJECTORS], [`#v=2&system=${system}`, [], LOW]]),
  ["#v=2&present=1&k=999", [], PROJECTORS],
  ...["first&step=2", "end", "more-channels&step=2&answer=2", "more-channels&step=4"].flatMap((place) => [[`#v=2&lesson=${place}`, [], LOW], [`#v=2&lesson=${place}&present=1`, [], PROJECTORS]]),
  ["#v=2&present=1", ["3"], PROJECTORS], ["#v=2&present=1", ["4"], PROJECTORS], ["#v=2&system=banyan-multicast&present=1", ["2"], PROJECTORS], ["#v=2&system=hypercube-mmpp&present=1", ["2"], PROJECTORS],
  ["#v=2&lesson=more-channels&present=1", ["3", "Enter"], PROJECTORS], ["#v=2&lesson=end&step=2&present=1", ["3", "Enter", "Enter", "4", "Enter"], PROJECTORS],
];

page("in a small window and on an old projector nothing lies over anything, and all is within reach", "", async (page) => {
  const found = [];
  for (const [fragment, keys, sizes] of ROWS) {
    await page.setViewportSize(desktop);
    // What keys have opened goes with the page.
    if (keys.length) await load(page, fragment);
    else await walk(page, fragment);
    await next(page);
    for (const key of keys) {
      await page.keyboard.press(key);
      await next(page);
    }
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      // The clock of a vote never rests.
      await next(page);
      await next(page);
      const where = `${fragment} ${keys.join(" ")} at ${width} x ${height}`;
      found.push(...(await clutter(page)).map((what) => `${where}: ${what}`));
      const { width: stage } = await box(page, "stage");
      const hidden = await page.evaluate(() => !document.getElementById("stage").checkVisibility({ visibilityProperty: true }));
      if (!hidden && stage < 90) found.push(`${where}: the network is ${stage} wide`);
    }
  }
  assert.deepEqual(found, []);
});

test("whatever size of type a reader has chosen, header and controls are whole", async () => {
  const found = [];
  for (const font of [24, 32]) {
    const browser = await launch(font);
    const { page } = await blank(browser, { reducedMotion: "reduce" });
    for (const fragment of ["#v=2", "#v=2&system=hypercube-slotted", "#v=2&present=1"]) {
      for (const [width, height] of [[1366, 768], [390, 844]]) {
        await page.setViewportSize({ width, height });
        await page.goto("about:blank");
        await page.goto(server.url + fragment);
        await ready(page);
        await settled(page);
        found.push(...(await clutter(page)).map((what) => `${fragment} with ${font} pixels at ${width}: ${what}`));
      }
    }
    await browser.close();
  }
  assert.deepEqual(found, []);
});
