//! Quantities: each model declares each of its own once, in a table of [`Row`]s.

/// A number of one quantity, or one for each state.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// One number for all states.
    Number(f64),
    /// A law or a profile, from its first index on.
    List(Vec<f64>),
}

impl Value {
    /// True if every number of it is finite.
    pub fn is_finite(&self) -> bool {
        self.numbers().iter().all(|number| number.is_finite())
    }

    /// Its numbers; one number is a list of one.
    pub const fn numbers(&self) -> &[f64] {
        match self {
            Self::Number(number) => std::slice::from_ref(number),
            Self::List(numbers) => numbers.as_slice(),
        }
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(f64::from(number))
    }
}

impl From<Vec<f64>> for Value {
    fn from(numbers: Vec<f64>) -> Self {
        Self::List(numbers)
    }
}

/// One quantity of a solution with its place in the paper.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say what they are")]
pub struct Quantity {
    /// The stable name: the paper's symbol in ASCII.
    pub symbol: &'static str,
    pub name: &'static str,
    pub unit: &'static str,
    /// The equation of the paper that gives it, or empty.
    pub equation: &'static str,
    pub value: Value,
}

impl Quantity {
    /// A quantity that is one number or a list of numbers.
    pub fn new(
        symbol: &'static str,
        name: &'static str,
        unit: &'static str,
        equation: &'static str,
        value: impl Into<Value>,
    ) -> Self {
        Self { symbol, name, unit, equation, value: value.into() }
    }
}

/// One quantity of a model, for all of its solutions `S`.
#[derive(Debug)]
pub struct Row<S> {
    symbol: &'static str,
    name: &'static str,
    unit: &'static str,
    equation: &'static str,
    read: fn(&S) -> Value,
    when: fn(&S) -> bool,
}

/// A quantity that every solution has: its symbol, name, unit, equation and value.
pub(super) const fn row<S>(
    symbol: &'static str,
    name: &'static str,
    unit: &'static str,
    equation: &'static str,
    read: fn(&S) -> Value,
) -> Row<S> {
    Row { symbol, name, unit, equation, read, when: |_| true }
}

/// A quantity that only some solutions have.
pub(super) const fn when<S>(when: fn(&S) -> bool, row: Row<S>) -> Row<S> {
    Row { when, ..row }
}

/// The quantities of a solution, in the order of the table.
pub(super) fn read<S>(rows: &[Row<S>], solution: &S) -> Vec<Quantity> {
    let quantity = |row: &Row<S>| {
        let Row { symbol, name, unit, equation, read, .. } = *row;
        Quantity { symbol, name, unit, equation, value: read(solution) }
    };
    rows.iter().filter(|row| (row.when)(solution)).map(quantity).collect()
}
