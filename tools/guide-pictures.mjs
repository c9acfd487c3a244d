// Takes the picture of each figure of the guide, light and dark, into docs/guide/pictures: `node tools/guide-pictures.mjs [NAME...]` after a build.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { blank, launch, ready, serve, settled } from "../tests/e2e/browser.mjs";
import { chapter, files, size, source } from "./guide.mjs";

const folder = join(source, "pictures");
mkdirSync(folder, { recursive: true });
const figures = files().flatMap((name) => chapter(name).figures);
const wanted = figures.filter(({ name }) => argv.length < 3 || argv.slice(2).includes(name));
const server = await serve();
const browser = await launch();
/** The same picture as WebP, a quarter of the size. */
const packed = async (page, png) =>
  Buffer.from(
    await page.evaluate(async (base64) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      canvas.getContext("2d").drawImage(picture, 0, 0);
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp", quality: 0.4 })).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    }, png.toString("base64")),
    "base64",
  );
const { page: packer, close: closePacker } = await blank(browser);
for (const colorScheme of ["light", "dark"]) {
  const { page, close } = await blank(browser, { live: true, viewport: size, colorScheme, deviceScaleFactor: 1.5, reducedMotion: "reduce" });
  for (const { name, link } of wanted) {
    await page.goto("about:blank");
    await page.goto(`${server.url}#${link}`);
    await ready(page);
    await settled(page);
    const file = join(folder, `${name}${colorScheme === "dark" ? "-dark" : ""}.webp`);
    writeFileSync(file, await packed(packer, await page.screenshot()));
    console.log(`${file}: ${readFileSync(file).length} bytes`);
  }
  await close();
}
await closePacker();
await browser.close();
server.stop();
// A figure that is gone leaves no picture.
const names = new Set(figures.flatMap(({ name }) => [`${name}.webp`, `${name}-dark.webp`]));
for (const file of readdirSync(folder)) if (!names.has(file)) rmSync(join(folder, file));
