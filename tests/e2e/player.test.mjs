// The player, whatever it plays: loop, marks, the use of the channels, zoom and pan, all of it by keyboard too.
import assert from "node:assert/strict";
import { axe, overflow, pixels, scenario, settled } from "./browser.mjs";
import { page } from "./pages.mjs";

const at = (page, cycle) => page.locator("#caption", { hasText: new RegExp(`^(Cycle|Slot) ${cycle}:`) }).waitFor();
const cycle = async (page) => (await scenario(page)).cycle;
const level = (page, text) => page.locator("#zoom-level", { hasText: text }).waitFor();

page("with the loop on play begins again at the end, and the link says so", "#k=4&flits=4&speed=16", async (page) => {
  await page.locator("#extent", { hasText: /^Cycle 0 of \d+\./ }).waitFor();
  const end = Number((await page.locator("#extent").innerText()).match(/of (\d+)/)[1]);
  await page.locator("#play").click();
  await page.waitForFunction((end) => window.flitscope.scenario().cycle === end, end);
  await page.locator("#play", { hasText: "Play" }).waitFor();
  await page.getByLabel("Loop").check();
  assert.equal((await scenario(page)).loop, "1");
  await page.locator("#play").click();
  await page.waitForFunction((end) => window.flitscope.scenario().cycle === end, end);
  await page.waitForFunction((end) => window.flitscope.scenario().cycle < end, end);
  assert.match(await page.locator("#play").innerText(), /Pause/, "it plays on");
  await page.locator("#play").click();
  await page.waitForFunction(() => location.hash.includes("loop=1"));
});

page("buttons and keys go from mark to mark and name them", "#k=5&flits=8&show=", async (page) => {
  await page.locator("#mark-next", { hasText: /^Next event: .*level 1/i }).waitFor();
  assert.equal(await page.locator("#mark-back").getAttribute("aria-disabled"), "true");
  assert.equal(await page.locator("#mark-back").innerText(), "Previous event: none");
  const names = [];
  for (let i = 0; i < 20 && (await page.locator("#mark-next").getAttribute("aria-disabled")) === "false"; i += 1) {
    const [before, name] = [await cycle(page), (await page.locator("#mark-next").innerText()).replace("Next event: ", "")];
    await page.locator("#mark-next").click();
    assert.ok((await cycle(page)) > before, name);
    await page.locator("#extent", { hasText: name }).waitFor();
    names.push([await cycle(page), name]);
  }
  assert.ok(names.length >= 3, JSON.stringify(names));
  await page.locator("#stage").focus();
  for (const [place] of names.slice(0, -1).reverse()) {
    await page.keyboard.press("PageUp");
    assert.equal(await cycle(page), place);
  }
  await page.keyboard.press("PageUp");
  assert.equal(await cycle(page), 0);
  await page.keyboard.press("PageDown");
  assert.equal(await cycle(page), names[0][0]);
});

page("a mark that is not recorded yet is looked for", "#system=kary-ncube&k=4&n=2&flits=8&load=0.02&cycles=4000", async (page) => {
  await at(page, 0);
  const titles = [];
  for (let i = 0; i < 6; i += 1) {
    const before = await cycle(page);
    await page.locator("#stage").focus();
    await page.keyboard.press("PageDown");
    await page.waitForFunction((before) => window.flitscope.scenario().cycle > before, before);
    await at(page, await cycle(page));
    titles.push(await cycle(page));
    if (/none/.test(await page.locator("#mark-next").innerText())) break;
  }
  assert.match(await page.locator("#extent").innerText(), /The run ends there/);
  assert.ok(titles.length >= 4, titles.join());
});

