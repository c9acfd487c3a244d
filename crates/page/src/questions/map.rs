//! The map on the page: its axes, which cells come first, and its picture.

use super::{
    Questions,
    row::{self, ALWAYS, QuestionRow},
    view::{list, named},
};
use crate::prelude::*;
use flitscope::{
    explore::{
        self, chosen,
        cost::Cost,
        map::{Cell, MapCell},
        pareto::Design,
        words,
    },
    param::options::Mapped,
};

const MOST: usize = 40;

/// The side of a block in the first, coarse pass, in cells. Each pass halves it until every block is one cell.
const COARSE: usize = 8;

/// Jobs of a pass: enough for the workers to share.
const JOBS: usize = 8;

/// Tones, and so one contour less.
const TONES: usize = 8;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Map {
    pub(super) subject: Scenario,
    x: Vec<f64>,
    y: Vec<f64>,
    /// The number that its cells have.
    pub(super) shown: Mapped,
    /// Rows from the bottom; a cell is not known yet, has no number, or has one.
    cells: Vec<Option<Option<Cell>>>,
}

/// True if a scenario asks for a map that has something to show. Nothing is solved.
fn is_asked(scenario: &Scenario) -> bool {
    let keys = [Key::MapX, Key::MapY].map(|key| chosen(scenario, key).map(|row| row.key));
    let shown: Mapped = scenario.choice();
    let load = shown == Mapped::Saturation && keys.contains(&Some(Key::Load));
    shown != Mapped::Nothing && keys[0] != keys[1] && !keys.contains(&None) && !load
}

pub(super) static ROW: QuestionRow = QuestionRow {
    question: Question::Map,
    keys: &[Key::Map, Key::MapX, Key::MapY],
    load: |scenario| scenario.choice::<Mapped>() == Mapped::Measure,
    is_asked,
    turn: row::MAP,
    work: 10.0,
    form: |scenario, _| form(scenario),
    show: |questions, shown, sheet| questions.map_sheet(sheet, shown.scenario),
    ..ALWAYS
};

/// The choices of the map, with its picture and the Pareto view.
fn form(scenario: &Scenario) -> Markup {
    html! {
        h3 { "Map" }
        p.ask { (list(scenario, Key::Map)) " over " (list(scenario, Key::MapX)) " and " (list(scenario, Key::MapY)) }
        p id="query-map-said" role="status" {}
        div id="query-map-box" {
            p id="query-map-y" class="muted" {}
            div id="query-picture" role="slider" tabindex="0" aria-label="Map: arrows read its cells, Enter uses their values"
                aria-valuemin="0" aria-valuemax="1" aria-valuenow="0" {}
            p id="query-map-x" class="muted" {}
            p id="query-map-lines" class="muted" {}
            details id="query-map-numbers" {
                summary { "Numbers" }
                div.wide role="group" tabindex="0" aria-label="Numbers of the map" { table id="query-map-table" {} }
                (downloads())
            }
            p.ask { "Each network by its cost: " (list(scenario, Key::Front)) }
            div id="query-pareto-box" {
                p id="query-pareto-said" role="status" {}
                p id="query-pareto-y" class="muted" {}
                div id="query-pareto" role="slider" tabindex="0" aria-label="Pareto view: left and right move along the front, Enter \
                    uses the values of a network" aria-valuemin="0" aria-valuemax="1" aria-valuenow="0" {}
                p id="query-pareto-x" class="muted" {}
                details id="query-pareto-numbers" {
                    summary { "The front" }
                    div.wide role="group" tabindex="0" aria-label="Networks of the front" { table id="query-pareto-table" {} }
                    (downloads())
                }
            }
        }
    }
}

fn downloads() -> Markup {
    html! {
        p.row {
            button type="button" data-do="map-csv" { "Download CSV" } " "
            button type="button" data-do="map-csv" data-of=";" { "With decimal commas" }
        }
    }
}

/// A value of a parameter: a whole number as it is, another one with `digits` significant digits.
pub(crate) fn plain(value: f64, digits: i32) -> String {
    if value.fract() == 0.0 { grouped(value as u64) } else { significant(value, digits) }
}

