// Weighs what a browser transfers, compressed as hosts do it, and fails above a budget: `node tools/size.mjs` after a build.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { dist } from "./serve.mjs";

const KB = 1024;
/** Of what comes before the first curve can be moved, and of all: five systems, four models of our own, fourteen lessons, pictures that explain, exports. */
const BUDGETS = { first: 240 * KB, all: 935 * KB };
/** Files that come before the first curve can be moved. */
const FIRST = /^(index\.html|(style|screen)-.*\.css|boot-.*\.js|flitscope-.*\.js|first-.*\.wasm|inter\.woff2|still\.svg)$/;
/** The letters of the equations come when the first equation is shown, the large icons when the page is installed. */
const RARE = /^math|\.png$/;

const files = readdirSync(dist).filter((name) => name.includes(".") && !RARE.test(name)).sort();
const weighed = files.map((name) => {
  const file = join(dist, name);
  // The command: the library of Node.js has a version of its own, which packs less.
  const gzip = execFileSync("gzip", ["-9c", file], { maxBuffer: 1e8 }).length;
  return { name, first: FIRST.test(name), gzip, brotli: brotliCompressSync(readFileSync(file)).length };
});
const row = (gzip, brotli, words) => console.log(`${String(gzip).padStart(9)}${String(brotli).padStart(9)}  ${words}`);
console.log("     gzip   brotli  file; those marked come before the first curve can be moved");
for (const { name, first, gzip, brotli } of weighed) row(gzip, brotli, `${name}${first ? " *" : ""}`);
for (const [part, words] of [["first", "before the first curve"], ["all", "in all"]]) {
  const of = weighed.filter(({ first }) => part === "all" || first);
  const [gzip, brotli] = ["gzip", "brotli"].map((key) => of.reduce((sum, file) => sum + file[key], 0));
  row(gzip, brotli, `${words}; the budget is ${BUDGETS[part]} bytes in gzip`);
  if (gzip > BUDGETS[part]) {
    console.error(`The page weighs ${gzip} bytes ${words}, more than its budget of ${BUDGETS[part]}.`);
    process.exitCode = 1;
  }
}
