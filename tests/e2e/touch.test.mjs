// With fingers, on a phone.
import assert from "node:assert/strict";
import { phone, scenario, settled, text, visible } from "./browser.mjs";
import { at, item, numbers, pages } from "./pages.mjs";

const page = pages("", { hasTouch: true, viewport: phone });

page("a finger reads the chart, and what it read stays", "", async (page) => {
  const box = await page.locator("#chart").boundingBox();
  await page.touchscreen.tap(box.x + box.width * 0.4, box.y + 90);
  await settled(page);
  assert.ok(await visible(page, "readout"));
});

page("two fingers zoom, and Fit shows the whole network again", "#scene=point&k=8&flits=8&load=0.01&cycle=200", async (page) => {
  await at(page, 200);
  const level = async () => {
    await settled(page);
    return numbers(await text(page, "zoom-level"))[0];
  };
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
  assert.equal(await level(), 250);
  await page.locator("#zoom-fit").click();
  assert.equal(await level(), 100);
});

page("with a finger the first tap reads and the second one acts", "#k=4&flits=8&cycle=20", async (page) => {
  await at(page, 20);
  const stage = page.locator("#stage");
  await stage.scrollIntoViewIfNeeded();
  const box = await stage.boundingBox();
  const pitch = box.width / 4.28;
  const tap = () => page.touchscreen.tap(box.x + 1.64 * pitch, box.y + box.height - 1.64 * pitch);
  await tap();
  assert.ok((await item(page)).includes("(1,1)"));
  assert.equal((await scenario(page)).cycle, 20);
  await tap();
  const { source, cycle } = await scenario(page);
  assert.deepEqual([source, cycle], [5, 0]);
});
