// The page after the first look: what appears takes nothing from the chart, few things can be pressed, and small windows keep network, number and load.
import assert from "node:assert/strict";
import { next, open, phone, settled, systems } from "./browser.mjs";
import { browser, load, pages, server } from "./pages.mjs";

const story = pages();

/** The boxes of elements that can be seen. */
const boxes = (page, ...ids) => page.evaluate((ids) => ids.map((id) => {
  const { left, right, top, bottom, width, height } = document.getElementById(id).getBoundingClientRect();
  return { left, right, top, bottom, width, height };
}), ids);

/** The rows between which the chart draws its curves: the height of the line of the load. */
const plot = (page) => page.evaluate(() => parseFloat(document.getElementById("operating").style.height));

/** Elements on the first screen that a reader can press, and those of them that the Tab key stops at. */
const controls = (page) => page.evaluate(() => {
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1 && element.getBoundingClientRect().top < innerHeight;
  const all = [...document.querySelectorAll("button, a[href], input, select, summary, [tabindex='0']")].filter((element) => seen(element) && !element.disabled);
  // A page that saves data asks before it simulates: one button more.
  const own = all.filter((element) => element.id !== "simulate");
  return { all: own.filter((element) => !["stage", "chart"].includes(element.id)).length, stops: own.filter((element) => element.tabIndex >= 0).length };
});

const STATES = {
  first: "#v=2", log: "#v=2&axis=log", ours: "#v=2&published=0", compare: "#v=2&vcs=8&pin=vcs:3", three: "#v=2&vcs=8&pin=vcs:3&pin=vcs:4&pin=vcs:5", beyond: "#v=2&load=0.0155",
  mesh: "#v=2&beta=0&wiring=mesh&routing=dimension-order&pattern=transpose&load=0.003", cube: "#v=2&system=kary-ncube", bursty: "#v=2&system=hypercube-mmpp", slotted: "#v=2&system=hypercube-slotted", banyan: "#v=2&system=banyan-multicast",
};

story("the chart keeps its height in every state, and its axis while the load moves", "", async (page) => {
  const sizes = [[1440, 900, 200], [1366, 768, 200], [1280, 720, 180], [1024, 768, 160]];
  const found = new Map(sizes.map(([width]) => [width, {}]));
  for (const [name, fragment] of Object.entries(STATES)) {
    await load(page, fragment);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      // The browser reports the size with its next picture.
      await next(page);
      await settled(page);
      found.get(width)[name] = await plot(page);
    }
  }
  for (const [width, height, least] of sizes) {
    const heights = found.get(width);
    for (const [name, found] of Object.entries(heights)) {
      assert.ok(found >= least, `${name} at ${width}: ${found}`);
      // Other systems have longer words, and the name of a bound stands in a row above the curves.
      if (!["mesh", "cube", "bursty", "slotted", "banyan"].includes(name)) assert.ok(Math.abs(found - heights.first) <= 2, `${name} at ${width}: ${found} and ${heights.first}`);
    }
  }
  await load(page, "#v=2&cycles=20000");
  await page.locator("#simulate").click();
  await page.locator("#simulated-key").click();
  await settled(page);
  assert.ok(Math.abs((await plot(page)) - found.get(1024).first) <= 2, "with runs and their account");
  await page.keyboard.press("Escape");
  for (const [width, height, least] of sizes.slice(0, 3)) {
    await page.setViewportSize({ width, height });
    await load(page, "#v=2");
    await page.locator("#tab-explain").click();
    await next(page);
    await settled(page);
    assert.ok((await boxes(page, "chart"))[0].height >= least, `explain at ${width}`);
  }
  await load(page, "#v=2");
  await settled(page);
  const axis = () => page.evaluate(() => document.getElementById("chart").getAttribute("aria-valuemax"));
  const [before, top] = [await axis(), await plot(page)];
  for (let i = 0; i < 12; i++) await page.locator("#load").press("PageUp");
  await settled(page);
  assert.deepEqual([await axis(), await plot(page)], [before, top]);
});

story("the first screen of a newcomer has at most 30 things to press and 20 stops of the Tab key", "", async (page) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  for (const system of systems) {
    await load(page, `#v=2&system=${system}`);
    await page.locator("#play[data-state=playing]").waitFor();
    const { all, stops } = await controls(page);
    assert.ok(all <= 30 && stops <= 20, `${system}: ${all}, ${stops}`);
  }
}, { reducedMotion: "no-preference" });

