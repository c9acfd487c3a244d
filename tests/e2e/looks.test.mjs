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
