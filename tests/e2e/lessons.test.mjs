// Lessons by mouse, by keyboard and by finger.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { dist, phone, scenario, settled, text, violations, visible } from "./browser.mjs";
import { load, pages } from "./pages.mjs";

const page = pages();
const answered = async (page) => {
  await settled(page);
  assert.ok(await visible(page, "lesson-reveal"));
  return text(page, "lesson-reveal");
};

page("a lesson by mouse: asked, answered, seen, and a link in the middle opens the step with its answer", "", async (page) => {
  await page.locator("#lessons").click();
  await page.locator("#gallery [data-of=distance]").click();
  await settled(page);
  assert.ok(!(await visible(page, "gallery")) && !(await visible(page, "legend")), "nothing is seen before it is asked");
  await page.locator("#lesson-question button", { hasText: "about a tenth longer" }).click();
  assert.match(await answered(page), /36\.0 cycles, the second one 40\.0/);
  assert.ok(await visible(page, "legend"));
  await page.locator("#lesson-next").click();
  await settled(page);
  assert.equal((await scenario(page)).system, "hypercube-slotted");
  await page.locator("#lesson-number").fill("3");
  await page.locator("#lesson-number").press("Enter");
  const said = await answered(page);
  await page.waitForFunction(() => location.hash.includes("answer=3"));
  const hash = new URL(page.url()).hash;
  await load(page, hash);
  assert.equal(await answered(page), said);
  await page.locator("#lesson-leave").click();
  await settled(page);
  assert.ok(!(await visible(page, "lesson")));
});

page("a link that names a step alone opens its scene, before its circle closes, and Play does not pass the question", "#lesson=deadlock&step=1", async (page) => {
  const cycle = () => page.locator("#caption").evaluate((caption) => Number(caption.dataset.cycle));
  const { system, k, escape } = await scenario(page);
  assert.deepEqual([system, k, escape], ["kary-ncube", 8, "off"]);
  const moment = await cycle();
  assert.equal(await text(page, "caption"), `Cycle ${moment}. The animation continues after your answer.`);
  for (const id of ["legend", "layers"]) assert.ok(!(await visible(page, id)), `${id} is hidden`);
  await page.locator("#forward").click();
  await settled(page);
  assert.equal(await cycle(), moment);
  await page.locator("#answer-2").click();
  await answered(page);
  // It plays on.
  await page.waitForFunction((moment) => Number(document.getElementById("caption").dataset.cycle) > moment, moment);
  await page.waitForFunction(() => document.getElementById("caption").textContent.includes("None can ever move"));
  for (const id of ["legend", "layers"]) assert.ok(await visible(page, id), `${id} is there`);
}, { reducedMotion: "no-preference" });

page("a curve drawn by keyboard alone, compared, and the lesson goes on", "", async (page) => {
  await page.locator("#lessons").focus();
  await page.keyboard.press("Enter");
  await page.locator("#gallery [data-of=end]").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.id === "lesson-title");
  const bent = () => page.locator("#sketch polyline").getAttribute("points");
  const flat = await bent();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "sketch-0");
  for (let i = 0; i < 5; i += 1) await page.keyboard.press("ArrowUp");
  await settled(page);
  assert.notEqual(await bent(), flat);
  assert.equal(await page.evaluate(() => document.activeElement.id), "sketch-0", "the focus stays");
  for (let i = 0; i < 6; i += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.match(await answered(page), /ends at λ = 0\.00244/);
  assert.match(await text(page, "lesson-question"), /Your curve differs most/);
  assert.equal(await page.evaluate(() => document.activeElement.id), "lesson-next", "the button is gone");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.id === "lesson-title");
  await page.locator("#answer-3").focus();
  await page.keyboard.press("Enter");
  await answered(page);
  assert.deepEqual(await page.evaluate(() => [document.activeElement.id, document.activeElement.ariaPressed]), ["answer-3", "true"], "who answers stays there");
});

