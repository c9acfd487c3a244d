// The native tests: `node tools/native.mjs` builds and runs all of them, `node tools/native.mjs flitscope-page ..` runs the unit tests of these packages,
// but those that took longer than half a second when all were run last.
// Prints the seconds of each program, of the wall and of the processor, and the slowest tests.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { argv, env, exit, stdout } from "node:process";

const named = argv.slice(2);
const [programs, tests] = [[], []];
const kept = "target/native-seconds.json";
const LONG = 0.5;
/** The seconds of each test when all were run last. */
const seconds = existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : {};
let failed = false;

/** Runs a program and notes its seconds: the shell writes wall, user and system as the last line. */
const timed = (name, folder, command, more) => {
  const shell = ["-c", 'TIMEFORMAT="%R %U %S"; time "$@"', "time", ...command];
  const { stderr, stdout: said, status } = spawnSync("bash", shell, { cwd: folder, encoding: "utf8", env: { ...env, ...more }, maxBuffer: 1e9 });
  const lines = stderr.trimEnd().split("\n");
  const [wall, user, system] = lines.pop().split(" ").map(Number);
  programs.push([wall, user + system, name]);
  stdout.write([...lines, said].join("\n"));
  failed ||= status !== 0;
  return said;
};

const parts = named.length ? ["--lib"] : [];
const built = execFileSync("cargo", ["test", ...parts, "--no-run", "--message-format=json-render-diagnostics"], { encoding: "utf8", maxBuffer: 1e9, stdio: ["ignore", "pipe", "inherit"] });
const artifacts = built.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line)).filter(({ executable, profile }) => executable && profile.test);
/** The name of a package: it stands in its manifest first of all names. */
const nameOf = (manifest) => readFileSync(manifest, "utf8").match(/^name = "(.*)"$/m)[1];
const all = artifacts.map((artifact) => ({ ...artifact, name: nameOf(artifact.manifest_path) }));
const unknown = named.find((name) => !all.some((artifact) => artifact.name === name));
if (unknown) {
  console.error(`${unknown} is no package with native tests. The packages are ${[...new Set(all.map(({ name }) => name))].join(", ")}.`);
  exit(1);
}
for (const { executable, name, target, manifest_path } of all.filter(({ name }) => !named.length || named.includes(name))) {
  const folder = dirname(manifest_path);
  console.log(`\n${name}, ${target.kind[0]} ${basename(target.src_path)}`);
  const long = Object.keys(seconds).filter((test) => named.length && test.startsWith(`${name} `) && seconds[test] > LONG);
  const left = long.flatMap((test) => ["--skip", test.slice(name.length + 1)]);
  if (long.length) console.log(`${long.length} tests that take longer than ${LONG} s are left to make unit.`);
  // The test harness tells the time of each test only to who asks for what is not stable.
  const command = [executable, "-Z", "unstable-options", "--report-time", ...(left.length ? ["--exact", ...left] : [])];
  const said = timed(`${name} ${target.kind[0]} ${target.name}`, folder, command, { RUSTC_BOOTSTRAP: "1" });
  for (const [, test, seconds] of said.matchAll(/^test (\S+) .*<([\d.]+)s>$/gm)) tests.push([Number(seconds), `${name} ${test}`]);
}
if (!named.length) writeFileSync(kept, JSON.stringify(Object.fromEntries(tests.map(([seconds, test]) => [test, seconds]))));
if (!named.length) timed("examples of the documentation", ".", ["cargo", "test", "--doc"]);

const table = (title, rows) => console.log([`\n${title}`, ...rows].join("\n"));
const second = (value) => `${value.toFixed(1).padStart(7)} s`;
table(`The slowest of ${tests.length} tests:`, tests.sort(([a], [b]) => b - a).slice(0, 20).map(([seconds, name]) => `${second(seconds)}  ${name}`));
table("The programs, wall and processor:", programs.map(([wall, processor, name]) => `${second(wall)} ${second(processor)}  ${name}`));
exit(failed ? 1 : 0);