story("a number has one owner: the parts add up to it, Explain says the same, and the paper has its curve and one line", "", async (page) => {
  for (const fragment of ["#v=2", "#v=2&system=kary-ncube", "#v=2&system=hypercube-mmpp", "#v=2&system=hypercube-slotted"]) {
    await load(page, `${fragment}&cycles=20000`);
    await settled(page);
    for (const run of [false, true]) {
      if (run) {
        await page.locator("#simulate").click();
        await page.waitForFunction(() => document.getElementById("simulated-value").textContent !== "");
        await settled(page);
      }
      const seen = await page.evaluate(() => ({
        value: Number(document.getElementById("number").dataset.value), owner: document.getElementById("number").dataset.owner,
        parts: [...document.querySelectorAll("#parts li b")].map((part) => part.textContent), number: document.querySelector("#number b").textContent,
        said: document.getElementById("said").textContent.replaceAll("\u00a0", " "), owners: [...document.querySelectorAll("#legend output")].map((value) => value.dataset.owner),
      }));
      const sum = seen.parts.reduce((sum, part) => sum + (part.startsWith("<") ? 0 : Number(part)), 0);
      assert.ok(Math.abs(sum - seen.value) <= 0.06 * seen.parts.length + 0.05, `${fragment}: ${seen.parts} and ${seen.value}`);
      assert.ok(seen.said.includes(`Where ${seen.number} `), `${fragment}: ${seen.number} and ${seen.said}`);
      assert.equal((seen.said.match(/paper/g) ?? []).length, 2, "its number, and where it is checked");
      assert.ok(seen.owners.every(Boolean) && ["model", "simulation"].includes(seen.owner), fragment);
    }
  }
});

story("each opening scene has its interval from recorded runs, and asks for no longer one; they do not come where data is saved", "", async (sparing) => {
  const recordings = (page) => page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/runs-")).length);
  assert.equal(await recordings(sparing), 0);
  const { page, close } = await open(browser, server.url, { live: true, reducedMotion: "reduce" });
  for (const system of systems) {
    await load(page, `#v=2&system=${system}`);
    // They may come after runs that the page has begun by itself.
    await page.waitForFunction(() => document.getElementById("simulation-state").textContent.includes("recorded with the page"));
    await settled(page);
    assert.match(await page.locator("#simulated-value").textContent(), /±/, system);
    assert.equal(await page.locator("#longer").isVisible(), false, system);
    assert.match(await page.locator("#simulation-state").textContent(), /recorded with the page/, system);
    assert.equal(await recordings(page), 1);
  }
  for (const [embedded, came] of [["embed=1", 0], ["embed=stage&auto=1", 0], ["embed=chart&auto=1", 1]]) {
    await load(page, `#v=2&${embedded}`);
    // Of the stage's fifteen runs the first is enough: recorded ones come before it.
    if (embedded.includes("auto")) await page.waitForFunction(() => window.flitscope.results().simulated.length > 0);
    if (!embedded.includes("stage")) await settled(page);
    assert.equal(await recordings(page), came, embedded);
  }
  await close();
});

story("beyond its end a network has the growth of its queues in place of a mean", "#v=2&load=0.0155&cycles=20000", async (page) => {
  await page.locator("#simulate").click();
  await page.waitForFunction(() => /^\d+ messages?/.test(document.getElementById("number").textContent));
  await settled(page);
  const said = await page.evaluate(() => ["number-of", "number", "simulated-value", "value-flow"].map((id) => document.getElementById(id).textContent.replaceAll("\u00a0", " ")));
  assert.match(said[0], /queues grow by$/);
  assert.match(said[2], /^\+\d+ in 1000 cycles$/);
  assert.match(said[3], /^ends at 0\.0140$/);
  await page.locator("[data-do=below]").click();
  await settled(page);
  assert.match(await page.locator("#number").innerText(), /cycles/);
});

