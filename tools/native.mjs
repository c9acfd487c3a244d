// The native tests: `node tools/native.mjs PACKAGE ..` builds the tests of each package, runs them, and prints the seconds of each program, of the
// wall and of the processor, and the slowest tests.
import { execFileSync, spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { argv, env, exit, stdout } from "node:process";

const [programs, tests] = [[], []];
let failed = false;

/** Runs a program and notes its seconds. `wall processor processor` is the last line that the shell writes. */
const timed = (name, folder, command, options = {}) => {
  const shell = ["-c", 'TIMEFORMAT="%R %U %S"; time "$@"', "time", ...command];
  const { stderr, stdout: said, status } = spawnSync("bash", shell, { cwd: folder, encoding: "utf8", maxBuffer: 1e9, ...options });
  const lines = stderr.trimEnd().split("\n");
  const [wall, user, system] = lines.pop().split(" ").map(Number);
  programs.push([wall, user + system, name]);
  stdout.write([...lines, said].join("\n"));
  failed ||= status !== 0;
  return said;
};

for (const name of argv.slice(2)) {
  const build = ["test", "-p", name, "--no-run", "--message-format=json-render-diagnostics"];
  const built = execFileSync("cargo", build, { encoding: "utf8", maxBuffer: 1e9, stdio: ["ignore", "pipe", "inherit"] });
  const artifacts = built.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  for (const { executable, profile, target, manifest_path } of artifacts) {
    if (!executable || !profile.test) continue;
    // The test harness tells the time of each test only to who asks for what is not stable.
    const asked = [executable, "-Z", "unstable-options", "--report-time"];
    const said = timed(`${name} ${target.name}`, dirname(manifest_path), asked, { env: { ...env, RUSTC_BOOTSTRAP: "1" } });
    for (const [, test, seconds] of said.matchAll(/^test (\S+) .*<([\d.]+)s>$/gm)) tests.push([Number(seconds), `${name} ${test}`]);
  }
  if (artifacts.some(({ target }) => target?.doctest && target.name === name.replaceAll("-", "_"))) timed(`${name} examples`, ".", ["cargo", "test", "-p", name, "--doc", "--quiet"]);
}

const slowest = tests.sort(([a], [b]) => b - a).slice(0, 20);
console.log(`\nThe slowest of ${tests.length} tests:`);
for (const [seconds, name] of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
console.log("\nThe programs, wall and processor:");
for (const [wall, processor, name] of programs) console.log(`${wall.toFixed(1).padStart(7)} s ${processor.toFixed(1).padStart(7)} s  ${name}`);
exit(failed ? 1 : 0);
