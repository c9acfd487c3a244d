// The page as a reader meets it: moved by keyboard and mouse, typed into, shared, reopened, undone, embedded, and not yet loaded.
import assert from "node:assert/strict";
import { test } from "node:test";
import { attribute, blank, broken, focused, notices, open, pixels, ready, results, scenario, settled, systems, text, value, visible, walk } from "./browser.mjs";
import { account, at, browser, more, openScene, pages, passes, server, settings, shown } from "./pages.mjs";

const page = pages();

const slider = (page, key) => page.locator(key === "load" ? "#load" : `#input-${key}`);
/** A scenario without the cycle of an animation that merely plays. */
const at_rest = ({ cycle: _, ...rest }) => rest;
const number = (page, key) => page.locator(`#number-${key}`);
/** A choice of the account of the runs. */
const chosen = async (page, id) => {
  await account(page);
  await page.locator(`#${id}`).check();
  await page.keyboard.press("Escape");
};

page("the k slider moves by keyboard, curve and numbers follow, undo takes it back, and the axis is another picture", "", async (page) => {
  const before = await results(page);
  const picture = await pixels(page, "curves");
  assert.ok(picture.coloured > 500, "the curves are drawn in colour");
  await slider(page, "k").press("ArrowRight");
  const after = await results(page);
  assert.equal((await scenario(page)).k, 9);
  assert.notEqual(after.point.latency, before.point.latency);
  const moved = await pixels(page, "curves");
  assert.notEqual(moved.hash, picture.hash);
  assert.ok((await text(page, "said")).includes(after.point.latency.toPrecision(3)));
  assert.equal(await text(page, "value-k"), "9");
  await chosen(page, "choose-axis-log");
  await settled(page);
  assert.notEqual((await pixels(page, "curves")).hash, moved.hash);
  await page.keyboard.press("Control+z");
  assert.equal((await scenario(page)).k, 8);
});

page("a shared link opens the same scene with the same numbers and the same picture of the network in a fresh page", "#k=6&vcs=4&flits=48&beta=0.04&load=0.0021&show=printed,refined&axis=log&scene=point&cycle=3000", async (page) => {
  await slider(page, "vcs").press("ArrowRight");
  await at(page, 3000);
  await page.locator("#share").click();
  await page.locator("#share-state:not(:empty)").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, await value(page, "share-text"));
  assert.ok(link.length < 500 && link.includes("vcs=5"), link);
  const fresh = await open(browser, link);
  await at(fresh.page, 3000);
  const [a, b] = [await results(page), await results(fresh.page)];
  assert.deepEqual(await scenario(fresh.page), await scenario(page));
  assert.deepEqual([b.curves, b.point], [a.curves, a.point]);
  assert.deepEqual(await shown(fresh.page), await shown(page));
  assert.deepEqual(fresh.complaints, []);
  await fresh.close();
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
  // The page writes its own address after a while: a link that was followed just before is not lost.
  await page.evaluate(() => {
    location.hash = "#v=2&k=4";
    history.replaceState(null, "", "#v=2");
  });
  await page.waitForFunction(() => window.flitscope.scenario().k === 4);
});

page("a scene of the animation is brought into sight, also when something plays; one of the curves leaves the reader at the top", "#system=banyan-multicast&n=4&speed=16&loop=1", async (page) => {
  await page.locator("#play").click();
  await passes(page, 0);
  await page.locator("#lessons").click();
  await page.locator("#gallery-tab-scenes").click();
  const cards = page.locator("#gallery [data-do=scene]:visible");
  const index = async (title) => cards.filter({ hasText: title }).first().getAttribute("data-of");
  const [moving, still] = [await index("Random arbitration: deadlock"), await index("Everything is multicast")];
  await page.keyboard.press("Escape");
  const above = () => page.evaluate(() => [window.scrollY, document.getElementById("stage-title").getBoundingClientRect().top]);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await openScene(page, moving);
  await settled(page);
  const [scrolled, top] = await above();
  assert.ok(top >= 0 && top < 200, `${scrolled}, ${top}`);
  await page.evaluate(() => window.scrollTo(0, 0));
  await openScene(page, still);
  await settled(page);
  assert.equal((await above())[0], 0);
});

