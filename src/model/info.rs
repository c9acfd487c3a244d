//! Descriptions of models as data: measures, differences from the paper, further figures, and facts of their systems for views.

use crate::param::Key;
use crate::scenario::{Reading, Setup};
use crate::text::{found, grouped, keyed, lines};

/// Results of a simulation that have an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simulated {
    /// The time from generation to the arrival of the last flit, or of the packet.
    Latency,
    /// The time until a broadcast has reached every node.
    Broadcast,
    /// Packets that arrive, each copy a part of one.
    Throughput,
    /// Packets that arrive at all their destinations.
    Complete,
}

/// One of the numbers that a model gives for each load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// The stable name in JSON: `latency`, `throughput`, ...
    pub symbol: &'static str,
    /// The name among the measures of the model; empty if there is only one.
    pub name: &'static str,
    /// The symbol of the quantity that it is.
    pub quantity: &'static str,
    /// The simulated result that it is compared with.
    pub simulated: Simulated,
    /// The subject of a sentence about it, but for the name of the reading between the two.
    pub subject: [&'static str; 2],
    /// The time from where the model counts to where a simulation does, in the unit of the measure; mostly 0.
    pub earlier: f64,
}

impl Measure {
    /// The latency of a model that has nothing else.
    pub const LATENCY: Self = Self {
        symbol: "latency",
        name: "",
        quantity: "latency",
        simulated: Simulated::Latency,
        subject: ["The ", "model"],
        earlier: 0.0,
    };

    /// The latency of a model of ours.
    pub(super) const OURS: Self = Self { subject: ["Our ", "model"], ..Self::LATENCY };
}

/// The cause of a part of the latency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LatencyCause {
    /// The way through an idle network.
    Idle,
    /// Channels that are held by other messages.
    Blocking,
    /// The queue at the source.
    Source,
    /// The cycles that other messages take of a channel.
    Sharing,
    /// The queues of the nodes.
    Queues,
    /// The queue of the link.
    Link,
    /// Attempts to reserve a path that fail.
    FailedAttempts,
    /// Neighbours that cannot take a packet.
    BusyNeighbours,
}

impl LatencyCause {
    pub(crate) const WORMS: [Self; 4] = [Self::Idle, Self::Blocking, Self::Source, Self::Sharing];
    pub(crate) const CIRCUITS: [Self; 4] = [Self::Idle, Self::FailedAttempts, Self::Source, Self::Sharing];
    pub(crate) const SLOTS: [Self; 3] = [Self::Idle, Self::BusyNeighbours, Self::Queues];
}

/// A part of the latency; the parts of a point add up to its latency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LatencyShare {
    /// The cause of this time.
    pub cause: LatencyCause,
    /// The amount, in the unit of the measure.
    pub time: f64,
}

impl LatencyShare {
    /// One part for each cause.
    pub(crate) fn each<const N: usize>(causes: [LatencyCause; N], times: [f64; N]) -> Vec<Self> {
        causes.into_iter().zip(times).map(|(cause, time)| Self { cause, time }).collect()
    }
}

/// The times that a latency is the sum of, by the symbols of their quantities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LatencyParts {
    pub(crate) network: &'static str,
    pub(crate) wait: &'static str,
    /// A part of the time in the network; empty if there is none.
    pub within: &'static str,
}

impl LatencyParts {
    /// True if the quantity of that symbol is one of them.
    pub fn contain(self, symbol: &str) -> bool {
        [self.network, self.wait, self.within].contains(&symbol)
    }
}

/// Items that a quantity counts and a frame of the animation shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Countable {
    /// Channels that carry a flit: a part of all.
    Carrying,
    /// Busy virtual channels of a channel: a mean.
    Busy,
    /// Channels of which all virtual channels but that number are busy: a part of all.
    AllBut(u32),
    /// Busy virtual channels of a channel, as one of them sees it: a mean.
    Sharing,
    /// Headers that find no virtual channel.
    Blocked,
    /// Messages that wait at their sources.
    Waiting,
    /// Nodes that have sent or received: a part of all.
    Moving,
}

/// The size of a network, in words, and the parameter beside which it is shown.
#[derive(Clone, Copy, Debug)]
pub struct NetworkSize {
    pub key: Key,
    pub words: fn(&Setup) -> String,
}

impl NetworkSize {
    /// The size of k^n nodes, beside k.
    pub const fn of_rings() -> Self {
        let words = |setup: &Setup| Self::nodes(setup.count(Key::K), setup);
        Self { key: Key::K, words }
    }