story("a small window has network, number, the whole bar and the load, and scrolls in one direction", "", async (page) => {
  for (const [width, height] of [[844, 390], [683, 384]]) {
    await page.setViewportSize({ width, height });
    for (const system of systems) {
      await load(page, `#v=2&system=${system}`);
      await settled(page);
      const [stage, number, parts, slider, chart] = await boxes(page, "stage-frame", "number", "parts", "load", "chart");
      assert.ok(Math.max(stage.width, stage.height) >= 300, `${system} at ${width}: ${stage.width} x ${stage.height}`);
      for (const box of [stage, number, parts, slider, chart]) assert.ok(box.right <= width && box.bottom <= height && box.top >= 0 && box.left >= 0, `${system} at ${width}: ${JSON.stringify(box)}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), system);
    }
  }
});

story("presented, nothing is smaller than 16 pixels, and the digits go from moment to moment", "#v=2&present=1", async (page) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await settled(page);
  const small = () => page.evaluate(() => [...document.querySelectorAll("body *")].filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getBoundingClientRect().width > 1 && [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) && parseFloat(getComputedStyle(element).fontSize) < 16).map((element) => `${element.id || element.className || element.tagName}: ${element.textContent.slice(0, 30)}`));
  for (const [key, moment] of [["1", "traffic"], ["2", "message"], ["3", "broadcast"], ["4", "deadlock"], ["1", "traffic"]]) {
    await page.keyboard.press(key);
    await page.locator(`#moment-${moment}[aria-pressed=true]`).waitFor();
    assert.deepEqual(await small(), [], moment);
    assert.ok(await page.evaluate(() => document.body.classList.contains("present")), moment);
  }
});

story("beside the opened settings nothing is covered, and on a phone a slider takes the place of the load", "", async (page) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await load(page, "#v=2");
  await page.locator("#all-settings").click();
  await settled(page);
  const [panel, ...rest] = await boxes(page, "controls", "stage", "number", "chart");
  for (const box of rest) assert.ok(box.right <= panel.left && box.width > 0, JSON.stringify([panel, box]));
  await page.setViewportSize(phone);
  await load(page, "#v=2");
  await page.locator("#open-vcs").click();
  await page.locator("#input-vcs").press("ArrowRight");
  await settled(page);
  const seen = await boxes(page, "stage", "number", "input-vcs");
  for (const box of seen) assert.ok(box.top >= 0 && box.bottom <= phone.height && box.width > 0, JSON.stringify(box));
  await page.locator("#open-load").click();
  assert.ok(await page.locator("#load").isVisible());
});

story("the paper has its line in the legend of every system, and the load asks to be dragged only where nothing has set it", "", async (page) => {
  for (const [width, height] of [[1440, 900], [1366, 768]]) {
    await page.setViewportSize({ width, height });
    for (const system of systems.slice(0, 3)) {
      await load(page, `#v=2&system=${system}&cycles=20000`);
      await settled(page);
      const [line, wide, room] = await page.evaluate(() => {
        const legend = document.getElementById("legend");
        return [legend.querySelector(".switch svg").getBoundingClientRect().width, legend.scrollWidth, legend.clientWidth];
      });
      assert.ok(line >= 20 && wide <= room, `${system} at ${width}: a line of ${line}, ${wide} in ${room}`);
    }
  }
  for (const [fragment, asks] of [["#v=2", true], ["#v=2&beta=0&wiring=mesh&load=0.003", false]]) {
    await load(page, fragment);
    assert.equal(await page.locator("#drag").isVisible(), asks, fragment);
  }
  assert.equal(await page.locator("#all-settings").evaluate((button) => button.querySelector(".wide").getBoundingClientRect().left - button.querySelector("span").getBoundingClientRect().left < 30), true, "one space");
  assert.equal(await page.locator("#systems [aria-current=true]").innerText(), "Mesh");
});

story("a value is on one line with its unit, whatever the width", "", async (page) => {
  for (const fragment of ["#v=2", "#v=2&vcs=8&pin=vcs:3&load=0.009", "#v=2&system=kary-ncube&load=0.0035&tab=data", "#v=2&lesson=more-channels&step=1", "#v=2&lesson=distance&step=1", "#v=2&lesson=tails&step=1"]) {
    await load(page, fragment);
    await settled(page);
    const loose = await page.evaluate(() => {
      const [walker, found] = [document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), []];
      while (walker.nextNode()) {
        const { data, parentElement } = walker.currentNode;
        if (!parentElement.closest("pre, code, textarea, option, script, style, template") && /\d (%|cycles?|flits?|slots?|hops?)(?![a-z])| [=±×] /.test(data)) found.push(data.trim());
      }
      return found;
    });
    assert.deepEqual(loose, [], fragment);
  }
});
