// All that is published, in target/site: the page, its documentation, the page as one file, and a small page for each scene and lesson,
// for link previews and search: `node tools/site.mjs ADDRESS`, where ADDRESS is that of the page, ending with a slash. Without it there are no previews.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { launch, open, serve, settled } from "../tests/e2e/browser.mjs";
import { index, size, small } from "./published.mjs";
import { dist } from "./serve.mjs";

const address = argv[2];
if (address && !/^https?:.*\/$/.test(address)) throw new Error(`"${address}" is not an absolute address that ends with a slash`);
const target = join(dist, "..", "target");
const site = join(target, "site");
const listed = (what) => execFileSync(join(target, "release", "flitscope"), [what], { encoding: "utf8" }).trim().split("\n").map((line) => JSON.parse(line));

rmSync(site, { recursive: true, force: true });
cpSync(dist, site, { recursive: true });
cpSync(join(target, "doc"), join(site, "doc"), { recursive: true });
execFileSync("node", [join(dist, "..", "tools", "single-file.mjs"), join(site, "flitscope-single.html")], { stdio: "inherit" });
mkdirSync(join(site, "scenes"));
const all = [...listed("presets"), ...listed("lessons")];
const server = await serve();
const browser = await launch();
const { page: opened, close } = await open(browser, server.url, { viewport: size, reducedMotion: "reduce" });
/** Takes the picture of a scene; a lesson shows its scene without the answer. */
const picture = async (link, ...path) => {
  await opened.goto("about:blank");
  await opened.goto(`${server.url}#${link}&present=1`);
  await opened.evaluate(() => window.flitscope.ready);
  await settled(opened);
  await opened.screenshot({ path: join(site, ...path) });
};
for (const scene of all) {
  writeFileSync(join(site, "scenes", `${scene.slug}.html`), small(scene, address));
  await picture(scene.link, "scenes", `${scene.slug}.png`);
}
if (address) {
  await picture("v=2", "picture.png");
  writeFileSync(join(site, "index.html"), index(readFileSync(join(dist, "index.html"), "utf8"), address));
}
await close();
await browser.close();
server.stop();
const places = ["", "doc/flitscope/", ...all.map(({ slug }) => `scenes/${slug}.html`)];
if (address) {
  writeFileSync(join(site, "sitemap.xml"), `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${places.map((place) => `  <url><loc>${address}${place}</loc></url>`).join("\n")}\n</urlset>\n`);
  writeFileSync(join(site, "robots.txt"), `User-agent: *\nAllow: /\nSitemap: ${address}sitemap.xml\n`);
}
console.log(`${site}: ${all.length} scenes and lessons`);
