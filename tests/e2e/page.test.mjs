// The page as a reader meets it: opened, moved by keyboard, shared, reopened, played, undone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { axe, broken, open, overflow, pixels, results, scenario } from "./browser.mjs";
import { browser, page, server } from "./pages.mjs";

page("the k slider moves by keyboard, and curve and numbers follow", "", async (page) => {
  const before = await results(page);
  const picture = await pixels(page, "curves");
  assert.ok(picture.coloured > 500, "the curves are drawn in colour");
  await page.getByRole("slider", { name: "k radix" }).focus();
  await page.keyboard.press("ArrowRight");
  const after = await results(page);
  assert.equal((await scenario(page)).k, 9);
  assert.notEqual(after.point.latency, before.point.latency);
  assert.notEqual((await pixels(page, "curves")).hash, picture.hash);
  assert.match(await page.locator("#sentence").innerText(), new RegExp(`${after.point.latency.toPrecision(3)} cycles`));
  assert.equal(await page.locator('input[type=number][data-key="k"]').inputValue(), "9");
});

page("a shared link opens the same scene with the same numbers in a fresh page", "#k=10&vcs=4&flits=48&beta=0.04&load=0.0021&show=printed,refined&axis=log", async (page, { complaints }) => {
  await page.getByRole("slider", { name: "V virtual channels" }).press("ArrowRight");
  await page.locator("#share").click();
  await page.locator("#share-state", { hasText: "Copied." }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, await page.locator("#share-link").inputValue());
  assert.ok(link.length < 500 && link.includes("vcs=5"), link);
  const fresh = await open(browser, link);
  const [a, b] = [await results(page), await results(fresh.page)];
  assert.deepEqual(await scenario(fresh.page), await scenario(page));
  assert.deepEqual([b.curves, b.point], [a.curves, a.point]);
  assert.deepEqual([...fresh.complaints, ...complaints], []);
  await fresh.close();
});

page("undo and redo go through what was set, also through scenes and resets", "", async (page) => {
  const start = await scenario(page);
  const slider = page.getByRole("slider", { name: "M message length" });
  await slider.press("ArrowRight");
  await page.locator("#presets").selectOption({ label: "16 × 16, 4 % broadcast" });
  const preset = await scenario(page);
  assert.deepEqual([preset.k, preset.beta], [16, 0.04]);
  await page.locator("#reset").click();
  assert.deepEqual(await scenario(page), start);
  await page.keyboard.press("Control+z");
  assert.deepEqual(await scenario(page), preset);
  await page.locator("#undo").click();
  assert.equal((await scenario(page)).flits, 33);
  await page.locator("#undo").click();
  assert.deepEqual(await scenario(page), start);
  assert.equal(await page.locator("#undo").getAttribute("aria-disabled"), "true");
  await page.keyboard.press("Control+Shift+z");
  assert.equal((await scenario(page)).flits, 33);
});

page("undo leaves the view as it is", "", async (page) => {
  await page.getByRole("slider", { name: "k radix" }).press("ArrowRight");
  await page.getByRole("radio", { name: "log" }).check();
  await page.getByRole("checkbox", { name: /refined/ }).check();
  await page.locator("#undo").click();
  const { k, axis, show } = await scenario(page);
  assert.deepEqual([k, axis, show], [8, "log", "corrected,printed,refined"]);
});

page("the skip link and the tab of the present system leave the scene alone", "#k=16&vcs=5&load=0.001", async (page) => {
  const before = await scenario(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "controls");
  await page.getByRole("button", { name: "Torus with broadcast" }).click();
  assert.deepEqual(await scenario(page), before);
});

page("the slider of the load moves in round steps", "", async (page) => {
  const slider = page.getByRole("slider", { name: "λ load" });
  await slider.press("ArrowRight");
  assert.equal((await scenario(page)).load, 0.00455);
  await slider.press("ArrowLeft");
  await slider.press("ArrowLeft");
  assert.equal((await scenario(page)).load, 0.00445);
  assert.equal(await page.locator('input[type=number][data-key="load"]').inputValue(), "0.00445");
  await page.locator("#undo").click();
  assert.equal((await scenario(page)).load, 0.0045, "keys in a row are one movement");
});

