// How the page looks, whatever it shows: axe, and widths of the window. Scenes are walked through by their links.
import assert from "node:assert/strict";
import { overflow, phone, settled, systems, unfold, violations, walk } from "./browser.mjs";
import { pages } from "./pages.mjs";

const page = pages();

// Light and dark are the same elements in other colours: of the dark page only those are asked for.
const COLOURS = ["color-contrast", "link-in-text-block"];

/** The violations that axe reports in light and in dark. Without motion: text is illegible halfway between two colours. */
const complaints = async (page) => {
  const found = [];
  for (const [colorScheme, rules] of [["light"], ["dark", COLOURS]]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settled(page);
    found.push(...(await violations(page, rules)).map((violation) => [colorScheme, ...violation]));
  }
  return found;
};

for (const fragment of [...systems.map((system) => `#system=${system}`), "#load=0.02&k=99", "#n=3&reading=refined", "#embed=1"]) {
  page(`axe finds nothing to complain of: ${fragment}`, fragment, async (page) => {
    await unfold(page);
    assert.deepEqual(await complaints(page), []);
  });
}

// Pictures that explain: the path of a message, the fold, the steps from the paper to the simulation, counted symbols, arrivals and clicks.
const explained = [
  "#v=2&system=torus-broadcast&beta=0&load=0.0002&scene=point&cycle=3100&follow=25&figure=fold",
  "#v=2&system=hypercube-mmpp&load=0.01&cycle=300&figure=fold&show=printed,refined",
  "#v=2&system=kary-ncube&n=1&k=8&load=0.006&escape=off&cycle=3500",
];

/** Opens everything, and lets the first symbol of the equations light up what it counts. */
const explain = async (page) => {
  await unfold(page);
  await page.locator("#count-symbols button").first().click();
  await settled(page);
};

for (const fragment of explained) {
  page(`axe finds nothing in the pictures that explain: ${fragment}`, fragment, async (page) => {
    await explain(page);
    assert.deepEqual(await complaints(page), []);
    await page.emulateMedia({ colorScheme: "light", forcedColors: "active", reducedMotion: "reduce" });
    await settled(page);
    assert.deepEqual(await violations(page), [], "forced colours");
    await page.emulateMedia({ forcedColors: "none" });
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      // Wide tables scroll in frames of their own.
      assert.equal((await overflow(page))[0], 0, `${width} pixels`);
    }
    assert.deepEqual(await violations(page), [], "320 pixels");
  });
}

page("axe finds nothing in the gallery at 320 pixels, and it fits", "", async (page) => {
  await page.locator("#lessons").click();
  await settled(page);
  assert.deepEqual(await complaints(page), []);
  assert.ok(await page.locator("#gallery").evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth));
  await page.keyboard.press("Escape");
}, { viewport: { ...phone, width: 320 } });

for (const fragment of [
  "#scene=point&k=8&heat=1&loop=1&cycle=200",
  "#scene=point&cycle=300",
  "#system=kary-ncube&cycle=300",
  "#system=hypercube-mmpp&cycle=300",
  "#system=hypercube-slotted&n=4&cycle=100",
  "#system=banyan-multicast&n=4&from=5&to=0,3,6,11,13&seed=16&cycle=4",
  "#system=banyan-multicast&n=4&scene=deadlock&cycle=4",
  "#system=banyan-multicast&n=4&scene=point&cycle=30",
]) {
  page(`on a phone axe is content, targets are large and nothing overflows: ${fragment}`, fragment, async (page) => {
    await settled(page);
    assert.deepEqual(await complaints(page), []);
    const small = await page.locator("#player button, #player label.check").evaluateAll((all) =>
      all.map((element) => [element.id, element.getBoundingClientRect()]).filter(([, box]) => box.width > 0 && (box.height < 44 || box.width < 44)).map(([id]) => id));
    assert.deepEqual(small, []);
    assert.equal((await overflow(page))[0], 0);
  }, { viewport: phone });
}

page("nothing overflows at any width, with everything open", "", async (page) => {
  for (const fragment of [
    "#k=32&vcs=16&beta=0.123456&load=0.000123456&background=1&reading=refined&show=corrected,printed,refined",
    ...systems.map((system) => `#system=${system}&load=0.0123456`),
  ]) {
    await walk(page, fragment);
    await unfold(page);
    for (const width of [1440, 1000, 390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      assert.deepEqual(await overflow(page), [0], `${fragment} at ${width} pixels`);
    }
  }
});

page("with points and panels nothing overflows either", "#system=banyan-multicast&cycles=1000&n=3&fanout=2", async (page) => {
  await page.locator("#simulate").click();
  await settled(page);
  await unfold(page);
  for (const width of [1440, 1000, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await settled(page);
    assert.deepEqual(await overflow(page), [0], `${width} pixels`);
  }
});

page("where the system forces its colours, the canvases have them too", "", async (page) => {
  await settled(page);
  const corner = (id) => page.locator(`#${id}`).evaluate((canvas) => [...canvas.getContext("2d").getImageData(1, 1, 1, 1).data]);
  assert.deepEqual(await Promise.all(["stage", "curves"].map(corner)), [[0, 0, 0, 255], [0, 0, 0, 255]]);
}, { forcedColors: "active", colorScheme: "dark" });

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
  page(`where the system forces ${colorScheme} colours, words and tracks are seen, and pressed buttons have more than a background`, "#v=2&tab=ask", async (page) => {
    await settled(page);
    for (const selector of ["#lessons", "#drag", "#tabs [aria-selected=true]", "#moments [aria-pressed=true]", "#systems [aria-current=true]"]) {
      const { x, y, width, height } = await page.locator(selector).first().boundingBox();
      // Its middle, where its word is.
      assert.ok((await contrast(page, page.screenshot({ clip: { x: x + 0.3 * width, y: y + 0.4 * height, width: 0.4 * width, height: 0.2 * height } }))) > 100, selector);
    }
    for (const id of ["load", "input-k", "scrub"]) {
      const { x, y, width, height } = await page.locator(`#${id}`).boundingBox();
      // The right end, where no thumb is.
      assert.ok((await contrast(page, page.screenshot({ clip: { x: x + width - 30, y, width: 20, height } }))) > 60, id);
    }
    const told = await page.locator(":is([aria-pressed=true], [aria-selected=true], [aria-current=true]), .segmented label:has(:checked)").evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => [one.textContent.trim(), getComputedStyle(one).outlineStyle]));
    assert.ok(told.length > 3 && told.every(([, outline]) => outline === "double"), JSON.stringify(told));
  }, { forcedColors: "active", colorScheme });
}

page("fields and lists have at least 16 pixels on a phone, so that it does not enlarge the page", "#v=2&tab=ask", async (page) => {
  for (const fragment of ["#v=2&tab=ask", "#v=2&lesson=deadlock&step=1"]) {
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
        const [box, line] = ["load-box", "load-zones"].map((id) => document.getElementById(id));
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
