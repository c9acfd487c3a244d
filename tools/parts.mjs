// Runs parts of the Makefile, `node tools/parts.mjs lint unit`, and prints the seconds of each at the end. The others run when one has failed.
import { spawn } from "node:child_process";
import { argv } from "node:process";

const [rows, failed] = [[], []];

for (const part of argv.slice(2)) {
  // The shell writes its seconds, wall, user and system, to a pipe of their own.
  const shell = spawn("bash", ["-c", `TIMEFORMAT="%R %U %S"; { time make --no-print-directory ${part} 2>&4; } 4>&2 2>&3`], { stdio: ["ignore", "inherit", "inherit", "pipe"] });
  let said = "";
  shell.stdio[3].on("data", (data) => (said += data));
  const status = await new Promise((end) => shell.on("close", end));
  const [wall, user, system] = said.trim().split(" ").map(Number);
  rows.push([wall, user + system, part]);
  if (status) failed.push(part);
}
const second = (value) => `${value.toFixed(1).padStart(7)} s`;
console.log("\n== seconds of each part, wall and processor");
for (const [wall, processor, part] of rows) console.log(`${second(wall)} ${second(processor)}  ${part}`);
if (failed.length) console.error(`These parts failed: ${failed.join(", ")}.`);
process.exitCode = failed.length ? 1 : 0;