page("a task is solved by the slider that it names, the browser keeps it, and the next lesson follows", "#lesson=more-channels&step=4", async (page) => {
  const solved = () => page.locator("#lesson-task").getAttribute("data-solved");
  assert.equal(await solved(), "false");
  for (const [vcs, is] of [["7", "false"], ["4", "true"], ["5", "false"]]) {
    await page.locator("#number-vcs").fill(vcs);
    await page.locator("#number-vcs").press("Enter");
    await settled(page);
    assert.equal(await solved(), is, `V = ${vcs}`);
  }
  await page.locator("[data-do=next-lesson]").click();
  await settled(page);
  assert.equal((await scenario(page)).lesson, "who-waits");
  // It is marked as done in the list of lessons, also when the page is opened again.
  await load(page, "#v=2");
  await page.locator("#lessons").click();
  assert.equal(await page.locator("#gallery-list li", { hasText: "Done." }).count(), 1);
  assert.match(await page.locator("#gallery-done a").getAttribute("href"), /done=more-channels/);
});

page("a task is solved by a button, by keyboard", "#lesson=deadlock&step=3", async (page) => {
  await page.locator("#offer-2").focus();
  await page.keyboard.press("Enter");
  await settled(page);
  assert.equal(await page.locator("#lesson-task").getAttribute("data-solved"), "false", "one virtual channel more does not help");
  await page.locator("#lesson-back").click();
  await settled(page);
  await page.locator("#lesson-next").click();
  await settled(page);
  await page.locator("#offer-0").focus();
  await page.keyboard.press("Enter");
  await settled(page);
  assert.equal(await page.locator("#lesson-task").getAttribute("data-solved"), "true");
  assert.equal(await page.evaluate(() => document.activeElement.id), "offer-0", "the focus stays");
});

page("the lesson from the beginning is offered once, has a picture on each card, and no number to read", "#v=2", async (page) => {
  await page.locator("#try [data-of=first]").click();
  await settled(page);
  const pictures = new Set();
  for (let step = 1; step <= 5; step += 1) {
    assert.ok(await visible(page, "lesson-picture") && !(await visible(page, "chart-panel")));
    pictures.add(await page.locator("#lesson-picture svg").getAttribute("aria-label"));
    assert.doesNotMatch(await text(page, "lesson-text"), /\d/);
    await page.locator("#lesson-next").click();
    await settled(page);
  }
  assert.equal(pictures.size, 5);
  await page.locator("#lesson-leave").click();
  await settled(page);
  assert.equal(await page.locator("#try [data-of=first]").count(), 0, "it is done");
});

page("in Present a key shows the answer, then the next step, and another one goes back", "#lesson=more-channels&step=2&present=1", async (page) => {
  const at = async () => {
    await settled(page);
    const { step, answer } = await scenario(page);
    return [step, answer];
  };
  for (const [key, place] of [["PageDown", [2, 3]], ["PageDown", [3, 0]], ["PageDown", [3, 1]], ["PageUp", [2, 3]]]) {
    await page.keyboard.press(key);
    assert.deepEqual(await at(), place, key);
    assert.equal(await visible(page, "pair-frame"), place[1] > 0, "the second network comes with the answer");
  }
});

const lessons = execFileSync(join(dist, "..", "target", "debug", "flitscope"), ["lessons"], { encoding: "utf8" }).trim().split("\n").map((line) => JSON.parse(line));

