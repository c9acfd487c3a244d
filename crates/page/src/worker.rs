//! The inside of a worker: what it is asked, what it replies, and the order of its work.
//!
//! Entry: [`scheduler::Scheduler`], which takes requests and returns replies. Simulations advance in slices of 20 ms, so several runs share
//! one worker; a question is answered in one piece.
//!
//! It knows no state of the page and nothing of the DOM: the other end of the line is [`jobs`](crate::jobs).

pub(crate) mod scheduler;
