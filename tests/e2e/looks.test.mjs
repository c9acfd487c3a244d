// How the page looks, whatever it shows: axe, forced colours, and widths of the window. Scenes are opened by their links.
import assert from "node:assert/strict";
import { COLOURS, overflow, phone, settled, unfold, violations, walk } from "./browser.mjs";
import { pages } from "./pages.mjs";

const page = pages();

/** The violations that axe reports in light, in dark and, on request, where the system forces its colours. Without motion: text is illegible halfway between two colours. */
const complaints = async (page, forced) => {
  const found = [];
  const media = [["dark", "none", COLOURS], ["light", "none"], ["light", "active", COLOURS]];
  for (const [colorScheme, forcedColors, rules] of forced ? media : media.slice(0, 2)) {
    await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: "reduce" });
    await settled(page);
    found.push(...(await violations(page, rules)).map((violation) => [colorScheme, forcedColors, ...violation]));
  }
  return found;
};

// Small networks, so that axe does not read a thousand rows. Among them are pictures that explain: the path of a message, the fold, the steps from the paper to the
// simulation, counted symbols, arrivals; a bad value beyond saturation; an embedded page.
for (const [place, fragment] of [
  "#v=2&k=4&beta=0&load=0.0002&scene=point&cycle=3100&follow=3&figure=fold",
  "#v=2&system=kary-ncube&n=1&k=8&load=0.006&escape=off&cycle=3500",
  "#v=2&system=hypercube-mmpp&n=4&load=0.01&cycle=300&figure=fold&show=printed,refined",
  "#v=2&system=banyan-multicast&n=4&fanout=3",
  "#v=2&k=4&flits=9999&load=0.2",
  "#v=2&k=4&embed=1",
  "#v=2&k=4&beta=0&load=0.02&scene=point&cycle=300&open=5&depth=3",
].entries()) {
  page(`axe finds nothing with everything open, and nothing overflows at any width: ${fragment}`, fragment, async (page) => {
    await unfold(page);
    const symbol = page.locator("#count-symbols button").first();
    if (await symbol.isVisible()) await symbol.click();
    assert.deepEqual(await complaints(page, place === 0), []);
    await page.emulateMedia({ forcedColors: "none" });
    for (const width of [1440, 1000, 390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      // Wide tables scroll in frames of their own.
      assert.equal((await overflow(page))[0], 0, `${width} pixels`);
    }
    if (place === 0) assert.deepEqual(await violations(page), [], "320 pixels");
  });
}

page("nothing sticks out at any width with the longest numbers, points and panels", "", async (page) => {
  for (const fragment of ["#k=5&vcs=16&beta=0.123456&load=0.000123456&background=1&reading=refined&show=corrected,printed,refined", "#system=banyan-multicast&cycles=1000&n=3&fanout=2&auto=1", "#v=2&k=4&beta=0&wiring=mesh&pattern=transpose&routing=dimension-order", "#system=hypercube-slotted&n=4", "#system=hypercube-mmpp&n=4&load=0.0123456"]) {
    await walk(page, fragment);
    await unfold(page);
    for (const width of [1440, 1000, 390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      assert.deepEqual(await overflow(page), [0], `${fragment} at ${width} pixels`);
    }
  }
});

for (const fragment of [
  "#scene=point&k=4&heat=1&loop=1&cycle=200",
  "#v=2&k=4&beta=0&scene=point&load=0.02&cycle=300&open=5",
  "#system=banyan-multicast&n=4&scene=deadlock&cycle=4",
]) {
  page(`on a phone axe is content, targets are large and nothing overflows: ${fragment}`, fragment, async (page) => {
    await settled(page);
    assert.deepEqual(await complaints(page, true), []);
    const small = await page.locator("#player button, #player label.check").evaluateAll((all) =>
      all.map((element) => [element.id, element.getBoundingClientRect()]).filter(([, box]) => box.width > 0 && (box.height < 44 || box.width < 44)).map(([id]) => id));
    assert.deepEqual(small, []);
    assert.equal((await overflow(page))[0], 0);
  }, { viewport: phone });
}

/** The difference between the lightest and the darkest pixel of a screenshot, of 255. */
const contrast = async (page, screenshot) =>
  page.evaluate(async (picture) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const copy = new OffscreenCanvas(image.width, image.height).getContext("2d");
    copy.drawImage(image, 0, 0);
    const { data } = copy.getImageData(0, 0, image.width, image.height);
    const light = [];
    for (let i = 0; i < data.length; i += 4) light.push((data[i] + data[i + 1] + data[i + 2]) / 3);
    return Math.max(...light) - Math.min(...light);
  }, (await screenshot).toString("base64"));

for (const colorScheme of ["light", "dark"]) {
  page(`where the system forces ${colorScheme} colours, words and tracks are seen, the canvases have them too, and pressed buttons have more than a background`, "#v=2&system=banyan-multicast&n=4&tab=ask", async (page) => {
    await settled(page);
    const corner = (id) => page.locator(`#${id}`).evaluate((canvas) => [...canvas.getContext("2d").getImageData(1, 1, 1, 1).data]);
    const ground = colorScheme === "dark" ? 0 : 255;
    assert.deepEqual(await Promise.all(["stage", "curves"].map(corner)), [[ground, ground, ground, 255], [ground, ground, ground, 255]]);
    for (const selector of ["#lessons", "#drag", "#tabs [aria-selected=true]", "#moments [aria-pressed=true]", "#systems [aria-current=true]"]) {
      const { x, y, width, height } = await page.locator(selector).first().boundingBox();
      // Its middle, where its word is.
      assert.ok((await contrast(page, page.screenshot({ clip: { x: x + 0.3 * width, y: y + 0.4 * height, width: 0.4 * width, height: 0.2 * height } }))) > 100, selector);
    }
    for (const id of ["load", "input-n", "scrub"]) {
      const { x, y, width, height } = await page.locator(`#${id}`).boundingBox();
      // The right end, where no thumb is.
      assert.ok((await contrast(page, page.screenshot({ clip: { x: x + width - 30, y, width: 20, height } }))) > 60, id);
    }
    const told = await page.locator(":is([aria-pressed=true], [aria-selected=true], [aria-current=true]), .segmented label:has(:checked)").evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => [one.textContent.trim(), getComputedStyle(one).outlineStyle]));
    assert.ok(told.length > 3 && told.every(([, outline]) => outline === "double"), JSON.stringify(told));
  }, { forcedColors: "active", colorScheme });
}

