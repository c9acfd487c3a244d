// The first screen: what a newcomer has before the eyes without a touch.
import assert from "node:assert/strict";
import { settled, systems, walk } from "./browser.mjs";
import { pages } from "./pages.mjs";

const page = pages();

/** What lies outside of the window, of these elements; and how much of it the lowest of them uses. */
const outside = (page, ids) =>
  page.evaluate((ids) => {
    const boxes = ids.map((id) => [id, document.getElementById(id).getBoundingClientRect()]);
    const whole = ({ top, left, bottom, right, width }) => width > 0 && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    return { outside: boxes.filter(([, box]) => !whole(box)).map(([id]) => id), foot: Math.round(Math.max(...boxes.map(([, box]) => box.bottom))) };
  }, ids);

for (const [width, height] of [[1440, 900], [1366, 768], [1280, 720]]) {
  page(`network, chart, Play, load and the sentence are in sight at ${width} x ${height}`, "", async (page) => {
    await page.setViewportSize({ width, height });
    for (const system of systems) {
      await walk(page, `#v=2&system=${system}`);
      await settled(page);
      const { outside: missing, foot } = await outside(page, ["stage-frame", "chart", "play", "load", "sentence"]);
      console.log(`${system} at ${width} x ${height}: the lowest of them ends at ${foot} px`);
      assert.deepEqual(missing, [], system);
    }
  });
}

page("network, chart and load are in sight together on a phone", "", async (page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const system of systems) {
    await walk(page, `#v=2&system=${system}`);
    await settled(page);
    const { outside: missing, foot } = await outside(page, ["stage-frame", "chart", "load"]);
    console.log(`${system} at 390 x 844: the lowest of them ends at ${foot} px`);
    assert.deepEqual(missing, [], system);
  }
});
