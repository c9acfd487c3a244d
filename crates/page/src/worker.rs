//! What runs inside a worker: what is asked of it, what it answers, and in which order it does its work.
//!
//! Entry: [`scheduler::Scheduler`], which is given a line of text and gives lines back. Simulations advance in slices of 20 ms, so several runs share
//! one worker; a question is answered in one piece.
//!
//! It knows no state of the page and nothing of the DOM: the other end of the line is [`jobs`](crate::jobs).

pub mod answer;
pub mod scheduler;
