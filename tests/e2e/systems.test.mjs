// The five systems and their scenes as a reader meets them.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { axe, broken, dist, open, overflow, pixels, results, scenario } from "./browser.mjs";
import { browser, server } from "./pages.mjs";

const systems = ["torus-broadcast", "kary-ncube", "hypercube-mmpp", "hypercube-slotted", "banyan-multicast"];

/** The links of all scenes, as the source has them. */
const scenes = async () => {
  const folder = join(dist, "..", "src", "scenario", "preset");
  const files = (await readdir(folder)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return texts.flatMap((text) => [...text.matchAll(/\n\s+title: "(.*)",[^]*?\n\s+link: "(.*)",/g)].map(([, title, link]) => ({ title, link })));
};

test("every scene opens from its link with a drawn curve and no notice", async () => {
  const all = await scenes();
  assert.ok(all.length >= 70, `${all.length} scenes`);
  const { page, complaints, close } = await open(browser, server.url);
  for (const { title, link } of all) {
    await page.goto("about:blank");
    await page.goto(`${server.url}#${link}`);
    await page.evaluate(() => window.flitscope.ready);
    const { curves, point } = await results(page);
    assert.equal(point.state, "stable", `${title}: ${link}`);
    assert.ok(curves.length >= 1 && curves.every((curve) => curve.load.length >= 60), `${title}: ${link}`);
    assert.ok((await pixels(page, "curves")).coloured > 300, `${title}: the curve is drawn`);
    assert.equal(await page.locator("#notices").innerText(), "", title);
    assert.match(await page.locator("#scene").innerText(), new RegExp(`· .*${title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`));
    assert.notEqual(await page.locator("#scene-note").innerText(), "", title);
    assert.equal(await broken(page), null, title);
  }
  assert.deepEqual(complaints, []);
  await close();
});

for (const system of systems) {
  test(`${system}: sliders move by keyboard, and curve, numbers and address follow`, async () => {
    const { page, complaints, close } = await open(browser, `${server.url}#system=${system}`);
    const before = await results(page);
    assert.equal(before.point.state, "stable");
    assert.ok(before.curves[0].load.length >= 60);
    const sliders = page.locator("#controls input[type=range]");
    for (let i = 0; i < (await sliders.count()); i += 1) {
      const key = await sliders.nth(i).getAttribute("data-key");
      const was = (await scenario(page))[key];
      await sliders.nth(i).press("ArrowRight");
      if ((await scenario(page))[key] === was) await sliders.nth(i).press("ArrowLeft");
      assert.notEqual((await scenario(page))[key], was, key);
      assert.equal(await broken(page), null, key);
      await page.locator("#reset").click();
    }
    assert.deepEqual((await results(page)).curves, before.curves);
    await page.getByRole("slider", { name: /^n |^k / }).first().press("ArrowRight");
    await page.waitForFunction(() => /[?&#](k|n)=/.test(location.hash));
    assert.notDeepEqual((await results(page)).point, before.point);
    assert.deepEqual(complaints, []);
    await close();
  });

  test(`${system}: every reading gives numbers, and says what it departs from`, async () => {
    const { page, complaints, close } = await open(browser, `${server.url}#system=${system}`);
    const list = page.locator('select[data-key="reading"]');
    const readings = await list.locator("option").evaluateAll((options) => options.map((option) => option.value));
    assert.ok(readings.length >= 2);
    for (const reading of readings) {
      await list.selectOption(reading);
      const { reading: shown, curves, point } = await results(page);
      assert.deepEqual([shown, curves[0].reading, point.state], [reading, reading, "stable"]);
    }
    const effects = await page.locator("details.deviation .effect").allInnerTexts();
    assert.ok(effects.length >= 3 && effects.every((text) => /[+−]?\d+(\.\d+)? %/.test(text)), effects.join("; "));
    assert.deepEqual(complaints, []);
    await close();
  });

  test(`${system}: the numbers of a shared link are those of the page it came from`, async () => {
    const { page, complaints, close } = await open(browser, `${server.url}#system=${system}&axis=log&seed=7`);
    await page.getByRole("slider", { name: /^n |^k / }).first().press("ArrowRight");
    await page.locator("#share").click();
    const link = await page.locator("#share-link").inputValue();
    const fresh = await open(browser, link);
    assert.deepEqual(await scenario(fresh.page), await scenario(page));
    assert.deepEqual((await results(fresh.page)).curves, (await results(page)).curves);
    assert.deepEqual([...fresh.complaints, ...complaints], []);
    await fresh.close();
    await close();
  });

  for (const colorScheme of ["light", "dark"]) {
    test(`${system}: axe finds nothing to complain of, ${colorScheme}`, async () => {
      const { page, complaints, close } = await open(browser, `${server.url}#system=${system}`, { colorScheme });
      await page.locator("summary").evaluateAll((all) => all.forEach((summary) => { summary.parentElement.open = true; }));
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => [node.html, node.failureSummary])]), []);
      assert.deepEqual(complaints, []);
      await close();
    });
  }

  for (const width of [1440, 1000, 390, 320]) {
    test(`${system}: nothing overflows at ${width} pixels`, async () => {
      const { page, close } = await open(browser, `${server.url}#system=${system}&load=0.0123456`, { viewport: { width, height: 844 } });
      await page.locator("summary").evaluateAll((all) => all.forEach((summary) => { summary.parentElement.open = true; }));
      assert.deepEqual(await overflow(page), [0]);
      await close();
    });
  }
}

