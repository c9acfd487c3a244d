// The guide: its links, its figures and its pages. tests/all/claims.rs computes its numbers.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { after, before, test } from "node:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
    // The first press has asked it to run.
    if (/embed=(stage|1)/.test(figure.link)) await frame.locator("#play[data-state=playing]").waitFor();
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
