// Measures what the limits promise, and prints it: the memory of overloaded runs, and how long a signal waits for its answer at a million nodes.
// Needs Linux (/proc) and a release build. Run by `make limits`.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

const program = "target/release/flitscope";

const start = (args, scenario) => {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
  let output = "", heard;
  // The last word: the answer, or why there is none. The system then takes back the memory, which is no part of it.
  const hear = () => { heard = process.hrtime.bigint(); };
  child.stdout.on("data", (data) => { output += data; hear(); });
  child.stderr.on("data", hear);
  child.stdin.end(JSON.stringify(scenario));
  const ended = new Promise((resolve) => child.on("close", (code) => resolve({ code, output, heard })));
  return { child, ended };
};

// The most memory that a process has had at a time, MB.
const most = (pid) => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1000;
  } catch {
    return 0;
  }
};

const runs = [
  ["torus 32^4, load 0.0001, its default broadcasts", { n: 4, k: 32, load: 0.0001, reading: "refined" }],
  ["torus 32^4, load 1, every message a broadcast", { n: 4, k: 32, load: 1, beta: 1, reading: "refined" }],
  ["torus 32^4, load 1, unicasts", { n: 4, k: 32, load: 1, beta: 0, reading: "refined" }],
  ["torus 32 x 32, load 1, beta 1, M = 1", { k: 32, load: 1, beta: 1, flits: 1 }],
  ["hypercube of 2^16 nodes, V = 16, load 1", { system: "kary-ncube", k: 2, n: 16, vcs: 16, load: 1 }],
  ["bursty hypercube of 2^10 nodes, load 0.3", { system: "hypercube-mmpp", n: 10, load: 0.3, lag1: 0 }],
  ["slotted hypercube of 2^20 nodes, load 1", { system: "hypercube-slotted", n: 20, load: 1 }],
];
for (const [name, scenario] of runs) {
  const begun = Date.now();
  const { child, ended } = start(["simulate"], scenario);
  let peak = 0;
  const look = setInterval(() => { peak = Math.max(peak, most(child.pid)); }, 10);
  const { code, output } = await ended;
  clearInterval(look);
  const { state, reason, cycles } = output ? JSON.parse(output) : {};
  console.log(`${name}: ${peak.toFixed(0)} MB, ${state} (${reason}) at cycle ${cycles}, ${((Date.now() - begun) / 1000).toFixed(1)} s, exit code ${code}`);
}

const million = { n: 4, k: 32, load: 0.0005, beta: 0, reading: "refined" };
const answers = [
  [["simulate"], million, [50, 500, 1000, 2000, 4000, 8000]],
  [["simulate", "--replications", "2", "--cycles", "5000"], { ...million, n: 3 }, [1000]],
  [["simulate"], { system: "hypercube-slotted", n: 20, load: 0.03 }, [50, 500, 4000]],
  [["simulate"], { load: 0.001, cycles: 1000000000 }, [500]],
  [["solve", "--points", "100000"], { system: "hypercube-mmpp", n: 10, mmpps: 6 }, [500, 2000]],
  [["solve", "--fractions", "0.5"], { system: "kary-ncube", k: 32, n: 8, reading: "printed" }, [500]],
];
for (const [args, scenario, waits] of answers) {
  for (const signal of ["SIGINT", "SIGTERM"]) {
    for (const wait of waits) {
      const { child, ended } = start(args, scenario);
      await new Promise((resolve) => setTimeout(resolve, wait));
      const sent = process.hrtime.bigint();
      child.kill(signal);
      const { code, output, heard } = await ended;
      const [took, gone] = [heard, process.hrtime.bigint()].map((time) => Number(time - sent) / 1e6);
      const { cycles, points } = output ? JSON.parse(output) : {};
      const what = cycles === undefined ? `${points?.length ?? 0} points` : `cycle ${cycles}`;
      console.log(`${args.join(" ")} ${JSON.stringify(scenario)}: ${signal} after ${wait} ms: ${took.toFixed(0)} ms to the answer, ${gone.toFixed(0)} ms to the end, exit code ${code}, ${what}`);
    }
  }
}
