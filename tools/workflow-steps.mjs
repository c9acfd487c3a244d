// The commands of the workflows, run here: `node tools/workflow-steps.mjs [WORDS..]` runs those that contain one of the words, in the order of the files, each as
// the user who calls it in the checkout where it is called, and prints the exit code of each. Without words they are listed. Commands that need GitHub are named and not run.
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { argv, exit } from "node:process";

const words = argv.slice(2);
const folder = new URL("../.github/workflows/", import.meta.url);

/** What a step needs that is only on GitHub. */
const remote = /\bgh |docker|^cd archives/m;

/** The `run:` steps of a file, with the job that each is in. */
const steps = (file) => {
  const lines = readFileSync(new URL(file, folder), "utf8").split("\n");
  const found = [];
  let job = "";
  lines.forEach((line, place) => {
    job = line.match(/^ {2}([\w-]+):$/)?.[1] ?? job;
    const run = line.match(/^( *)- run: (.*)$/);
    if (!run) return;
    const [, indent, text] = run;
    const block = lines.slice(place + 1);
    const end = block.findIndex((next) => next.trim() && !next.startsWith(`${indent}    `));
    found.push({ job, command: text === "|" ? block.slice(0, end).map((next) => next.trim()).join("\n") : text });
  });
  return found;
};

let failed = 0;
for (const file of readdirSync(folder).sort()) {
  for (const { job, command } of steps(file)) {
    const name = `${file} ${job}: ${command.split("\n")[0]}`;
    if (remote.test(command)) {
      console.log(`${name}\n  needs GitHub: not run`);
    } else if (words.some((word) => name.includes(word))) {
      const { status } = spawnSync("bash", ["-euo", "pipefail", "-c", command], { stdio: "inherit", env: { TARGET: "x86_64-unknown-linux-musl", ...process.env } });
      console.log(`${name}\n  rc ${status}`);
      failed += status === 0 ? 0 : 1;
    } else {
      console.log(name);
    }
  }
}
exit(failed > 0 ? 1 : 0);
