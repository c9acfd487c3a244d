// Lessons by mouse, by keyboard and by finger.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { COLOURS, desktop, dist, focused, next, overflow, phone, scenario, settled, text, violations, visible, walk } from "./browser.mjs";
import { load, pages, typed } from "./pages.mjs";

const page = pages();
const answered = async (page) => {
  await settled(page);
  assert.ok(await visible(page, "lesson-reveal"));
  return text(page, "lesson-reveal");
};

page("a lesson by mouse: the tabs come with the answer, and its link in the middle opens the step with the answer", "", async (page) => {
  await page.locator("#lessons").click();
  await page.locator("#gallery [data-of=distance]").click();
  await settled(page);
  for (const id of ["gallery", "legend", "layers"]) assert.ok(!(await visible(page, id)), `${id} is hidden`);
  await page.locator("#lesson-question button", { hasText: "a tenth longer" }).click();
  const said = await answered(page);
  assert.match(said, /36 cycles and the second one 40/);
  assert.ok(await visible(page, "layers"), "the tabs are there");
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
  // The sliders have the loads of the axis, which come with the curve.
  await settled(page);
  const bent = () => page.locator("#sketch polyline").getAttribute("points");
  const flat = await bent();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "sketch-0");
  for (let i = 0; i < 5; i += 1) await page.keyboard.press("ArrowUp");
  await settled(page);
  assert.notEqual(await bent(), flat);
  assert.equal(await focused(page), "sketch-0", "the focus stays");
  await page.locator("#lesson-check").focus();
  await page.keyboard.press("Enter");
  assert.match(await answered(page), /at λ = 0\.00408 in our model/);
  assert.match(await text(page, "lesson-question"), /you said: ends at λ/);
  assert.equal(await focused(page), "lesson-next", "the button is gone");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.id === "lesson-title");
  await page.locator("#answer-2").focus();
  await page.keyboard.press("Enter");
  await answered(page);
  assert.equal(await focused(page), "lesson-next", "who answers goes on from there");
});

page("a task is solved by the slider that it names or by a button that keeps the focus, and the browser keeps it", "#lesson=more-channels&step=4", async (page) => {
  const solved = () => page.locator("#lesson-task").getAttribute("data-solved");
  assert.equal(await solved(), "false");
  await typed(page, "vcs", 4);
  await settled(page);
  assert.equal(await solved(), "true");
  await page.locator("[data-do=next-lesson]").click();
  await settled(page);
  assert.equal((await scenario(page)).lesson, "end");
  // It is marked as done in the list of lessons, also when the page is opened again.
  await load(page, "#v=2");
  await page.locator("#lessons").click();
  // The texts of the lessons come first.
  await settled(page);
  assert.equal(await page.locator("#gallery-lessons li.done").count(), 1);
  assert.match(await page.locator("#gallery-done a").first().getAttribute("href"), /done=more-channels/);
  await page.keyboard.press("Escape");
  await walk(page, "#lesson=deadlock&step=3");
  await page.locator("#offer-0").focus();
  await page.keyboard.press("Enter");
  await settled(page);
  assert.deepEqual([await solved(), await focused(page)], ["true", "offer-0"]);
});

const lessons = execFileSync(join(dist, "..", "target", "debug", "flitscope"), ["lessons"], { encoding: "utf8" }).trim().split("\n").map((line) => JSON.parse(line));

/** Parts that a card hides at the size of the window, as sentences; on a phone the page itself scrolls, so what counts there is what the window has without it. */
const hidden = (page, ids) => page.evaluate((ids) => {
  const found = [];
  const body = document.getElementById("lesson-body");
  const wide = innerWidth >= 700;
  if (wide && body.scrollHeight > body.clientHeight + 1) found.push(`the card scrolls: ${body.scrollHeight} in ${body.clientHeight}`);
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is too wide");
  const foot = document.querySelector(".card-foot").getBoundingClientRect();
  if (foot.bottom > innerHeight + 1) found.push("the foot is out of the window");
  for (const id of ids) for (const part of document.querySelectorAll(id)) {
    const box = part.getBoundingClientRect();
    if (!box.height || box.top < 0 || box.bottom > foot.top + 1 || box.right > innerWidth + 1) found.push(`${id} ${part.innerText.slice(0, 30)}: ${[box.top, box.bottom]} above ${foot.top}`);
    if (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflow === "hidden") found.push(`${id} is cut off`);
  }
  return found;
}, ids);

