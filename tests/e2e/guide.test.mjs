// The guide: its numbers, its links, its figures and its pages.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { after, before, test } from "node:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { COLOURS, blank, desktop, dist, launch, phone, serve, violations } from "./browser.mjs";
import { chapter, files, pageOf } from "../../tools/guide.mjs";
import { answers } from "../../tools/readme.mjs";

const KB = 1024;
const chapters = files().map(chapter);
let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser.close();
  server.stop();
});

/** A file of the project, and the names of those of a folder. */
const read = (name) => readFileSync(join(dist, "..", name), "utf8");
const documents = (folder, end) => readdirSync(join(dist, "..", folder)).filter((name) => name.endsWith(end)).map((name) => join(folder, name));
/** The files of the built page with these names. */
const built = (names) => readdirSync(dist).filter((name) => names.test(name)).map((name) => readFileSync(join(dist, name)));
const program = (values) => spawnSync(join(dist, "..", "target", "debug", "flitscope"), values, { encoding: "utf8" });
const known = new Map();
/** The answer of the program, asked once: an object, or the sentence of its error. */
function asked(command, scenario) {
  const key = `${command} ${scenario}`;
  if (!known.has(key)) {
    const { stdout, stderr } = program([command, scenario]);
    known.set(key, stdout ? JSON.parse(stdout) : stderr);
  }
  return known.get(key);
}

/** The functions of a claim. */
const functions = {
  solve: (scenario) => {
    const { points: [point], ...answer } = asked("solve", scenario);
    return { ...answer, ...point, ...point.values };
  },
  simulate: (scenario) => asked("simulate", scenario),
  explore: (question) => asked("explore", JSON.stringify(question)),
  bytes: (names) => built(names).reduce((sum, file) => sum + file.length, 0),
  packed: (names) => built(names).reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0),
  list: (what) => program([what]).stdout.trim().split("\n"),
  frozen: (scenario) => Number(/nothing has moved since cycle (\d+)/.exec(asked("simulate", scenario))[1]),
};