/// The values of a parameter on an axis: those that its slider has, or [`MOST`] of them; of the load, parts of the largest there is.
fn values(row: &Param, scenario: &Scenario) -> Vec<f64> {
    let even = |low: f64, high: f64, first: u32| {
        let part = move |i: u32| low + (high - low) * (f64::from(i) / f64::from(MOST as u32 - 1 + first));
        (first..MOST as u32 + first).map(part).collect::<Vec<_>>()
    };
    match row.kind {
        ParamKind::Integer { min, max, slider, .. } => {
            let (low, high) = slider.unwrap_or((min, max));
            // Smaller ones do not fit the other settings.
            let low = scenario.put(row.key, &low.to_string(), &mut Vec::new()).count(row.key).max(low);
            if (high.saturating_sub(low) as usize) < MOST {
                return (low..=high).map(f64::from).collect();
            }
            even(f64::from(low), f64::from(high), 0).into_iter().map(f64::round).collect()
        }
        ParamKind::Real { .. } if row.key == Key::Load => {
            even(0.0, model::solved_to_end(scenario.setup()).end().load, 1)
        }
        ParamKind::Real { min, max, slider, .. } => {
            let (low, high) = slider.unwrap_or((min, max));
            even(low, high, 0)
        }
        _ => Vec::new(),
    }
}

impl Map {
    /// The map that a scenario asks for, with nothing known; `None` if it asks for none, or for one that says nothing.
    pub(crate) fn of(subject: &Scenario) -> Option<Self> {
        let (x, y) = (chosen(subject, Key::MapX)?, chosen(subject, Key::MapY)?);
        let shown: Mapped = subject.choice();
        if !is_asked(subject) {
            return None;
        }
        let (x, y) = (values(x, subject), values(y, subject));
        let cells = vec![None; x.len() * y.len()];
        (!cells.is_empty()).then_some(Self { subject: *subject, x, y, shown, cells })
    }

    pub(crate) const fn size(&self) -> (usize, usize) {
        (self.x.len(), self.y.len())
    }

    /// From where to where the axes go, x first.
    pub(crate) fn ranges(&self) -> [String; 2] {
        let ends = |values: &[f64]| [values[0], values[values.len() - 1]].map(|value| plain(value, 3));
        [&self.x, &self.y].map(|values| ends(values).join(" to "))
    }

    /// The parameters with their values, x first.
    pub(crate) fn axes(&self, keys: [Key; 2]) -> [(Key, &[f64]); 2] {
        [(keys[0], &self.x), (keys[1], &self.y)]
    }

    pub(crate) fn values(&self, (across, up): (usize, usize)) -> (f64, f64) {
        (self.x[across.min(self.x.len() - 1)], self.y[up.min(self.y.len() - 1)])
    }

    pub(crate) fn nearest(&self, scenario: &Scenario) -> (usize, usize) {
        let place = |values: &[f64], key: Key| {
            let at = chosen(scenario, key).map_or(0.0, |row| scenario.get(row.key));
            let far = |i: &usize| (values[*i] - at).abs();
            (0..values.len()).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(0)
        };
        (place(&self.x, Key::MapX), place(&self.y, Key::MapY))
    }

    /// The cells to be solved, coarse ones before fine ones, in jobs for workers with the number of their pass. Cells that differ in
    /// nothing but the load are one job: their network is solved once.
    pub(crate) fn passes(&self) -> Vec<(u32, Vec<MapCell>)> {
        let (columns, rows) = self.size();
        let load = [Key::MapX, Key::MapY].map(|key| chosen(&self.subject, key).is_some_and(|row| row.key == Key::Load));
        let mut jobs = Vec::new();
        let (mut stride, mut pass) = (COARSE, 0);
        while stride > 0 {
            let coarser = |at: usize| stride < COARSE && at.is_multiple_of(2 * stride);
            let here = |at: usize, all: bool| all || at.is_multiple_of(stride);
            let before = |at: usize, all: bool| all || coarser(at);
            let is_new = |(across, up): &(usize, usize)| {
                here(*across, load[0])
                    && here(*up, load[1])
                    && !(before(*across, load[0]) && before(*up, load[1]) && stride < COARSE)
                    && self.cells[up * columns + across].is_none()
            };
            // Cells of one network stand side by side.
            let place = |i: usize| if load[1] { (i / rows, i % rows) } else { (i % columns, i / columns) };
            let places: Vec<_> = (0..rows * columns).map(place).filter(is_new).collect();
            let job = match load {
                [true, _] => columns,
                [_, true] => rows,
                _ => places.len().div_ceil(JOBS).max(1),
            };
            let cell = |(across, up): &(usize, usize)| MapCell {
                number: (up * columns + across) as u16,
                across: self.x[*across],
                up: self.y[*up],
            };
            jobs.extend(places.chunks(job).map(|some| (pass, some.iter().map(cell).collect())));
            (stride, pass) = (stride / 2, pass + 1);
        }
        jobs
    }

