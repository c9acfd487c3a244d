// Lessons by mouse, by keyboard and by finger.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { COLOURS, desktop, dist, focused, phone, scenario, settled, text, violations, visible, walk } from "./browser.mjs";
import { load, pages, typed } from "./pages.mjs";

const page = pages();
const answered = async (page) => {
  await settled(page);
  assert.ok(await visible(page, "lesson-reveal"));
  return text(page, "lesson-reveal");
};

page("a lesson by mouse: the chart comes with the answer, and its link in the middle opens the step with the answer", "", async (page) => {
  await page.locator("#lessons").click();
  await page.locator("#gallery [data-of=distance]").click();
  await settled(page);
  for (const id of ["gallery", "legend", "layers"]) assert.ok(!(await visible(page, id)), `${id} is hidden`);
  await page.locator("#lesson-question button", { hasText: "a tenth longer" }).click();
  const said = await answered(page);
  assert.match(said, /36 cycles and the second one 40/);
  for (const id of ["legend", "layers"]) assert.ok(await visible(page, id), `${id} is there`);
  await page.waitForFunction(() => location.hash.includes("answer="));
  await load(page, new URL(page.url()).hash);
  assert.equal(await answered(page), said);
  await page.locator("#lesson-leave").click();
  await settled(page);
  assert.ok(!(await visible(page, "lesson")));
});

page("a curve drawn by keyboard alone, compared, and the lesson goes on", "", async (page) => {
  await page.locator("#lessons").focus();
  await page.keyboard.press("Enter");
  await page.locator("#gallery [data-of=end]").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.id === "lesson-title");
  const bent = () => page.locator("#sketch polyline").getAttribute("points");
  const flat = await bent();
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "sketch-0");
  for (let i = 0; i < 5; i += 1) await page.keyboard.press("ArrowUp");
  await settled(page);
  assert.notEqual(await bent(), flat);
  assert.equal(await focused(page), "sketch-0", "the focus stays");
  for (let i = 0; i < 6; i += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.match(await answered(page), /ends at λ = 0\.00244/);
  assert.match(await text(page, "lesson-question"), /Your curve differs most/);
  assert.equal(await focused(page), "lesson-next", "the button is gone");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.id === "lesson-title");
  await page.locator("#answer-3").focus();
  await page.keyboard.press("Enter");
  await answered(page);
  assert.deepEqual(await page.evaluate(() => [document.activeElement.id, document.activeElement.ariaPressed]), ["answer-3", "true"], "who answers stays there");
});

page("a task is solved by the slider that it names or by a button that keeps the focus, and the browser keeps it", "#lesson=more-channels&step=4", async (page) => {
  const solved = () => page.locator("#lesson-task").getAttribute("data-solved");
  assert.equal(await solved(), "false");
  await typed(page, "vcs", 4);
  await settled(page);
  assert.equal(await solved(), "true");
  await page.locator("[data-do=next-lesson]").click();
  await settled(page);
  assert.equal((await scenario(page)).lesson, "who-waits");
  // It is marked as done in the list of lessons, also when the page is opened again.
  await load(page, "#v=2");
  await page.locator("#lessons").click();
  // The texts of the lessons come first.
  await settled(page);
  assert.equal(await page.locator("#gallery-lessons li.done").count(), 1);
  assert.match(await page.locator("#gallery-done a").getAttribute("href"), /done=more-channels/);
  await page.keyboard.press("Escape");
  await walk(page, "#lesson=deadlock&step=3");
  await page.locator("#offer-0").focus();
  await page.keyboard.press("Enter");
  await settled(page);
  assert.deepEqual([await solved(), await focused(page)], ["true", "offer-0"]);
});

const lessons = execFileSync(join(dist, "..", "target", "debug", "flitscope"), ["lessons"], { encoding: "utf8" }).trim().split("\n").map((line) => JSON.parse(line));

// The logic of each lesson is tested without a browser; here each step is seen with its answer, on a laptop and on a phone.
page("in every step of every lesson the network is in sight, and nothing overflows", "#lesson=first", async (page) => {
  for (const { slug, steps } of lessons) {
    for (let step = 1; step <= steps.length; step += 1) {
      await walk(page, `#lesson=${slug}&step=${step}`);
      if (await page.evaluate(() => document.body.classList.contains("asks"))) {
        const drawn = page.locator("[data-do=drawn]");
        if (await drawn.count()) await drawn.click();
        else await walk(page, `#lesson=${slug}&step=${step}&answer=1`);
        await settled(page);
        assert.ok(await visible(page, "lesson-reveal"), `${slug}, step ${step}`);
      }
      for (const viewport of [{ width: 1366, height: 768 }, phone]) {
        await page.setViewportSize(viewport);
        await page.evaluate(() => { scrollTo(0, 0); return window.flitscope.settled(); });
        const where = `${slug}, step ${step} at ${viewport.width}`;
        const stage = await page.locator("#stage").boundingBox();
        assert.ok(stage.width >= 150 && stage.y >= 0 && stage.y + stage.height <= viewport.height, `${where}: ${JSON.stringify(stage)}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${where} overflows`);
        if (step === 1) assert.ok((await page.locator("#lesson").boundingBox()).y < viewport.height, `${where}: the card is on the first screen`);
      }
    }
    await walk(page, `#lesson=${slug}&step=${steps.length + 1}`);
    assert.ok(await visible(page, "lesson-task"), `${slug} has an end`);
  }
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

page("a worksheet is opened from its card, printed on pages of its own, and stands in its link", "", async (page) => {
  await page.locator("#lessons").click();
  await page.locator("#gallery-teach").click();
  await page.locator('[data-of="worksheet,end"]').click();
  await page.waitForFunction(() => location.hash.includes("lesson=end&paper=worksheet"));
  assert.ok(!(await visible(page, "chart")) && await visible(page, "paper"));
  assert.equal(await focused(page), "paper-title");
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

page("axe finds nothing in lessons, in light, dark and forced colours, down to 320 pixels", "", async (page) => {
  const complaints = async (where) => {
    for (const [colorScheme, forcedColors, rules] of [["light", "none"], ["dark", "none", COLOURS], ["light", "active", COLOURS]]) {
      await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: "reduce" });
      await settled(page);
      assert.deepEqual(await violations(page, rules), [], `${where}: ${colorScheme}, ${forcedColors}`);
    }
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
  };
  await walk(page, "#lesson=end");
  await complaints("before the answer");
  await page.locator("[data-do=drawn]").click();
  await page.setViewportSize({ width: 320, height: 700 });
  await complaints("after it");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing overflows");
  for (const place of ["first&step=5", "deadlock&step=3", "who-waits&step=2&answer=2", "first&paper=plan"]) {
    await walk(page, `#lesson=${place}`);
    await complaints(place);
  }
});
