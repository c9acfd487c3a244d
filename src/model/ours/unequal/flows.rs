//! Dimension order and Valiant's routing: paths, groups and transitions, (1) to (6), up to the mirrors of the network.
//!
//! What a mirror maps onto each other has the same numbers, so one path, channel, group and transition of each kind is kept, with a weight.

use super::{
    crowd::Link,
    network::Network,
    queue::{J, binomial, thin},
};

/// Where a message comes from: a group or, from `sources` on, a node.
type Input = u32;

/// A transition: from an input to a group.
#[derive(Clone, Debug)]
pub(super) struct Transition {
    pub group: usize,
    pub channel: usize,
    /// The link of their channels; none after a source.
    pub link: Option<usize>,
    /// tl: messages for one of each sender.
    pub flow: f64,
    pub phi: f64,
    /// By number j at the station: E[N(a)] and E[D(a)] of (19).
    pub seen: Vec<[f64; 2]>,
}

/// A group: virtual channels of one kind of a channel.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub channel: usize,
    pub vcs: usize,
    /// gl: messages for one of each sender.
    pub flow: f64,
    pub rate: Vec<f64>,
}

/// A state of a channel: virtual channels held.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub all: usize,
    pub each: Vec<usize>,
    pub chance: f64,
    /// By group: g(v) χ(one more) / χ; 0 where the group is full.
    pub more: Vec<f64>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    /// Its number in the grid.
    pub number: u32,
    pub groups: Vec<usize>,
    pub states: Vec<Held>,
    pub flow: f64,
    /// Where its unknowns begin: m, and the states after them.
    pub at: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Source {
    pub node: u32,
    pub times: f64,
    pub flow: f64,
    pub first: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    /// Its source, among those kept.
    pub source: u32,
    /// Its hops, as the end of their range; it begins where the path before ends.
    pub end: u32,
    /// w, and the number of paths like it.
    pub weight: f64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Flows {
    pub transitions: Vec<Transition>,
    pub groups: Vec<Group>,
    pub places: Vec<Place>,
    pub sources: Vec<Source>,
    pub paths: Vec<Path>,
    /// Their transitions, one path after the other.
    pub hops: Vec<u32>,
    pub(super) links: Vec<Link>,
    /// By channel of the grid: the one kept, or none.
    pub kept: Vec<u32>,
    pub unknowns: usize,
}

const NONE: u32 = u32::MAX;

type Inputs = Vec<(Input, usize)>;

struct Builder<'a> {
    network: &'a Network,
    mirrors: Vec<u32>,
    kinds: u32,
    /// By group of the grid: its inputs, with their transitions.
    inputs: Vec<Inputs>,
    /// By transition: one of it, those like it, and messages over all of these.
    orbits: Vec<(Input, u32, f64, f64)>,
    /// By transition: tl, its messages.
    each: Vec<f64>,
    /// By group of the grid: the one kept.
    kept: Vec<usize>,
    flows: Flows,
}

