// The page as a reader meets it: moved by keyboard and mouse, typed into, shared, reopened, undone, embedded, and not loaded.
import assert from "node:assert/strict";
import { test } from "node:test";
import { attribute, blank, broken, focused, notices, open, pixels, ready, results, scenario, settled, systems, text, value, visible, walk } from "./browser.mjs";
import { browser, more, openScene, pages, server, settings } from "./pages.mjs";

const page = pages();

const slider = (page, key) => page.locator(key === "load" ? "#load" : `#input-${key}`);
/** A scenario without the cycle of an animation that merely plays. */
const at_rest = ({ cycle: _, ...rest }) => rest;
const number = (page, key) => page.locator(`#number-${key}`);

page("the k slider moves by keyboard, and curve and numbers follow", "", async (page) => {
  const before = await results(page);
  const picture = await pixels(page, "curves");
  assert.ok(picture.coloured > 500, "the curves are drawn in colour");
  await slider(page, "k").press("ArrowRight");
  const after = await results(page);
  assert.equal((await scenario(page)).k, 9);
  assert.notEqual(after.point.latency, before.point.latency);
  assert.notEqual((await pixels(page, "curves")).hash, picture.hash);
  assert.ok((await text(page, "said")).includes(after.point.latency.toPrecision(3)));
  assert.equal(await value(page, "number-k"), "9");
});

page("a shared link opens the same scene with the same numbers in a fresh page", "#k=10&vcs=4&flits=48&beta=0.04&load=0.0021&show=printed,refined&axis=log", async (page) => {
  await slider(page, "vcs").press("ArrowRight");
  await page.locator("#share").click();
  await page.locator("#share-state:not(:empty)").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, await value(page, "share-text"));
  assert.ok(link.length < 500 && link.includes("vcs=5"), link);
  const fresh = await open(browser, link);
  const [a, b] = [await results(page), await results(fresh.page)];
  assert.deepEqual(at_rest(await scenario(fresh.page)), at_rest(await scenario(page)));
  assert.deepEqual([b.curves, b.point], [a.curves, a.point]);
  assert.deepEqual(fresh.complaints, []);
  await fresh.close();
});

page("undo and redo go through what was set, also through scenes and resets", "", async (page) => {
  const start = await scenario(page);
  await slider(page, "flits").press("ArrowRight");
  await openScene(page, 2);
  const preset = await scenario(page);
  assert.notDeepEqual(preset, { ...start, flits: 33 });
  await more(page, "reset");
  assert.deepEqual(await scenario(page), start);
  await page.keyboard.press("Control+z");
  assert.deepEqual(await scenario(page), preset);
  await page.locator("#undo").click();
  assert.equal((await scenario(page)).flits, 33);
  await page.locator("#undo").click();
  assert.deepEqual(await scenario(page), start);
  assert.equal(await attribute(page, "undo", "aria-disabled"), "true");
  await page.keyboard.press("Control+Shift+z");
  assert.equal((await scenario(page)).flits, 33);
});

page("Back and Forward go between systems and scenes, and each has a title", "", async (page) => {
  const start = await scenario(page);
  await slider(page, "flits").press("ArrowRight");
  await openScene(page, 2);
  const scene = await scenario(page);
  await page.locator("#system-kary-ncube").click();
  await page.waitForFunction(() => document.title.includes("k-ary n-cube"));
  await page.goBack();
  await page.waitForFunction(() => window.flitscope.scenario().system === "torus-broadcast");
  assert.deepEqual(at_rest(await scenario(page)), at_rest(scene));
  await page.waitForFunction(() => document.title === "8 × 8, short messages · Torus with broadcast · Flitscope");
  await page.goBack();
  await page.waitForFunction(() => window.flitscope.scenario().flits === 33);
  assert.deepEqual(at_rest(await scenario(page)), at_rest({ ...start, flits: 33 }));
  await page.goForward();
  await page.waitForFunction(() => window.flitscope.scenario().flits === 16);
  assert.deepEqual(at_rest(await scenario(page)), at_rest(scene));
});