// Every step of every lesson, with the last answer by keyboard on a laptop and the first one by hand on a phone: each is right in some and wrong in others.
for (const [name, choice, viewport] of [["keyboard", -1, { width: 1366, height: 768 }], ["hand on a phone", 0, phone]]) {
  page(`all lessons are played to their end by ${name}`, "#lesson=first", async (page) => {
    const press = async (locator) => {
      if (choice === 0) return locator.click();
      await locator.focus();
      return page.keyboard.press("Enter");
    };
    for (const { slug, steps } of lessons) {
      await load(page, `#lesson=${slug}`);
      for (let step = 1; step <= steps.length; step += 1) {
        const where = `${slug}, step ${step}`;
        const asks = await page.evaluate(() => document.body.classList.contains("asks"));
        const options = page.locator("#lesson-question li button");
        if (await page.locator("#lesson-number").count()) {
          await page.locator("#lesson-number").fill("12");
          await page.locator("#lesson-number").press("Enter");
        } else if (await page.locator("[data-do=drawn]").count()) {
          await press(page.locator("[data-do=drawn]"));
        } else if (asks) {
          await press(options.nth(choice));
        }
        await settled(page);
        assert.equal(await visible(page, "lesson-reveal"), asks, where);
        const stage = await page.locator("#stage").boundingBox();
        assert.ok(stage.width >= 150 && stage.y >= 0 && stage.y + stage.height <= viewport.height, `${where}: ${JSON.stringify(stage)}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${where} overflows`);
        await press(page.locator("#lesson-next"));
        await settled(page);
      }
      assert.ok(await visible(page, "lesson-task"), `${slug} has an end`);
      assert.equal(await page.locator("#lesson-on").isVisible(), slug !== lessons.at(-1).slug);
    }
  }, { viewport });
}

page("a lesson by finger on a phone", "", async (page) => {
  await page.locator("#lessons").click();
  await page.locator("#gallery [data-of=proof]").click();
  await settled(page);
  const box = await page.locator("#lesson").boundingBox();
  assert.ok(box.y < 844 && box.width <= 390, "the question is on the first screen");
  await page.locator("#lesson-question button").nth(1).click();
  assert.match(await answered(page), /^From 0 of the 16 nodes/);
}, { viewport: phone });

page("a curve is drawn on the chart itself, by mouse, and its end put", "#v=2", async (page) => {
  await page.locator("#lessons").click();
  await page.locator("#gallery [data-of=end]").click();
  await page.waitForFunction(() => document.activeElement.id === "lesson-title");
  await settled(page);
  const load = (await scenario(page)).load;
  const values = () => page.locator("[id^=sketch-]").evaluateAll((all) => all.map(({ value }) => Number(value)));
  const handles = await page.locator("#sketch circle").all();
  const middle = async (handle) => {
    const { x, y, width, height } = await handle.boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const before = await values();
  const [x, y] = await middle(handles[3]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 40, { steps: 4 });
  await page.mouse.up();
  const drawn = await values();
  assert.ok(drawn[3] > before[3] + 5, `${before} ${drawn}`);
  assert.deepEqual(drawn.toSpliced(3, 1), before.toSpliced(3, 1), "the others stay");
  const end = await page.locator("#sketch line").boundingBox();
  await page.mouse.move(end.x, end.y + 20);
  await page.mouse.down();
  await page.mouse.move(end.x - 120, end.y + 20, { steps: 4 });
  await page.mouse.up();
  assert.ok((await values())[5] < drawn[5] - 5, `${await values()}`);
  assert.equal((await scenario(page)).load, load, "the operating point stays");
  assert.ok(!(await visible(page, "readout")), "what is asked is not read out");
  await page.locator("[data-do=drawn]").click();
  assert.match(await answered(page), /ends at λ = 0\.00244/);
  assert.match(await text(page, "lesson-question"), /Your curve ends at/);
});

page("a curve is drawn by finger without scrolling the page", "#v=2&lesson=end", async (page, { context }) => {
  const touch = await context.newCDPSession(page);
  const plot = await page.locator("#chart").boundingBox();
  const at = (x, y) => [{ x: plot.x + x * plot.width, y: plot.y + y * plot.height }];
  const send = (type, touchPoints) => touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", at(0.4, 0.5));
  for (const y of [0.45, 0.35, 0.25]) await send("touchMove", at(0.4, y));
  await send("touchEnd", []);
  await settled(page);
  const drawn = await page.locator("[id^=sketch-]").evaluateAll((all) => all.map(({ value }) => Number(value)));
  assert.ok(Math.max(...drawn.slice(0, 3)) > 50, `${drawn}`);
  assert.equal(await page.evaluate(() => scrollY), 0);
}, { viewport: phone });

page("a recorded run is run again and gives the same numbers to the last bit", "#v=2&system=hypercube-slotted&n=5&load=0.12&order=rotate&lesson=the-port&step=3&answer=2", async (page) => {
  await page.locator("#lesson-runs [data-do=run]").nth(1).click();
  await page.waitForFunction(() => document.getElementById("run-1")?.textContent === "You have the same numbers, to the last bit.");
  const { simulated } = await page.evaluate(() => window.flitscope.results());
  assert.equal(simulated.length, 1, "that load alone");
  assert.equal((await scenario(page)).step, 3);
});

page("the gallery is searched by typing and opened by keyboard, and its matches are announced", "", async (page) => {
  await page.locator("#lessons").focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "gallery-words");
  const all = await page.locator("#gallery-count").innerText();
  assert.match(all, /^16 of 16 lessons, (\d+) of \1 scenes\.$/);
  await page.keyboard.type("three packets refute");
  await settled(page);
  assert.equal(await page.locator("#gallery-count").innerText(), all.replace(/^16/, "0").replace(/, \d+ of/, ", 1 of"));
  assert.equal(await page.locator("#gallery-list svg:visible").count(), 1, "it has a picture");
  for (const where of ["gallery-of", "scene"]) {
    await page.keyboard.press("Tab");
    assert.ok(await page.evaluate((where) => [document.activeElement.id, document.activeElement.dataset.do].includes(where), where), where);
  }
  await page.keyboard.press("Enter");
  await settled(page);
  assert.equal((await scenario(page)).packets, "three");
});

