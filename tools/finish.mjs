// The last step of the build, called by Trunk: comments go, the page learns the size of its module, its policy is checked, the guide is made (tools/guide.mjs), and the service
// worker gets the lists of files.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import { build as guide } from "./guide.mjs";

const folder = env.TRUNK_STAGING_DIR;
const read = (name) => readFileSync(join(folder, name), "utf8");
const write = (name, text) => writeFileSync(join(folder, name), text);

/** Replaces one text by another; the old one must occur exactly once. */
const replaced = (text, old, next) => {
  if (text.split(old).length !== 2) throw new Error(`"${old}" does not occur exactly once`);
  return text.replace(old, () => next);
};

// Comments and indentation are for who reads the source.
const small = (name, text) => text.replace(/^\s*(\/\*[\s\S]*?\*\/|\/\/.*|<!--[\s\S]*?-->)\n/gm, "").replace(/^[ \t]+/gm, "").replace(name.endsWith(".css") ? / *([{};,>]) *\n?|(:) /g : /$^/g, "$1$2");
for (const name of readdirSync(folder).filter((name) => /\.(css|html|js)$/.test(name))) write(name, small(name, read(name)));

// The lessons, with their pictures and their style, are one file beside the page, the recorded runs of each system another, and all other texts a third; it asks for them when they are needed.
const texts = {
  lessons: `${["lessons.txt", "pictures.txt"].map((name) => readFileSync(join("www", name), "utf8")).join("")}style\t${small("learn.css", readFileSync(join("www", "learn.css"), "utf8")).replaceAll("\n", " ")}\n`,
  ...Object.fromEntries(readFileSync(join("www", "runs.txt"), "utf8").trimEnd().split("\n").map((line) => [`runs-${line.match(/system=([a-z-]+)/)[1]}`, `${line}\n`])),
  texts: readdirSync("texts").filter((name) => name.endsWith(".txt")).sort().map((name) => readFileSync(join("texts", name), "utf8")).join("\n"),
};
let html = read("index.html");
const beside = Object.entries(texts).map(([name, text]) => {
  const file = `${name}/${createHash("sha256").update(text).digest("hex").slice(0, 16)}.txt`;
  mkdirSync(join(folder, name));
  write(file, text);
  html = replaced(html, `name="${name}" content=""`, `name="${name}" content="./${file}"`);
  return file;
});
// What reads and writes lessons is a folder of its own, with the files of the lessons as patterns.
for (const name of readdirSync(folder).filter((name) => name.startsWith("flitscope-writing"))) renameSync(join(folder, name), join(folder, "write", name));
const patterns = ["template", ...readFileSync(join("www", "lessons.txt"), "utf8").match(/^L\t[^\t]+/gm).map((line) => line.slice(2))];
write("write/lessons.json", JSON.stringify(Object.fromEntries(patterns.map((name) => [name, readFileSync(name === "template" ? join("examples", "lesson.md") : join("lessons", `${name}.md`), "utf8")]))));
const [meta, module] = html.match(/<meta name="module" content=".\/([^"]+)"/);
const page = replaced(html, meta, `${meta} data-bytes="${statSync(join(folder, module)).size}"`);
const inside = page.match(/<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=/);
if (inside) throw new Error(`the page has "${inside[0]}" in it, which its policy forbids`);
write("index.html", page);

// The guide: what makes it comes with `make build`; Trunk alone builds the page.
if (existsSync(join(".tools", "node_modules", "temml"))) guide(join(folder, "guide"));
else console.log("The guide is left out: `make build` installs what it needs.");
// Its pages, and the one on which lessons are written, are kept as the page is.
const [, offline] = page.match(/src="\.\/(offline-[^"]+)"/);
const kept = {};
for (const name of ["guide", "write"].filter((name) => existsSync(join(folder, name)))) {
  kept[`${name}/`] = readdirSync(join(folder, name), { recursive: true }).filter((file) => file.includes(".")).map((file) => `${name}/${file}`).sort();
  for (const file of kept[`${name}/`].filter((file) => file.endsWith(".html"))) write(file, replaced(read(file), "</head>", `<script src="../${offline}" defer></script>\n</head>`));
}

// The worker is asked for by build, see crates/web/src/workers.rs.
const entry = page.match(/rel="modulepreload" href="\.\/([^"]+)"/)[1];
const own = readdirSync(folder).filter((name) => name.includes(".") && !["index.html", "sw.js"].includes(name));
const files = [...own, ...beside];
const build = createHash("sha256").update(page + [...files, ...Object.values(kept).flat()].map((name) => readFileSync(join(folder, name), "base64")).join()).digest("hex").slice(0, 16);
const asked = files.map((name) => (name === "worker.js" ? `${name}?${entry}` : name)).sort();
const lists = { '"build"': build, '["files"]': ["./", ...asked], '{ "folder/": ["names"] }': Object.fromEntries(Object.entries(kept).map(([name, files]) => [name, files.map((file) => file.replace(/index\.html$/, ""))])) };
write("sw.js", Object.entries(lists).reduce((text, [old, list]) => replaced(text, old, JSON.stringify(list)), read("sw.js")));