page("a question mark opens the help, but not in a field; the words and the papers are a button away", "", async (page) => {
  await number(page, "k").focus();
  await page.keyboard.press("Shift+?");
  assert.equal(await visible(page, "keys-dialog"), false);
  await page.locator("#chart").focus();
  await page.keyboard.press("Shift+?");
  assert.equal(await visible(page, "keys-dialog"), true);
  await page.keyboard.press("Escape");
  await more(page, "words");
  assert.ok((await text(page, "words-list")).includes("wormhole switching"));
  await page.keyboard.press("Escape");
  await more(page, "about");
  assert.ok((await text(page, "about-text")).includes("Park"));
});

page("the skip link and the tab of the present system leave the scene alone", "#k=16&vcs=5&load=0.001", async (page) => {
  const before = await scenario(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await focused(page), "load");
  await page.locator("#system-torus-broadcast").click();
  assert.deepEqual(await scenario(page), before);
});

/** Lets no movement end by itself, however slow the machine is: the timer for that never comes. */
const endless = () => {
  const { setTimeout } = window;
  window.setTimeout = (act, wait, ...rest) => (wait === 600 ? 0 : setTimeout(act, wait, ...rest));
};

page("the slider of the load moves in round steps", "#show=corrected", async (page) => {
  await page.evaluate(endless);
  const load = slider(page, "load");
  await load.press("ArrowRight");
  assert.equal((await scenario(page)).load, 0.00455);
  await load.press("ArrowLeft");
  await load.press("ArrowLeft");
  assert.equal((await scenario(page)).load, 0.00445);
  assert.equal(await value(page, "number-load"), "0.00445");
  await page.locator("#undo").click();
  assert.equal((await scenario(page)).load, 0.0045, "keys in a row are one movement");
});

page("a load is typed to the last digit", "", async (page) => {
  const field = number(page, "load");
  await field.fill("");
  await field.pressSequentially("0.00456123");
  assert.equal(await field.inputValue(), "0.00456123");
  await field.press("Enter");
  assert.equal((await scenario(page)).load, 0.00456123);
});

page("an explanation that is opened stays open, keeps the focus, and follows", "", async (page) => {
  await page.locator("#tab-differences").click();
  const deviation = page.locator("#deviations details").first();
  const element = await deviation.elementHandle();
  await deviation.locator("summary").focus();
  await page.keyboard.press("Enter");
  const effect = await deviation.locator(".effect").innerText();
  // The slider moves while the focus is on the explanation.
  await slider(page, "beta").evaluate((input) => {
    input.value = "0.2";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await settled(page);
  assert.notEqual(await deviation.locator(".effect").innerText(), effect);
  assert.ok(await element.evaluate((details) => details.isConnected && details.open && details.querySelector("summary") === document.activeElement));
  await page.keyboard.press("Enter");
  assert.equal(await element.evaluate((details) => details.open), false);
});

page("one tab is open: by a click, by the arrows, by the link, and it stays when the system changes", "", async (page) => {
  const open = async () => (await page.locator("[role=tabpanel]:visible").all()).length === 1 && page.locator("[role=tabpanel]:visible").getAttribute("id");
  assert.equal(await open(), "panel-explain");
  await page.locator("#tab-equations").click();
  await settled(page);
  assert.equal(await open(), "panel-equations");
  assert.ok(await visible(page, "equation"));
  await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.equal(await open(), "panel-comparison");
  assert.equal(await page.evaluate(() => document.activeElement.id), "tab-comparison");
  await page.keyboard.press("End");
  await settled(page);
  assert.equal(await open(), "panel-data");
  await page.waitForFunction(() => location.hash.includes("tab=data"));
  await page.locator("#system-hypercube-slotted").click();
  await settled(page);
  assert.equal(await open(), "panel-data");
  await walk(page, "#v=2&system=kary-ncube&tab=figures");
  await settled(page);
  assert.equal(await open(), "panel-figures");
  assert.ok((await page.locator("#figure").evaluate((canvas) => canvas.width)) > 400, "the second chart is drawn once it is seen");
});

page("presented: larger, light, and without controls", "", async (page) => {
  const size = (id) => page.locator(`#${id}`).evaluate((element) => element.getBoundingClientRect().height);
  await page.setViewportSize({ width: 1280, height: 720 });
  const before = await size("stage");
  await page.locator("#present").click();
  await settled(page);
  assert.equal(await attribute(page, "present", "aria-pressed"), "true");
  assert.ok((await size("stage")) >= before, "the network is as large or larger");
  for (const id of ["tabs", "systems", "intro", "theme"]) assert.ok(!(await visible(page, id)), id);
  for (const id of ["stage", "chart", "play", "load", "number"]) assert.ok(await visible(page, id), id);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight + 1), "all of it is in sight");
  await page.waitForFunction(() => location.hash.includes("present=1"));
  await page.locator("#number").click();
  await page.keyboard.press("p");
  await settled(page);
  assert.ok(await visible(page, "tabs"));
});

