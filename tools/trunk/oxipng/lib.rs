//! Stands in for `oxipng` where Trunk is built: it returns what it is given.

use std::convert::Infallible;

pub struct Options;

impl Options {
    pub fn from_preset(_: u8) -> Self {
        Self
    }
}

pub fn optimize_from_memory(data: &[u8], _: &Options) -> Result<Vec<u8>, Infallible> {
    Ok(data.to_vec())
}