page("keys belong to the field that has the focus; elsewhere they open the help and Present, and Escape closes the help first", "#v=2&system=banyan-multicast&n=3&fanout=2&tab=ask", async (page) => {
  const opened = async () => {
    await settled(page);
    return [(await scenario(page)).present, await visible(page, "keys-dialog")];
  };
  const press = async (selector, ...keys) => {
    await page.locator(selector).first().focus();
    for (const key of keys) await page.keyboard.press(key);
    return opened();
  };
  await page.locator("#ask > summary").click();
  await settled(page);
  for (const selector of ["#number-target", "#query-form select"]) {
    assert.deepEqual(await press(selector, "p", "?", " "), ["0", false], selector);
    await page.keyboard.press("Escape");
  }
  await settings(page);
  assert.deepEqual(await press("#settings select", "p", "?", " "), ["0", false], "a list of the settings");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.locator("#share").click();
  assert.deepEqual(await press("#share-text", "p", "?"), ["0", false], "a text");
  await page.keyboard.press("Escape");
  await page.locator("#chart").focus();
  for (const id of ["present", "stage"]) {
    await page.keyboard.press("p");
    assert.deepEqual(await opened(), ["1", false], id);
    assert.deepEqual(await press(`#${id}`, "?"), ["1", true], id);
    assert.ok((await page.locator("#keys-list dt").count()) > 10);
    await page.keyboard.press("Escape");
    assert.deepEqual(await opened(), ["1", false], id);
    await page.keyboard.press("Escape");
    assert.deepEqual(await opened(), ["0", false], id);
  }
  for (const [dialog, list, words] of [["words", "words-list", "wormhole switching"], ["about", "about-text", "Park"]]) {
    await more(page, dialog);
    assert.ok((await text(page, list)).includes(words));
    await page.keyboard.press("Escape");
  }
});