page("what there is to try changes one parameter, and then it is gone", "", async (page) => {
  // Until the load has been moved, the lesson from the beginning is offered in its place.
  await page.locator("#try [data-of^='load=']").click();
  const tried = page.locator("#try [data-of='vcs=8']");
  await tried.click();
  await settled(page);
  assert.equal((await scenario(page)).vcs, 8);
  assert.equal(await tried.count(), 0);
});

page("a typed number is left alone while it is typed, and named when it is out of range", "", async (page) => {
  const field = number(page, "k");
  await field.fill("");
  await field.pressSequentially("16");
  assert.equal((await scenario(page)).k, 16);
  await field.fill("");
  // The picture of the first 9 comes while the second one is already typed.
  await field.evaluate((input) => {
    for (input.value of ["9", "99"]) input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await settled(page);
  assert.equal(await field.inputValue(), "99");
  assert.ok(!(await visible(page, "notices")));
  await field.press("Enter");
  await settled(page);
  assert.deepEqual(await notices(page), ["k"]);
  assert.equal(await field.inputValue(), "32");
  await page.locator("#notices button").click();
  await settled(page);
  assert.ok(!(await visible(page, "notices")));
});

page("what is half typed goes with the address it was typed at", "", async (page) => {
  const field = number(page, "k");
  await field.press("Control+a");
  await field.pressSequentially("1");
  await page.evaluate(() => (location.hash = "system=kary-ncube&k=9"));
  await settled(page);
  const after = await scenario(page);
  assert.deepEqual([after.system, after.k], ["kary-ncube", 9]);
  assert.deepEqual(await notices(page), []);
});

page("what gives way to a typed number comes back when the number is complete", "#system=banyan-multicast&fanout=64", async (page) => {
  await number(page, "n").fill("5");
  assert.equal((await scenario(page)).fanout, 16);
  assert.deepEqual(await notices(page), ["fanout"]);
  await number(page, "n").fill("8");
  assert.equal((await scenario(page)).fanout, 64, "5 was only passed");
  assert.deepEqual(await notices(page), []);
});

page("the chart reads out by mouse and by keyboard", "", async (page) => {
  const chart = page.locator("#chart");
  const at = async () => Number(await attribute(page, "chart", "aria-valuenow"));
  const box = await chart.boundingBox();
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2);
  await settled(page);
  assert.ok(await visible(page, "readout"));
  await page.mouse.move(5, 5);
  await settled(page);
  assert.ok(!(await visible(page, "readout")));
  const press = async (key) => {
    await page.keyboard.press(key);
    await settled(page);
  };
  await chart.focus();
  await press("Home");
  assert.equal(await at(), 0);
  await press("Shift+ArrowRight");
  const ten = await at();
  await press("ArrowRight");
  assert.ok(Math.abs((await at()) - 1.1 * ten) < 1e-9);
  const first = await attribute(page, "chart", "aria-valuetext");
  await press("ArrowDown");
  assert.notEqual(await attribute(page, "chart", "aria-valuetext"), first, "another curve is spoken");
  assert.ok(Math.abs((await at()) - 1.1 * ten) < 1e-9);
  await press("End");
  assert.ok((await at()) >= (await results(page)).curves[0].end, "the last load with a solution of any curve");
  assert.ok(await visible(page, "readout"));
  await press("Home");
  await press("Shift+ArrowRight");
  await press("Enter");
  assert.ok(Math.abs((await scenario(page)).load - ten) < 1e-4);
  await press("Escape");
  assert.ok(!(await visible(page, "readout")));
});

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

page("beyond saturation is a named state with a way back, which hands the focus on", "#load=0.02", async (page) => {
  const { point, curves } = await results(page);
  assert.deepEqual([point.state, point.latency], ["saturated", undefined]);
  assert.ok((await text(page, "said")).includes((0.02 / curves[0].saturation).toPrecision(3)));
  await page.locator("[data-do=below]").click();
  assert.equal((await results(page)).point.state, "stable");
  assert.equal(await focused(page), "chart");
});

page("curves are switched by the legend, and the reading of the numbers stays drawn", "", async (page) => {
  const readings = async () => (await results(page)).curves.map((curve) => curve.reading);
  assert.deepEqual(await readings(), ["corrected", "flow"]);
  await page.locator("#more-models summary").click();
  await page.locator("#show-refined").check();
  await page.locator("#show-flow").uncheck();
  assert.deepEqual(await readings(), ["corrected", "refined"]);
  assert.ok(await page.locator("#show-corrected").isDisabled());
  await settings(page);
  await page.locator('select[data-key="reading"]').selectOption("printed");
  assert.deepEqual(await readings(), ["printed", "corrected", "refined"]);
});

page("three dimensions take the refined reading and say so", "#v=2&scene=broadcast", async (page) => {
  await settings(page);
  await slider(page, "n").press("ArrowRight");
  assert.deepEqual([(await scenario(page)).reading, (await results(page)).curves.length], ["refined", 2]);
  assert.deepEqual(await notices(page), ["n"]);
  assert.ok((await visible(page, "stage-refusal")) && !(await visible(page, "stage")));
});

page("linear and logarithmic axis draw the same numbers differently", "", async (page) => {
  const linear = await pixels(page, "curves");
  await page.locator("#choose-axis-log").check();
  assert.equal((await scenario(page)).axis, "log");
  assert.notEqual((await pixels(page, "curves")).hash, linear.hash);
});

page("an embedded page keeps the chart, the animation or both, and a way out", "", async (page) => {
  for (const [fragment, there, gone] of [
    ["#v=2&embed=1&k=6", ["chart", "stage"], []],
    ["#v=2&embed=chart", ["chart"], ["stage-body"]],
    ["#v=2&embed=stage&system=kary-ncube&n=3", ["stage"], ["chart-panel"]],
  ]) {
    await walk(page, fragment);
    await settled(page);
    for (const id of [...there, "full"]) assert.ok(await visible(page, id), `${fragment}: ${id}`);
    for (const id of [...gone, "controls", "tabs"]) assert.ok(!(await visible(page, id)), `${fragment}: ${id}`);
    if (gone.length) assert.ok(!(await visible(page, "figure-panel")), fragment);
    const keys = (link) => new URLSearchParams(new URL(link, page.url()).hash.slice(1));
    const [asked, whole] = [keys(fragment), keys(await attribute(page, "full", "href"))];
    for (const [key, value] of asked) assert.equal(whole.get(key), key === "embed" ? null : value, `${fragment}: ${key}`);
  }
});

page("an embedded page has network, chart and the load in view at every size that Share offers, and smaller", "", async (page) => {
  for (const [width, height] of [[600, 720], [600, 400], [320, 480], [320, 560], [800, 760]]) {
    await page.setViewportSize({ width, height });
    for (const [fragment, there] of [
      ["#v=2&embed=1&sliders=load", ["stage", "play", "chart", "load"]],
      ["#v=2&system=banyan-multicast&embed=1&sliders=load", ["stage", "play", "chart", "load"]],
      ["#v=2&embed=chart&sliders=load", ["chart", "load"]],
      ["#v=2&embed=stage&sliders=load", ["stage", "play", "load"]],
    ]) {
      await walk(page, fragment);
      for (const id of there) {
        const { y, height: tall } = await page.locator(`#${id}`).boundingBox();
        assert.ok(y >= 0 && y + tall <= height, `${fragment} at ${width} x ${height}: ${id} from ${y} to ${y + tall}`);
      }
    }
  }
});

page("Escape leaves Present from wherever the reader is, and closes a dialog first", "", async (page) => {
  const presents = () => attribute(page, "present", "aria-pressed");
  for (const id of ["present", "chart", "stage"]) {
    await page.keyboard.press("p");
    await settled(page);
    assert.equal(await presents(), "true");
    await page.locator(`#${id}`).focus();
    await page.keyboard.press("?");
    await page.keyboard.press("Escape");
    await settled(page);
    assert.deepEqual([await visible(page, "keys-dialog"), await presents()], [false, "true"], id);
    await page.keyboard.press("Escape");
    await settled(page);
    assert.equal(await presents(), "false", id);
  }
});

page("hidden controls are not there", "#hide=k,vcs", async (page) => {
  assert.deepEqual(await Promise.all(["k", "vcs", "beta"].map((key) => visible(page, `control-${key}`))), [false, false, true]);
});

page("the help opens in a dialog that Escape closes", "", async (page) => {
  await more(page, "keys");
  assert.ok(await visible(page, "keys-list"));
  assert.ok((await page.locator("#keys-list dt").count()) > 10, "the keys stand there");
  await page.keyboard.press("Escape");
  assert.ok(!(await visible(page, "keys-dialog")));
});

/** Random links, the same each time: of each its text and its pairs. */
const randomLinks = (count) => {
  let state = 20021;
  const random = (n) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return state % n; };
  const keys = ["k", "n", "fanout", "multicast", "start", "hurst", "lag1", "scales", "mmpps", "fit", "distance", "retry", "figure", "vcs", "flits", "beta", "load", "reading", "show", "axis", "orient", "source", "background", "seed", "cycle", "speed", "loop", "heat", "embed", "hide", "system", "v"];
  const values = ["8", "3", "16", "33", "0", "-1", "1", "0.02", "0.5", "1e-9", "1e-310", "NaN", "Infinity", "1e999", "", "corrected", "refined", "printed,refined", "log", "random", "%00", "<b>x</b>", "%F0%9F%92%A9", "a".repeat(300), "k,n", "early", "an", "2", ...systems];
  return Array.from({ length: count }, () => {
    const pairs = Array.from({ length: 1 + random(6) }, () => [keys[random(keys.length)], values[random(values.length)]]);
    if (random(4) > 0) pairs.unshift(["system", systems[random(systems.length)]]);
    // Keys of one link are different: then each bad value has a notice of its own.
    return { pairs, link: [...new Map(pairs)].map(([key, value]) => `${key}=${value}`).join("&") };
  });
};