    pub(crate) fn take(&mut self, solved: &[(u16, Option<Cell>)]) {
        for (number, cell) in solved {
            if let Some(known) = self.cells.get_mut(usize::from(*number)) {
                *known = Some(*cell);
            }
        }
    }

    /// The number of a cell, or of the coarse one that represents it.
    pub(crate) fn at(&self, (across, up): (usize, usize)) -> Option<Option<f64>> {
        let columns = self.x.len();
        let mut stride = 1;
        while stride <= COARSE {
            let coarse = (up - up % stride) * columns + (across - across % stride);
            if let Some(known) = self.cells.get(coarse).copied().flatten() {
                return Some(known.map(|cell| cell.value));
            }
            stride *= 2;
        }
        None
    }

    /// All numbers, rows from the bottom; unknown cells have none.
    pub(crate) fn numbers(&self) -> Vec<Vec<Option<Cell>>> {
        self.cells.chunks(self.x.len()).map(|row| row.iter().map(|cell| cell.flatten()).collect()).collect()
    }

    /// The cells that are solved so far, as networks with their costs and places.
    pub(crate) fn designs(&self, cost: impl Fn((f64, f64)) -> Option<f64>) -> Vec<((usize, usize), Design)> {
        let design = |(number, cell): (usize, &Option<Option<Cell>>)| {
            let place = (number % self.x.len(), number / self.x.len());
            let at = self.values(place);
            Some((place, Design { at, cost: cost(at)?, value: (*cell)??.value }))
        };
        self.cells.iter().enumerate().filter_map(design).collect()
    }

