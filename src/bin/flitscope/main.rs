//! The command line: the scenarios of the page, JSON in, JSON out.

mod ending;
mod input;
mod simulate;
mod solve;

use ending::Ending;
use std::process::ExitCode;

const HELP: &str = "\
flitscope: interconnection networks by published analytical models, and simulated cycle by cycle

  flitscope solve [FILE|-] [--loads A,B,C | --fractions A,B,C | --points N] [--jsonl]
  flitscope simulate [FILE|-] [--load L] [--seed S] [--cycles N] [--precision P] [--replications R] [--bench]

Reads one scenario as a JSON object from FILE or standard input, {\"system\": \"torus-broadcast\", \"k\": 8, \"beta\": 0.02}, and prints one
JSON object, with the scenario and its defaults. Keys that are left out have the defaults of the page; a key takes one value. Systems: torus-broadcast, kary-ncube, hypercube-mmpp, hypercube-slotted, banyan-multicast.

solve gives the saturation load, and for each load every quantity of the model.
  --loads A,B,C       these loads, messages per node per cycle (packets per slot; for the banyan copies per input per slot)
  --fractions A,B,C   these fractions of the saturation load; where there is none, of the largest load there is
  --points N          N equally spaced loads up to there
                      without any of them: the scenario's own load
  --jsonl             one scenario in each line of the input, one object in each line of the output, as soon as it is there. A bad line N is
                      answered in its place by {\"line\": N, \"error\": \"..\"}; the key id of a line comes back with its answer

simulate gives the mean latency or throughput with its 95 % interval, and what else the simulator measures by the symbols of the model.
  --load L            this load instead of the scenario's own
  --seed S            this seed
  --cycles N          so many cycles, beside those in which what is under way is delivered; with --precision, at most so many
  --precision P       until the half width of the interval is this fraction of the mean
                      without either: the cycles of the scenario if it names them, else a precision of 0.01
  --replications R    R independent runs on all cores, and their common interval
  --bench             also flit-hops, seconds and flit-hops per second
Options of routers and sources are keys of the scenario: depth, credit, select, injection, orient, policy, order.

Interrupted or terminated, both print what they have. Exit codes: 0 the answer; 1 a line was bad, or the answer could not be written; 2 bad
input, with one sentence on standard error; 3 a simulator broke one of its laws; 75 stopped early.
";

fn main() -> ExitCode {
    run().map_or_else(Ending::code, |()| ExitCode::SUCCESS)
}

/// Prints the answer.
fn run() -> Result<(), Ending> {
    use lexopt::prelude::*;
    let mut args = lexopt::Parser::from_env();
    match args.next().map_err(input::sentence)? {
        None | Some(Long("help") | Short('h')) => ending::write(HELP),
        Some(Long("version") | Short('V')) => ending::write(&format!("flitscope {}\n", env!("CARGO_PKG_VERSION"))),
        Some(Value(command)) if command == "solve" => solve::run(args),
        Some(Value(command)) if command == "simulate" => simulate::run(args),
        Some(other) => Err(input::sentence(other.unexpected()).into()),
    }
}
