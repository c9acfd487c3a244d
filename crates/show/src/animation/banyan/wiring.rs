//! Where the elements of a banyan stand, how its links run, and what they are called.
//!
//! ```text
//!   column   0         1             2                     n         n+1
//!   row 0    (0) ---.  +----+ ---.   +----+ --- ...  ---  +----+ --- (0)
//!   row 1    (1) ---.  |    | ---.   |    | --- ...  ---  |    | --- (1)      rows are the labels of links
//!                      stage n-1     stage n-2             stage 0
//! ```
//! A link leaves its port straight on and goes over to the row of the input that it feeds in a curve.

use crate::animation::frame::{LabelPlacement, Layout, Link, Node, NodeShape, Place};
use flitscope::sim::banyan::two_phase;
use flitscope::topology::banyan::{Banyan, Region};

/// Left and right of the outer columns, in widths, where numbers of one digit stand, and where longer ones do.
const MARGINS: (f64, f64) = (0.0475, 0.064);

/// Most stages whose numbers have one digit.
const ONE_DIGIT: u32 = 3;

/// The free part of the margin between a number, its node and the edge, in widths, and the radius of the node, in rows.
const EDGE: f64 = 0.016;
const RADIUS: f64 = 0.18;

/// Width of a digit, in heights of its words.
const DIGIT: f64 = 0.64;

/// Height of the numbers of inputs and outputs, in rows: they stand close below each other.
const NUMBER: f64 = 0.95;

const ROW: f64 = 0.1044;

/// Above the first row and below the last, in rows; the captions stand above.
const ABOVE: f64 = 0.76;
const BELOW: f64 = 0.42;
const CAPTIONS: f64 = 0.24;

/// Distance of the inputs from the first stage and of the outputs from the last, in distances of stages.
const ENTRY: f64 = 0.96;
const EXIT: f64 = 0.905;

/// Half of the width of an element, in distances of stages, and half of its height, in rows.
const ACROSS: f64 = 0.149;
const TALL: f64 = 0.727;

/// The part of a link at each end that keeps to its row, and the corners of the curve between, which is drawn as stretches.
const STRAIGHT: f64 = 0.24;
const STRETCHES: u32 = 12;

/// Height of the words of a link, in rows, and the width of a road.
const WORDS: f64 = 0.22;
const ROAD: f64 = 0.167;

/// The bits by which the stages switch, as captions say them.
const ORDINALS: [&str; 7] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BanyanNode {
    /// An input of the network.
    Source(u32),
    /// A switching element: its stage and its number there.
    Element(u32, u32),
    /// An output of the network.
    Output(u32),
}

/// The numbers that nodes and links have in frames of a banyan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wiring {
    pub banyan: Banyan,
}

impl Wiring {
    /// The node of an input.
    pub(crate) const fn source(self, source: u32) -> u32 {
        source
    }

    /// The node of an element, which is named by any of its links.
    pub(crate) const fn element(self, stage: u32, link: u32) -> u32 {
        let Banyan { n } = self.banyan;
        self.banyan.nodes() + (n - 1 - stage) * (self.banyan.nodes() / 2) + link / 2
    }

    /// The node of an output.
    pub(crate) const fn output(self, output: u32) -> u32 {
        self.banyan.nodes() + self.banyan.n * (self.banyan.nodes() / 2) + output
    }

    pub(crate) const fn part(self, node: u32) -> BanyanNode {
        let (nodes, elements) = (self.banyan.nodes(), self.banyan.nodes() / 2);
        if node < nodes {
            return BanyanNode::Source(node);
        }
        let (column, number) = ((node - nodes) / elements, (node - nodes) % elements);
        if column < self.banyan.n {
            BanyanNode::Element(self.banyan.n - 1 - column, number)
        } else {
            BanyanNode::Output(node - nodes - self.banyan.n * elements)
        }
    }

    /// The link from a source to the first stage.
    pub(crate) const fn entry(self, source: u32) -> u32 {
        source
    }

    /// The link at an output of a stage.
    pub(crate) const fn link(self, stage: u32, output: u32) -> u32 {
        (self.banyan.n - stage) * self.banyan.nodes() + output
    }