    /// Its progress: nothing, a coarse picture, or all.
    pub(crate) fn state(&self) -> &'static str {
        let (columns, rows) = self.size();
        let mut places = (0..rows).flat_map(|up| (0..columns).map(move |across| (across, up)));
        match () {
            () if self.cells.iter().all(Option::is_some) => "whole",
            () if places.all(|place| self.at(place).is_some()) => "coarse",
            () => "begun",
        }
    }

    /// The part of it that is known, 0 to 1.
    pub(crate) fn part(&self) -> f64 {
        self.cells.iter().flatten().count() as f64 / self.cells.len() as f64
    }

    pub(crate) fn range(&self) -> Option<(f64, f64)> {
        let known = || self.cells.iter().flatten().flatten().map(|cell| cell.value);
        let (low, high) = (known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max));
        (low <= high).then_some((low, high))
    }

    /// The tone of a number, in steps of equal factors: loads and latencies span decades.
    fn tone(value: f64, (low, high): (f64, f64)) -> usize {
        let part = if low > 0.0 && high > low { libm::log(value / low) / libm::log(high / low) } else { 0.0 };
        ((part * TONES as f64) as usize).min(TONES - 1)
    }

    pub(crate) fn contours(&self) -> Vec<f64> {
        let Some((low, high)) = self.range().filter(|(low, high)| *low > 0.0 && high > low) else { return Vec::new() };
        (1..TONES).map(|i| low * libm::pow(high / low, i as f64 / TONES as f64)).collect()
    }

    /// Its picture: a rectangle for each run of cells of one tone, lines between tones, the scenario and the cell that is read.
    pub(crate) fn picture(&self, scenario: &Scenario, read: Option<(usize, usize)>) -> Markup {
        let (columns, rows) = self.size();
        let range = self.range().unwrap_or((0.0, 0.0));
        let tone = |across: usize, up: usize| self.at((across, up)).flatten().map(|value| Self::tone(value, range));
        let mut runs = Vec::new();
        for up in 0..rows {
            let mut begin = 0;
            for across in 1..=columns {
                if across == columns || tone(across, up) != tone(begin, up) {
                    runs.extend(tone(begin, up).map(|tone| (begin, across - begin, rows - 1 - up, tone)));
                    begin = across;
                }
            }
        }
        let mut contour = String::new();
        for up in 0..rows {
            for across in 0..columns {
                let (x, y) = (across + 1, rows - 1 - up);
                if across + 1 < columns && differ(tone(across, up), tone(across + 1, up)) {
                    contour += &format!("M{x} {y}v1");
                }
                if up + 1 < rows && differ(tone(across, up), tone(across, up + 1)) {
                    contour += &format!("M{across} {y}h1");
                }
            }
        }
        let (across, up) = self.nearest(scenario);
        html! {
            svg viewBox={ "0 0 " (columns) " " (rows) } preserveAspectRatio="none" aria-hidden="true" {
                @for (x, width, y, tone) in runs {
                    rect.tone x=(x) y=(y) width=(width) height="1"
                        fill-opacity=(format!("{:.2}", 0.08 + 0.92 * tone as f64 / (TONES - 1) as f64)) {}
                }
                path.contour d=(contour) {}
                rect.here x=(across) y=(rows - 1 - up) width="1" height="1" {}
                @if let Some((across, up)) = read { rect.read x=(across) y=(rows - 1 - up) width="1" height="1" {} }
            }
        }
    }

    /// The numbers as a table: some rows and columns, so that it can be read.
    pub(crate) fn table(&self, x: &str, y: &str) -> Markup {
        const READ: usize = 10;
        let some = |count: usize| (0..count).step_by(count.div_ceil(READ));
        let cell =
            |across, up| self.at((across, up)).flatten().map_or_else(|| "–".into(), |value| significant(value, 3));
        html! {
            thead { tr { th { (y) " \\ " (x) } @for across in some(self.x.len()) { th.number { (plain(self.x[across], 3)) } } } }
            tbody {
                @for up in some(self.y.len()) {
                    tr { th.number { (plain(self.y[up], 3)) } @for across in some(self.x.len()) { td.number { (cell(across, up)) } } }
                }
            }
        }
    }

    /// All numbers for other programs: a line for each cell, with the cost of its network and, in the Pareto view, a mark for the front.
    pub(crate) fn csv(
        &self,
        [x, y]: [Key; 2],
        scenario: &Scenario,
        separator: Separator,
        on_front: impl Fn((usize, usize)) -> Option<bool>,
    ) -> String {
        let name = match self.shown {
            Mapped::Saturation => "saturation",
            Mapped::Nothing | Mapped::Measure => "value",
        };
        let header = [x.name(), y.name(), name, "buffers", "pins", "bisection", "front"].map(String::from);
        let mut text = separator.line(&header) + "\n";
        for (number, cell) in self.cells.iter().enumerate() {
            let place = (number % self.x.len(), number / self.x.len());
            let at = self.values(place);
            let Cost { buffers, pins, bisection } = Cost::with(scenario, &[(x, at.0), (y, at.1)]);
            let value = cell.flatten().map_or_else(String::new, |cell| cell.value.to_string());
            let buffers = buffers.map_or_else(String::new, |flits| flits.to_string());
            let front = on_front(place).map_or("", |on| if on { "1" } else { "0" });
            let [x, y] = [at.0, at.1].map(|value| value.to_string());
            let row = [x, y, value, buffers, pins.to_string(), bisection.to_string(), front.into()];
            text += &(separator.line(&row) + "\n");
        }
        text
    }
}

