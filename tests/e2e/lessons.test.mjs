// Lessons by mouse, by keyboard and by finger.
import assert from "node:assert/strict";
import { phone, scenario, settled, text, violations, visible } from "./browser.mjs";
import { load, pages } from "./pages.mjs";

const page = pages();
const answered = async (page) => {
  await settled(page);
  assert.ok(await visible(page, "lesson-reveal"));
  return text(page, "lesson-reveal");
};

page("a lesson by mouse: asked, answered, seen, and a link in the middle opens the step with its answer", "", async (page) => {
  await page.locator("#lessons").click();
  await page.locator("#lessons-list [data-of=distance]").click();
  await settled(page);
  assert.ok(!(await visible(page, "lessons-dialog")) && !(await visible(page, "sentence")), "nothing is seen before it is asked");
  await page.locator("#lesson-question button", { hasText: "about a tenth longer" }).click();
  assert.match(await answered(page), /36\.0 cycles, the second one 40\.0/);
  assert.ok(await visible(page, "sentence"));
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

page("a curve drawn by keyboard alone, compared, and the lesson goes on", "", async (page) => {
  await page.locator("#lessons").focus();
  await page.keyboard.press("Enter");
  await page.locator("#lessons-list [data-of=end]").focus();
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
  for (let i = 0; i < 5; i += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.match(await answered(page), /ends at λ = 0\.00236/);
  assert.match(await text(page, "lesson-question"), /Your curve parts most/);
});

page("a lesson by finger on a phone", "", async (page) => {
  await page.locator("#lessons").click();
  await page.locator("#lessons-list [data-of=proof]").click();
  await settled(page);
  const box = await page.locator("#lesson").boundingBox();
  assert.ok(box.y < 844 && box.width <= 390, "the question is on the first screen");
  await page.locator("#lesson-question button").nth(1).click();
  assert.match(await answered(page), /^No: 2 of them wait/);
}, { viewport: phone });

for (const colorScheme of ["light", "dark"]) {
  page(`axe finds nothing in lessons, ${colorScheme}`, "", async (page) => {
    await page.locator("#lessons").click();
    await settled(page);
    assert.deepEqual(await violations(page), []);
    await page.locator("#lessons-list [data-of=end]").click();
    await settled(page);
    assert.deepEqual(await violations(page), []);
    await page.locator("[data-do=drawn]").click();
    await settled(page);
    await page.setViewportSize({ width: 320, height: 700 });
    assert.deepEqual(await violations(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing overflows");
  }, { colorScheme });
}