/** The claims of a text: a number or a quoted word as it stands in the block above, and the expression that gives it. */
function claims(raw) {
  const blocks = raw.split(/\n\n(?!<!--)/);
  return blocks.flatMap((block) =>
    [...block.matchAll(/<!-- ("[^"]*"|-?[\d.]+) = (.*) -->/g)].map(([, printed, expression]) => ({ printed, expression, words: block.replace(/<!--[^]*?-->/g, "") })));
}

/** The claims of a text that do not hold, or whose number does not stand above them. */
const wrong = (raw) =>
  claims(raw).flatMap(({ printed, expression, words }) => {
    const value = new Function(...Object.keys(functions), `return ${expression}`)(...Object.values(functions));
    if (printed.startsWith('"')) return value === JSON.parse(printed) ? [] : [`${printed} is ${JSON.stringify(value)}: ${expression}`];
    const digits = printed.split(".")[1]?.length ?? 0;
    const written = words.replaceAll("−", "-").replace(/(\d) (?=\d{3}\b)/g, "$1").split(/[^\d.-]+/).map((word) => word.replace(/\.$/, ""));
    const spelt = { 4: "four", 6: "six", 8: "eight", 14: "fourteen", 16: "sixteen" }[printed];
    return [
      ...(Number(value).toFixed(digits) === printed ? [] : [`${printed} is ${value}: ${expression}`]),
      ...(written.includes(printed) || (spelt && new RegExp(spelt, "i").test(words)) ? [] : [`${printed} does not stand above ${expression}`]),
    ];
  });

test("every number of the guide and of other documents is what the program answers", () => {
  const claiming = ["README.md", "ARCHITECTURE.md", ...documents("docs", ".md"), ...documents("docs/guide", ".md")].filter((name) => claims(read(name)).length > 0);
  assert.ok(claiming.length >= 11, `${claiming}`);
  for (const name of claiming) assert.deepEqual(wrong(read(name)), [], name);
});

test("a claim that is wrong is found", () => {
  assert.deepEqual(wrong("It takes 36.1 cycles.\n<!-- 36.1 = 32 + 4 -->"), ["36.1 is 36: 32 + 4"]);
  assert.deepEqual(wrong("It takes 36.1 cycles.\n<!-- 36 = 32 + 4 -->"), ["36 does not stand above 32 + 4"]);
});

test("every exercise but the lesson has a solution", () => {
  for (const { name, raw } of chapters.filter(({ name }) => /^\d/.test(name))) {
    const exercises = raw.split("## Exercises")[1];
    const [asked, solved] = [/^\d+\. /gm, /<summary>Solution<\/summary>/g].map((pattern) => exercises.match(pattern).length);
    assert.deepEqual([asked, solved, /lesson=|tab=differences/.test(exercises)], [4, 3, true], name);
  }
});

test("links between chapters lead somewhere, and the contents name every chapter", () => {
  const pages = chapters.map(({ name }) => pageOf(name));
  for (const { name, html } of chapters) {
    for (const [, href] of html.matchAll(/href="([^"#]+\.html)"/g)) assert.ok(pages.includes(href), `${href} in ${name}`);
    assert.ok(!/href="[^"]*\.md/.test(html), name);
  }
  for (const page of pages.slice(1)) assert.ok(chapters[0].html.includes(`href="${page}"`), page);
});

test("each chapter is light, readable and whole on a desktop and on a phone in the dark", { timeout: 600_000 }, async () => {
  const { page, close, complaints } = await blank(browser);
  // Each page as a first visit.
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  let weight = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => { weight += encodedDataLength; });
  for (const [viewport, colorScheme] of [[desktop, "light"], [phone, "dark"]]) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    for (const { name, figures } of chapters) {
      weight = 0;
      await page.goto(`${server.url}guide/${pageOf(name)}`, { waitUntil: "load" });
      await page.evaluate(() => document.fonts.ready);
      assert.ok(weight > 10 * KB && weight <= 150 * KB, `${name} weighs ${weight} bytes`);
      assert.deepEqual(await violations(page, colorScheme === "dark" ? COLOURS : undefined), [], name);
      const seen = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth - innerWidth,
        blank: [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src),
        figures: document.querySelectorAll("a.live").length,
      }));
      assert.deepEqual(seen, { wide: 0, blank: [], figures: figures.length }, name);
      if (/^\d/.test(name)) assert.ok(figures.length >= 2 && figures.length <= 4, `${name} has ${figures.length} figures`);
    }
  }
  assert.deepEqual(complaints, []);
  await close();
});

test("a figure of each chapter runs when it is pressed", async () => {
  const { page, close, complaints } = await blank(browser);
  for (const { name, figures: [figure] } of chapters.filter(({ figures }) => figures.length)) {
    await page.goto(`${server.url}guide/${pageOf(name)}`);
    await page.locator("a.live").first().click();
    const frame = await (await page.waitForSelector("iframe")).contentFrame();
    await frame.waitForFunction(() => window.flitscope);
    await frame.evaluate(() => window.flitscope.ready);
    assert.deepEqual(await frame.evaluate(() => [document.body.classList.contains("embed"), document.querySelectorAll("#notices li").length]), [true, 0], figure.link);
  }
  assert.deepEqual(complaints, []);
  await close();
});

test("without a script a figure is a link to its scene, and on paper solutions do not show", async () => {
  const { page, close } = await blank(browser, { javaScriptEnabled: false });
  await page.goto(`${server.url}guide/messages.html`);
  assert.match(await page.locator("a.live").first().getAttribute("href"), /^\.\.\/#v=2&system=torus-broadcast(?!.*embed)/);
  await page.emulateMedia({ media: "print" });
  assert.deepEqual(await page.locator("main details, .press, footer").evaluateAll((all) => all.filter((part) => part.checkVisibility()).length), 0);
  await close();
});

test("the commands of the README answer as printed", () => {
  const folder = mkdtempSync(join(tmpdir(), "flitscope-readme-"));
  assert.equal(answers(join(dist, "..", "target", "debug"), folder), 6);
  rmSync(folder, { recursive: true, force: true });
});