    /// The link that feeds an input link of a stage.
    pub(crate) fn feeding(self, stage: u32, input: u32) -> u32 {
        let Banyan { n } = self.banyan;
        if stage + 1 < n {
            return self.link(stage + 1, self.banyan.exchange(stage + 1, input));
        }
        // IC_n turned back.
        self.entry((input >> 1) | ((input & 1) << (n - 1)))
    }

    /// The stage and the output that a link is at; `None` for one that comes from a source.
    pub(crate) const fn link_of(self, link: u32) -> Option<(u32, u32)> {
        let nodes = self.banyan.nodes();
        if link < nodes { None } else { Some((self.banyan.n - link / nodes, link % nodes)) }
    }

    /// An address or the label of a link in bits.
    pub(crate) fn bits(self, label: u32) -> String {
        format!("{label:0width$b}", width = self.banyan.n as usize)
    }

    /// A header as it is written on links: one address, or the first and the last.
    pub(crate) fn header(self, region: Region) -> String {
        if region.min == region.max {
            return self.bits(region.min);
        }
        format!("{}..{}", self.bits(region.min), self.bits(region.max))
    }

    /// The headers of a packet that is copied, each with its link: on the link from its source, then behind one stage after the other.
    pub(crate) fn copies(self, source: u32, region: Region) -> Vec<Vec<(u32, Region)>> {
        let hops = two_phase::tree(self.banyan, source, region).0;
        let behind = |stage: u32| {
            let hops = hops.iter().filter(|hop| hop.stage == stage);
            let ports = hops.flat_map(|hop| (0..).zip(hop.copies).map(|(port, copy)| (hop.input, port, copy)));
            let copies =
                ports.filter_map(|(input, port, copy)| Some((self.link(stage, self.banyan.leave(input, port)), copy?)));
            copies.collect()
        };
        let entry = vec![(self.entry(source), region)];
        std::iter::once(entry).chain((0..self.banyan.n).rev().map(behind)).collect()
    }

    pub(crate) fn element_name(self, stage: u32, element: u32) -> String {
        if self.banyan.n == 1 {
            return format!("the element of stage {stage}");
        }
        format!("element {element:0width$b} of stage {stage}", width = self.banyan.n as usize - 1)
    }

    fn name(self, node: u32) -> String {
        match self.part(node) {
            BanyanNode::Source(source) => format!("source {source} ({})", self.bits(source)),
            BanyanNode::Element(stage, element) => self.element_name(stage, element),
            BanyanNode::Output(output) => format!("output {output} ({})", self.bits(output)),
        }
    }

    /// The ends of a link, as a sentence.
    pub(crate) fn course(self, link: u32) -> String {
        let Banyan { n } = self.banyan;
        let Some((stage, output)) = self.link_of(link) else {
            let input = self.banyan.shuffle(link);
            let element = self.element_name(n - 1, input / 2);
            return format!(
                "Source {link} ({}) feeds input {} of {element}: its address, turned left by one bit.",
                self.bits(link),
                self.bits(input)
            );
        };
        let port = output & 1;
        let from = self.element_name(stage, output / 2);
        let link = self.bits(output);
        if stage == 0 {
            return format!("Link {link} leaves {from} by port {port} and is output {output}.");
        }
        let input = self.banyan.exchange(stage, output);
        let to = self.element_name(stage - 1, input / 2);
        format!(
            "Link {link} leaves {from} by port {port} and is input {} of {to}: bits {stage} and 0 change places.",
            self.bits(input)
        )
    }

    /// The nodes at the ends of a link, and the rows in which it leaves the one and enters the other.
    fn ends(self, link: u32) -> (u32, u32, u32, u32) {
        match self.link_of(link) {
            None => {
                let input = self.banyan.shuffle(link);
                (self.source(link), self.element(self.banyan.n - 1, input), link, input)
            }
            Some((0, output)) => (self.element(0, output), self.output(output), output, output),
            Some((stage, output)) => {
                let input = self.banyan.exchange(stage, output);
                (self.element(stage, output), self.element(stage - 1, input), output, input)
            }
        }
    }

    const fn is_element(self, node: u32) -> bool {
        matches!(self.part(node), BanyanNode::Element(..))
    }

