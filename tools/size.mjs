// Weighs what a browser transfers, compressed as hosts do it, and fails above the budget: `node tools/size.mjs` after a build.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { dist } from "./serve.mjs";

/** Of all files but fonts, the guide, and the large icons, which come when the page is installed. It is fixed: what comes names what goes. */
const BUDGET = 900 * 1024;
const BESIDE = /\.(woff2|png)$|-licence\.txt$/;

const files = readdirSync(dist).filter((name) => name.includes(".") && !BESIDE.test(name)).sort();
const weighed = files.map((name) => {
  const file = join(dist, name);
  // The command: the library of Node.js has a version of its own, which packs less.
  return { name, gzip: execFileSync("gzip", ["-9c", file], { maxBuffer: 1e8 }).length, brotli: brotliCompressSync(readFileSync(file)).length };
});
const row = (gzip, brotli, words) => console.log(`${String(gzip).padStart(9)}${String(brotli).padStart(9)}  ${words}`);
console.log("     gzip   brotli  file");
for (const { name, gzip, brotli } of weighed) row(gzip, brotli, name);
const [gzip, brotli] = ["gzip", "brotli"].map((key) => weighed.reduce((sum, file) => sum + file[key], 0));
row(gzip, brotli, `in all; the budget is ${BUDGET} bytes in gzip`);
if (gzip > BUDGET) {
  console.error(`The page weighs ${gzip} bytes, more than its budget of ${BUDGET}.`);
  process.exitCode = 1;
}