/** The selectors of parts that are there and have something in them. */
const seen = (page, ids) => page.evaluate((ids) => ids.filter((id) => document.querySelector(id)?.innerHTML && document.querySelector(id).checkVisibility()), ids);

/** Goes to another place, and waits for its picture, but not for its curves. */
const look = async (page, fragment) => {
  await walk(page, fragment, false);
  await next(page);
};
const sizes = [{ width: 1280, height: 720 }, { width: 1366, height: 768 }, phone];
const whole = "WHOLE" in process.env;
let looks = 0;
/** The size of the next look, in turn: each place is seen at one, neighbours at others. With `WHOLE` (make verify) each is seen at all. */
const those = () => (whole ? sizes : [sizes[looks++ % sizes.length]]);

// The logic of each lesson is tested without a browser; here each step is seen asked and answered, with one of its options or, with `WHOLE`, with each.
page("in every step of every lesson nothing is cut off, the answers are in sight, and so is the network", "#lesson=first", async (page) => {
  const found = [];
  for (const { slug, steps } of lessons) {
    for (let step = 1; step <= steps.length; step += 1) {
      await look(page, `#lesson=${slug}&step=${step}`);
      const options = await page.locator("#lesson-question .answers button").count();
      const all = Array.from({ length: Math.max(options, 1) }, (_, at) => at + 1);
      const answers = [undefined, ...(whole ? all : [all[step % all.length]])];
      const asks = await page.evaluate(() => document.body.classList.contains("asks"));
      for (const answer of asks ? answers : [undefined]) {
        const drawn = answer === undefined ? 0 : await page.locator("#sketch polyline").count();
        await look(page, `#lesson=${slug}&step=${step}${answer === undefined ? "" : `&answer=${drawn ? 903030303030 : answer}`}`);
        for (const viewport of those()) {
          await page.setViewportSize(viewport);
          await page.evaluate(() => scrollTo(0, 0));
          await next(page);
          const where = `${slug}, step ${step}, answer ${answer} at ${viewport.width}`;
          const parts = answer !== undefined ? ["p.said", "#lesson-bars", "#lesson-reveal", "#lesson-figure"] : asks ? ["#lesson-question h3", "#lesson-question .answers", "#lesson-figure"] : ["#lesson-text"];
          const there = await seen(page, parts);
          const figure = there.includes("#lesson-figure") ? await page.locator("#lesson-figure").boundingBox() : { height: 100 };
          if (figure.height < 100) found.push(`${where}: the figure is ${figure.height} high`);
          found.push(...(await hidden(page, there)).map((what) => `${where}: ${what}`));
          const stage = await page.locator("#stage").boundingBox();
          const curve = await page.evaluate(() => document.body.classList.contains("curve"));
          if (!(viewport === phone && (curve || (answer !== undefined && there.includes("#lesson-figure")))) && !(stage && stage.width >= 100 && stage.y >= 0 && stage.y + stage.height <= viewport.height)) found.push(`${where}: the network is at ${JSON.stringify(stage)}`);
        }
      }
    }
    await look(page, `#lesson=${slug}&step=${steps.length + 1}`);
    assert.ok(await visible(page, "lesson-task"), `${slug} has an end`);
    for (const viewport of those()) {
      await page.setViewportSize(viewport);
      await page.evaluate(() => scrollTo(0, 0));
      await next(page);
      const parts = await seen(page, ["#lesson-task h3", "#lesson-task .answers", "#lesson-task .rail", "#lesson-task .rings", "#lesson-task .quantities"]);
      assert.ok(parts.length > (slug === "first" ? -1 : 1), `${slug}: the control of the task is in its card`);
      found.push(...(await hidden(page, parts)).map((what) => `${slug}, the task at ${viewport.width}: ${what}`));
    }
  }
  assert.deepEqual(found, []);
});