page("a worksheet is opened from its card, printed on pages of its own, and stands in its link", "", async (page) => {
  await page.locator("#lessons").click();
  await page.locator('[data-of="worksheet,end"]').click();
  await page.waitForFunction(() => location.hash.includes("lesson=end&paper=worksheet"));
  assert.ok(!(await visible(page, "chart")) && await visible(page, "paper"));
  assert.equal(await page.evaluate(() => document.activeElement.id), "paper-title");
  assert.deepEqual(await violations(page), []);
  const said = await text(page, "paper-text");
  await load(page, new URL(page.url()).hash);
  assert.equal(await text(page, "paper-text"), said);
  assert.ok(!said.includes("0.00236"), "no answer is given away");
  const pages = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g).length;
  assert.ok(pages >= 1 && pages <= 3, `${pages} pages`);
  await page.locator("#paper [data-do=try]").click();
  await settled(page);
  assert.ok(await visible(page, "lesson") && !(await visible(page, "paper")));
});

for (const [colorScheme, forcedColors] of [["light", "none"], ["dark", "none"], ["light", "active"]]) {
  page(`axe finds nothing in lessons, ${colorScheme}, forced colours ${forcedColors}`, "", async (page) => {
    await page.locator("#lessons").click();
    await settled(page);
    assert.deepEqual(await violations(page), []);
    await page.locator("#gallery [data-of=end]").click();
    await settled(page);
    assert.deepEqual(await violations(page), []);
    await page.locator("[data-do=drawn]").click();
    await settled(page);
    await page.setViewportSize({ width: 320, height: 700 });
    assert.deepEqual(await violations(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing overflows");
    for (const place of ["first&step=5", "deadlock&step=3", "who-waits&step=2&answer=2", "first&paper=plan"]) {
      await load(page, `#lesson=${place}`);
      await settled(page);
      assert.deepEqual(await violations(page), [], place);
    }
  }, { colorScheme, forcedColors });
}
