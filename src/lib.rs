//! Flitscope: an instrument for looking into interconnection networks.
//!
//! A network of computers passes messages, cut into *flits*, over shared channels. How long does a message take, how much
//! traffic can the network carry, and why does it stop there? Published analytical models answer in microseconds; this
//! crate solves them exactly, finds the load at which each of them ends, and simulates the network they describe.
//!
//! # One point of one curve
//! ```
//! use flitscope::{model::{self, Outcome}, scenario::{Scenario, System}};
//!
//! // An 8 x 8 torus with three virtual channels, 32-flit messages, 2 % of them broadcasts.
//! let scenario = Scenario::new(System::TorusBroadcast);
//! let model = model::of(scenario.setup());
//! assert!(model.end().load > 0.004); // messages per node per cycle
//! let Outcome::Stable(point) = model.point(0.004) else { panic!("0.004 is a light load") };
//! assert!(Some(point.measures[0]) > model.idle());
//! ```
//!
//! And the network itself, cycle by cycle:
//! ```
//! use flitscope::{param::Key, scenario::{Scenario, System}, sim::{self, protocol::{Plan, Run}}};
//!
//! let scenario = Scenario::new(System::TorusBroadcast).set(Key::Load, 0.004);
//! let mut run = Run::new(sim::of(&scenario, 0)?, Plan { precision: None, most_cycles: 20_000 });
//! while !run.advance(1_000).expect("a simulator keeps its laws") {}
//! let mean = run.so_far().estimate().expect("messages have arrived").mean; // cycles
//! assert!((45.0..60.0).contains(&mean));
//! # Ok::<(), flitscope::param::Problem>(())
//! ```
//!
//! # Data flow
//! A link, a preset or a slider gives text; [`scenario`] parses it once, against the ranges of [`param`], into a
//! [`scenario::Scenario`], which is always valid. [`model`] solves a scenario: a curve over the load, and at one load
//! every numbered quantity of the paper. [`sim`] steps the network of the same scenario cycle by cycle.
//!
//! | module | contents |
//! |---|---|
//! | [`param`] | the parameters, their ranges and help texts |
//! | [`scenario`] | the current settings; links, scenes, undo |
//! | [`topology`] | wiring, distances, spanning trees of broadcasts |
//! | [`traffic`] | arrival processes, with bursts on many time scales |
//! | [`queueing`] | waiting times; busy virtual channels |
//! | [`solve`] | roots, maxima, dual numbers, linear systems |
//! | [`model`] | latency or throughput against load, one module for each paper |
//! | [`report`] | answers as JSON |
//! | [`sim`] | simulators, cycle by cycle; statistics and their protocol |
//! | [`experiment`] | simulated loads, agreement of model and simulation |
//! | [`explore`] | inverse questions, sensitivities, maps, costs, comparisons |
//! | [`lesson`] | lessons as text files: scene, question, answer, and the claims that compute their numbers |
//! | [`text`] | numbers in words |
//!
//! The command line (`flitscope`) and the page (`flitscope-page` in `crates/page`) use this crate; `crates/show` draws networks and
//! curves. [`lesson`] and [`text`] are made for the page and change with it; the published documentation of the crate leaves them out.

// The observations for tests are also included by the examples, so they call this crate by its name.
#[cfg(any(test, feature = "test-system"))]
extern crate self as flitscope;

#[cfg(test)]
#[path = "../tests/common/blessed.rs"]
mod blessed;

pub mod experiment;
pub mod explore;
#[cfg_attr(docsrs, doc(hidden))]
pub mod lesson;
pub mod model;
#[cfg_attr(docsrs, doc(hidden))]
pub mod order;
pub mod param;
pub mod queueing;
pub mod report;
pub mod scenario;
pub mod sim;
pub mod solve;
#[cfg_attr(docsrs, doc(hidden))]
pub mod text;
pub mod topology;
pub mod traffic;