page("a hundred random links: nothing broken, nothing blank", "", async (page) => {
  for (const [i, { pairs, link }] of randomLinks(100).entries()) {
    const seen = await page.evaluate(async (link) => {
      // Links of one row have nothing to do with each other: what an earlier one has set is forgotten.
      for (const fragment of ["#", `#${link}`]) {
        history.replaceState(null, "", fragment);
        dispatchEvent(new HashChangeEvent("hashchange"));
      }
      // The next frame shows it; the recording of the animation may take longer.
      for (let i = 0; i < 2; i += 1) await new Promise(requestAnimationFrame);
      const results = window.flitscope.results();
      const curves = results.curves.flatMap((curve) => [...curve.load, ...(curve.latency ?? curve.throughput), curve.end]);
      const numbers = Object.values(results.point).filter((value) => typeof value === "number");
      return {
        notices: document.getElementById("notices").textContent,
        scenario: window.flitscope.scenario(),
        points: curves.length,
        finite: [...curves, ...numbers].every(Number.isFinite) && (results.point.state !== "stable" || numbers.length >= 2),
        sentence: document.getElementById("said").textContent,
      };
    }, link);
    // Where all messages are broadcasts, no unicast has a latency: there is a mark of saturation alone, and the sentence says so.
    const least = seen.scenario.system === "torus-broadcast" && seen.scenario.beta === 1 ? 1 : 121;
    assert.ok(seen.finite && seen.points >= least && seen.sentence.length > 20, `${link}: ${JSON.stringify(seen)}`);
    for (const [key, value] of new Map(pairs)) {
      const plain = decodeURIComponent(value).trim();
      const used = key === "v" ? (plain === "1" ? plain : null) : String(seen.scenario[key]);
      const same = used === plain || Number(used) === Number(plain) && plain !== "" || (plain === "" && used === "");
      assert.ok(same || new RegExp(`\\b${key}\\b`).test(seen.notices), `${link}: ${key} is ${used}, and no notice says so: ${seen.notices}`);
    }
    if (i % 10 === 0) assert.equal(await broken(page), null, link);
  }
});

