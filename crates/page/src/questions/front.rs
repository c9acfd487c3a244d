//! The Pareto view of a map: each of its networks by its cost and its value, with the Pareto front.

use super::map::{Map, plain};
use crate::prelude::*;
use flitscope::{
    explore::{
        cost::Cost,
        pareto::{self, Design},
    },
    param::options::Front as Which,
    text::thousands,
};

/// The picture, CSS pixels, and the room for labels at its left and below.
const SIZE: (f64, f64) = (600.0, 300.0);
const EDGE: (f64, f64) = (64.0, 26.0);

/// Free room at the top and on the right.
const FREE: f64 = 10.0;

/// A range whose ends are further apart than this factor has a log axis.
const DECADE: f64 = 10.0;

const TICKS: usize = 5;

/// The place of a cell: across and up.
type CellPlace = (usize, usize);

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Front {
    pub(super) which: Which,
    places: Vec<CellPlace>,
    designs: Vec<Design>,
    /// Places in the list of designs, from the cheapest on.
    front: Vec<usize>,
    scales: [Scale; 2],
}

impl Front {
    /// The view that a scenario asks for of a map; `None` if it asks for none, or nothing is known yet.
    pub(crate) fn of(map: &Map, keys: [Key; 2], scenario: &Scenario) -> Option<Self> {
        let which: Which = scenario.choice();
        let cost = |at: (f64, f64)| Cost::with(scenario, &[(keys[0], at.0), (keys[1], at.1)]).number(which);
        let (places, designs): (Vec<_>, Vec<_>) = map.designs(cost).into_iter().unzip();
        let front = pareto::front(&designs, pareto::more_is_better(scenario, map.shown));
        let scales = [axis(designs.iter().map(|design| design.cost)), axis(designs.iter().map(|design| design.value))];
        (!designs.is_empty()).then_some(Self { which, places, designs, front, scales })
    }

    /// Its networks, and the indices of those on the front.
    pub(crate) fn networks(&self) -> (&[Design], &[usize]) {
        (&self.designs, &self.front)
    }

    /// True if the cell of a place is on the front.
    pub(crate) fn has(&self, place: CellPlace) -> bool {
        self.front.iter().any(|on| self.places[*on] == place)
    }

    /// The place of a network, in parts of the picture from its left and its top.
    fn place(&self, design: &Design) -> (f64, f64) {
        let [x, y] = &self.scales;
        let across = EDGE.0 + (SIZE.0 - EDGE.0 - FREE) * x.project(design.cost);
        let down = FREE + (SIZE.1 - EDGE.1 - FREE) * (1.0 - y.project(design.value));
        (across, down)
    }

    /// The cell of the network nearest to a place in the picture, in parts of it from its left and its bottom.
    pub(crate) fn nearest(&self, (across, up): (f64, f64)) -> Option<CellPlace> {
        let far = |design: &Design| {
            let (x, y) = self.place(design);
            libm::hypot(x - across * SIZE.0, y - (1.0 - up) * SIZE.1)
        };
        let nearest =
            (0..self.designs.len()).min_by(|a, b| far(&self.designs[*a]).total_cmp(&far(&self.designs[*b])))?;
        Some(self.places[nearest])
    }

    /// Moves `by` cells along the Pareto front; from a place that is not on it, the first step leads to the nearest in cost.
    pub(crate) fn along(&self, from: CellPlace, by: i32) -> Option<CellPlace> {
        let known = |place: CellPlace| self.places.iter().position(|other| *other == place);
        let on = self.front.iter().position(|on| self.places[*on] == from);
        let step = match on {
            Some(at) => (at as i32 + by).clamp(0, self.front.len() as i32 - 1) as usize,
            None => {
                let cost = known(from).map_or(0.0, |at| self.designs[at].cost);
                let far = |at: &usize| (self.designs[self.front[*at]].cost - cost).abs();
                (0..self.front.len()).min_by(|a, b| far(a).total_cmp(&far(b)))?
            }
        };
        Some(self.places[*self.front.get(step)?])
    }

