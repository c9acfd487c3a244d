//! A solution as views read it.

use crate::model::{LatencyCause, LatencyShare, Quantity, Solution, Value};

/// A solution at one load, as views read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// λ, messages per node and cycle.
    load: f64,
    /// T + W, cycles.
    latency: f64,
    /// Its parts: the idle network, blocking, the wait at the source, sharing.
    parts: [f64; 4],
    quantities: Vec<Quantity>,
}

#[cfg(any(feature = "unequal", not(target_arch = "wasm32")))]
mod given {
    use super::{
        super::{quantities::QUANTITIES, solution},
        Answer, Value,
    };
    use crate::model::quantity;

    impl From<solution::Solution> for Answer {
        fn from(solution: solution::Solution) -> Self {
            let solution::Solution { load, blocked, wait, network_time, .. } = solution;
            let idle = solution.idle();
            let parts = [idle, blocked, wait, network_time - blocked - idle];
            Self { load, latency: solution.latency(), parts, quantities: quantity::read(QUANTITIES, &solution) }
        }
    }

    impl Answer {
        /// The symbol, name, unit and equation of every quantity, a line each with tabs between.
        pub fn rows() -> String {
            QUANTITIES.iter().map(|row| row.words().join("\t") + "\n").collect()
        }

        /// As numbers: load, latency and its parts, and for each quantity its row, the length of its list, or -1, and its numbers.
        pub fn numbers(&self) -> Vec<f64> {
            let mut numbers = vec![self.load, self.latency];
            numbers.extend(self.parts);
            for quantity in &self.quantities {
                let row = QUANTITIES.iter().position(|row| row.words()[0] == quantity.symbol);
                numbers.push(row.unwrap_or_default() as f64);
                match &quantity.value {
                    Value::Number(number) => numbers.extend([-1.0, *number]),
                    Value::List(list) => {
                        numbers.push(list.len() as f64);
                        numbers.extend(list);
                    }
                }
            }
            numbers
        }
    }
}

impl Answer {
    /// The columns of [rows](Self::rows).
    pub(super) fn columns(rows: &'static str) -> impl Iterator<Item = [&'static str; 4]> {
        rows.lines().map(|row| {
            let mut columns = row.split('\t');
            [(); 4].map(|()| columns.next().unwrap_or_default())
        })
    }

    /// From [numbers](Self::numbers).
    pub(super) fn read(numbers: &[f64], rows: &[[&'static str; 4]]) -> Option<Self> {
        let mut rest = numbers.iter().copied();
        let (load, latency) = (rest.next()?, rest.next()?);
        let parts = [rest.next()?, rest.next()?, rest.next()?, rest.next()?];
        let mut quantities = Vec::new();
        while let Some(row) = rest.next() {
            let [symbol, name, unit, equation] = *rows.get(row as usize)?;
            let length = rest.next()?;
            let value = if length < 0.0 {
                Value::Number(rest.next()?)
            } else {
                Value::List(rest.by_ref().take(length as usize).collect())
            };
            quantities.push(Quantity { symbol, name, unit, equation, value });
        }
        Some(Self { load, latency, parts, quantities })
    }
}

impl Solution for Answer {
    fn load(&self) -> f64 {
        self.load
    }

    fn measures(&self) -> Vec<f64> {
        vec![self.latency]
    }

    fn quantities(&self) -> Vec<Quantity> {
        self.quantities.clone()
    }

    fn shares(&self) -> Vec<LatencyShare> {
        use LatencyCause::{Blocking, Idle, Sharing, Source};
        let causes = [Idle, Blocking, Source, Sharing].into_iter().zip(self.parts);
        causes.map(|(cause, time)| LatencyShare { cause, time }).collect()
    }
}
