//! The fold, drawn: the load as a function of the one number that the equations are solved in.
//!
//! Each value of ρ, or of P_V, has one load. That load rises from the empty network to a top and falls again: below the top a load is met
//! twice, once on the branch to which an empty network rises and once on the congested one, and above the top never: the curve ends.

use super::Figure;
use super::info::FigureLine;
use crate::queueing::channel::{self, Fold};
use crate::text::{load as load_words, percent, significant};

const TITLE: &str = "The fold: two solutions, one, none";

const POINTS: usize = 48;

/// A load further above the top than this is not drawn: the curve would be flat beside it.
const IN_SIGHT: f64 = 1.6;

/// Loads that lie so close together, relative to their size, are one.
const MET: f64 = 1e-9;

/// The variable in which the equations are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// ρ, the utilisation of a channel.
    Utilisation,
    /// P_V, the probability that all virtual channels of a channel are busy.
    AllBusy,
}

/// The end of the branch of the empty network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Top {
    /// It meets the congested branch.
    Fold,
    /// The queues at the sources have no steady state beyond.
    Queues,
    /// No traffic has the correlation asked for beyond.
    Traffic,
}

/// A solution of the equations at one load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// The value of the unknown, 0 to 1.
    pub at: f64,
    /// The mean latency there, cycles; `None` where the queues at the sources have no steady state.
    pub latency: Option<f64>,
}

/// Both branches of a model, and its solutions at one load.
#[derive(Clone, Debug, PartialEq)]
pub struct Branches {
    /// The variable in which the equations are solved.
    pub unknown: Unknown,
    /// `(unknown, load)` from the empty network to the end of the curve.
    pub first: Vec<(f64, f64)>,
    /// The points from there on, along the congested branch; empty where the curve ends otherwise.
    pub second: Vec<(f64, f64)>,
    /// The end of the first branch.
    pub top: Top,
    /// The load shown, messages per node per cycle.
    pub load: f64,
    /// The solutions at that load, the one that the model takes first: none, one or two.
    pub crossings: Vec<Crossing>,
}

impl Branches {
    /// Those of a channel that is solved in ρ, with its mean service time at some ρ and its fold. `per_load`: its rate per unit of load;
    /// `taken`: the ρ that the model takes at a rate; `latency`: that of the solution with some ρ.
    pub(super) fn of_channel(
        service: &dyn Fn(f64) -> Option<f64>,
        fold: &Fold,
        (per_load, load): (f64, f64),
        taken: &dyn Fn(f64) -> f64,
        latency: &dyn Fn(f64) -> Option<f64>,
    ) -> Self {
        let pole = channel::pole(service, fold);
        let along = |from: f64, to: f64| {
            let rho = |i: usize| from + (to - from) * (i as f64 / POINTS as f64);
            (0..=POINTS).filter_map(|i| Some((rho(i), rho(i) / service(rho(i))? / per_load))).collect::<Vec<_>>()
        };
        let rate = load * per_load;
        let at = match (rate / fold.rate - 1.0) / MET {
            above if above > 1.0 => [None, None],
            close if close >= -1.0 => [Some(fold.rho), None],
            _ => [Some(taken(rate)), channel::congested(service, rate, fold, pole)],
        };
        Self {
            unknown: Unknown::Utilisation,
            first: along(0.0, fold.rho),
            second: along(fold.rho, pole),
            top: Top::Fold,
            load,
            crossings: at.into_iter().flatten().map(|at| Crossing { at, latency: latency(at) }).collect(),
        }
    }

    /// True if the equations cannot tell two loads apart.
    pub(super) fn meets(load: f64, top: f64) -> bool {
        (load / top - 1.0).abs() <= MET
    }

    /// The end of the curve: the unknown and the load there.
    pub fn end(&self) -> (f64, f64) {
        self.first.last().copied().unwrap_or_default()
    }

