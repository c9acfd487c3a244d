// Runs parts of the Makefile in lanes beside one another: `node tools/parts.mjs lint unit , e2e firefox` has two.
// The output of a part is printed whole when it ends, and at the end the seconds of each. A part that fails ends nothing but the result.
import { spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { argv, stdout } from "node:process";

const lanes = argv.slice(2).join(" ").split(" , ").map((lane) => lane.split(" "));
const [rows, failed] = [[], []];

/** Runs a part; the shell writes its seconds, wall, user and system, as the last line. */
const play = (part) => {
  const file = `target/parts-${part}.log`;
  const output = openSync(file, "w");
  const shell = spawn("bash", ["-c", `TIMEFORMAT="%R %U %S"; time make --no-print-directory ${part}`], { stdio: ["ignore", output, output] });
  return new Promise((end) => shell.on("close", (status) => {
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    const [wall, user, system] = lines.pop().split(" ").map(Number);
    rows.push([wall, user + system, part]);
    if (status) failed.push(part);
    stdout.write(`${lines.join("\n")}\n`);
    end();
  }));
};

await Promise.all(lanes.map(async (lane) => {
  for (const part of lane) await play(part);
}));
const second = (value) => `${value.toFixed(1).padStart(7)} s`;
console.log("\n== seconds of each part, wall and processor; some run beside others");
for (const [wall, processor, part] of rows) console.log(`${second(wall)} ${second(processor)}  ${part}`);
if (failed.length) console.error(`These parts failed: ${failed.join(", ")}.`);
process.exitCode = failed.length ? 1 : 0;