    /// The size of 2^n nodes, beside n.
    pub const fn of_cube() -> Self {
        Self { key: Key::N, words: |setup| Self::nodes(2, setup) }
    }

    fn nodes(base: u32, setup: &Setup) -> String {
        format!("{} nodes", grouped(u64::from(base).pow(setup.count(Key::N))))
    }
}

/// The description of a model for the reader of the page.
#[derive(Clone, Copy, Debug)]
pub struct ModelInfo {
    /// The heading of the curve.
    pub title: &'static str,
    /// The name of the measures, in a word or two.
    pub quantity: &'static str,
    /// The unit of the measures.
    pub unit: &'static str,
    /// The unit of the load.
    pub load_unit: &'static str,
    /// The results of a solution; the chart shows the first.
    pub measures: &'static [Measure],
    /// Simulated results that the model does not predict, each with the name of its column.
    pub beside: &'static [(&'static str, Simulated)],
    /// The parts of the latency, if they do not contain the sharing of channels.
    pub parts: Option<LatencyParts>,
    /// Symbols of the least and the most of several measured numbers: these lie further apart than what they are measured of,
    /// and say nothing of the model.
    pub extremes: &'static [&'static str],
    /// The message or packet that has the latency, as the subject of a sentence.
    pub subject: &'static str,
    /// The assumptions behind the percentiles of the latency, or the reason why there are none: a whole sentence.
    /// [`tail`](super::Model::tail) returns that of a reading.
    pub tail: &'static str,
    /// The symbols of the quantities that tell the most.
    pub headlines: &'static [&'static str],
    /// Symbols that differ: first the model's, then the simulation's. Without a second symbol, the simulation counts something else.
    pub measured_as: &'static [(&'static str, &'static str)],
    /// Quantities that a frame of the animation shows: the symbols, and the items that they count.
    pub counted: &'static [(&'static str, Countable)],
    /// The size of the network.
    pub size: NetworkSize,
    /// The differences of the readings from the paper, in the order of the effects.
    pub deviations: &'static [Deviation],
    /// Repairs and choices in every reading, because the paper is silent or cannot have meant its text.
    pub repairs: &'static [Deviation],
    /// The name of its texts: their keys begin with it.
    pub texts: &'static str,
}

impl ModelInfo {
    /// The mean latency of messages on rings, by a model without a paper or a word about its quantities: what others differ from.
    pub(super) const LATENCY: Self = Self {
        title: "Mean message latency against load",
        quantity: "latency",
        unit: "cycles",
        load_unit: "messages / node / cycle",
        measures: &[Measure::LATENCY],
        beside: &[],
        parts: None,
        extremes: &[],
        subject: "a message",
        tail: "The model gives the mean time in the network, but not its distribution, so it has no percentiles.",
        headlines: &[],
        measured_as: &[],
        counted: &[],
        size: NetworkSize::of_rings(),
        deviations: &[],
        repairs: &[],
        texts: "",
    };

    /// The model itself, inside a sentence: "the model", "our model".
    pub fn noun(&self) -> String {
        match self.measures {
            [measure] => measure.subject.concat().to_ascii_lowercase(),
            // Of several measures each has a name of its own.
            _ => "the model".into(),
        }
    }

    /// Several of the subject: "unicast messages".
    pub fn subjects(&self) -> String {
        let (_, noun) = self.subject.split_once(' ').unwrap_or(("", self.subject));
        [noun, "s"].concat()
    }

    /// The simulated results of the measures, each once: two models of one latency share one.
    pub fn simulated(&self) -> Vec<Simulated> {
        let mut all: Vec<_> = self.measures.iter().map(|measure| measure.simulated).collect();
        all.dedup();
        all
    }

    /// The symbol under which a simulation counts a quantity of the model.
    pub fn measured_as(&self, symbol: &'static str) -> &'static str {
        self.measured_as.iter().find(|(own, _)| *own == symbol).map_or(symbol, |(_, other)| other)
    }

    /// A text of the model, by the second part of its key.
    fn text(&self, part: &str) -> &'static str {
        keyed(&format!("{}.{part}", self.texts))
    }

    /// The publication as a line of text.
    pub fn reference(&self) -> &'static str {
        self.text("reference")
    }

    /// The publication as BibTeX, if the model is published.
    pub fn bibtex(&self) -> Option<&'static str> {
        found(&format!("{}.bibtex", self.texts))
    }

    /// The letter of a quantity, in MathML; empty if it has none.
    pub fn letter(&self, symbol: &str) -> &'static str {
        let mut lines = self.text("mathml").lines().filter_map(|line| line.split_once('\t'));
        // Lines of more columns are equations.
        lines.find(|(other, letter)| *other == symbol && !letter.contains('\t')).map_or("", |(_, letter)| letter)
    }
}

