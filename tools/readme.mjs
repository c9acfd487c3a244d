// The commands of README.md: `node tools/readme.mjs` runs all of them in a fresh clone of the last commit, each as it is printed, and compares the answers.
// The end-to-end tests run those of the command line with the program of any native test.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const readme = readFileSync(join(root, "README.md"), "utf8");
/** The blocks of a language. */
const blocks = (language) => [...readme.matchAll(new RegExp("```" + language + "\n([^]*?)```", "g"))].map(([, block]) => block);
/** The commands of the shell in their order, as { command, answer }: the answer is the comment behind it. */
const commands = blocks("sh").flatMap((block) => block.replaceAll("\\\n", "").trim().split("\n")).map((line) => {
  const [command, answer = ""] = line.split(/\s+# /);
  return { command, answer };
});

/** Runs the commands of the program in a folder, and compares its numbers with the printed ones. Returns how many it has run. */
export function answers(program, folder) {
  const env = { ...process.env, PATH: `${program}${delimiter}${process.env.PATH}` };
  const own = commands.filter(({ command }) => command.startsWith("flitscope "));
  for (const { command, answer } of own) {
    const printed = execFileSync("sh", ["-c", command], { cwd: folder, env, encoding: "utf8" });
    const numbers = answer.match(/\d+\.\d+/g);
    if (!numbers) continue;
    const said = JSON.parse(printed);
    const values = said.points ? [said.points[0].latency] : [said.mean_latency, said.ci95];
    assert.deepEqual(numbers, numbers.map((number, place) => values[place].toFixed(number.split(".")[1].length)), command);
  }
  const table = readFileSync(join(folder, "answers.csv"), "utf8").trim().split("\n");
  assert.equal(table.length, 1 + 2 * 3 * 9, "a header and a line for each k, V and load");
  return own.length;
}

/** Starts a server with a command and resolves to the address that it prints; `stop` ends it. */
function served(command, cwd, env) {
  const child = spawn("sh", ["-c", command], { cwd, env, detached: true, stdio: ["ignore", "pipe", "inherit"] });
  const address = new Promise((found, failed) => {
    child.stdout.on("data", (text) => {
      process.stdout.write(text);
      const url = /http:\S+/.exec(text)?.[0];
      if (url) found(url);
    });
    child.on("exit", (code) => failed(new Error(`${command}: exit code ${code}`)));
  });
  return { address, stop: () => process.kill(-child.pid) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const place = mkdtempSync(join(tmpdir(), "flitscope-readme-"));
  const clone = join(place, "clone");
  execFileSync("git", ["clone", "--quiet", root, clone]);
  // The tools are those of this folder, if it has any: to build them is the work of tools/setup, which starts all the same.
  if (existsSync(join(root, ".tools"))) cpSync(join(root, ".tools"), join(clone, ".tools"), { recursive: true, verbatimSymlinks: true });
  const env = { ...process.env, CARGO_INSTALL_ROOT: join(place, "installed"), PORT: "8099" };
  const run = (command, where = clone, more = {}) => {
    console.log(`\n== ${command}`);
    const { status } = spawnSync("sh", ["-c", command], { cwd: where, env: { ...env, ...more }, stdio: "inherit" });
    assert.equal(status, 0, command);
  };
  for (const { command } of commands) {
    if (command === "make serve") {
      const { address, stop } = served(command, clone, env);
      const page = await (await fetch(await address)).text();
      assert.match(page, /<title>Flitscope<\/title>/);
      stop();
    } else if (command === "make test") console.log("\n== make test: not run here, it is the other check");
    else if (!command.startsWith("flitscope ")) run(command);
  }
  assert.ok(existsSync(join(clone, "target", "flitscope.html")));
  mkdirSync(join(place, "work"));
  console.log(`\n== ${answers(join(place, "installed", "bin"), join(place, "work"))} commands of flitscope answer as printed`);
  // What Python needs is named in a comment of its block; the plot needs matplotlib.
  const [python] = blocks("python");
  const install = /# (make wheel) && (pip install .*)\n/.exec(python);
  run(install[1]);
  run(`python3 -m venv ${join(place, "python")}`);
  const pip = { PATH: `${join(place, "python", "bin")}${delimiter}${process.env.PATH}` };
  run(install[2], clone, pip);
  run("pip install --quiet matplotlib", clone, pip);
  run(`python - <<'END'\n${python}\nassert len(curve) == 100\nEND`, join(place, "work"), { ...pip, MPLBACKEND: "agg" });
  rmSync(place, { recursive: true, force: true });
}