    /// The cost of a cell in words; `None` if it has no number.
    pub(crate) fn cost_of(&self, place: CellPlace) -> Option<String> {
        let at = self.places.iter().position(|other| *other == place)?;
        let on = if self.has(place) { ", on the front" } else { "" };
        Some(format!("{} {}{on}", grouped(self.designs[at].cost as u64), self.which.choice().name))
    }

    /// Its picture: all networks, the front as steps, that of the scenario and the one that is read.
    pub(crate) fn picture(&self, here: CellPlace, read: Option<CellPlace>) -> Markup {
        let dot = |design: &Design| {
            let (x, y) = self.place(design);
            format!("M{x:.0} {y:.0}h0")
        };
        let mut dots: Vec<_> = self.designs.iter().map(dot).collect();
        dots.dedup();
        let (mut steps, mut at) = (String::new(), None);
        for (x, y) in self.front.iter().map(|on| self.place(&self.designs[*on])) {
            steps += &match at {
                None => format!("M{x:.1} {y:.1}"),
                Some(_) => format!("H{x:.1}V{y:.1}"),
            };
            at = Some((x, y));
        }
        // A network that costs more than the last has no more value.
        if at.is_some() {
            steps += &format!("H{:.1}", SIZE.0 - FREE);
        }
        let on_front: String = self.front.iter().map(|on| dot(&self.designs[*on])).collect();
        let ring = |place: Option<CellPlace>| {
            let at = self.places.iter().position(|other| Some(*other) == place)?;
            Some(self.place(&self.designs[at]))
        };
        let [x, y] = &self.scales;
        html! {
            svg viewBox={ "0 0 " (SIZE.0) " " (SIZE.1) } aria-hidden="true" {
                path d={ "M" (EDGE.0) " " (FREE) "V" (SIZE.1 - EDGE.1) "H" (SIZE.0 - FREE) } {}
                @for tick in x.ticks(TICKS) {
                    text x=(format!("{:.1}", EDGE.0 + (SIZE.0 - EDGE.0 - FREE) * x.project(tick))) y=(SIZE.1 - 8.0) text-anchor="middle"
                        { (thousands(&trimmed(tick))) }
                }
                @for tick in y.ticks(TICKS) {
                    text x=(EDGE.0 - 6.0) y=(format!("{:.1}", FREE + 4.0 + (SIZE.1 - EDGE.1 - FREE) * (1.0 - y.project(tick))))
                        text-anchor="end" { (significant(tick, 2)) }
                }
                path.designs d=(dots.concat()) {}
                path.steps d=(steps) {}
                path.best d=(on_front) {}
                @for (class, place) in [("here", ring(Some(here))), ("read", ring(read))] {
                    @if let Some((x, y)) = place { circle class=(class) cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) r="8" {} }
                }
            }
        }
    }

    pub(crate) fn table(&self, [x, y]: [&str; 2], value: &str) -> Markup {
        html! {
            thead { tr { th.number { (x) } th.number { (y) } th.number { (self.which.choice().name) } th.number { (value) } } }
            tbody {
                @for design in self.front.iter().map(|on| &self.designs[*on]) {
                    tr {
                        @for at in [design.at.0, design.at.1] { td.number { (plain(at, 3)) } }
                        td.number { (grouped(design.cost as u64)) }
                        td.number { (significant(design.value, 4)) }
                    }
                }
            }
        }
    }
}

fn axis(numbers: impl Iterator<Item = f64> + Clone) -> Scale {
    let (low, high) = (numbers.clone().fold(f64::INFINITY, f64::min), numbers.fold(0.0, f64::max));
    if low > 0.0 && high > DECADE * low { Scale::log(low, high) } else { Scale::linear(low, high) }
}