page("a load is typed to the last digit", "", async (page) => {
  const field = page.locator('input[type=number][data-key="load"]');
  await field.fill("");
  await field.pressSequentially("0.00456123");
  assert.equal(await field.inputValue(), "0.00456123");
  await field.press("Enter");
  assert.equal((await scenario(page)).load, 0.00456123);
});

page("what gives way to a typed number comes back when the number is complete", "#k=16&source=200", async (page) => {
  const field = page.locator('input[type=number][data-key="k"]');
  await field.fill("3");
  assert.equal((await scenario(page)).source, 0);
  await page.locator("#notices", { hasText: "source = 200 is out of range" }).waitFor();
  await field.fill("32");
  assert.equal((await scenario(page)).source, 200);
});

page("an explanation that is opened stays open, keeps the focus, and follows", "", async (page) => {
  const summary = page.locator("details.deviation summary").first();
  await summary.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("slider", { name: "β broadcast fraction" }).press("ArrowRight");
  await results(page);
  assert.ok(await page.locator("details.deviation").first().evaluate((details) => details.open));
  const changes = await page.evaluate(() => new Promise((resolve) => {
    let changes = 0;
    new MutationObserver((list) => { changes += list.length; }).observe(document.getElementById("deviations"), { childList: true, subtree: true });
    setTimeout(() => resolve(changes), 300);
  }));
  assert.equal(changes, 0);
  await summary.focus();
  await page.keyboard.press("Enter");
  assert.ok(!(await page.locator("details.deviation").first().evaluate((details) => details.open)));
});