/// A place where a reading differs from the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deviation {
    /// The key of its text, but for the equations.
    kind: &'static str,
    /// The equations that it changes.
    pub equation: &'static str,
    /// The readings that differ here; empty if all do.
    pub readings: &'static [Reading],
}

impl Deviation {
    /// The one of some equations, with the first word of its key.
    pub(super) const fn new(kind: &'static str, equation: &'static str, readings: &'static [Reading]) -> Self {
        Self { kind, equation, readings }
    }

    /// Its text, a line each: the error, gap or choice in a few words, the text of the paper, what replaces it, and the reason.
    pub fn lines(&self) -> [&'static str; 4] {
        lines(&format!("{} {}", self.kind, self.equation))
    }

    /// The readings that differ here, in words.
    pub fn reading_words(&self) -> String {
        let keys: Vec<_> = self.readings.iter().map(|reading| reading.key()).collect();
        if keys.is_empty() { "all".into() } else { keys.join(", ") }
    }
}

/// A set of the differences of one paper, as bits in the order of their rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deviations(u8);

impl Deviations {
    /// The differences that a reading makes.
    pub(super) fn of(rows: &[Deviation], reading: Reading) -> Self {
        let made = Self::each(rows).filter(|(_, row)| row.readings.contains(&reading));
        made.fold(Self(0), |set, (one, _)| set.with(one))
    }

    /// Each of them by itself, with its row.
    pub(super) fn each(rows: &[Deviation]) -> impl Iterator<Item = (Self, &Deviation)> {
        (0..).map(|row| Self(1 << row)).zip(rows)
    }

    /// The difference that concerns those equations. There has to be one: without it a constant does not compile.
    pub(super) const fn only(rows: &[Deviation], equation: &str) -> Self {
        let mut row = 0;
        while !same(rows[row].equation.as_bytes(), equation.as_bytes()) {
            row += 1;
        }
        Self(1 << row)
    }

    /// True if all of `others` are among them.
    pub(super) const fn has(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    pub(super) const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    pub(super) const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }
}

/// True if two texts are the same, for constants.
const fn same(one: &[u8], other: &[u8]) -> bool {
    match (one, other) {
        ([], []) => true,
        ([a, one @ ..], [b, other @ ..]) => *a == *b && same(one, other),
        _ => false,
    }
}

/// One curve of a [`Figure`].
#[derive(Clone, Debug, PartialEq)]
pub struct FigureLine {
    /// Its name in the legend.
    pub label: String,
    /// `(x, y)` in the order they are joined.
    pub points: Vec<(f64, f64)>,
}

impl FigureLine {
    /// A line over the whole numbers from `first` on.
    pub fn counted(label: impl Into<String>, first: u32, values: &[f64]) -> Self {
        Self { label: label.into(), points: values.iter().zip(first..).map(|(y, x)| (f64::from(x), *y)).collect() }
    }
}

/// Something else worth drawing beside measures against load, with the words at its axes, which may both be logarithmic, its curves, the
/// most important first, and an explanation in whole sentences.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Figure {
    pub title: &'static str,
    pub x: &'static str,
    pub y: &'static str,
    pub log: bool,
    /// True if x is a count, so that only the points have a meaning and the lines between them lead the eye.
    pub counts: bool,
    pub lines: Vec<FigureLine>,
    /// Places on them that have a sign.
    pub marked: Vec<(f64, f64)>,
    /// Places on the x axis with a dashed line, and the words above each.
    pub limits: Vec<(f64, String)>,
    /// The width of the bars as which the first curve is drawn; `None` for a curve.
    pub bars: Option<f64>,
    pub note: String,
}

impl Figure {
    /// The law of the busy virtual channels of a channel, from none on; without one, the sentence that there is none.
    pub fn busy_channels(law: Option<&[f64]>, note: &str) -> Self {
        Self {
            title: "Busy virtual channels of a channel",
            x: "busy virtual channels",
            y: "probability",
            counts: true,
            lines: law.map(|law| FigureLine::counted("busy", 0, law)).into_iter().collect(),
            note: if law.is_some() { note } else { "The model ends below this load." }.into(),
            ..Self::default()
        }
    }
}
