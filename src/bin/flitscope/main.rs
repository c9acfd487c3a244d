//! The command line: the scenarios of the page, JSON in, JSON out.

mod ending;
mod explore;
mod grid;
mod input;
mod lines;
mod list;
mod simulate;
mod solve;
mod table;
mod trace;

use ending::Ending;
use std::process::ExitCode;

/// The commands.
const USAGE: &str = "\
flitscope: interconnection networks, solved by published analytical models and by our own, and simulated cycle by cycle

  flitscope solve [SCENARIO|FILE|-] [--loads A,B,C | --fractions A,B,C | --points N] [--percentiles] [--jsonl ..]
  flitscope simulate [SCENARIO|FILE|-] [--load L] [--seed S] [--cycles N] [--precision P] [--replications R] [--channels] [--histogram] [--bench] [--jsonl ..]
  flitscope explore [QUESTION|FILE|-] [--jsonl ..]
  flitscope grid [SCENARIO|FILE|-] [--over KEY=A,B,C | --over KEY=A..B | --over KEY=A..B:N]... [--fractions A..B:N] [--seeds A..B]
  flitscope table [FILE|-] [--rows KEY]
  flitscope trace [SCENARIO|FILE|-] [--from A] --to B [--jsonl]
  flitscope presets
  flitscope lessons
";

