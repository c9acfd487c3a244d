// The first screen by numbers: sizes, type, moments, and the dots of arrivals.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { attribute, phone, results, scenario, settled, systems } from "./browser.mjs";
import { load, pages } from "./pages.mjs";

const page = pages("#v=2");

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

for (const [width, height, least] of [[1440, 900, 520], [1366, 768, 400], [1280, 720, 400]]) {
  page(`the network and the load are large at ${width} x ${height}`, "", async (page) => {
    await page.setViewportSize({ width, height });
    await settled(page);
    const [stage, world, slider] = await Promise.all(["stage", "world", "load"].map((id) => box(page, id)));
    console.log(`${width} x ${height}: network ${Math.round(stage.width)} x ${Math.round(stage.height)}, load ${Math.round(slider.width)} of ${Math.round(world.width)}`);
    assert.ok(Math.min(stage.width, stage.height) >= least, `network ${stage.width} x ${stage.height}`);
    assert.ok(slider.width >= 0.9 * world.width, `load ${slider.width} of ${world.width}`);
  });
}

page("no control wraps, and the type has at most six sizes, at every width and in every system", "", async (page) => {
  for (const [width, height] of [[1440, 900], [1366, 768], [1280, 720], [1024, 768]]) {
    await page.setViewportSize({ width, height });
    for (const system of systems) {
      await load(page, `#v=2&system=${system}`);
      await settled(page);
      const { tall, sizes } = await page.evaluate(() => {
        const shown = [...document.querySelectorAll("header *, main *")].filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().top < innerHeight && !element.closest("svg, .sr, [role=tabpanel]"));
        const controls = shown.filter((element) => element.matches("button:not(.term), select, label"));
        const texts = shown.filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && !element.matches(".sym, .sym *"));
        return {
          tall: controls.filter((element) => element.getBoundingClientRect().height > 48 && !element.closest("#systems, #tabs")).map((element) => element.id || element.textContent),
          sizes: [...new Set(texts.map((element) => parseFloat(getComputedStyle(element).fontSize)))].sort((a, b) => a - b),
        };
      });
      assert.deepEqual(tall, [], `${system} at ${width} x ${height}`);
      const [moments, world] = await Promise.all(["moments", "world"].map((id) => box(page, id)));
      assert.ok(moments.width === 0 || await inside(page, "#moments button", "#world"), `${system} at ${width} x ${height}: moments to ${moments.right}, world to ${world.right}`);
      assert.ok(sizes.length <= 6, `${system} at ${width} x ${height}: ${sizes}`);
    }
  }
});

page("the help on a slider of the row opens above it, inside the window, also beside a tab that is open", "", async (page) => {
  for (const [width, height] of [[1440, 900], [1366, 768], [1024, 768]]) {
    await page.setViewportSize({ width, height });
    for (const tab of ["", "tab-data"]) {
      await load(page, "#v=2");
      await settled(page);
      if (tab) {
        await page.click(`#${tab}`);
      }
      for (const key of ["k", "vcs", "flits", "beta"]) {
        await page.click(`#ask-${key}`);
        const [help, name] = [await box(page, `help-${key}`), await box(page, `ask-${key}`)];
        assert.ok(help.top >= 0 && help.left >= 0 && help.right <= width && help.height > 20, `${key} ${tab} at ${width}: ${JSON.stringify(help)}`);
        assert.ok(help.bottom <= name.top + 4, `${key} ${tab} at ${width}: down to ${help.bottom}, the name begins at ${name.top}`);
        const top = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.id, [(help.left + help.right) / 2, (help.top + help.bottom) / 2]);
        assert.equal(top, `help-${key}`, "nothing covers it");
        await page.click(`#ask-${key}`);
      }
    }
  }
});

page("on a phone heading, network, number, chart and load are in one screen", "", async (page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await settled(page);
  const load = await box(page, "load-box");
  for (const id of ["heading", "stage", "number", "chart"]) {
    const { top, bottom } = await box(page, id);
    assert.ok(top >= 0 && bottom <= load.top + 4, `${id} from ${top} to ${bottom}, and the load begins at ${load.top}`);
  }
  assert.ok(load.bottom <= 844);
});

for (const viewport of [{ width: 1440, height: 900 }, { width: 1366, height: 768 }, phone]) {
  page(`nothing moves while the page opens and the first results arrive, at ${viewport.width} x ${viewport.height}`, "&auto=1&cycles=2000", async (page) => {
    await settled(page);
    assert.ok(await page.evaluate(() => PerformanceObserver.supportedEntryTypes.includes("layout-shift")));
    const shifts = await page.evaluate(() => new Promise((told) => {
      new PerformanceObserver((list) => told(list.getEntries().map(({ value }) => value))).observe({ type: "layout-shift", buffered: true });
      setTimeout(() => told([]), 500);
    }));
    // The results take 0.0025; a font that comes after the first picture takes 0.003 on the page that waits.
    assert.ok(shifts.reduce((all, one) => all + one, 0) < 0.008, `${shifts}`);
  }, { viewport });
}

