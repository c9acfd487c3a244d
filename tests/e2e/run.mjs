// Runs the end-to-end tests: `node tests/e2e/run.mjs` all of them, two files at a time; `node tests/e2e/run.mjs page` one file.
// At the end it prints the slowest stories, the seconds of each file and the stories that failed, and keeps the seconds for the order of the next run.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { argv, exit, stdout } from "node:process";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const kept = join(folder, "..", "..", "target", "e2e-seconds.json");
const all = readdirSync(folder).flatMap((name) => name.match(/^(.*)\.test\.mjs$/)?.[1] ?? []);
const named = argv.slice(2);
const unknown = named.find((name) => !all.includes(name));
if (unknown) {
  console.error(`tests/e2e/${unknown}.test.mjs does not exist. The files are ${all.join(", ")}.`);
  exit(1);
}

/** The seconds of each file when it was measured last. */
const measured = () => {
  try {
    return JSON.parse(readFileSync(kept, "utf8"));
  } catch {
    return {};
  }
};
const seconds = measured();
const [stories, failed] = [[], []];

/** Runs a file and notes its seconds and those of its stories. Its report is printed whole if another file runs beside it. */
const play = async (name, beside) => {
  const start = performance.now();
  const tests = run({ files: [join(folder, `${name}.test.mjs`)] });
  const note = (story) => stories.push([story.details.duration_ms / 1000, `${name}: ${story.name}`]);
  tests.on("test:pass", note).on("test:fail", (story) => {
    failed.push(`${name}: ${story.name}: ${story.details.error.cause?.stack ?? story.details.error}`);
    note(story);
  });
  let report = `\n${name}\n`;
  for await (const part of tests.compose(new spec())) {
    if (beside) report += part;
    else stdout.write(part);
  }
  if (beside) stdout.write(report);
  seconds[name] = (performance.now() - start) / 1000;
  return [seconds[name], name];
};

// The longest files first: each of two processes takes the next one when it is free, and both end at nearly the same time. Until they are measured here, these are the longest.
const usual = ["lessons", "screen", "away", "press", "guide", "page", "looks", "simulation", "questions", "stage", "pin"];
const length = (name) => seconds[name] ?? 1e6 - (usual.indexOf(name) + 1);
const waiting = named.length ? named : all.toSorted((a, b) => length(b) - length(a));
const played = [];
const lane = async () => {
  for (let name; (name = waiting.shift());) played.push(await play(name, waiting.length + played.length > 0));
};
await Promise.all([lane(), lane()]);

const table = (title, rows) => console.log([`\n${title}`, ...rows.sort(([a], [b]) => b - a).map(([length, name]) => `${length.toFixed(1).padStart(7)} s  ${name}`)].join("\n"));
table(`The slowest of ${stories.length} stories:`, stories.toSorted(([a], [b]) => b - a).slice(0, 20));
table("The files:", played);
mkdirSync(dirname(kept), { recursive: true });
writeFileSync(kept, JSON.stringify(seconds));
if (failed.length) {
  console.error(`\nFailed: ${failed.length} of ${stories.length}.\n${failed.join("\n")}`);
  process.exitCode = 1;
}