impl Builder<'_> {
    fn input_mirrored(&self, input: Input, mask: u32) -> Input {
        let groups = self.inputs.len() as u32;
        if input >= groups {
            groups + self.network.mirrored(input - groups, mask)
        } else {
            self.group_mirrored(input, mask)
        }
    }

    fn group_mirrored(&self, group: u32, mask: u32) -> u32 {
        self.network.mirrored_channel(group / self.kinds, mask) * self.kinds + group % self.kinds
    }

    /// The transition from an input to a group.
    fn transition(&mut self, input: Input, group: u32) -> usize {
        if let Some((_, known)) = self.inputs[group as usize].iter().find(|(other, _)| *other == input) {
            return *known;
        }
        let new = self.orbits.len();
        let mut times = 0.0;
        for at in 0..self.mirrors.len() {
            let mask = self.mirrors[at];
            let (input, group) = (self.input_mirrored(input, mask), self.group_mirrored(group, mask) as usize);
            if !self.inputs[group].iter().any(|(other, _)| *other == input) {
                self.inputs[group].push((input, new));
                times += 1.0;
            }
        }
        self.orbits.push((input, group, times, 0.0));
        new
    }

    /// The way from a node to another: calls with each group.
    fn way(&self, part: u32, from: u32, to: u32, ties: u32, groups: &mut Vec<u32>) {
        let (grid, classes) = (self.network.grid, self.network.grid.classes());
        let mut node = from;
        for dimension in 0..grid.n {
            let mut hops = grid.hops(from, to, dimension, ties);
            while hops != 0 {
                let channel = grid.channel(node, dimension, hops < 0);
                let class = self.network.class(grid.coordinate(node, dimension), hops);
                groups.push(channel * self.kinds + part * classes + class);
                node = grid.far_end(channel);
                hops -= hops.signum();
            }
        }
    }

    fn path(&mut self, source: u32, times: f64, groups: &[u32], weight: f64) {
        let mut input = self.inputs.len() as u32 + self.flows.sources[source as usize].node;
        for &group in groups {
            let transition = self.transition(input, group);
            self.orbits[transition].3 += weight * times;
            self.flows.hops.push(transition as u32);
            input = group;
        }
        self.flows.paths.push(Path { source, end: self.flows.hops.len() as u32, weight: weight * times });
    }

    fn sources(&mut self) {
        let network = *self.network;
        let (nodes, valiant) = (network.grid.nodes(), network.routing.has_two_parts());
        for node in 0..nodes {
            let Some(times) = network.alike(node, &self.mirrors) else { continue };
            let source = self.flows.sources.len() as u32;
            let mut demand = Vec::new();
            network.demand(node, |to, share| demand.push((to, share)));
            if demand.is_empty() {
                continue;
            }
            let flow = demand.iter().map(|(_, share)| share).sum();
            self.flows.sources.push(Source { node, times, flow, first: Vec::new() });
            for (to, share) in demand {
                let direct = if valiant { share * 2.0 / f64::from(nodes) } else { share };
                self.way_of(source, times, &[node, to], direct);
                if valiant {
                    for any in (0..nodes).filter(|any| *any != node && *any != to) {
                        self.way_of(source, times, &[node, any, to], share / f64::from(nodes));
                    }
                }
            }
        }
    }

    /// All ways by those stops; the last part has the last virtual channels.
    fn way_of(&mut self, source: u32, times: f64, stops: &[u32], weight: f64) {
        let last = u32::from(self.network.routing.has_two_parts());
        let mut starts = vec![(Vec::new(), weight)];
        for (at, ends) in stops.windows(2).enumerate() {
            let part = if at + 2 == stops.len() { last } else { 0 };
            let mut next = Vec::new();
            for (groups, weight) in &starts {
                self.network.ties(ends[0], ends[1], |ties, chance| {
                    let mut groups: Vec<u32> = Clone::clone(groups);
                    self.way(part, ends[0], ends[1], ties, &mut groups);
                    next.push((groups, weight * chance));
                });
            }
            starts = next;
        }
        for (groups, weight) in starts {
            self.path(source, times, &groups, weight);
        }
    }

    /// The groups, places and transitions, once all paths are known.
    fn collect(mut self) -> Flows {
        self.each = self.orbits.iter().map(|(_, _, times, sum)| sum / times).collect();
        self.places();
        self.transitions();
        let (nodes, of_node) = (self.inputs.len() as u32, self.network.grid.ports() * self.kinds);
        for source in &mut self.flows.sources {
            let groups = source.node * of_node..(source.node + 1) * of_node;
            let inputs = groups.flat_map(|group| &self.inputs[group as usize]);
            source.first = inputs.filter(|(input, _)| *input == nodes + source.node).map(|(_, t)| *t).collect();
        }
        self.states();
        self.flows
    }

    /// gl of a group of the grid.
    fn gl(&self, group: u32) -> f64 {
        self.inputs[group as usize].iter().map(|(_, t)| self.each[*t]).sum()
    }

    /// Virtual channels, or slots of a source, that messages of an input hold at most.
    fn held_by(&self, input: Input) -> usize {
        let node = input as usize >= self.inputs.len();
        (if node { self.network.slots() } else { self.network.group_vcs(input % self.kinds) }) as usize
    }

    fn places(&mut self) {
        let (network, kinds) = (*self.network, self.kinds);
        for channel in (0..network.grid.channels()).filter(|channel| network.grid.exists(*channel)) {
            let used: Vec<_> = (channel * kinds..(channel + 1) * kinds)
                .filter(|group| !self.inputs[*group as usize].is_empty())
                .collect();
            if used.is_empty() || self.flows.kept[channel as usize] != NONE {
                continue;
            }
            let place = self.flows.places.len();
            let first = self.flows.groups.len();
            for at in 0..self.mirrors.len() {
                let mask = self.mirrors[at];
                self.flows.kept[network.mirrored_channel(channel, mask) as usize] = place as u32;
                for (new, group) in (first..).zip(&used) {
                    let image = self.group_mirrored(*group, mask) as usize;
                    self.kept[image] = new;
                }
            }
            let (groups, flow) =
                ((first..first + used.len()).collect(), used.iter().map(|group| self.gl(*group)).sum());
            self.flows.places.push(Place { number: channel, groups, flow, ..Place::default() });
            for group in used {
                let (vcs, flow) = (network.group_vcs(group % kinds) as usize, self.gl(group));
                self.flows.groups.push(Group { channel: place, vcs, flow, rate: Vec::new() });
            }
        }
    }

    fn transitions(&mut self) {
        let (network, nodes) = (*self.network, self.inputs.len() as u32);
        let source_flow = |node: u32| {
            let mut flow = 0.0;
            network.demand(node, |_, share| flow += share);
            flow
        };
        let near_one = |part: f64| if part > 1.0 - 1e-9 { 1.0 } else { part };
        // By channel and port of the next one: their link.
        let mut table = vec![NONE; (network.grid.channels() * network.grid.ports()) as usize];
        for at in 0..self.orbits.len() {
            let (input, group, ..) = self.orbits[at];
            let kept = self.kept[group as usize];
            let Group { vcs, channel, .. } = self.flows.groups[kept];
            let flow = self.each[at];
            let (phi, slots, of_source) = (near_one(flow / self.gl(group)), self.held_by(input), input >= nodes);
            let p = near_one(flow / if of_source { source_flow(input - nodes) } else { self.gl(input) });
            let times = self.inputs[group as usize].iter().filter(|(_, other)| *other == at).count() as f64;
            let ports = (of_source && network.ports).then_some(slots as f64);
            let later = if ports.is_some() { 0.0 } else { times * phi * (1.0 - crate::solve::power(p, slots - 1)) };
            let rate = &mut self.flows.groups[kept].rate;
            rate.resize(vcs + J, 1.0);
            let (mut law, mut seen) = (vec![1.0], Vec::new());
            for rate in rate.iter_mut() {
                let few: f64 = law.iter().take(slots).sum();
                *rate -= later * (1.0 - few).max(0.0);
                seen.push(match ports {
                    Some(ports) => {
                        let alone = crate::solve::power(1.0 - phi / ports, law.len() - 1);
                        [ports * (1.0 - alone), alone]
                    }
                    None => [law.iter().enumerate().map(|(a, chance)| a.min(slots) as f64 * chance).sum(), few],
                });
                thin(&mut law, phi);
            }
            let link = (!of_source).then(|| self.link(input / self.kinds, group / self.kinds, &mut table));
            self.flows.transitions.push(Transition { group: kept, channel, link, flow, phi, seen });
        }
    }

    /// The link from a channel to the next, made where there is none in the table.
    fn link(&mut self, from: u32, to: u32, table: &mut [u32]) -> usize {
        let known = &mut table[(from * self.network.grid.ports() + to % self.network.grid.ports()) as usize];
        if *known == NONE {
            *known = self.flows.links.len() as u32;
            let (kinds, channels) = (self.kinds, [from, to].map(|channel| self.flows.kept[channel as usize] as usize));
            // Messages of one that go on to the other.
            let inputs = (to * kinds..(to + 1) * kinds).flat_map(|group| &self.inputs[group as usize]);
            let of_both = inputs.filter(|(input, _)| (*input as usize) < self.inputs.len() && input / kinds == from);
            let both = of_both.map(|(_, t)| self.each[*t]).sum::<f64>();
            let q = [channels[1], channels[0]].map(|channel| both / self.flows.places[channel].flow);
            self.flows.links.push(Link { channels, q });
        }
        *known as usize
    }

    /// φ of an input to a group; 0 if no message comes over it.
    fn phi(&self, group: u32, input: Input) -> f64 {
        let found = self.inputs[group as usize].iter().find(|(other, _)| *other == input);
        found.map_or(0.0, |(_, t)| self.flows.transitions[*t].phi)
    }

    /// The chances of each state of two kinds of a channel by the inputs that feed both its groups; and the channels whose groups of both
    /// kinds feed those of these kinds, with both φ.
    fn fed(&self, place: &Place, [one, other]: [u32; 2]) -> (Vec<f64>, Vec<(usize, [f64; 2])>) {
        let [a, b] = [one, other].map(|kind| place.number * self.kinds + kind);
        let width = self.network.group_vcs(other) as usize + 1;
        let mut chances = vec![1.0; (self.network.group_vcs(one) as usize + 1) * width];
        let mut feeding = Vec::new();
        if self.inputs[b as usize].is_empty() {
            return (chances, feeding);
        }
        for &(input, _) in &self.inputs[a as usize] {
            let (slots, phis) = (self.held_by(input), [self.phi(a, input), self.phi(b, input)]);
            if phis[1] > 0.0 {
                for (state, chance) in chances.iter_mut().enumerate() {
                    let (x, y) = (state / width, state % width);
                    if x + y > slots {
                        let (of_x, of_y) = (binomial(x, phis[0]), binomial(y, phis[1]));
                        let beyond = |i: usize| of_y.iter().skip((slots + 1).saturating_sub(i)).sum::<f64>();
                        *chance -= of_x.iter().enumerate().map(|(i, p)| p * beyond(i)).sum::<f64>();
                    }
                }
            }
            if input % self.kinds == one && (input as usize) < self.inputs.len() {
                let phis = [phis[0], self.phi(b, input - one + other)];
                if phis[1] > 0.0 {
                    feeding.push((self.flows.kept[(input / self.kinds) as usize] as usize, phis));
                }
            }
        }
        chances.iter_mut().for_each(|chance| *chance = f64::max(*chance, 0.0));
        (chances, feeding)
    }

    /// (6): by channel kept, the chances of each state of two kinds.
    fn pair(&self, kinds: [u32; 2]) -> Vec<Vec<f64>> {
        let width = self.network.group_vcs(kinds[1]) as usize + 1;
        let (first, before): (Vec<_>, Vec<_>) = self.flows.places.iter().map(|place| self.fed(place, kinds)).unzip();
        let mut now = first.clone();
        for _ in 1..self.network.grid.k {
            let old = now.clone();
            for (place, chances) in now.iter_mut().enumerate() {
                for (state, chance) in chances.iter_mut().enumerate() {
                    let (x, y) = (state / width, state % width);
                    if x > 0 && y > 0 {
                        let lost = before[place].iter().map(|(from, [f, g])| {
                            crate::solve::power(*f, x) * crate::solve::power(*g, y) * (1.0 - old[*from][state])
                        });
                        *chance = (first[place][state] - lost.sum::<f64>()).max(0.0);
                    }
                }
            }
        }
        now
    }

    fn states(&mut self) {
        let kinds = self.kinds;
        let vcs: Vec<usize> = (0..kinds).map(|kind| self.network.group_vcs(kind) as usize).collect();
        let of_two = (0..kinds).flat_map(|one| (one + 1..kinds).map(move |other| [one, other]));
        let pairs: Vec<_> = of_two.map(|[one, other]| (one, other, self.pair([one, other]))).collect();
        let mut unknowns = 0;
        let width = super::super::worms::sharing::L + 1;
        for (index, place) in self.flows.places.iter_mut().enumerate() {
            let of_kind: Vec<u32> =
                (0..kinds).filter(|kind| !self.inputs[(place.number * kinds + kind) as usize].is_empty()).collect();
            let sizes: Vec<usize> = of_kind.iter().map(|kind| vcs[*kind as usize] + 1).collect();
            let held = |kind: u32, each: &[usize]| of_kind.iter().position(|other| *other == kind).map(|at| each[at]);
            let chance = |each: &[usize]| {
                let pair =
                    |(one, other, chances): &(u32, u32, Vec<Vec<f64>>)| match (held(*one, each), held(*other, each)) {
                        (Some(x), Some(y)) => chances[index][x * (vcs[*other as usize] + 1) + y],
                        _ => 1.0,
                    };
                pairs.iter().map(pair).product::<f64>()
            };
            for state in 0..sizes.iter().product() {
                let mut rest: usize = state;
                let digit = |size: &usize| {
                    let held = rest % size;
                    rest /= size;
                    held
                };
                let each: Vec<usize> = sizes.iter().map(digit).collect();
                let here = chance(&each);
                let more = (0..each.len()).map(|at| {
                    let mut next = each.clone();
                    next[at] += 1;
                    if next[at] < sizes[at] && here > 0.0 {
                        self.flows.groups[place.groups[at]].rate[each[at]] * chance(&next) / here
                    } else {
                        0.0
                    }
                });
                let more = more.collect();
                place.states.push(Held { all: each.iter().sum(), each, chance: here, more });
            }
            place.at = unknowns;
            unknowns += width + place.states.len();
        }
        self.flows.unknowns = unknowns + 2 * self.flows.groups.len();
    }
}

impl Flows {
    pub(super) fn of(network: &Network) -> Self {
        let kinds = network.kinds();
        let groups = network.grid.channels() * kinds;
        let mut builder = Builder {
            network,
            mirrors: network.mirrors(),
            kinds,
            inputs: vec![Vec::new(); groups as usize],
            orbits: Vec::new(),
            each: Vec::new(),
            kept: vec![0; groups as usize],
            flows: Self { kept: vec![NONE; network.grid.channels() as usize], ..Self::default() },
        };
        builder.sources();
        builder.collect()
    }

    /// Messages over the busiest channel for one message of each sender, γ.
    pub(super) fn busiest(&self) -> f64 {
        self.places.iter().map(|place| place.flow).fold(0.0, f64::max)
    }
}