for (const system of systems.slice(1)) {
  test(`${system}: the second chart shows each of its figures, with the numbers in a table`, async () => {
    const { page, complaints, close } = await open(browser, `${server.url}#system=${system}`);
    assert.ok(await page.locator("#stage-panel").isVisible(), "every system has an animation");
    await page.locator("#figure-box summary").click();
    const radios = page.locator("#figures input");
    const { figures } = await results(page);
    assert.equal(await radios.count(), figures.length);
    const seen = new Set();
    for (let i = 0; i < figures.length; i += 1) {
      await radios.nth(i).check();
      await page.locator("#figure-title", { hasText: new RegExp(figures[i], "i") }).waitFor();
      seen.add((await pixels(page, "figure")).hash);
      assert.ok((await page.locator("#figure-table tbody tr").count()) >= 3, figures[i]);
      assert.equal(await broken(page), null);
    }
    assert.equal(seen.size, figures.length, "each is another picture");
    assert.deepEqual(complaints, []);
    await close();
  });
}

test("the banyan has throughput instead of latency, and ends where every node sends", async () => {
  const { page, close } = await open(browser, `${server.url}#system=banyan-multicast&multicast=1&load=9`);
  const { curves, point } = await results(page);
  assert.deepEqual([point.state, curves[0].saturation, curves[0].latency], ["invalid", null, undefined]);
  assert.equal(curves[0].end, 8);
  assert.ok(curves[0].throughput.length === curves[0].complete_throughput.length);
  await page.getByRole("button", { name: "Go to 90 % of the largest load" }).click();
  assert.equal((await results(page)).point.state, "stable");
  await close();
});

test("the slotted hypercube gives both delays", async () => {
  const { page, close } = await open(browser, `${server.url}#system=hypercube-slotted`);
  const { point } = await results(page);
  assert.ok(point.latency > 0 && point.latency_bernoulli > 0 && point.latency !== point.latency_bernoulli);
  assert.match(await page.locator("#legend").innerText(), /Poisson model \d.*Bernoulli model \d.* slots/s);
  await close();
});

test("a system that was left is found as it was, and undo goes back across systems", async () => {
  const { page, complaints, close } = await open(browser, `${server.url}#system=hypercube-slotted&n=4`);
  await page.getByRole("button", { name: "Multicast banyan" }).click();
  await page.getByRole("radio", { name: "by stage" }).check();
  await page.getByRole("checkbox", { name: /refined/ }).check();
  await page.getByRole("button", { name: "Slotted hypercube" }).click();
  assert.equal((await scenario(page)).n, 4);
  await page.getByRole("button", { name: "Multicast banyan" }).click();
  const { figure, show } = await scenario(page);
  assert.deepEqual([figure, show], ["stages", "corrected,refined"]);
  for (let i = 0; i < 3; i += 1) await page.locator("#undo").click();
  const { system, n, figure: hops } = await scenario(page);
  assert.deepEqual([system, n, hops], ["hypercube-slotted", 4, "hops"]);
  assert.ok(await page.locator("#figure-panel").isVisible());
  assert.deepEqual(complaints, []);
  await close();
});

test("a model that takes long follows when its slider rests", async () => {
  const { page, complaints, close } = await open(browser, `${server.url}#system=hypercube-mmpp&n=8&vcs=7&mmpps=6&show=`);
  const slider = page.getByRole("slider", { name: "H Hurst parameter" });
  const before = await page.locator("#sentence").innerText();
  for (let i = 0; i < 5; i += 1) await slider.press("ArrowRight");
  await page.waitForFunction((before) => document.getElementById("sentence").innerText !== before, before);
  assert.equal((await scenario(page)).hurst, 0.75);
  assert.deepEqual(complaints, []);
  await close();
});

test("a network too large for the printed reading says so, draws another, and answers at once", async () => {
  const { page, complaints, close } = await open(browser, `${server.url}#system=kary-ncube&k=32&n=8&show=printed&load=0.00001`);
  const { curves, point } = await results(page);
  assert.deepEqual([point.state, curves.map((curve) => curve.reading)], ["invalid", ["corrected"]]);
  assert.match(await page.locator("#sentence").innerText(), /every multiset of distances/);
  await page.locator('select[data-key="reading"]').selectOption("refined");
  assert.equal((await results(page)).point.state, "stable");
  assert.deepEqual(complaints, []);
  await close();
});

test("a fanout beyond half of the nodes gives way to a smaller network, and says so", async () => {
  const { page, close } = await open(browser, `${server.url}#system=banyan-multicast&fanout=64`);
  const field = page.locator('input[type=number][data-key="n"]');
  await field.fill("5");
  assert.equal((await scenario(page)).fanout, 16);
  await page.locator("#notices", { hasText: "fanout = 64 is out of range: use a whole number from 1 to 16 when n = 5" }).waitFor();
  await field.fill("8");
  assert.equal((await scenario(page)).fanout, 64, "what gave way to a value that was only passed comes back");
  await close();
});