page("a typed number is left alone while it is typed, and named when it is out of range", "", async (page) => {
  const field = page.locator('input[type=number][data-key="k"]');
  await field.fill("");
  await field.pressSequentially("16");
  assert.equal((await scenario(page)).k, 16);
  await field.fill("");
  // The picture of the first 9 comes while the second one is already typed.
  await field.evaluate((input) => {
    input.value = "9";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.value = "99";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await results(page);
  assert.equal(await field.inputValue(), "99");
  assert.ok(await page.locator("#notices").isHidden());
  await field.press("Enter");
  await page.locator("#notices", { hasText: "k = 99 is out of range: use a whole number from 3 to 32. Using 32." }).waitFor();
  assert.equal(await field.inputValue(), "32");
  await page.locator("#notices button").click();
  assert.ok(await page.locator("#notices").isHidden());
});

page("the chart reads out by mouse, by keyboard and by touch", "", async (page) => {
  const box = await page.locator("#chart").boundingBox();
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2);
  const readout = page.locator("#readout");
  assert.match(await readout.innerText(), /λ = 0\.00\d+\s+corrected \d+(\.\d+)? cycles\s+as printed/);
  await page.mouse.move(5, 5);
  assert.ok(await readout.isHidden());
  const chart = page.locator("#chart");
  await chart.focus();
  await page.keyboard.press("Home");
  assert.match(await chart.getAttribute("aria-valuetext"), /^load 0, corrected 36.00 cycles/);
  await page.keyboard.press("Shift+ArrowRight");
  const ten = Number(await chart.getAttribute("aria-valuenow"));
  await page.keyboard.press("ArrowRight");
  assert.ok(Math.abs(Number(await chart.getAttribute("aria-valuenow")) - 1.1 * ten) < 1e-9);
  await page.keyboard.press("ArrowDown");
  assert.match(await chart.getAttribute("aria-valuetext"), /^load [\d.]+, as printed/);
  await page.keyboard.press("End");
  assert.match(await readout.innerText(), /corrected no solution/);
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  assert.ok(Math.abs((await scenario(page)).load - ten) < 1e-4);
  await page.keyboard.press("Escape");
  assert.ok(await readout.isHidden());
});

page("a finger reads the chart too, and what it read stays", "", async (page) => {
  const box = await page.locator("#chart").boundingBox();
  await page.touchscreen.tap(box.x + box.width * 0.4, box.y + 90);
  assert.ok(await page.locator("#readout").isVisible());
}, { hasTouch: true, viewport: { width: 390, height: 844 } });

page("the operating point can be dragged, and a drag is one step of undo", "", async (page) => {
  const before = await scenario(page);
  const line = await page.locator("#operating").boundingBox();
  const [x, y] = [line.x + 1, line.y + line.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const step of [20, 60, 120]) await page.mouse.move(x + step, y);
  await page.mouse.up();
  const after = await scenario(page);
  assert.ok(after.load > before.load && String(after.load).length < 9, String(after.load));
  await page.locator("#undo").click();
  assert.deepEqual(await scenario(page), before);
});

page("beyond saturation is a named state with a way back, not a number", "#load=0.02", async (page) => {
  const { point } = await results(page);
  assert.deepEqual([point.state, point.latency], ["saturated", undefined]);
  assert.match(await page.locator("#sentence").innerText(), /Saturated\..*2\.29 times/s);
  await page.getByRole("button", { name: "Go to 90 % of saturation" }).click();
  assert.equal((await results(page)).point.state, "stable");
});

page("curves are switched by the legend, and the reading of the numbers stays drawn", "", async (page) => {
  const readings = async () => (await results(page)).curves.map((curve) => curve.reading);
  assert.deepEqual(await readings(), ["corrected", "printed"]);
  await page.getByRole("checkbox", { name: /refined/ }).check();
  await page.getByRole("checkbox", { name: /as printed/ }).uncheck();
  assert.deepEqual(await readings(), ["corrected", "refined"]);
  assert.ok(await page.getByRole("checkbox", { name: /^corrected/ }).isDisabled());
  await page.locator('select[data-key="reading"]').selectOption("printed");
  assert.deepEqual(await readings(), ["printed", "corrected", "refined"]);
});

page("three dimensions take the refined reading and say so", "", async (page) => {
  await page.getByRole("slider", { name: "n dimensions" }).press("ArrowRight");
  assert.deepEqual([(await scenario(page)).reading, (await results(page)).curves.length], ["refined", 1]);
  assert.match(await page.locator("#notices").innerText(), /n = 3 is not covered by the paper: use 2, or reading = refined; the paper derives its equations for n = 2 only/);
  assert.match(await page.locator("#stage-refusal").innerText(), /draws two dimensions/);
});

page("linear and logarithmic axis draw the same numbers differently", "", async (page) => {
  const linear = await pixels(page, "curves");
  await page.getByRole("radio", { name: "log" }).check();
  assert.equal((await scenario(page)).axis, "log");
  assert.notEqual((await pixels(page, "curves")).hash, linear.hash);
});

page("the broadcast plays to completion, steps back to the same picture, and scrubs", "#k=5&flits=8&speed=16&source=12&orient=fixed", async (page) => {
  await page.waitForFunction(() => /^Cycle \d+ of 36\./.test(document.getElementById("extent").textContent));
  const caption = () => page.locator("#caption").innerText();
  assert.match(await caption(), /^Cycle 0: 0 of 24 nodes have the message/);
  await page.locator("#stage").focus();
  await page.keyboard.press(".");
  await page.keyboard.press(".");
  await page.locator("#forward").click();
  assert.equal((await scenario(page)).cycle, 3);
  await page.locator("#caption", { hasText: /^Cycle 3:/ }).waitFor();
  await page.locator("#stage").focus();
  const third = [await caption(), await pixels(page, "stage")];
  await page.locator("#play").click();
  await page.waitForFunction(() => window.flitscope.scenario().cycle === 36 && document.getElementById("play").textContent.includes("Play"));
  assert.match(await caption(), /^Cycle 36: all 24 nodes have the message/);
  await page.locator("#scrub").fill("4");
  await page.locator("#caption", { hasText: /^Cycle 4:/ }).waitFor();
  await page.locator("#back").click();
  await page.locator("#caption", { hasText: /^Cycle 3:/ }).waitFor();
  await page.locator("#stage").focus();
  assert.deepEqual([await caption(), await pixels(page, "stage")], third);
  // 2 floor(k/2) (M + 1) cycles: what an idle network takes.
  assert.equal(await page.locator("#scrub").getAttribute("max"), "36");
  await page.locator("#log-box summary").click();
  await page.locator("#scrub").fill("36");
  await page.locator("#log", { hasText: /Cycle 9: \(\d,\d\) has its copy and queues/ }).waitFor();
});

page("a node of the animation is chosen by click and by key", "#k=4&flits=4", async (page) => {
  const stage = page.locator("#stage");
  const box = await stage.boundingBox();
  // Node (2,1) of a 4 x 4 torus: the canvas holds 4.5 pitches, the first node stands at 0.75 of them.
  const pitch = box.width / 4.5;
  await stage.click({ position: { x: 2.75 * pitch, y: box.height - 1.75 * pitch } });
  assert.equal((await scenario(page)).source, 6);
  await page.keyboard.press("ArrowRight");
  await page.locator("#stage-node", { hasText: /^Node \(3,1\), level 1/ }).waitFor();
  await page.keyboard.press("Enter");
  assert.equal((await scenario(page)).source, 7);
  await page.locator("#stage-title", { hasText: /node \(3,1\)/ }).waitFor();
});

page("unicast messages travel in the background, and every broadcast still arrives", "#flits=8&background=1&load=0.01&speed=16", async (page) => {
  await page.waitForFunction(() => /^Cycle \d+ of \d+\./.test(document.getElementById("extent").textContent));
  const last = Number(await page.locator("#scrub").getAttribute("max"));
  assert.ok(last > 72, `${last} cycles are more than an idle network takes`);
  await page.locator("#scrub").fill(String(last));
  await page.locator("#caption", { hasText: /all 63 nodes have the message/ }).waitFor();
});

page("a recording of many pictures is shown to its end", "#k=16&vcs=5&flits=128&cycle=420", async (page) => {
  // 2 floor(k/2) (M + 1) cycles.
  await page.locator("#extent", { hasText: /^Cycle 420 of 2064\.$/ }).waitFor();
});

page("an embedded page keeps the chart, the animation and a way out", "#embed=1&k=6", async (page) => {
  assert.ok(await page.locator("#chart").isVisible() && await page.locator("#stage").isVisible());
  assert.ok(await page.locator("#controls").isHidden() && await page.locator("#explanation").isHidden());
  assert.match(await page.locator("#full").getAttribute("href"), /k=6$/);
});

for (const [fragment, there, gone] of [["#embed=chart", "#chart", "#stage-panel"], ["#embed=stage&system=kary-ncube&n=2", "#stage", "#chart-panel"]]) {
  page(`a page embedded as ${fragment} has one of the two`, fragment, async (page) => {
    await page.locator(there).waitFor();
    for (const panel of [gone, "#figure-panel", "#controls", "#explanation"]) assert.ok(await page.locator(panel).isHidden(), panel);
    assert.ok(await page.locator("#full").isVisible());
  });
}

page("hidden controls are not there", "#hide=k,vcs", async (page) => {
  assert.ok(await page.locator("#control-k").isHidden() && await page.locator("#control-vcs").isHidden());
  assert.ok(await page.locator("#control-beta").isVisible());
});

page("every key of the table is in the help", "", async (page) => {
  await page.locator("#keys").click();
  assert.match(await page.locator("#keys-list").innerText(), /Space\s+On the animation: Play or pause/);
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("#keys-dialog").isHidden());
});

