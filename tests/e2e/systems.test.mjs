// The five systems and their scenes as a reader meets them.
import assert from "node:assert/strict";
import { attribute, broken, next, notices, now, pixels, results, scenario, settled, systems, text, unfold, value, visible, walk } from "./browser.mjs";
import { load, openScene, pages, scenes, inSettings, settings } from "./pages.mjs";

const page = pages();

page("every scene of the lists opens with a drawn curve and no notice", "", async (page) => {
  let opened = 0;
  for (const system of systems) {
    const offered = await scenes(page, system);
    for (const [index, title] of offered) {
      // One after the other from the same place: that a scene is as the one before left it would be seen.
      await openScene(page, index);
      const { auto } = await page.evaluate(() => window.flitscope.scenario());
      // One that simulates by itself comes to rest with its last point, which is no matter here.
      const whole = () => page.waitForFunction(() => window.flitscope.results().curves.every(({ load }) => load.length >= 60));
      const { curves, point } = auto === "1" ? await next(page).then(whole).then(() => next(page)).then(() => now(page)) : await results(page);
      assert.equal(point.state, "stable", title);
      assert.ok(curves.length >= 1 && curves.every((curve) => curve.load.length >= 60), title);
      assert.ok((await pixels(page, "curves")).coloured > 300, `${title}: the curve is drawn`);
      assert.deepEqual(await notices(page), [], title);
      assert.ok((await text(page, "scene")).endsWith(title), title);
      assert.notEqual(await text(page, "scene-note"), "", title);
      assert.equal(await broken(page), null, title);
    }
    opened += offered.length;
  }
  assert.ok(opened >= 70, `${opened} scenes`);
});

for (const link of [
  "#v=2&system=torus-broadcast&beta=0&wiring=mesh&pattern=transpose&routing=dimension-order&flits=16&load=0.004&heat=1",
  "#v=2&system=kary-ncube&ways=two&routing=valiant&vcs=4&pattern=tornado&flits=16&load=0.002",
  "#v=2&system=hypercube-slotted&pattern=bit-complement&load=0.05",
]) {
  page(`every tab of a network without a model says why it has none: ${new URLSearchParams(link.slice(1)).get("system")}`, `${link}&cycles=20000&auto=1`, async (page) => {
    await page.waitForFunction(() => /cycles|slots/.test(document.querySelector("#meaning").textContent));
    const reason = /^The models assume [a-z -]+ = .*, not .*\. The simulation and the bounds on the load hold\./;
    for (const [tab, place] of [["explain", "said"], ["equations", "equation"], ["comparison", "comparison-none"], ["figures", "figure-note"]]) {
      await page.locator(`#tab-${tab}`).click();
      await settled(page);
      assert.match((await text(page, place)).trim(), reason, tab);
      assert.equal(await broken(page), null, tab);
    }
    await page.locator("#tab-ask").click();
    await page.waitForFunction(() => /^The models assume/.test(document.querySelector("#query-matters p")?.textContent));
    assert.equal(await page.locator("#query-matters table").count(), 0);
    assert.deepEqual(await notices(page), []);
  });
}

page("the moments of a mesh have a torus of their own, and lead back to the mesh", "#v=2&system=torus-broadcast&beta=0&wiring=mesh&routing=dimension-order&load=0.002", async (page) => {
  const mesh = await scenario(page);
  for (const moment of ["broadcast", "deadlock"]) {
    await page.locator(`#moment-${moment}`).click();
    await settled(page);
    assert.equal((await scenario(page)).wiring, "torus", moment);
    assert.deepEqual(await notices(page), [], moment);
    await page.locator("#moment-traffic").click();
    await settled(page);
    assert.deepEqual(await scenario(page), mesh, moment);
  }
});