page("fields and lists have at least 16 pixels on a phone, so that it does not enlarge the page", "#v=2&system=banyan-multicast&n=4&tab=ask", async (page) => {
  for (const fragment of ["#v=2&system=banyan-multicast&n=4&tab=ask", "#v=2&lesson=deadlock&step=1"]) {
    await walk(page, fragment);
    await unfold(page);
    const sizes = await page.locator("select, textarea, input:is([type=text], [type=search])").evaluateAll((all) => all.map((field) => [field.id, parseFloat(getComputedStyle(field).fontSize)]));
    assert.deepEqual(sizes.filter(([, size]) => size < 16), [], fragment);
  }
}, { viewport: phone });

page("the words below the load stay in their line and apart, wherever the models end and at every width", "", async (page) => {
  for (const fragment of ["#v=2", "#v=2&embed=1&sliders=load"]) {
    await walk(page, fragment);
    for (const width of [1440, 1000, 720, 360]) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      const astray = await page.evaluate(() => {
        const [box, line] = ["load-part", "load-zones"].map((id) => document.getElementById(id));
        if (!line.checkVisibility()) return [];
        const ends = [0, 0.009, 0.1, 0.3, 0.5, 0.8, 0.95].flatMap((end) => [0.05, 0.55, 0.98].filter((full) => full > end).map((full) => [end, full]));
        return ends.filter(([end, full]) => {
          box.style.setProperty("--end", end);
          box.style.setProperty("--full", full);
          const { left, right } = line.getBoundingClientRect();
          const words = [...line.children].map((word) => word.getBoundingClientRect());
          return words.some((word, place) => word.left < left - 1 || word.right > right + 1 || (place && word.left < words[place - 1].right - 1));
        });
      });
      assert.deepEqual(astray, [], `${fragment} at ${width}`);
    }
  }
});
