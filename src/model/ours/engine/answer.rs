//! A solution as views read it.

use crate::model::{LatencyCause, LatencyShare, Quantity, Solution, Value};
use std::sync::OnceLock;

/// The causes of the parts of a latency, in the order of their numbers.
const CAUSES: [LatencyCause; 5] = [
    LatencyCause::Idle,
    LatencyCause::Blocking,
    LatencyCause::FailedAttempts,
    LatencyCause::Source,
    LatencyCause::Sharing,
];

/// A solution at one load, as views read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// λ, messages per node and cycle.
    load: f64,
    /// The mean latency, cycles.
    latency: f64,
    shares: Vec<LatencyShare>,
    quantities: Vec<Quantity>,
    /// The model whose quantities these are.
    kind: usize,
}

/// The columns of a row: symbol, name, unit and equation.
type Columns = [&'static str; 4];

/// The rows of each kind, once the module has told them.
static NAMES: OnceLock<Vec<Vec<Columns>>> = OnceLock::new();

/// Takes the [rows] of a module.
pub(super) fn name(rows: String) {
    let columns = |row: &'static str| {
        let mut columns = row.split('\t');
        [(); 4].map(|()| columns.next().unwrap_or_default())
    };
    NAMES.get_or_init(|| rows.leak().split("\n\n").map(|kind| kind.lines().map(columns).collect()).collect());
}

#[cfg(any(feature = "solvers", not(target_arch = "wasm32")))]
mod given {
    use super::{
        super::super::{circuits, unequal},
        Answer, CAUSES, Columns, Solution, Value,
    };
    use std::sync::OnceLock;

    fn names(kind: usize) -> &'static [Columns] {
        static NAMES: OnceLock<[Vec<Columns>; 2]> = OnceLock::new();
        &NAMES.get_or_init(|| [unequal::rows(), circuits::rows()])[kind]
    }

    /// The symbol, name, unit and equation of every quantity, a line each with tabs between, and an empty line between the models.
    pub fn rows() -> String {
        [0, 1].map(|kind| names(kind).iter().map(|row| row.join("\t")).collect::<Vec<_>>().join("\n")).join("\n\n")
    }

    impl Answer {
        /// Of a solution of a kind.
        pub(in crate::model::ours) fn of(kind: usize, solution: &impl Solution) -> Self {
            let latency = solution.measures().first().copied().unwrap_or(f64::NAN);
            let (load, shares, quantities) = (solution.load(), solution.shares(), solution.quantities());
            Self { load, latency, shares, quantities, kind }
        }

        /// As numbers: load, latency, the count of its parts, and cause and time of each; and for each quantity its row, the length of its list, or -1, and its numbers.
        pub fn numbers(&self) -> Vec<f64> {
            let mut numbers = vec![self.load, self.latency, self.shares.len() as f64];
            for share in &self.shares {
                let cause = CAUSES.iter().position(|cause| *cause == share.cause);
                numbers.extend([cause.unwrap_or_default() as f64, share.time]);
            }
            for quantity in &self.quantities {
                let row =
                    names(self.kind).iter().position(|row| row[0] == quantity.symbol && row[3] == quantity.equation);
                let Some(row) = row else { continue };
                numbers.push(row as f64);
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

#[cfg(any(feature = "solvers", not(target_arch = "wasm32")))]
pub use given::rows;

impl Answer {
    /// From [numbers](Self::numbers) of a kind.
    pub(super) fn read(numbers: &[f64], kind: usize) -> Option<Self> {
        let mut rest = numbers.iter().copied();
        let (load, latency, parts) = (rest.next()?, rest.next()?, rest.next()? as usize);
        let mut shares = Vec::new();
        for _ in 0..parts {
            shares.push(LatencyShare { cause: *CAUSES.get(rest.next()? as usize)?, time: rest.next()? });
        }
        let (rows, mut quantities) = (NAMES.get()?.get(kind)?, Vec::new());
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
        Some(Self { load, latency, shares, quantities, kind })
    }

    fn value(&self, symbol: &str) -> Option<&Value> {
        self.quantities.iter().find(|quantity| quantity.symbol == symbol).map(|quantity| &quantity.value)
    }

    /// The number of a symbol, or the last one of its list.
    pub(in crate::model::ours) fn number(&self, symbol: &str) -> Option<f64> {
        match self.value(symbol)? {
            Value::Number(number) => Some(*number),
            Value::List(list) => list.last().copied(),
        }
    }

    /// The list of a symbol.
    pub(in crate::model::ours) fn list(&self, symbol: &str) -> Option<&[f64]> {
        match self.value(symbol)? {
            Value::Number(_) => None,
            Value::List(list) => Some(list),
        }
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
        self.shares.clone()
    }
}