page("a number field takes a decimal comma and moves by the steps of its slider; the wheel scrolls the page", "#v=2&system=banyan-multicast&tab=explain", async (page) => {
  const field = number(page, "load");
  await field.fill("");
  await field.pressSequentially("0,5");
  assert.equal((await scenario(page)).load, 0.5, "while it is typed");
  await field.press("Enter");
  const step = Number(await attribute(page, "load", "step"));
  for (const [key, steps] of [["ArrowUp", 1], ["Shift+ArrowUp", 2], ["ArrowDown", 1]]) {
    await field.press(key);
    await settled(page);
    assert.deepEqual([await value(page, "number-load"), (await scenario(page)).load], [String(0.5 + steps * step), 0.5 + steps * step], key);
  }
  await settings(page);
  for (const id of ["number-load", "load", "number-n", "input-n", "input-cycles", "input-credit"]) {
    if (!(await page.locator(`#${id}`).isVisible())) continue;
    await page.locator(`#${id}`).focus();
    const before = await value(page, id);
    const box = await page.locator(`#${id}`).boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.wheel(0, 200);
    await settled(page);
    assert.equal(await value(page, id), before, id);
  }
});

page("letters and the space bar belong to the list or the text that has the focus", "#v=2&tab=ask", async (page) => {
  const press = async (selector) => {
    await page.locator(selector).first().focus();
    for (const key of ["p", "?", " "]) await page.keyboard.press(key);
    await page.keyboard.press("Escape");
    await settled(page);
    const { present } = await scenario(page);
    return [present, await page.locator("#keys-dialog").evaluate((dialog) => dialog.open)];
  };
  const none = ["0", false];
  assert.deepEqual(await press("#number-target"), none, "a number");
  assert.deepEqual(await press("#panel-ask select"), none, "a list of the questions");
  await settings(page);
  assert.deepEqual(await press("#settings select"), none, "a list of the settings");
  await page.locator("#share").click();
  await page.locator("#share-text").focus();
  for (const key of ["p", "?"]) await page.keyboard.press(key);
  assert.deepEqual([(await scenario(page)).present, await page.locator("#keys-dialog").evaluate((dialog) => dialog.open)], none, "a text");
});