    fn figure(&self) -> Figure {
        let (symbol, x) = match self.unknown {
            Unknown::Utilisation => ("ρ", "utilisation ρ of a channel"),
            Unknown::AllBusy => ("P_V", "P_V, the probability that all virtual channels are busy"),
        };
        let (at, top) = self.end();
        let last = self.second.last().map_or(at, |(last, _)| *last);
        let mut lines = vec![FigureLine { label: "solution taken".into(), points: self.first.clone() }];
        if !self.second.is_empty() {
            lines.push(FigureLine { label: "congested".into(), points: self.second.clone() });
        }
        if self.load <= IN_SIGHT * top {
            let places = [0.0].into_iter().chain(self.crossings.iter().map(|crossing| crossing.at)).chain([last]);
            lines.push(FigureLine { label: "load shown".into(), points: places.map(|at| (at, self.load)).collect() });
        }
        Figure {
            title: TITLE,
            x,
            y: "load λ, messages / node / cycle",
            lines,
            marked: self.crossings.iter().map(|crossing| (crossing.at, self.load)).collect(),
            limits: vec![(at, format!("{} at {symbol} = {}", load_words("λ", top, 3), significant(at, 3)))],
            note: format!("{} {}", self.sentence(symbol), self.why(symbol)),
            ..Figure::default()
        }
    }

    /// The number of solutions, and the one that the network takes.
    fn sentence(&self, symbol: &str) -> String {
        let load = load_words("λ", self.load, 3);
        let top = load_words("λ", self.end().1, 3);
        let value = |crossing: &Crossing| significant(crossing.at, 3);
        let cycles = |latency: f64| format!("{} cycles", significant(latency, 3));
        match self.crossings.as_slice() {
            [] => format!("At {load} nothing solves the equations: the load is above the end of the curve, {top}."),
            [one] if self.top == Top::Fold && Self::meets(self.load, self.end().1) => {
                format!("At {load} the equations have one solution, {symbol} = {}: here the two meet.", value(one))
            }
            // Ever less load has its other solution ever closer to the end of the congested branch.
            [one] if self.top == Top::Fold && self.load > 0.0 => format!(
                "At {load} the equations have a solution at {symbol} = {}, which the network takes, and one too close to certain blocking \
                 to be drawn.",
                value(one)
            ),
            [one] => format!("At {load} the equations have one solution, {symbol} = {}.", value(one)),
            [one, two, ..] => {
                let latencies = match (one.latency, two.latency) {
                    (Some(one), Some(two)) => {
                        format!(" Latency is {} at the first and {} at the second.", cycles(one), cycles(two))
                    }
                    (Some(one), None) => format!(
                        " Latency is {} at the first; at the second the queues at the sources would grow without bound.",
                        cycles(one)
                    ),
                    (None, _) => String::new(),
                };
                format!(
                    "At {load} the equations have two solutions, {symbol} = {} and {}; the network, which starts empty, takes the \
                     first.{latencies}",
                    value(one),
                    value(two)
                )
            }
        }
    }

    /// The reason why the curve ends there.
    fn why(&self, symbol: &str) -> String {
        let (at, top) = self.end();
        let (top, part) = (load_words("λ", top, 3), percent(at, 2));
        match (self.top, self.unknown) {
            (Top::Fold, Unknown::Utilisation) => format!(
                "Beyond {symbol} = {} more blocking holds each channel longer than it lets messages through, so a larger {symbol} belongs \
                 to a smaller load. The top, {top}, is where the curve of latency against load ends, with the server of the model busy \
                 {part} of the time.",
                significant(at, 3)
            ),
            (Top::Fold, Unknown::AllBusy) => format!(
                "Beyond {symbol} = {} failed attempts return as more traffic than the channels let through, so a larger {symbol} belongs \
                 to a smaller load. The top, {top}, is where the curve of latency against load ends.",
                significant(at, 3)
            ),
            (Top::Queues, _) => format!(
                "There is no fold here: at {top} the queues at the sources are full before the branch of the channels turns back."
            ),
            (Top::Traffic, _) => format!(
                "There is no fold here: beyond {top} no traffic has the lag-1 correlation asked for, before the branch of the channels \
                 turns back."
            ),
        }
    }
}

/// The figure of the branches of a model; without any, the sentence that there are none.
pub fn figure(branches: Option<&Branches>) -> Figure {
    branches.map_or_else(
        || Figure {
            title: TITLE,
            x: "utilisation",
            y: "load",
            note: "This variant of the model is solved in steps from the empty network. They find one solution at each load and no other, \
                   so there is no second branch to draw. The variants of the paper have one."
                .into(),
            ..Figure::default()
        },
        Branches::figure,
    )
}