for (const fragment of ["#scene=point&k=5&flits=8&load=0.03&cycle=300", "#k=6&flits=8&cycle=40", "#system=hypercube-slotted&n=4&cycle=300", "#system=hypercube-mmpp&n=4&load=0.01&cycle=300", "#system=banyan-multicast&n=4&scene=point&cycle=300"]) {
  page(`the use of the channels is drawn, with a key and numbers: ${fragment}`, fragment, async (page) => {
    await at(page, fragment.match(/cycle=(\d+)/)[1]);
    const quiet = await pixels(page, "stage");
    assert.ok(await page.locator("#heat-key").isHidden());
    await page.getByLabel("Use of channels").check();
    await page.locator("#heat-key", { hasText: /^0\s+[\d.]+ % of \d+ (cycles|slots) in use$/ }).waitFor();
    const most = Number((await page.locator("#heat-key").innerText()).match(/([\d.]+) %/)[1]);
    assert.ok(most > 0 && most <= 100, String(most));
    assert.notEqual((await pixels(page, "stage")).hash, quiet.hash, "wires are tinted");
    await page.waitForFunction(() => location.hash.includes("heat=1"));
    await page.locator("#stage").focus();
    await page.keyboard.press("Shift+ArrowRight");
    await page.locator("#stage-node", { hasText: /In use in \d+ of the last \d+ (cycles|slots): [\d.]+ %\.$/ }).waitFor();
    await page.getByLabel("Use of channels").uncheck();
    await page.locator("#heat-key").waitFor({ state: "hidden" });
  });
}

page("keys, buttons and wheel zoom; what is pointed at is what is seen there", "#scene=point&k=8&flits=8&load=0.01&cycle=200", async (page) => {
  await at(page, 200);
  const stage = page.locator("#stage");
  await stage.scrollIntoViewIfNeeded();
  const link = page.url();
  const whole = await pixels(page, "stage");
  const box = await stage.boundingBox();
  // The canvas holds 8.5 pitches.
  const pitch = box.width / 8.5;
  const node = (x, y) => [box.x + (0.75 + x) * pitch, box.y + box.height - (0.75 + y) * pitch];
  const [x, y] = node(3, 4);
  await page.mouse.move(x, y);
  await page.locator("#stage-node", { hasText: /^Node \(3,4\)/ }).waitFor();
  // Zoomed about a node, the node stays under the pointer.
  await page.keyboard.down("Control");
  for (let i = 0; i < 2; i += 1) await page.mouse.wheel(0, -100);
  await page.keyboard.up("Control");
  await page.waitForFunction(() => parseInt(document.getElementById("zoom-level").innerText) > 200);
  await page.mouse.move(x + 1, y);
  await page.locator("#stage-node", { hasText: /^Node \(3,4\)/ }).waitFor();
  const scale = Math.exp(0.004 * 200);
  await page.mouse.move(x + pitch * scale, y);
  await page.locator("#stage-node", { hasText: /^Node \(4,4\)/ }).waitFor();
  assert.notEqual((await pixels(page, "stage")).hash, whole.hash);
  // A drag takes the network along, and is no click.
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 60, y, { steps: 4 });
  await page.mouse.up();
  await page.mouse.move(x - 60, y + 1);
  await page.locator("#stage-node", { hasText: /^Node \(3,4\)/ }).waitFor();
  await stage.focus();
  await page.keyboard.press("0");
  await level(page, /^100 %$/);
  await page.mouse.move(5, 5);
  await page.locator("#zoom-in").click();
  await page.locator("#zoom-in").click();
  await level(page, /^225 %$/);
  await page.locator("#zoom-out").click();
  await level(page, /^150 %$/);
  await page.locator("#zoom-fit").click();
  await level(page, /^100 %$/);
  assert.equal(await page.locator("#zoom-fit").getAttribute("aria-disabled"), "true");
  await stage.focus();
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await level(page, /^338 %$/);
  await page.keyboard.press("-");
  await level(page, /^225 %$/);
  // Walking brings the node into view.
  for (let i = 0; i < 12; i += 1) await page.keyboard.press(i % 2 ? "ArrowUp" : "ArrowRight");
  await page.locator("#stage-node", { hasText: /^Node/ }).waitFor();
  const ring = await pixels(page, "stage");
  await page.keyboard.press("Escape");
  await page.locator("#stage-node", { hasText: /^Point at/ }).waitFor();
  assert.notEqual((await pixels(page, "stage")).hash, ring.hash, "the ring around the node was in view");
  assert.equal(page.url(), link, "how large it is shown is not in the link");
  await page.keyboard.press("0");
  await level(page, /^100 %$/);
});