test("what keeps the module from coming is said, and the handle's promise fails with it", async () => {
  for (const [begin, missing] of [[() => {}, ""], [() => { WebAssembly.validate = () => false; }, "SIMD"]]) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(begin);
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto(server.url);
    const reason = await page.evaluate(() => window.flitscope.ready.then(() => "", (error) => error.message));
    assert.ok(reason.length > 10 && reason.includes(missing), reason);
    assert.ok((await text(page, "wait-state")).includes(reason));
    await context.close();
  }
});

test("the load of the first picture moves before the module has come, and the page goes on from there", async () => {
  const { page, complaints, close } = await blank(browser);
  let come;
  const held = new Promise((done) => { come = done; });
  await page.route("**/*.wasm", (route) => held.then(() => route.continue()));
  await page.goto(server.url);
  await page.locator("#first-row.live").waitFor();
  const seen = async () => [await text(page, "first-words"), (await page.locator("#first-line").boundingBox()).x];
  const before = await seen();
  assert.match(before[0], /\d cycles/);
  await page.locator("#first-load").focus();
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("ArrowRight");
  const after = await seen();
  assert.ok(after[0] !== before[0] && after[1] > before[1], "words and line follow the load");
  // A slider that is held is not taken out of the reader's hand.
  await page.locator("#first-load").hover();
  await page.mouse.down();
  const [words] = await seen();
  const compiled = page.waitForResponse("**/*.wasm").then((response) => response.finished());
  come();
  await compiled;
  assert.ok(await visible(page, "first-load"));
  await page.mouse.up();
  await ready(page);
  assert.equal(await focused(page), "load");
  await settled(page);
  const { load } = await scenario(page);
  const [kind, number] = [await attribute(page, "number", "data-kind"), Number(await attribute(page, "number", "data-value"))];
  assert.equal(kind, "predicted");
  assert.equal(words, `λ = ${load.toPrecision(3)}: ${number.toPrecision(4)} cycles`);
  assert.deepEqual(complaints, []);
  await close();
});

test("a lesson waits for the whole page", async () => {
  const { page, close } = await open(browser, `${server.url}#v=2&lesson=past-the-end`);
  assert.equal(await page.evaluate(() => performance.getEntriesByName("live").length), 0);
  assert.ok((await text(page, "lesson-text")).length > 20);
  await close();
});
