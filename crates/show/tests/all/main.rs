//! One binary for the tests that need nothing private: a file for each behaviour.
#![allow(missing_docs, clippy::expect_used)]

mod digests;
mod lessons;
