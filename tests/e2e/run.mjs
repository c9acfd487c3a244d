// Runs the end-to-end tests: `node tests/e2e/run.mjs` all of them, two files at a time; `node tests/e2e/run.mjs page` one file.
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { argv, stdout } from "node:process";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const all = readdirSync(folder).filter((name) => name.endsWith(".test.mjs"));
const named = argv.slice(2).map((name) => `${name}.test.mjs`);
const unknown = named.find((name) => !all.includes(name));
if (unknown) {
  console.error(`tests/e2e/${unknown} is not there; there are ${all.map((name) => name.split(".")[0]).join(", ")}.`);
  process.exit(1);
}
// The longest first, so that no core waits for one that was begun last.
const longest = ["looks", "systems", "simulation", "lessons", "questions", "screen", "page", "press", "away", "first", "player", "pin", "stage"];
const place = (name) => (longest.indexOf(name.split(".")[0]) + 1 || longest.length + 1);
const files = (named.length ? named : [...all].sort((a, b) => place(a) - place(b))).map((name) => join(folder, name));
run({ files, concurrency: 2 })
  .on("test:fail", () => { process.exitCode = 1; })
  .compose(new spec())
  .pipe(stdout);
