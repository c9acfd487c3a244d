// Measures what the limits promise, and prints it: the memory of overloaded runs, how long a signal waits for its answer at a million nodes, and the rate
// and the memory of many lines.
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

// Many lines: the rate, the memory after a tenth of them and at the end, and what became of each.
const answerLines = (args, count, line, check) => new Promise((resolve) => {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const begun = process.hrtime.bigint();
  let [answered, rest, tenth, peak, next] = [0, "", 0, 0, 1];
  child.stdout.setEncoding("utf8").on("data", (data) => {
    const lines = (rest + data).split("\n");
    rest = lines.pop();
    for (const text of lines) check?.(++answered, text);
    if (!check) answered += lines.length;
    if (!tenth && answered >= count / 10) tenth = most(child.pid);
    peak = Math.max(peak, lines.length ? most(child.pid) : 0);
  });
  const feed = () => {
    while (next <= count) if (!child.stdin.write(line(next++) + "\n")) return void child.stdin.once("drain", feed);
    child.stdin.end();
  };
  feed();
  child.on("close", (code) => {
    const seconds = Number(process.hrtime.bigint() - begun) / 1e9;
    resolve({ code, answered, seconds, tenth, peak });
  });
});
const tell = (name, { code, answered, seconds, tenth, peak }) =>
  console.log(`${name}: ${answered} answers in ${seconds.toFixed(1)} s, ${(answered / seconds).toFixed(0)} a second, ${tenth.toFixed(1)} MB after a tenth, ${peak.toFixed(1)} MB at the end, exit code ${code}`);
const mixed = [
  (i) => ({ k: 4 + i % 29, vcs: 3 + i % 6, beta: (i % 10) / 50, load: { fraction: (1 + i % 97) / 100 } }),
  (i) => ({ system: "kary-ncube", reading: "corrected", k: 2 + i % 15, n: 2 + i % 3, flits: 8 + i % 64, load: { fraction: (1 + i % 97) / 100 } }),
  (i) => ({ system: "hypercube-slotted", n: 2 + i % 12, load: { fraction: (1 + i % 97) / 100 } }),
  (i) => ({ system: "banyan-multicast", n: 5 + i % 5, fanout: 2 + i % 15, multicast: (i % 100) / 100 }),
];
for (const threads of ["1", "2"]) {
  const args = ["solve", "--jsonl", "--threads", threads];
  tell(`solve, 100 000 scenarios of four systems, ${threads} threads`, await answerLines(args, 100_000, (i) => JSON.stringify({ id: i, ...mixed[i % 4](i) })));
}
tell("solve, a million lines with k = 3", await answerLines(["solve", "--jsonl"], 1_000_000, (i) => `{"k":3,"id":${i}}`));
const corrupt = ['{"k":8', '{"k":2}', "nonsense", "[]", '{"K":8}', '{"load":{"fraction":-1}}', "k=8&k=9", '{"k":8}}'];
const isBad = (i) => i % 10 === 3;
let [good, named] = [0, 0];
const check = (i, text) => {
  const { id, line, error, points } = JSON.parse(text);
  if (isBad(i)) named += Number(line === i && error.endsWith("."));
  else good += Number(id === i && points[0].state === "stable");
};
tell("solve, 10 000 lines with 1 000 corrupt ones", await answerLines(["solve", "--jsonl"], 10_000, (i) => (isBad(i) ? corrupt[(i - 3) / 10 % corrupt.length] : `{"k":8,"id":${i}}`), check));
console.log(`${good} good lines are answered in their places, and ${named} bad ones named`);