for (const colorScheme of ["light", "dark"]) {
  for (const fragment of ["", "#load=0.02&k=99", "#n=3&reading=refined", "#embed=1"]) {
    page(`axe finds nothing to complain of, ${colorScheme} ${fragment}`, fragment, async (page) => {
      await page.locator("summary").evaluateAll((all) => all.forEach((summary) => { summary.parentElement.open = true; }));
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => [node.html, node.failureSummary])]), []);
    }, { colorScheme });
  }
}

for (const width of [1440, 1000, 390, 320]) {
  page(`nothing overflows at ${width} pixels`, "#k=32&vcs=16&beta=0.123456&load=0.000123456&background=1&reading=refined&show=corrected,printed,refined", async (page) => {
    await page.locator("summary").evaluateAll((all) => all.forEach((summary) => { summary.parentElement.open = true; }));
    assert.deepEqual(await overflow(page), [0]);
  }, { viewport: { width, height: 844 } });
}

page("a thousand random links: each bad value named, nothing broken, nothing blank", "", async (page, { complaints }) => {
  let state = 20021;
  const random = (n) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return state % n; };
  const systems = ["torus-broadcast", "kary-ncube", "hypercube-mmpp", "hypercube-slotted", "banyan-multicast"];
  const keys = ["k", "n", "fanout", "multicast", "start", "hurst", "lag1", "scales", "mmpps", "fit", "distance", "retry", "figure", "vcs", "flits", "beta", "load", "reading", "show", "axis", "orient", "source", "background", "seed", "cycle", "speed", "loop", "heat", "embed", "hide", "system", "v"];
  const values = ["8", "3", "16", "33", "0", "-1", "1", "0.02", "0.5", "1e-9", "1e-310", "NaN", "Infinity", "1e999", "", "corrected", "refined", "printed,refined", "log", "random", "%00", "<b>x</b>", "%F0%9F%92%A9", "a".repeat(300), "k,n", "early", "an", "2", ...systems];
  for (let i = 0; i < 1000; i += 1) {
    const pairs = Array.from({ length: 1 + random(6) }, () => [keys[random(keys.length)], values[random(values.length)]]);
    if (random(4) > 0) pairs.unshift(["system", systems[random(systems.length)]]);
    // Keys of one link are different: then each bad value has a notice of its own.
    const link = [...new Map(pairs)].map(([key, value]) => `${key}=${value}`).join("&");
    const seen = await page.evaluate(async (link) => {
      location.hash = "";
      dispatchEvent(new HashChangeEvent("hashchange"));
      history.replaceState(null, "", `#${link}`);
      dispatchEvent(new HashChangeEvent("hashchange"));
      // The next picture says it; what it animates may be recorded for longer.
      for (let i = 0; i < 2; i += 1) await new Promise(requestAnimationFrame);
      const results = window.flitscope.results();
      const curves = results.curves.flatMap((curve) => [...curve.load, ...(curve.latency ?? curve.throughput), curve.end]);
      const numbers = Object.values(results.point).filter((value) => typeof value === "number");
      return {
        notices: document.getElementById("notices").textContent,
        scenario: window.flitscope.scenario(),
        points: curves.length,
        finite: [...curves, ...numbers].every(Number.isFinite) && (results.point.state !== "stable" || numbers.length >= 2),
        sentence: document.getElementById("sentence").textContent,
      };
    }, link);
    assert.ok(seen.finite && seen.points >= 121 && seen.sentence.length > 20, `${link}: ${JSON.stringify(seen)}`);
    for (const [key, value] of new Map(pairs)) {
      const plain = decodeURIComponent(value).trim();
      const used = key === "v" ? (plain === "1" ? plain : null) : String(seen.scenario[key]);
      const same = used === plain || Number(used) === Number(plain) && plain !== "" || (plain === "" && used === "");
      assert.ok(same || seen.notices.includes(`${key} = `), `${link}: ${key} is ${used}, and no notice says so: ${seen.notices}`);
    }
    if (i % 50 === 0) assert.equal(await broken(page), null, link);
  }
  assert.deepEqual(complaints, []);
});

test("the page says what is wrong when the module does not come", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route("**/*.wasm", (route) => route.abort());
  await page.goto(server.url);
  await page.locator("#wait-state", { hasText: "could not be loaded" }).waitFor();
  await context.close();
});

test("a browser without vectors is told which ones have them", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => { WebAssembly.validate = () => false; });
  await page.route("**/*.wasm", (route) => route.abort());
  await page.goto(server.url);
  await page.locator("#wait-state", { hasText: "has no WebAssembly SIMD. Chrome 91, Firefox 89 and Safari 16.4 have it" }).waitFor();
  await context.close();
});