/** The words in sight, with those that are spoken of an element in sight, but not the question. */
const inSight = (page) => page.evaluate(() => {
  const seen = [...document.body.querySelectorAll("[aria-label], [aria-valuetext], [title]")].filter((part) => part.checkVisibility());
  const spoken = seen.flatMap((part) => ["aria-label", "aria-valuetext", "title"].map((name) => part.getAttribute(name) ?? ""));
  const asked = document.getElementById("lesson-question").innerText;
  return [document.title, document.body.innerText.replace(asked, ""), ...spoken].join("\n").replaceAll("\u00a0", " ");
});

// Our model of these networks takes half a minute for a curve, which only `WHOLE` waits for.
const slow = ["in-whose-way", "random"];

// Every third step, or with `WHOLE` each.
page("no word in sight has the answer of a step before it is given, whatever its link names", "#lesson=first", async (page) => {
  const found = [];
  for (const [at, { slug, steps }] of lessons.entries()) {
    for (let step = 1; step <= steps.length; step += 1) {
      if (!whole && (at + step) % 3) continue;
      await (!whole && slow.includes(slug) ? look : walk)(page, `#lesson=${slug}&step=${step}&cycle=19000&auto=1&cycles=2000&tab=comparison&follow=25`);
      if (!(await page.evaluate(() => document.body.classList.contains("asks")))) continue;
      const before = await inSight(page);
      const drawn = await page.locator("#sketch polyline").count();
      const asked = await Promise.all(["lesson-text", "lesson-question"].map((id) => page.locator(`#${id}`).textContent()));
      const given = `${asked.join(" ").replaceAll("\u00a0", " ")} ${JSON.stringify(await scenario(page))}`;
      await look(page, `#lesson=${slug}&step=${step}&answer=${drawn ? 903030303030 : 1}`);
      const said = await text(page, "lesson-reveal");
      assert.ok(said.length > 12, `${slug}, step ${step} has an answer`);
      const numbers = (words) => words.match(/\d[\d.]*\d/g) ?? [];
      const [seen, named] = [before, given].map((words) => new Set(numbers(words)));
      const sentences = said.split(/[.:] |\n/).filter((part) => part.length > 12 && !given.includes(part) && before.includes(part));
      const told = numbers(said).filter((number) => number.length > 3 && seen.has(number) && !named.has(number));
      found.push(...[...sentences, ...told].map((part) => `${slug}, step ${step}: ${part}`));
    }
  }
  assert.deepEqual(found, []);
});

page("the animation waits for the answer and plays on after it, in its place; a wrong answer has its mistake, and the runs are behind a question", "#lesson=more-channels&step=2", async (page) => {
  const cycle = () => page.evaluate(() => window.flitscope.scenario().cycle);
  await page.waitForFunction(() => window.flitscope.scenario().cycle === 300);
  const before = await page.locator("#world").boundingBox();
  assert.ok(!(await visible(page, "chart")));
  await page.locator("#answer-1").click();
  await page.waitForFunction(() => window.flitscope.scenario().cycle !== 300);
  const seen = await cycle();
  await page.waitForFunction((seen) => window.flitscope.scenario().cycle !== seen, seen);
  assert.deepEqual(await page.locator("#world").boundingBox(), before);
  assert.match(await text(page, "lesson-question"), /slower\s+you said: faster/);
  assert.match(await text(page, "lesson-belief"), /They share it/);
  assert.match(await text(page, "lesson-race"), /Message 20 in both/);
  const run = page.locator("#lesson-runs [data-do=run]").first();
  assert.ok(!(await run.isVisible()));
  await page.locator("#lesson-runs summary").click();
  assert.ok(await run.isVisible());
}, { viewport: sizes[1], reducedMotion: "no-preference" });