impl Questions {
    fn map_sheet(&self, sheet: &mut DomPatch, scenario: &Scenario) {
        sheet.show("query-map-box", self.map.is_some());
        let wanted = scenario.choice::<Mapped>() != Mapped::Nothing;
        let Some(map) = self.map.as_ref().filter(|_| self.of(Question::Map).is_some()) else {
            let why = if wanted {
                "There is no map for this choice: choose two different parameters, and the load only for a map of the first measure."
            } else {
                ""
            };
            sheet.text("query-map-said", why);
            return;
        };
        let rows = [Key::MapX, Key::MapY].map(|key| chosen(scenario, key));
        let [x, y] = rows.map(|row| row.map_or_else(String::new, named));
        let [x_key, y_key] = rows.map(|row| row.map_or(Key::Load, |row| row.key));
        let subject = self.of(Question::Map).map_or(scenario, |asked| &asked.subject);
        let working = self.of(Question::Map).is_some_and(|asked| !asked.jobs.is_empty());
        let read = self.cell.unwrap_or_else(|| map.nearest(scenario));
        let (across, up) = map.values(read);
        let here = match map.at(read) {
            Some(Some(value)) => significant(value, 4),
            Some(None) => {
                let why = explore::map::unsolved(subject, (x_key, across), (y_key, up));
                why.map_or_else(|| "no number".into(), |why| format!("no number. {why}"))
            }
            None => "not known yet".into(),
        };
        let here = here.trim_end_matches('.');
        let said = format!("{x} = {}, {y} = {}: {here}.", plain(across, 4), plain(up, 4));
        sheet.markup("query-picture", map.picture(scenario, self.cell));
        sheet.attribute("query-picture", "aria-valuetext", said.clone());
        sheet.attribute("query-picture", "data-state", map.state());
        let cells = map.numbers();
        let whole = if working {
            format!("{} of the cells are solved.", percent(map.part(), 2))
        } else {
            words::map(subject, scenario.choice(), map.axes([x_key, y_key]), &cells)
        };
        sheet.text("query-map-said", format!("{said} {whole}"));
        let [along_x, along_y] = map.ranges();
        sheet.text("query-map-x", format!("{x}, {along_x} →")).text("query-map-y", format!("{y}, {along_y} ↑"));
        let lines = map.contours().iter().map(|value| significant(*value, 3)).collect::<Vec<_>>().join(", ");
        sheet.text(
            "query-map-lines",
            if lines.is_empty() { String::new() } else { format!("Lines at {lines}; stronger colour is more.") },
        );
        sheet.markup("query-map-table", map.table(&x, &y));
        self.front_sheet(sheet, scenario, (map, read), [&x, &y], [x_key, y_key]);
    }

    /// The Pareto view of the map, with the cell that is read.
    fn front_sheet(
        &self,
        sheet: &mut DomPatch,
        scenario: &Scenario,
        (map, read): (&Map, (usize, usize)),
        names: [&str; 2],
        keys: [Key; 2],
    ) {
        let front = self.front(scenario);
        sheet.show("query-pareto-box", front.is_some());
        let Some(front) = front else { return };
        let subject = self.of(Question::Map).map_or(scenario, |asked| &asked.subject);
        let (designs, best) = front.networks();
        let values = map.values(read);
        let [x, y] =
            [(names[0], values.0), (names[1], values.1)].map(|(name, at)| format!("{name} = {}", significant(at, 4)));
        let cost = front.cost_of(read).unwrap_or_else(|| "no number".into());
        let value = map.at(read).flatten().map_or_else(String::new, |value| format!("{}, ", significant(value, 4)));
        let here = format!("{x}, {y}: {value}{cost}.");
        let shown = map.shown;
        let sentence = words::pareto(subject, (shown, front.which), keys, designs, best);
        sheet.text("query-pareto-said", format!("{here} {sentence}"));
        sheet.markup("query-pareto", front.picture(map.nearest(scenario), self.cell));
        sheet.attribute("query-pareto", "aria-valuetext", here);
        sheet.text("query-pareto-x", format!("{} →", front.which.choice().name));
        let value = match shown {
            Mapped::Measure => model::start(subject.setup()).info().quantity,
            Mapped::Nothing | Mapped::Saturation => words::end_words(subject),
        };
        sheet.text("query-pareto-y", format!("{value} ↑"));
        sheet.markup("query-pareto-table", front.table(names, value));
    }
}

/// True if a contour runs between two tones: both exist, and differ.
fn differ(one: Option<usize>, other: Option<usize>) -> bool {
    one.zip(other).is_some_and(|(one, other)| one != other)
}
