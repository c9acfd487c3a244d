//! Stands in for `minify-js` where Trunk is built: it returns what it is given.

use std::convert::Infallible;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TopLevelMode {
    Global,
    Module,
}

#[derive(Default)]
pub struct Session;

impl Session {
    pub fn new() -> Self {
        Self
    }
}

pub fn minify(_: &Session, _: TopLevelMode, source: &[u8], output: &mut Vec<u8>) -> Result<(), Infallible> {
    output.extend_from_slice(source);
    Ok(())
}
