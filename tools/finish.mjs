// The last step of the build, called by Trunk: the module is cut in two (tools/split.mjs), scripts get names that tell builds apart, the page loses its inline script (its policy
// allows none), the service worker gets the list of files, and the guide is made (tools/guide.mjs).
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { env } from "node:process";
import { build as guide } from "./guide.mjs";
import { split } from "./split.mjs";

const folder = env.TRUNK_STAGING_DIR;
const read = (name) => readFileSync(join(folder, name), "utf8");
/** A text file of the page, as it is sent. */
const source = (name) => bare(read(name));
const digest = (text) => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Replaces one text by another; the old one must occur exactly once. */
const replaced = (text, old, next) => {
  if (text.split(old).length !== 2) throw new Error(`"${old}" does not occur exactly once`);
  return text.replace(old, () => next);
};

/** A file without its comments and indentation, which are for who reads the source. */
const bare = (text) => text.replace(/^\s*(\/\*[\s\S]*?\*\/|\/\/.*|<!--[\s\S]*?-->)\n/gm, "").replace(/^[ \t]+/gm, "");

/** Writes a file under a name that tells what is in it; gives the name. */
const named = (name, contents) => {
  const next = `${name.slice(0, -extname(name).length)}-${digest(contents)}${extname(name)}`;
  writeFileSync(join(folder, next), contents);
  return next;
};
/** Replaces a requested file by `text` under a name with its hash; gives the name. */
const renamed = (name, text, old = name) => {
  rmSync(join(folder, old));
  return named(name, text);
};

let page = read("index.html");
const [inline, glue, module] = page.match(/<script type="module">\s*import init[^<]*?'\.\/([^']+\.js)'[^<]*?'\.\/([^']+\.wasm)'[^<]*<\/script>/);
page = replaced(page, inline, "");
// boot.js requests the module after the first paint; a preload would compete with the first content for bandwidth.
page = replaced(page, page.match(/<link rel="preload" href="[^"]+\.wasm"[^>]*>/)[0], "");

// The linker's module, with its relocations, and the one that wasm-bindgen made of it.
const linked = join(env.CARGO_TARGET_DIR ?? join(env.TRUNK_SOURCE_DIR, "target"), "wasm32-unknown-unknown", "page", "flitscope_web.wasm");
const parts = split(readFileSync(linked), readFileSync(join(folder, module)));
rmSync(join(folder, module));
const [first, later] = [named("first.wasm", parts.first), named("later.wasm", parts.later)];
const script = `${replaced(read(glue), "export { initSync", "export { join, initSync")}
// The rest of the module begins to work in the memory of the first part.
function join(module) {
    const rest = new WebAssembly.Instance(module, { ...__wbg_get_imports(), first: wasm });
    wasm = { ...wasm, ...rest.exports };
    wasmModule = [wasmModule, module];
}
`;
rmSync(join(folder, glue));
const entry = named("flitscope.js", bare(script));
page = replaced(page, `href="./${glue}"`, `href="./${entry}"`);
const names = [["flitscope.js", entry], ["first.wasm", first], ["later.wasm", later]];
const boot = names.reduce((text, [name, next]) => replaced(text, `./${name}`, `./${next}`), source("boot.js"));
page = replaced(page, 'src="boot.js"', `src="${renamed("boot.js", boot)}"`);
page = replaced(page, 'src="offline.js"', `src="${renamed("offline.js", source("offline.js"))}"`);
writeFileSync(join(folder, "worker.js"), source("worker.js"));
for (const [link, sheet] of page.matchAll(/<link rel="stylesheet" href="\.\/([^"]+)"[^>]*>/g)) page = replaced(page, link, link.replace(sheet, renamed(sheet.replace(/-[0-9a-f]+\.css$/, ".css"), source(sheet), sheet)));
const inside = page.match(/<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=/);
if (inside) throw new Error(`the page has "${inside[0]}" in it, which its policy forbids`);
page = bare(page);
writeFileSync(join(folder, "index.html"), page);

// The worker is asked for by build, see crates/web/src/workers.rs.
const files = readdirSync(folder).filter((name) => !["index.html", "sw.js"].includes(name)).map((name) => (name === "worker.js" ? `${name}?${entry}` : name));
const build = digest(page + files.map((name) => read(name.split("?")[0])).join());
writeFileSync(join(folder, "sw.js"), replaced(replaced(source("sw.js"), '"build"', JSON.stringify(build)), '["files"]', JSON.stringify(["./", ...files.sort()])));

// The guide is not kept for use without a network: it comes after the list.
guide(join(folder, "guide"));
