// Lists the steps of a workflow, or runs those of a job here: node tools/workflow-steps.mjs WORKFLOW [JOB...]. It reads them from the workflow itself.
// Each job has a clone of the last commit and an empty HOME, as on a new runner. Root names in USER_NAME the ordinary user that runs them.
// A step that needs GitHub, another machine, an action or what another job has built is named and not run. Like GitHub it goes on with the next job when a step has failed.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const { parse } = createRequire(join(root, ".tools/"))("yaml");
const [file, ...wanted] = process.argv.slice(2);
const workflow = parse(readFileSync(join(root, ".github/workflows", `${file}.yml`), "utf8"));
const user = process.env.USER_NAME;
// What this machine is, in the words of the workflows.
const here = { linux: { x64: /^ubuntu-[0-9.]+$/, arm64: /^ubuntu-[0-9.]+-arm$/ }, darwin: { arm64: /^macos-/ } }[process.platform]?.[process.arch];
const system = { linux: "Linux", darwin: "macOS" }[process.platform];

/** The combinations of a matrix: its lists multiplied, or what it includes. */
const combinations = ({ include, ...lists } = {}) =>
  include ?? Object.entries(lists).reduce((all, [key, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [key]: value }))), [{}]);

/** A text with the expressions in it that can be known here; undefined where one cannot. */
function known(text, matrix) {
  let whole = true;
  const filled = String(text).replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, name) => {
    const value = name === "runner.os" ? system : name === "github.token" ? "" : name.startsWith("matrix.") ? matrix[name.slice("matrix.".length)] : undefined;
    whole &&= value !== undefined;
    return value;
  });
  return whole ? filled : undefined;
}

/** True or false by the condition of a step; undefined if the condition cannot be evaluated here. */
function holds(condition, matrix) {
  const [, name, comparison, value] = /^(\S+) (==|!=) '([^']*)'$/.exec(condition) ?? [];
  const left = name && known(`\${{ ${name} }}`, matrix);
  return left === undefined ? undefined : (left === value) === (comparison === "==");
}

/** The environment of a job and a step; undefined where it needs GitHub. */
function environment(matrix, ...levels) {
  const pairs = levels.flatMap((level) => Object.entries(level ?? {})).map(([key, value]) => [key, known(value, matrix)]);
  return pairs.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(pairs);
}

/** Runs a program as the user who is to run the steps. */
function run(program, values, folder, env) {
  const [command, ...rest] = user ? ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups", program, ...values] : [program, ...values];
  return spawnSync(command, rest, { cwd: folder, env, stdio: ["ignore", "inherit", "inherit"] }).status ?? 1;
}

let failures = 0;
for (const [name, job] of Object.entries(workflow.jobs)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const matrix of combinations(job.strategy?.matrix)) {
    const title = [name, ...Object.values(matrix)].join(" ");
    console.log(`\n== ${title}`);
    if (job.uses) {
      console.log(`not run, another workflow: ${job.uses}`);
      continue;
    }
    const runner = known(job["runs-on"], matrix);
    if (!here?.test(runner)) {
      console.log(`not run here, it needs ${runner}`);
      continue;
    }
    if (wanted.length > 0 && process.getuid() === 0 && !user) throw new Error("USER_NAME is missing: no step is to run as root");
    const place = mkdtempSync(join(tmpdir(), "flitscope-job-"));
    const [home, clone] = [join(place, "home"), join(place, "clone")];
    let failed = false;
    if (wanted.length > 0) {
      chmodSync(place, 0o777);
      // Cloned from a bundle, which a user can read who cannot read this folder.
      const bundle = spawnSync("git", ["-C", root, "bundle", "create", "--quiet", join(place, "bundle"), "HEAD"], { stdio: "inherit" });
      if (bundle.status !== 0) throw new Error("there is no commit of which a job could have a clone");
      chmodSync(join(place, "bundle"), 0o644);
      failed = run("mkdir", [home], place, process.env) !== 0 || run("git", ["-c", "init.defaultBranch=main", "-c", "advice.detachedHead=false", "clone", "--quiet", join(place, "bundle"), clone], place, { ...process.env, HOME: home }) !== 0;
      failures += failed;
    }
    const { CARGO_HOME: _cargo, CARGO_TARGET_DIR: _target, MAKEFLAGS: _flags, MAKELEVEL: _level, XDG_CACHE_HOME: _cache, ...outer } = process.env;
    // The tools of this folder are not the job's.
    outer.PATH = outer.PATH.split(delimiter).filter((folder) => !folder.startsWith(join(root, ".tools"))).join(delimiter);
    let brought = true;
    for (const step of job.steps) {
      const what = (step.run ?? step.uses).trim();
      const env = environment(matrix, workflow.env, job.env, step.env);
      const condition = step.if === undefined || holds(step.if, matrix);
      const script = step.run && known(step.run, matrix);
      const say = (result) => console.log(`${result}: ${what.replaceAll("\n", "\n    ")}`);
      if (step.uses) {
        say("not run, an action");
        brought &&= !step.uses.startsWith("actions/download-artifact@");
      } else if (!brought) say("not run, it needs what another job has built");
      else if (condition === false) say("left out by its condition");
      else if (condition === undefined || env === undefined || script === undefined || /\bgh |GITHUB_/.test(script)) say("not run, it needs GitHub");
      else if (failed) say("not run after a failure");
      else if (wanted.length === 0) say("can run here");
      else {
        say("runs");
        const shell = (step.shell ?? job.defaults?.run?.shell) === "bash" ? ["--noprofile", "--norc", "-eo", "pipefail", "-c"] : ["-e", "-c"];
        const status = run("bash", [...shell, script], clone, { ...outer, HOME: home, CI: "true", ...env });
        console.log(`exit code ${status}: ${what.split("\n").at(-1).trim()}`);
        failed = status !== 0;
        failures += failed;
      }
    }
    // The logs that a message names are in the clone.
    if (failed) console.log(`kept after a failure: ${place}`);
    else rmSync(place, { recursive: true, force: true });
  }
}
process.exitCode = failures === 0 ? 0 : 1;