    /// The layout of all frames of this network.
    pub(crate) fn layout(self) -> Layout {
        let Banyan { n } = self.banyan;
        let nodes = self.banyan.nodes();
        // Few rows leave room for words; many are as wide as a screen is, for their links to be told apart.
        let all_rows = (0.65 + 0.1 * f64::from(n)).min(1.5 - 0.12 * f64::from(n));
        let row = (all_rows / f64::from(nodes)).min(ROW);
        let margin = if n > ONE_DIGIT { MARGINS.1 } else { MARGINS.0 };
        let gap = (1.0 - 2.0 * margin) / (ENTRY + f64::from(n - 1) + EXIT);
        let level = |label: f64| (label + ABOVE) * row;
        let column = |stage: u32| margin + gap * (ENTRY + f64::from(n - 1 - stage));
        let place = |part: BanyanNode| -> Place {
            match part {
                BanyanNode::Source(source) => (margin, level(f64::from(source))),
                BanyanNode::Element(stage, element) => (column(stage), level(2.0 * f64::from(element) + 0.5)),
                BanyanNode::Output(output) => (1.0 - margin, level(f64::from(output))),
            }
        };
        let digits = (nodes - 1).to_string().len() as f64;
        let number = (NUMBER * row).min((margin - RADIUS * row - EDGE) / (DIGIT * digits));
        let node = |number_of: u32| {
            let part = self.part(number_of);
            let (label, words, form) = match part {
                BanyanNode::Source(source) => (source.to_string(), LabelPlacement::Left(number), NodeShape::Disc),
                BanyanNode::Output(output) => (output.to_string(), LabelPlacement::Right(number), NodeShape::Disc),
                BanyanNode::Element(..) => (String::new(), LabelPlacement::Within, NodeShape::Switch),
            };
            Node { place: place(part), label, words, name: self.name(number_of), form }
        };
        let nodes_drawn: Vec<Node> = (0..2 * nodes + n * (nodes / 2)).map(node).collect();
        let switch = (ACROSS * gap, TALL * row);
        let link = |number: u32| -> Link {
            let (from, to, leaves, enters) = self.ends(number);
            let half = |node: u32| if self.is_element(node) { switch.0 } else { 0.0 };
            let at = |node: u32| nodes_drawn[node as usize].place.0 + half(node);
            let ends = (at(from), at(to) - 2.0 * half(to));
            let pieces = vec![curve((ends.0, level(f64::from(leaves))), (ends.1, level(f64::from(enters))))];
            let edges = (self.is_element(from), self.is_element(to));
            Link { from, to, pieces, edges, lanes: 1, ..Link::default() }
        };
        let links = (0..(n + 1) * nodes).map(link).collect();
        let caption = |x: f64, words: String| ((x, CAPTIONS * row), words);
        let stages = (0..n).rev().zip(ORDINALS).map(|(stage, bit)| caption(column(stage), format!("{bit} bit")));
        let ends = [caption(margin, "inputs".into()), caption(1.0 - margin, "outputs".into())];
        Layout {
            height: (f64::from(nodes - 1) + ABOVE + BELOW) * row,
            pitch: row,
            words: WORDS * row,
            road: ROAD,
            switch,
            captions: ends.into_iter().chain(stages).collect(),
            nodes: nodes_drawn,
            links,
            turns: None,
        }
    }
}

/// A link from a place to another, which keeps to the rows of both for a while.
fn curve(from: Place, to: Place) -> Vec<Place> {
    let across = to.0 - from.0;
    let (begin, end) = (from.0 + STRAIGHT * across, to.0 - STRAIGHT * across);
    if (from.1 - to.1).abs() < 1e-9 {
        return vec![from, to];
    }
    let at = |step: u32| {
        // A cubic curve that is level at both ends.
        let part = f64::from(step) / f64::from(STRETCHES);
        let rest = 1.0 - part;
        let (first, middle, last) = (rest * rest * rest, 3.0 * rest * part, part * part * part);
        let x = first * begin + middle * 0.5 * (begin + end) + last * end;
        (x, (first + middle * rest) * from.1 + (middle * part + last) * to.1)
    };
    std::iter::once(from).chain((0..=STRETCHES).map(at)).chain([to]).collect()
}