page("the story of a moment has its number and its picture in one screen", "", async (page) => {
  const pictures = { broadcast: "staircase", multicast: "staircase", message: "trail", circuit: "trail", deadlock: "chart" };
  for (const [width, height] of [[1440, 900], [1280, 720], [390, 844]]) {
    await page.setViewportSize({ width, height });
    for (const system of systems) {
      await load(page, `#v=2&system=${system}`);
      await settled(page);
      const moments = await page.locator("#moments [data-moment]").evaluateAll((all) => all.map((button) => button.dataset.moment));
      for (const moment of moments.filter((moment) => moment !== "traffic")) {
        await page.locator(`#moment-${moment}`).click();
        const drawn = moment !== "deadlock";
        await page.waitForFunction((drawn) => document.body.matches(drawn ? ".told.drawn" : ".told:not(.drawn)"), drawn);
        await page.locator(`#${pictures[moment]}`).waitFor();
        const shown = await page.evaluate((picture) => ["number", "story-heading", "story-number", picture].map((id) => document.getElementById(id).checkVisibility()), pictures[moment]);
        assert.deepEqual(shown, [moment !== "deadlock", true, true, true], `${system}: ${moment} at ${width}`);
        for (const id of ["story-heading", "story-number", pictures[moment]]) {
          const { top, left, right } = await box(page, id);
          assert.ok(top >= 0 && top < height - 60 && left >= 0 && right <= width, `${system}: ${moment}: ${id} at ${width} x ${height}`);
        }
      }
    }
  }
});

page("each moment is one press away, and its link opens it again", "", async (page) => {
  for (const system of systems) {
    await load(page, `#v=2&system=${system}`);
    await settled(page);
    const moments = await page.locator("#moments [data-moment]").evaluateAll((all) => all.map((button) => button.dataset.moment));
    for (const moment of moments) {
      const button = page.locator(`#moment-${moment}`);
      await button.click();
      await settled(page);
      assert.equal(await button.getAttribute("aria-pressed"), "true", `${system}: ${moment}`);
      const { cycle: _, ...shown } = await scenario(page);
      // The address follows a moment later.
      await page.waitForTimeout(600);
      const link = await page.evaluate(() => location.hash);
      await load(page, link);
      await settled(page);
      const { cycle: __, ...again } = await scenario(page);
      assert.deepEqual(again, shown, `${system}: ${moment}`);
      assert.equal(await attribute(page, `moment-${moment}`, "aria-pressed"), "true", `${system}: ${moment} by ${link}`);
    }
  }
});

page("dots are the messages that arrived, as the command line traces them", "&beta=0&cycle=600", async (page) => {
  const { arrivals } = await results(page);
  assert.equal(arrivals.length, 0, "none for a reader who prefers that nothing moves");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await load(page, "#v=2&beta=0&cycle=600");
  const seen = (await results(page)).arrivals;
  assert.ok(seen.length > 50 && seen.length <= 200, String(seen.length));
  const program = new URL("../../target/debug/flitscope", import.meta.url).pathname;
  const traced = execFileSync(program, ["trace", "v=2&system=torus-broadcast&load=0.0065&beta=0", "--from", "0", "--to", "600", "--jsonl"], { encoding: "utf8", maxBuffer: 1 << 28 });
  const known = new Set(traced.trim().split("\n").map(JSON.parse).map(({ source, destination, generated, arrived }) => [source, destination, arrived - generated, arrived].join()));
  for (const { cycle, source, destination, latency } of seen) assert.ok(known.has([source, destination, latency, cycle].join()), JSON.stringify({ cycle, source, destination, latency }));
});

page("an open tab takes the lower half, and network, load, number and chart stay above it", "", async (page) => {
  for (const [width, height] of [[1440, 900], [1280, 720], [1024, 768]]) {
    await page.setViewportSize({ width, height });
    for (const system of systems) {
      await load(page, `#v=2&system=${system}&auto=0`);
      await settled(page);
      await page.locator("#tab-equations").click();
      await settled(page);
      const layers = await box(page, "layers");
      assert.ok(Math.abs(layers.top - height / 2) < 2 && Math.abs(layers.bottom - height) < 2, `${system} at ${width} x ${height}: ${layers.top}`);
      for (const id of ["stage", "play", "load", "controls", "number", "chart"]) {
        const { top, bottom, height: tall } = await box(page, id);
        assert.ok(tall > 0 && top >= 0 && bottom <= layers.top, `${system} at ${width} x ${height}: ${id} from ${top} to ${bottom}`);
      }
      assert.ok(await inside(page, "#controls .control.main", "#world"), `${system} at ${width} x ${height}`);
      await page.keyboard.press("Escape");
      await settled(page);
      assert.ok((await box(page, "layers")).top > 0.8 * height, `${system}: it has gone down`);
    }
  }
});

page("the nodes of a large network are seen around the message that is followed, with the whole network in small", "", async (page) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await load(page, "#v=2&system=kary-ncube&k=8&n=3&load=0.002&cycle=500&auto=0");
  await settled(page);
  const level = () => page.evaluate(() => parseFloat(document.getElementById("zoom-level").textContent));
  assert.ok(await level() > 300, `${await level()} %`);
  const { left, bottom } = await box(page, "stage");
  // The lower left of the overview: the view goes to the lower left of the network.
  const picture = () => page.evaluate(() => document.getElementById("stage").toDataURL());
  const before = await picture();
  await page.mouse.click(left + 12, bottom - 12);
  await settled(page);
  assert.notEqual(await picture(), before);
  await page.locator("#tab-explain").click();
  await page.locator("#zoom-fit").click();
  await settled(page);
  assert.equal(await level(), 100);
});
