// The last step of the build, called by Trunk: scripts get names that tell builds apart, the page loses its inline script (its policy
// allows none), and the service worker learns which files there are.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { env } from "node:process";

const folder = env.TRUNK_STAGING_DIR;
const read = (name) => readFileSync(join(folder, name), "utf8");
const digest = (text) => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Puts one text in the place of another, which must stand there once. */
const replaced = (text, old, next) => {
  if (text.split(old).length !== 2) throw new Error(`"${old}" does not stand there once`);
  return text.replace(old, () => next);
};

/** Writes a script anew and renames it after what is in it; gives its name. */
const renamed = (name, text) => {
  const next = `${name.slice(0, -extname(name).length)}-${digest(text)}${extname(name)}`;
  writeFileSync(join(folder, name), text);
  renameSync(join(folder, name), join(folder, next));
  return next;
};

let page = read("index.html");
const [inline, glue, module] = page.match(/<script type="module">\s*import init[^<]*?'\.\/([^']+\.js)'[^<]*?'\.\/([^']+\.wasm)'[^<]*<\/script>/);
page = replaced(page, inline, "");
// Asked for by boot.js as soon as the page has been seen: a preload would share the line with what is seen first.
page = replaced(page, page.match(/<link rel="preload" href="[^"]+\.wasm"[^>]*>/)[0], "");
const boot = replaced(replaced(read("boot.js"), "flitscope.js", glue), "flitscope.wasm", module);
page = replaced(page, 'src="boot.js"', `src="${renamed("boot.js", boot)}"`);
page = replaced(page, 'src="offline.js"', `src="${renamed("offline.js", read("offline.js"))}"`);
const inside = page.match(/<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=/);
if (inside) throw new Error(`the page has "${inside[0]}" in it, which its policy forbids`);
writeFileSync(join(folder, "index.html"), page);

// The worker is asked for by build, see crates/web/src/workers.rs.
const files = readdirSync(folder).filter((name) => !["index.html", "sw.js"].includes(name)).map((name) => (name === "worker.js" ? `${name}?${glue}` : name));
const build = digest(page + files.map((name) => read(name.split("?")[0])).join());
writeFileSync(join(folder, "sw.js"), replaced(replaced(read("sw.js"), '"build"', JSON.stringify(build)), '["files"]', JSON.stringify(["./", ...files.sort()])));