page("two fingers zoom, one moves what is zoomed", "#scene=point&k=8&flits=8&load=0.01&cycle=200", async (page) => {
  await at(page, 200);
  const stage = page.locator("#stage");
  await stage.scrollIntoViewIfNeeded();
  const box = await stage.boundingBox();
  const client = await page.context().newCDPSession(page);
  const touch = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x: box.x + x, y: box.y + y, id })) });
  const [x, y] = [box.width / 2, box.height / 2];
  await touch("touchStart", [[x - 20, y]]);
  await touch("touchStart", [[x - 20, y], [x + 20, y]]);
  for (let i = 1; i <= 6; i += 1) await touch("touchMove", [[x - 20 - 5 * i, y], [x + 20 + 5 * i, y]]);
  await touch("touchEnd", []);
  await level(page, /^250 %$/);
  await page.locator("#zoom-fit").click();
  await level(page, /^100 %$/);
}, { hasTouch: true, viewport: { width: 390, height: 844 } });

page("it starts paused, with reduced motion and embedded too, and what an embedded page has can be reached", "#scene=point&k=5&embed=1", async (page) => {
  await at(page, 0);
  await page.waitForTimeout(400);
  assert.equal(await cycle(page), 0);
  assert.equal(await page.locator("#play").innerText(), "▶ Play");
  for (const id of ["play", "mark-next", "zoom-in", "input-loop", "input-heat"]) assert.ok(await page.locator(`#${id}`).isVisible(), id);
}, { reducedMotion: "reduce" });

page("the keys are in the help", "", async (page) => {
  await page.locator("#keys").click();
  const help = await page.locator("#keys-list").innerText();
  for (const words of ["Previous event, next event", "Larger, smaller, about where you are", "Show the whole network"]) assert.ok(help.includes(words), words);
});

for (const colorScheme of ["light", "dark"]) {
  page(`at 390 pixels targets are large and axe is content, ${colorScheme}`, "#scene=point&k=8&heat=1&loop=1&cycle=200", async (page) => {
    await at(page, 200);
    const small = await page.locator("#player button, #player label.check").evaluateAll((all) =>
      all.map((element) => [element.id, element.getBoundingClientRect()]).filter(([, box]) => box.width > 0 && (box.height < 44 || box.width < 44)).map(([id]) => id));
    assert.deepEqual(small, []);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run("#stage-panel"));
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => [node.html, node.failureSummary])]), []);
    assert.equal((await overflow(page))[0], 0);
  }, { colorScheme, viewport: { width: 390, height: 844 } });
}

page("who scrubs away does not look for the next mark any more", "#scene=point&k=5&flits=8&load=0.01&cycles=20000&cycle=300", async (page) => {
  await at(page, 300);
  await page.locator("#mark-next", { hasText: "look for it" }).click();
  await page.locator("#scrub").fill("5");
  await at(page, 5);
  // The mark is found in a later picture than this one.
  await page.locator("#mark-next").waitFor();
  for (let i = 0; i < 40; i += 1) await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal(await cycle(page), 5);
});

page("another system begins at rest and as a whole", "#scene=point&k=8&flits=8&load=0.01&cycle=200", async (page) => {
  await at(page, 200);
  await page.locator("#stage").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.locator("#stage-node", { hasText: /^Channel/ }).waitFor();
  await page.locator("#zoom-in").click();
  await level(page, /^150 %$/);
  await page.locator("#play").click();
  await page.locator("#play", { hasText: "Pause" }).waitFor();
  // 64 nodes, as before.
  await page.getByRole("button", { name: "Slotted hypercube" }).click();
  await page.locator("#caption", { hasText: /^Slot 0:/ }).waitFor();
  await page.locator("#play", { hasText: "Play" }).waitFor();
  await level(page, /^100 %$/);
  assert.match(await page.locator("#stage-node").innerText(), /^Point at/);
  assert.equal(await page.locator("#forward").getAttribute("aria-label"), "Step one slot forward");
});