/// Inputs, options and answers of the commands.
const DETAILS: &str = "
A SCENARIO is key=value&key=value, such as 'system=kary-ncube&k=8'; or a link of the page, whole or from its # on; or a JSON object such as
{\"system\": \"torus-broadcast\", \"k\": 8, \"beta\": 0.02}. Every command reads its input from the argument, from the FILE of that name if there is one, or, with - or without
an argument, from standard input. Keys that are left out have their defaults, which are the same in every command; each key takes one value. In JSON the
load may be {\"fraction\": F} of the load at which the model ends.
Systems: torus-broadcast, kary-ncube, hypercube-mmpp, hypercube-slotted, banyan-multicast.
solve and simulate print one JSON object that includes the scenario with its defaults.

solve prints the load at which the model ends (\"saturation\") and, for each load, every quantity of the model. Without an option it solves the
scenario's own load.
The key \"reading\" chooses the model: printed, corrected, refined and average are the paper's, flow is our own; saturation_kind then says whether
the network saturates by blocking, at its sources or for want of slots. A scenario without it has the same reading in every command: corrected, and for kary-ncube and
hypercube-mmpp printed. Every answer names it in its scenario.
  --loads A,B,C       these loads, in messages per node per cycle (packets per slot; for the banyan, copies per input per slot)
  --fractions A,B,C   these fractions of the load at which the model ends, or of the largest load that can be offered
  --points N          N equally spaced loads up to that load
  --percentiles       also the percentiles of the latency, p50 to p99.9, where the model has its distribution; \"tail\" says on which assumptions, or why
                      it has none

simulate prints the mean latency or the throughput with its 95 % confidence interval, the percentiles of the latency (p50 to p99.9) with theirs, and
every other quantity that the simulator measures, by the symbols of the model.
  --load L            this load instead of the scenario's own
  --seed S            this seed
  --cycles N          simulate N cycles, then deliver what is still under way; with --precision, at most N
  --precision P       stop when the half width of the interval is P times the mean. Without --cycles and --precision: the cycles of
                      the scenario if it names them, else a precision of 0.01
  --replications R    R independent runs on all cores, and the interval of their means
  --channels          also what part of the cycles each channel carried a flit
  --histogram         also how many messages had which latency: the edges of the bins, in cycles, and the count of each. The bins of all runs have
                      the same edges, so histograms add up
  --bench             also flit-hops, seconds, and flit-hops per second
The options of routers and sources are keys of the scenario: depth, credit, select, injection, orient, policy, order.

explore answers a question about a scenario, {\"question\": Q, \"scenario\": {..}, ..}, by the reading of the scenario: name flow to ask our own model. Every answer has
a \"sentence\", and what is impossible is null with its \"reason\". Q is one of
  load-for-latency    the load at which latency reaches \"target\"
  extreme             the \"smallest\" or \"largest\" (\"want\") value of the parameter \"key\" that carries the load, with a latency of at most \"target\"
  broadcast-cost      the load at which unicast messages take \"percent\" longer than without broadcasts
  sensitivity         elasticities of latency and saturation, d ln y / d ln x; whole numbers by their neighbours
  map                 \"measure\" (saturation or latency) over \"x\" and \"y\", each {\"key\": K, \"values\": [..]}
  pareto              the cells of such a map by their \"cost\" (buffers, pins or bisection): all \"points\", and the \"front\" that nothing cheaper betters
  compare             networks of as many \"nodes\", \"normalise\"d by none, bisection or pins, each by that reading where it is defined; \"simulate\": true
                      simulates each at a few loads

With --jsonl, these three read one scenario or question per line and answer each line at once, in order. A bad line N is answered in its place by
{\"line\": N, \"error\": \"..\"}; the key id of a line comes back with its answer.
  --threads N         N threads, for replications too; else as many as the program may run on
  --shard I/N         the I-th line and every N-th one after it, blank lines not counted; I from 1 to N
  --resume FILE       leave out what FILE, an earlier output of this command, has answered; append to it with >>. Its n-th line is the answer to the
                      n-th line of the input (of the shard); out of order each answer names its line. A half line at its end is cut off first
  --unordered         print each answer as soon as it is there, with the number of its line

grid prints a scenario with every combination of the values of --over, --fractions and --seeds, one a line. A..B are whole numbers,
A..B:N are N equally spaced ones, and lists can have both. Impossible combinations are named on standard error and left out.
table makes CSV of answers: a row for each point or run, for each element of another list, such as --rows channels, or for
each bin of --rows histogram. Without a row it prints nothing.
trace prints the messages that are generated in the cycles A to B of the run of a scenario, one a line, as they arrive: message, source, destination,
generated, arrived, path (nodes), entered (the cycle in which the header left each of them), waited (cycles before that).

presets prints the scenes of the page, and lessons its lessons with their steps, one JSON object a line, each with its link.

Interrupted or terminated, they print what they have; of lines, those that are answered. Exit codes: 0 the answer is complete; 1 a line was bad or the
answer could not be written; 2 bad input, with one sentence on standard error; 3 a simulator broke one of its laws; 75 stopped early.
";

fn main() -> ExitCode {
    run().map_or_else(Ending::code, |()| ExitCode::SUCCESS)
}

/// Prints all that there is to know of the commands.
fn help() -> Result<(), Ending> {
    ending::write(USAGE)?;
    ending::write(DETAILS)
}

/// Prints the answer.
fn run() -> Result<(), Ending> {
    use lexopt::prelude::*;
    let mut args = lexopt::Parser::from_env();
    match args.next()? {
        None => Err(Ending::Unasked(USAGE)),
        Some(Long("help") | Short('h')) => help(),
        Some(Long("version") | Short('V')) => ending::write(&format!("flitscope {}\n", env!("CARGO_PKG_VERSION"))),
        Some(Value(command)) if command == "solve" => solve::run(args),
        Some(Value(command)) if command == "simulate" => simulate::run(args),
        Some(Value(command)) if command == "explore" => explore::run(args),
        Some(Value(command)) if command == "grid" => grid::run(args),
        Some(Value(command)) if command == "table" => table::run(args),
        Some(Value(command)) if command == "trace" => trace::run(args),
        Some(Value(command)) if command == "presets" => list::run(args, list::presets),
        Some(Value(command)) if command == "lessons" => list::run(args, list::lessons),
        Some(other) => Err(other.unexpected().into()),
    }
}