page("an explanation that is opened stays open, keeps the focus, and follows", "", async (page) => {
  await page.locator("#tab-comparison").click();
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

page("a typed number is left alone while it is typed, counts to its last digit and moves by the steps of its slider; the wheel scrolls the page", "#v=2&system=banyan-multicast&tab=explain", async (page) => {
  const field = number(page, "load");
  await slider(page, "load").focus();
  await page.keyboard.type("0");
  assert.equal(await focused(page), "number-load", "who types on a slider opens its field");
  await field.fill("");
  await field.pressSequentially("0,50012345");
  assert.deepEqual([await field.inputValue(), (await scenario(page)).load], ["0,50012345", 0.50012345], "while it is typed");
  // The picture of the first number comes while the second one is already typed.
  await field.evaluate((input) => {
    for (input.value of ["0.5", "9999"]) input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await settled(page);
  assert.equal(await field.inputValue(), "9999");
  assert.ok(!(await visible(page, "notices")));
  await field.press("Enter");
  await settled(page);
  assert.deepEqual(await notices(page), ["load"]);
  assert.notEqual(await field.inputValue(), "9999");
  await page.locator("#notices button").click();
  await settled(page);
  assert.ok(!(await visible(page, "notices")));
  await slider(page, "load").focus();
  await page.keyboard.type("0");
  await field.fill("0.5");
  await field.press("Enter");
  const step = Number(await attribute(page, "load", "step"));
  for (const [key, steps] of [["ArrowUp", 1], ["Shift+ArrowUp", 2], ["ArrowDown", 1]]) {
    await field.press(key);
    await settled(page);
    assert.deepEqual([await value(page, "number-load"), (await scenario(page)).load], [String(0.5 + steps * step), 0.5 + steps * step], key);
  }
  await settings(page);
  for (const id of ["load", "number-n", "input-n", "input-cycles"]) {
    await page.locator(`#${id}`).focus();
    const before = await value(page, id);
    const box = await page.locator(`#${id}`).boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.wheel(0, 200);
    await settled(page);
    assert.equal(await value(page, id), before, id);
  }
});

page("the chart reads out by mouse and by keyboard, and its operating point is dragged in one step of undo", "", async (page) => {
  const before = await scenario(page);
  const box = await page.locator("#chart").boundingBox();
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2);
  await settled(page);
  assert.ok(await visible(page, "readout"));
  await page.mouse.move(5, 5);
  await settled(page);
  assert.ok(!(await visible(page, "readout")));
  const spoken = async (key) => {
    await page.keyboard.press(key);
    await settled(page);
    return [Number(await attribute(page, "chart", "aria-valuenow")), await attribute(page, "chart", "aria-valuetext")];
  };
  await page.locator("#chart").focus();
  assert.equal((await spoken("Home"))[0], 0);
  const [ten, first] = await spoken("Shift+ArrowRight");
  const [same, second] = await spoken("ArrowDown");
  assert.ok(same === ten && second !== first, "another curve is spoken");
  assert.ok(await visible(page, "readout"));
  await spoken("Escape");
  assert.ok(!(await visible(page, "readout")));
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
  // Outside of a frame of another site a button is lifted unseen: the next move has none.
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y);
  const held = await scenario(page);
  for (const step of [90, 150]) {
    await page.locator("#chart").dispatchEvent("pointermove", { clientX: x + step, clientY: y, pointerId: 1, pointerType: "mouse", buttons: 0 });
  }
  assert.ok(held.load > before.load);
  assert.equal((await scenario(page)).load, held.load, "it does not follow a pointer without a button");
  await page.mouse.up();
});

page("an embedded page keeps the chart, the animation or both, and a way out", "", async (page) => {
  for (const [fragment, there, gone] of [
    ["#v=2&embed=1&k=6", ["chart", "stage"], []],
    ["#v=2&embed=chart", ["chart"], ["stage-body"]],
    ["#v=2&embed=stage&system=kary-ncube&n=3", ["stage"], ["chart-panel"]],
    ["#v=2&embed=1&system=kary-ncube&wiring=mesh&routing=turns", ["stage", "compass"], ["chart-panel"]],
    ["#v=2&embed=1&system=kary-ncube&wiring=mesh&routing=turns&hide=turns", ["stage", "story-number"], ["chart-panel", "compass"]],
  ]) {
    await walk(page, fragment);
    await settled(page);
    for (const id of [...there, "full"]) assert.ok(await visible(page, id), `${fragment}: ${id}`);
    for (const id of [...gone, "controls", "tabs"]) assert.ok(!(await visible(page, id)), `${fragment}: ${id}`);
    if (gone.length) assert.ok(!(await visible(page, "figure-panel")), fragment);
    const keys = (link) => new URLSearchParams(new URL(link, page.url()).hash.slice(1));
    const [asked, whole] = [keys(fragment), keys(await attribute(page, "full", "href"))];
    for (const [key, value] of asked) assert.equal(whole.get(key), ["embed", "hide"].includes(key) ? null : value, `${fragment}: ${key}`);
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

page("each slider of each system moves by keyboard, and the address follows", "", async (page) => {
  const set = (key) => page.evaluate((key) => window.flitscope.scenario()[key], key);
  for (const system of systems) {
    await walk(page, `#v=2&system=${system}`);
    const start = await scenario(page);
    await settings(page);
    const keys = await page.locator("#load, #controls input[type=range]:visible").evaluateAll((all) => all.map((slider) => slider.dataset.key));
    assert.ok(keys.length >= 2, `${system}: ${keys}`);
    for (const key of keys) {
      const slider = page.locator(`:is(#load, #controls input[type=range])[data-key="${key}"]:visible`);
      await slider.press("ArrowRight");
      // A slider at its end, or whose value is refused, is back in its place with the next picture.
      await settled(page);
      if ((await set(key)) === start[key]) await slider.press("ArrowLeft");
      assert.notEqual(await set(key), start[key], `${system}: ${key}`);
      await page.evaluate(() => document.querySelector(".panel-foot [data-do=reset]").click());
      // The sliders are back in their places with the next picture.
      await settled(page);
    }
    await page.locator("#load").press("ArrowLeft");
    await page.waitForFunction(() => location.hash.includes("load="));
    await settled(page);
    assert.equal(await broken(page), null, system);
  }
});

page("the second chart shows each of its figures as another picture, with the numbers in a table", "#system=banyan-multicast&n=4", async (page) => {
  await page.locator("#tab-data").click();
  await page.locator("#figure-box summary").click();
  await settled(page);
  const { figures } = await results(page);
  const radios = await page.locator("#figures input").all();
  assert.equal(radios.length, figures.length);
  const seen = new Set();
  for (const [i, radio] of radios.entries()) {
    await radio.check();
    await settled(page);
    assert.equal((await text(page, "figure-title")).toLowerCase(), figures[i].toLowerCase());
    if (!(await visible(page, "figure-frame"))) continue;
    seen.add((await pixels(page, "figure")).hash);
    assert.ok((await page.locator("#figure-table tbody tr").count()) >= 3, figures[i]);
  }
  assert.ok(seen.size >= 3 && seen.size >= figures.length - 1, `${seen.size} of ${figures.length} pictures`);
});

test("the load of the first picture moves before the module has come, and the page goes on from there; a lesson waits for the whole page", async () => {
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
  // A lesson waits for the whole page.
  await page.goto("about:blank");
  await page.goto(`${server.url}#v=2&lesson=end`);
  await ready(page);
  assert.equal(await page.evaluate(() => performance.getEntriesByName("live").length), 0);
  assert.ok((await text(page, "lesson-text")).length > 20);
  assert.deepEqual(complaints, []);
  await close();
});