page("a scene of the list stands where it says, also when something plays", "#system=banyan-multicast&n=4&speed=16&loop=1", async (page) => {
  await page.locator("#play").click();
  await page.waitForFunction(() => window.flitscope.scenario().cycle > 0);
  await page.locator("#presets").selectOption({ label: "Region 0100 to 1000, first pass" });
  await page.locator("#caption", { hasText: /^Cycle 4: first pass/ }).waitFor();
  await page.locator("#play", { hasText: "Play" }).waitFor();
  assert.equal(await cycle(page), 4);
  // It is of the animation, which is brought into sight; one of the curves leaves the reader where they are.
  const above = () => page.evaluate(() => [window.scrollY, document.getElementById("stage-title").getBoundingClientRect().top]);
  const [scrolled, top] = await above();
  assert.ok(scrolled > 0 && top >= 0 && top < 200, `${scrolled}, ${top}`);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.locator("#presets").selectOption({ label: "Everything is multicast" });
  await page.waitForFunction(() => window.flitscope.scenario().multicast === 1);
  assert.equal((await above())[0], 0);
});

page("by keyboard from a channel to its messages and away; what is gone to is spoken", "#scene=point&k=4&load=0.02&cycle=200", async (page) => {
  await at(page, 200);
  const node = page.locator("#stage-node");
  await page.locator("#stage").focus();
  for (let i = 0; i < 30 && !/: message \d+ from/.test(await node.innerText()); i += 1) {
    await page.keyboard.press(i % 3 ? "Shift+ArrowRight" : "Shift+ArrowDown");
    await settled(page);
  }
  const channel = await node.innerText();
  const messages = [...channel.matchAll(/: message (\d+) from/g)].map((match) => match[1]);
  assert.ok(messages.length > 0, channel);
  for (const message of messages) {
    await page.keyboard.press("Enter");
    await page.locator("#stage-node", { hasText: new RegExp(`^Message ${message},`) }).waitFor();
  }
  assert.equal(await node.getAttribute("aria-live"), "polite");
  await page.keyboard.press("Enter");
  await page.waitForFunction((channel) => document.getElementById("stage-node").innerText === channel, channel);
  await page.keyboard.press("Escape");
  await page.locator("#stage-node", { hasText: /^Point at/ }).waitFor();
  const { x, y, width } = await page.locator("#stage").boundingBox();
  await page.mouse.move(x + (1.75 / 4.5) * width, y + (1.75 / 4.5) * width);
  await page.waitForFunction(() => document.getElementById("stage-node").getAttribute("aria-live") === "off");
});

page("with a finger the first tap reads and the second one acts", "#k=4&flits=8&cycle=20", async (page) => {
  await at(page, 20);
  const stage = page.locator("#stage");
  await stage.scrollIntoViewIfNeeded();
  const box = await stage.boundingBox();
  const pitch = box.width / 4.5;
  const tap = () => page.touchscreen.tap(box.x + 1.75 * pitch, box.y + box.height - 1.75 * pitch);
  await tap();
  await page.locator("#stage-node", { hasText: /^Node \(1,1\)/ }).waitFor();
  assert.equal(await cycle(page), 20);
  await tap();
  await page.waitForFunction(() => window.flitscope.scenario().source === 5 && window.flitscope.scenario().cycle === 0);
}, { hasTouch: true, viewport: { width: 390, height: 844 } });

page("who reads further up in the log is left there", "#scene=point&k=6&flits=8&load=0.02&cycle=400&speed=16", async (page) => {
  await at(page, 400);
  await page.locator("#log-box summary").click();
  await page.waitForFunction(() => document.getElementById("log").children.length > 50);
  const first = await page.locator("#log li").first().innerText();
  await page.evaluate(() => { document.getElementById("log").scrollTop = 0; });
  const before = await page.evaluate(() => document.getElementById("log").children.length);
  await page.locator("#play").click();
  await page.waitForFunction((before) => document.getElementById("log").children.length > before, before);
  await page.locator("#play").click();
  assert.equal(await page.evaluate(() => document.getElementById("log").scrollTop), 0);
  assert.equal(await page.locator("#log li").first().innerText(), first);
  // Back at the end, only the latest are kept.
  await page.evaluate(() => { const log = document.getElementById("log"); log.scrollTop = log.scrollHeight; });
  await page.locator("#play").click();
  await page.waitForFunction((first) => document.querySelector("#log li").innerText !== first || document.getElementById("log").children.length < 300, first);
  await page.locator("#play").click();
  assert.ok((await page.evaluate(() => document.getElementById("log").children.length)) <= 300);
});