page("a lesson by finger: a question, its answer, a task that is wrong and one that is right", "#lesson=deadlock", async (page, { context }) => {
  const touch = await context.newCDPSession(page);
  const tap = async (id) => {
    const { x, y, width, height } = await page.locator(`#${id}`).boundingBox();
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: x + width / 2, y: y + height / 2 }] });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await settled(page);
  };
  await tap("answer-1");
  assert.match(await answered(page), /nothing moves after cycle 3271/);
  await tap("lesson-next");
  await tap("answer-2");
  await tap("lesson-next");
  assert.ok(!(await visible(page, "lesson-reply")));
  await tap("offer-2");
  assert.match(await text(page, "lesson-said"), /^Still frozen: message \d+ waits for \d+/);
  await tap("offer-0");
  assert.match(await text(page, "lesson-said"), /^It moves: \d+ delivered since/);
  assert.deepEqual(await violations(page), []);
}, { viewport: phone });

page("the stages of the first lesson play by themselves, and are still for who prefers that", "#lesson=first&step=4&answer=2", async (page) => {
  const drawn = () => page.locator("#lesson-stage").innerHTML();
  const before = await drawn();
  await page.waitForFunction((before) => document.getElementById("lesson-stage").innerHTML !== before, before);
  assert.ok(await page.locator("#lesson-stage svg").isVisible());
  await page.emulateMedia({ reducedMotion: "reduce" });
  await load(page, "#lesson=first&step=4&answer=2&cycle=20");
  await settled(page);
  assert.equal(await page.locator("#lesson-stage .pic-cross").count(), 1, "the blocked header");
}, { viewport: sizes[1], reducedMotion: "no-preference" });

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
  assert.ok(!said.includes("0.00408"), "no answer is given away");
  const pages = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g).length;
  assert.ok(pages >= 1 && pages <= 3, `${pages} pages`);
  await page.locator("#paper [data-do=try]").click();
  await settled(page);
  assert.ok(await visible(page, "lesson") && !(await visible(page, "paper")));
});

page("a router in a lesson has its own key, and after the answer the sentences of the headers that wait", "#lesson=inside-a-router", async (page) => {
  for (const viewport of [{ width: 1366, height: 768 }, phone]) {
    await page.setViewportSize(viewport);
    await walk(page, "#lesson=inside-a-router&step=1");
    const signs = () => page.locator("#inside-key li:visible").count();
    assert.ok((await visible(page, "inside-key")) && !(await visible(page, "stage-legend")), `${viewport.width}`);
    const asked = await signs();
    assert.equal(await page.locator("#lesson-router li").count(), 0, "they would be the answer");
    await page.locator("#answer-2").click();
    await settled(page);
    assert.equal(await signs(), asked + 2, "with the signs of the reasons");
    const said = await page.locator("#lesson-router li:visible").allInnerTexts();
    assert.ok(said.length > 0 && said.every((words) => /^Message \d+, \d+\scycles old, waits: its lanes? to .* held by /.test(words)), said.join("\n"));
    assert.match(said.join(" "), /free, but not for it: /);
    assert.equal((await overflow(page))[0], 0);
  }
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
  for (const place of ["first&step=5", "deadlock&step=3", "who-waits&step=2&answer=2", "first&paper=plan", "first&paper=teacher"]) {
    await walk(page, `#lesson=${place}`);
    await complaints(place);
  }
  // At 320 pixels the verdict lies below the window, where axe does not tell its colours.
  await page.setViewportSize(desktop);
  await walk(page, "#lesson=deadlock&step=3");
  await page.locator("#offer-1").click();
  await settled(page);
  assert.ok(await page.locator(".verdict:not(.right)").isVisible());
  await complaints("a task that is not solved");
});
