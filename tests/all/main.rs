//! One binary for all native tests: a file for each behaviour.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::expect_used, clippy::panic)]

mod agreement;
mod banyan_multicast;
mod banyan_packets;
#[path = "../common/blessed.rs"]
mod blessed;
mod campaigns;
mod circles;
mod circuits;
mod circuits_limits;
mod claims;
mod command_line;
mod commands;
mod conformance;
mod digests;
mod equations;
mod experiment;
mod explore;
mod flow;
mod flow_limits;
mod fold;
mod golden;
mod grids;
mod hostile;
mod hostile_lines;
mod hypercube_mmpp;
mod hypercube_mmpp_end;
mod hypercube_mmpp_parts;
mod hypercube_slotted;
mod kary_ncube;
mod lesson_files;
mod links;
mod matchings;
mod program;
mod property;
mod rates;
mod rivals;
mod simulations;
mod torus_broadcast;
mod turns;
mod unequal;
mod versions;
mod wormhole;
