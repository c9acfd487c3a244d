//! Flitscope: an instrument for looking into interconnection networks.
//!
//! A network of computers passes messages, cut into *flits*, over shared channels. How long does a message take, how much
//! traffic can the network carry, and why does it stop there? Published analytical models answer in microseconds; this
//! crate solves them exactly, says where each of them ends, and animates the network they describe.
//!
//! # The way of the data
//! A link, a preset or a slider gives text; [`scenario`] parses it once, against the ranges of [`param`], into a
//! [`scenario::Scenario`], which is always valid. [`model`] solves a scenario: a curve over the load, and at one load
//! every numbered quantity of the paper. [`chart`] draws curves on any plotters backend. [`animation`] turns the same
//! scenario into frames of an animation by stepping a cycle-accurate simulator ([`sim`]).
//!
//! | room | question it answers |
//! |---|---|
//! | [`param`] | which parameters are there, in which ranges, with which words? |
//! | [`scenario`] | the current settings; links, scenes, undo |
//! | [`topology`] | how are the nodes wired, how far apart are they, how does a broadcast spread? |
//! | [`traffic`] | when do messages come: bursts on many time scales, and the process that has them? |
//! | [`queueing`] | how long does a message wait for a server; how many virtual channels are busy? |
//! | [`solve`] | where is a root, where is a maximum, and how sure is that? |
//! | [`model`] | latency or throughput against load, one module for each paper |
//! | [`report`] | what does the answer look like as JSON? |
//! | [`sim`] | the same network, cycle by cycle: what is measured, and how sure is it? |
//! | [`experiment`] | what is simulated beside a model, and how far do the two agree? |
//! | [`lesson`] | what is asked before it is seen, and what is to be seen then? |
//! | [`animation`] | what moves: the frames of a network, cycle by cycle |
//! | [`chart`] | scales, ticks, colours and the drawing itself |
//! | [`text`] | numbers in words |
//!
//! # One point of one curve
//! ```
//! use flitscope::{model::{self, Outcome}, scenario::{Scenario, System}};
//!
//! // An 8 x 8 torus with three virtual channels, 32-flit messages, 2 % of them broadcasts.
//! let scenario = Scenario::new(System::TorusBroadcast);
//! let model = model::of(&scenario);
//! assert!(model.end().load > 0.004); // messages per node per cycle
//! let Outcome::Stable(point) = model.point(0.004) else { panic!("0.004 is a light load") };
//! assert!(Some(point.measures[0]) > model.idle());
//! ```
//!
//! The command line (`flitscope`) and the page (`flitscope-page` in `crates/page`) are two users of this crate.

// What is made up for tests is read by those of the examples too, so it calls this crate by its name.
#[cfg(any(test, feature = "test-system"))]
extern crate self as flitscope;

pub mod animation;
pub mod chart;
pub mod experiment;
pub mod explore;
pub mod lesson;
pub mod model;
pub mod order;
pub mod param;
pub mod queueing;
pub mod report;
pub mod scenario;
pub mod sim;
pub mod solve;
pub mod text;
pub mod topology;
pub mod traffic;