for (const system of systems) {
  page(`${system}: sliders move by keyboard, and curve, numbers and address follow`, `#v=2&system=${system}`, async (page) => {
    const before = await results(page);
    assert.equal(before.point.state, "stable");
    assert.ok(before.curves[0].load.length >= 60);
    const start = await scenario(page);
    await settings(page);
    const sliders = await page.locator("#load, #controls input[type=range]").all();
    assert.ok(sliders.length >= 2);
    for (const slider of sliders) {
      const key = await slider.getAttribute("data-key");
      // A setting that has no effect here is hidden.
      if (await slider.isHidden()) continue;
      await slider.press("ArrowRight");
      if ((await scenario(page))[key] === start[key]) await slider.press("ArrowLeft");
      assert.notEqual((await scenario(page))[key], start[key], key);
      assert.equal(await broken(page), null, key);
      await page.locator(".panel-foot [data-do=reset]").click();
    }
    assert.deepEqual((await results(page)).curves, before.curves);
    const key = (await page.locator("#input-n").count()) ? "n" : "k";
    await page.locator(`#input-${key}`).press("ArrowRight");
    await page.waitForFunction((key) => new URLSearchParams(location.hash.slice(1)).has(key), key);
    assert.notDeepEqual((await results(page)).point, before.point);
  });

  page(`${system}: every reading gives numbers, and says what it departs from`, `#system=${system}`, async (page) => {
    await settings(page);
    const list = page.locator('select[data-key="reading"]');
    const readings = await list.locator("option").evaluateAll((options) => options.map((option) => option.value));
    assert.ok(readings.length >= 2);
    for (const reading of readings) {
      await list.selectOption(reading);
      const { reading: shown, curves, point } = await results(page);
      assert.deepEqual([shown, curves[0].reading, point.state], [reading, reading, "stable"]);
    }
    await page.locator("#tab-differences").click();
    await settled(page);
    const effects = await page.locator("details.deviation .effect").allInnerTexts();
    assert.ok(effects.length >= 3 && effects.every((text) => /\d/.test(text)), effects.join("; "));
  });

  page(`${system}: the numbers of a shared link are those of the page it came from`, `#system=${system}&axis=log&seed=7`, async (page) => {
    await page.locator("#controls input[type=range]").first().press("ArrowRight");
    // Until the warm-up is known the cycle shown goes on.
    await settled(page);
    await page.locator("#share").click();
    const link = await value(page, "share-text");
    const [set, { curves }] = [await scenario(page), await results(page)];
    await load(page, new URL(link).hash);
    assert.deepEqual(await scenario(page), set);
    assert.deepEqual((await results(page)).curves, curves);
  });
}

page("the second chart shows each of its figures, with the numbers in a table", "", async (page) => {
  for (const system of systems.slice(1)) {
    await walk(page, `#system=${system}&cycles=20000`);
    await page.locator("#simulate").click();
    await settled(page);
    await unfold(page);
    assert.ok(await visible(page, "world"), "every system has an animation");
    const radios = await page.locator("#figures input").all();
    const { figures } = await results(page);
    assert.equal(radios.length, figures.length);
    const seen = new Set();
    for (const [i, radio] of radios.entries()) {
      await radio.check();
      await settled(page);
      assert.equal((await text(page, "figure-title")).toLowerCase(), figures[i].toLowerCase());
      seen.add((await pixels(page, "figure")).hash);
      assert.ok((await page.locator("#figure-table tbody tr").count()) >= 3, figures[i]);
      assert.equal(await broken(page), null);
    }
    assert.equal(seen.size, figures.length, "each is another picture");
  }
});

page("the banyan has throughput instead of latency, and ends where every node sends", "#system=banyan-multicast&multicast=1&load=9", async (page) => {
  const { curves, point } = await results(page);
  assert.deepEqual([point.state, curves[0].saturation, curves[0].latency], ["invalid", null, undefined]);
  assert.equal(curves[0].end, 8);
  assert.ok(curves[0].throughput.length === curves[0].complete_throughput.length);
  await page.locator("[data-do=below]").click();
  assert.equal((await results(page)).point.state, "stable");
});

page("the slotted hypercube gives both delays", "#system=hypercube-slotted", async (page) => {
  const { point } = await results(page);
  assert.ok(point.latency > 0 && point.latency_bernoulli > 0 && point.latency !== point.latency_bernoulli);
  const legend = await text(page, "legend");
  for (const delay of [point.latency, point.latency_bernoulli]) assert.ok(legend.includes(delay.toPrecision(3)), `${delay}: ${legend}`);
});

page("a system that was left is found as it was, and undo goes back across systems", "#system=hypercube-slotted&n=4", async (page) => {
  await page.locator("#tab-figures").click();
  await page.locator("#system-banyan-multicast").click();
  await page.locator("#choose-figure-stages").check();
  await page.locator("#more-models summary").click();
  await page.locator("#show-refined").check();
  await page.locator("#system-hypercube-slotted").click();
  assert.equal((await scenario(page)).n, 4);
  await page.locator("#system-banyan-multicast").click();
  const { figure, show } = await scenario(page);
  assert.deepEqual([figure, show], ["stages", "corrected,refined,flow"]);
  for (let i = 0; i < 3; i += 1) await page.locator("#undo").click();
  const { system, n, figure: hops } = await scenario(page);
  assert.deepEqual([system, n, hops], ["hypercube-slotted", 4, "hops"]);
  assert.ok(await visible(page, "figure-panel"));
  assert.equal(await attribute(page, "system-hypercube-slotted", "aria-current"), "true");
});

page("a network too large for the printed reading says so, draws another, and answers at once", "#system=kary-ncube&k=32&n=8&show=printed&load=0.00001", async (page) => {
  const { curves, point } = await results(page);
  assert.deepEqual([point.state, curves.map((curve) => curve.reading)], ["invalid", ["corrected"]]);
  assert.ok((await text(page, "said")).length > 20);
  await inSettings(page, () => page.locator('select[data-key="reading"]').selectOption("refined"));
  assert.equal((await results(page)).point.state, "stable");
});
