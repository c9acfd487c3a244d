//! The path of one message through time: the textbook picture of switching, of *this* message.
//!
//! ```text
//!            cycle  0   1   2   3   4   5   6   7
//!   queue           -   -                              waits at its source
//!   1st channel             H   F   F   s   F          H header, F flit, s the channel carried another message
//!   2nd channel                 -   H   F   -   F      - waits: no channel, no room, or nothing to carry
//! ```
//! A recording is stepped through the life of a message, and each step gives a [`MessageState`] of it: what the simulator says of its
//! channels, flits and turns. A [`Trail`] makes rows of cells of them, one cell for each cycle and channel, and knows nothing of any
//! simulator.
//!
//! # Where the time goes
//! Each cycle of a delivered message is given to one [`TimeUse`], so that the parts sum to its latency. In a cycle in which the
//! destination takes a flit it is [`TimeUse::Flits`]. In any other there is a gap, and a gap moves along a worm like a flit, one
//! channel a cycle: followed back against the flits, it ends where it was made, in a cell where a flit stood ready and did not cross,
//! or where there was no flit yet.

pub mod ideal;

use ideal::Ideal;

/// The use of a channel for the message in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageUse {
    /// The header crosses it. A packet of one slot is all header.
    Header,
    /// A flit behind the header crosses it.
    Flit,
    /// A flit could have crossed, but the channel carried one of another message. In slots: the packet stands behind others of its node.
    Shared,
    /// The header finds no free virtual channel; in slots: every useful neighbour is busy.
    Blocked,
    /// A flit stands ready and has no room beyond; in slots: the node has received, so that it cannot send.
    Stopped,
    /// The channel is kept, and there is no flit to carry.
    Empty,
}

/// The uses of the time of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeUse {
    /// The queue of its source.
    Queue,
    /// One cycle a hop for its header.
    Header,
    /// Circuits: attempts that failed, and the way back from them.
    Attempts,
    /// Circuits: the acknowledgement, one cycle a hop.
    Answer,
    /// A header without a free virtual channel.
    Blocked,
    /// Channels that carried other messages.
    Shared,
    /// Full buffers; in slots: nodes that had received.
    Stopped,
    /// One cycle for each flit that arrives; in circuits also one a hop for the first of them.
    Flits,
}

impl TimeUse {
    /// All parts, in the order of their lines on the screen.
    pub const ALL: [Self; 8] = [
        Self::Queue,
        Self::Header,
        Self::Attempts,
        Self::Answer,
        Self::Blocked,
        Self::Shared,
        Self::Stopped,
        Self::Flits,
    ];
}

/// The switching method of a network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)] // each variant says what its fields are
pub enum Switching {
    /// A worm crosses buffers of `depth` flits; `same`: a full one may receive in a cycle in which it sends.
    Worm { depth: u32, same: bool },
    /// A path is set up, and then the flits cross buffers of `depth` flits.
    Circuit { depth: u32 },
    /// A packet makes one hop in a slot, or none.
    #[default]
    Slots,
}

/// A channel of the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrailChannel {
    /// The link that it is in the layout.
    pub link: u32,
    /// Flits of the message that have crossed it.
    pub crossed: u32,
    /// True if it carried a flit of another message in the last cycle, or its node sent one instead.
    pub other: bool,
}

/// The progress of a message that has left its queue.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // each variant says what its fields are
pub enum Headway {
    /// The channels that the worm holds, in no order; `arrives`: the last one ends at its destination.
    Worm { held: Vec<TrailChannel>, arrives: bool },
    /// The header looks for a path, or walks back.
    Seeking,
    /// The whole path is kept, its channels in order; `left` flits have left the source, or could have (`turn`) but for another message.
    Path { held: Vec<TrailChannel>, left: u32, turn: bool },
    /// In the last slot the packet moved over a link, and was there if that ended at its destination.
    Moved { link: u32, arrives: bool },
    /// In the last slot it did not move, for the reason that this stands for.
    Waited(MessageUse),
}

/// A message at one state: the time at which it was generated, the node that sends it, the one that it is for, and its progress.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the fields are named above
pub struct MessageState {
    pub generated: u64,
    pub source: u32,
    pub destination: u32,
    pub state: Headway,
}

/// A channel of the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrailRow {
    /// Its link in the layout; none in an ideal network.
    pub link: Option<u32>,
    /// The column of the first cell, in cycles since the message was generated.
    pub begin: usize,
    /// One for each cycle from then on.
    pub cells: Vec<MessageUse>,
    /// The message that the header waited for before the first channel it could have had was free; of several the first one.
    pub holder: Option<u32>,
}

impl TrailRow {
    /// The cell of a column, if there is one.
    pub fn at(&self, column: usize) -> Option<MessageUse> {
        self.cells.get(column.checked_sub(self.begin)?).copied()
    }

    /// The number of cells of a kind.
    pub fn count(&self, of: impl Fn(MessageUse) -> bool) -> usize {
        self.cells.iter().filter(|cell| of(**cell)).count()
    }
}

/// The path of a message, as far as it has been seen: its number, source, destination and flits, and the switching of its network.
/// Column 0 is the cycle in which it was generated.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)] // the other fields are named above
pub struct Trail {
    pub message: u32,
    pub source: u32,
    pub destination: u32,
    /// The cycle of the animation in which it was generated.
    pub born: u32,
    pub flits: u32,
    pub switching: Switching,
    /// Cycles seen so far; once it is delivered, its latency.
    pub columns: usize,
    /// True if it is delivered.
    pub done: bool,
    /// The column in which it left its queue.
    pub started: Option<usize>,
    /// Its channels, in their order.
    pub rows: Vec<TrailRow>,
    /// The message that holds a channel which its header looks for, at the cycle that is seen next.
    pub holder: Option<u32>,
    /// The first one of the wait that is not over.
    first_holder: Option<u32>,
    /// By row: flits that have crossed.
    crossed: Vec<u32>,
    /// Columns that its header has waited for the next channel, whichever that will be, the latest ones.
    waits: Vec<MessageUse>,
    /// Worms: the last channel ends at the destination, and flits that this has taken.
    arrives: bool,
    taken: u32,
    /// Circuits: the first column for flits, the cells of the way from the source to its router, and flits that have crossed it.
    ready: usize,
    entry: TrailRow,
    left: u32,
}

impl Trail {
    /// A message before its first recorded cycle: its number, its source and its destination; `forwards` has its flits and the switching.
    pub fn new((message, source, destination): (u32, u32, u32), born: u32, forwards: (u32, Switching)) -> Self {
        let (flits, switching) = forwards;
        Self { message, source, destination, born, flits, switching, ready: usize::MAX, ..Self::default() }
    }

    /// Takes note of the message after the next cycle; `None` before it leaves its queue and once it is delivered.
    pub fn see(&mut self, state: Option<Headway>) {
        if self.done || (state.is_none() && self.started.is_none()) {
            self.columns += usize::from(!self.done);
            return;
        }
        self.started.get_or_insert(self.columns);
        match (self.switching, state) {
            (Switching::Worm { depth, same }, Some(Headway::Worm { held, arrives })) => {
                self.arrives = arrives;
                self.worm(&held, depth, same);
            }
            (Switching::Worm { depth, same }, _) => {
                self.worm(&[], depth, same);
                self.done = true;
            }
            (Switching::Circuit { depth }, Some(Headway::Path { held, left, turn })) => {
                self.circuit(&held, left, turn, depth);
            }
            (Switching::Circuit { .. }, Some(_)) => {}
            (Switching::Circuit { depth }, None) => {
                self.circuit(&[], self.flits, false, depth);
                self.done = true;
            }
            (Switching::Slots, Some(Headway::Moved { link, arrives })) => {
                self.begin(link, self.columns);
                self.put(MessageUse::Header);
                self.done = arrives;
            }
            (Switching::Slots, Some(Headway::Waited(cell))) => self.waits.push(cell),
            (Switching::Slots, _) => {}
        }
        self.columns += 1;
    }

    /// The next channel, for which the header has waited.
    fn begin(&mut self, link: u32, column: usize) {
        let cells = std::mem::take(&mut self.waits);
        let holder = self.first_holder.take();
        self.rows.push(TrailRow { link: Some(link), begin: column - cells.len(), cells, holder });
        self.crossed.push(0);
    }

    /// One cell more of the last channel.
    fn put(&mut self, cell: MessageUse) {
        if let Some(row) = self.rows.last_mut() {
            row.cells.push(cell);
        }
    }

    /// Flits that have crossed each channel by now; all of them, where the tail has left.
    fn counted(&self, held: &[TrailChannel]) -> Vec<(u32, bool)> {
        let seen = |row: &TrailRow| held.iter().find(|seen| Some(seen.link) == row.link);
        self.rows.iter().map(|row| seen(row).map_or((self.flits, false), |seen| (seen.crossed, seen.other))).collect()
    }

    fn worm(&mut self, held: &[TrailChannel], depth: u32, same: bool) {
        let fresh = held.iter().find(|seen| self.rows.iter().all(|row| row.link != Some(seen.link)));
        // In its slot, or in the buffer of its last channel, the header looks for the next one.
        let looks = self.crossed.last().is_none_or(|&crossed| crossed > 0);
        if let Some(seen) = fresh {
            self.begin(seen.link, self.columns);
        } else if looks && !self.arrives {
            self.waits.push(MessageUse::Blocked);
            self.first_holder = self.first_holder.or(self.holder);
        }
        let now = self.counted(held);
        // What has crossed the last channel by now the destination takes in this cycle.
        let takes = if self.arrives { self.crossed.last().copied().unwrap_or(0) } else { 0 };
        let beyond = (self.taken, takes);
        self.taken = takes;
        self.cross(&now, (self.flits, beyond), (depth, same), true);
    }

    fn circuit(&mut self, held: &[TrailChannel], left: u32, turn: bool, depth: u32) {
        if self.rows.is_empty() {
            // It is complete with this cycle, and its header has made one hop in each of the last ones.
            let hops = held.len();
            for (hop, seen) in held.iter().enumerate() {
                let begin = (self.columns + 1 + hop).saturating_sub(hops);
                let mut cells = vec![MessageUse::Empty; hops - hop];
                cells[0] = MessageUse::Header;
                self.rows.push(TrailRow { link: Some(seen.link), begin, cells, holder: None });
                self.crossed.push(0);
            }
            self.ready = self.columns + 1 + hops;
            self.entry.begin = self.ready;
            return;
        }
        let now = self.counted(held);
        let came = self.left;
        if self.columns >= self.ready && came < self.flits {
            let room = came - self.crossed.first().copied().unwrap_or(0) < depth;
            self.entry.cells.push(match (left > came, room && turn) {
                (true, _) => MessageUse::Flit,
                (false, true) => MessageUse::Shared,
                (false, false) => MessageUse::Stopped,
            });
        }
        self.left = left;
        self.cross(&now, (came, (self.flits, self.flits)), (depth, false), false);
    }

    /// The cells of a cycle. `came` flits stood at the near end of the first channel at its start, and `beyond` the last one (before,
    /// after) flits were gone by its start and by its end. A buffer holds `depth` flits; `same`: a full one may receive while it sends.
    /// `leads`: the first flit over a channel is a header.
    fn cross(
        &mut self,
        now: &[(u32, bool)],
        (came, beyond): (u32, (u32, u32)),
        (depth, same): (u32, bool),
        leads: bool,
    ) {
        let before = std::mem::take(&mut self.crossed);
        for (hop, row) in self.rows.iter_mut().enumerate() {
            let (was, (is, other)) = (before[hop], now[hop]);
            if was == self.flits {
                continue;
            }
            let ready = if hop == 0 { came } else { before[hop - 1] } > was;
            let next = before.get(hop + 1).map_or(beyond, |next| (*next, now[hop + 1].0));
            let room = was.saturating_sub(next.0) < depth || (same && next.1 > next.0);
            row.cells.push(match (is > was, ready) {
                (true, _) if was == 0 && leads => MessageUse::Header,
                (true, _) => MessageUse::Flit,
                (false, false) => MessageUse::Empty,
                (false, true) if room && other => MessageUse::Shared,
                (false, true) => MessageUse::Stopped,
            });
        }
        self.crossed = now.iter().map(|(crossed, _)| *crossed).collect();
    }

    /// The uses of its time, cycles, in the order of [`TimeUse::ALL`]; they sum to the latency. Nothing before it is delivered.
    pub fn parts(&self) -> Option<[usize; TimeUse::ALL.len()]> {
        let started = self.started.filter(|_| self.done)?;
        let mut parts = [0; TimeUse::ALL.len()];
        let mut add = |part: TimeUse, cycles: usize| parts[part as usize] += cycles;
        let hops = self.rows.len();
        add(TimeUse::Header, hops);
        match self.switching {
            Switching::Slots => {
                for row in &self.rows {
                    let of = |kind: MessageUse| row.count(|cell| cell == kind);
                    add(TimeUse::Blocked, of(MessageUse::Blocked));
                    add(TimeUse::Stopped, of(MessageUse::Stopped));
                    add(TimeUse::Shared, of(MessageUse::Shared));
                }
                add(TimeUse::Queue, started);
            }
            Switching::Worm { .. } => {
                add(TimeUse::Queue, started);
                for column in 0..self.columns {
                    // The destination takes what crossed the last channel in the cycle before.
                    if let Some(part) = column.checked_sub(1).and_then(|column| self.cause(column)) {
                        add(part, 1);
                    }
                }
            }
            Switching::Circuit { .. } => {
                add(TimeUse::Queue, started);
                add(TimeUse::Attempts, self.ready - started - 2 * hops);
                add(TimeUse::Answer, hops);
                for column in self.ready..self.columns {
                    add(self.cause(column).unwrap_or(TimeUse::Flits), 1);
                }
            }
        }
        Some(parts)
    }

    /// The latency of the message on the same path in an empty network, cycles; in slots: slots. Nothing before it is delivered.
    pub fn alone(&self) -> Option<usize> {
        let (hops, flits) = (self.rows.len(), self.flits as usize);
        // Each flit but the first waits until the only place of a buffer is free.
        let waits = |depth: u32, same: bool| if depth == 1 && !same { flits - 1 } else { 0 };
        self.done.then(|| match self.switching {
            Switching::Worm { depth, same } => Ideal::Worm.latency(hops, flits) + waits(depth, same),
            Switching::Circuit { depth } => Ideal::Circuit.latency(hops, flits) + waits(depth, false),
            Switching::Slots => hops,
        })
    }

    /// The reason why the last channel carried no flit of the message in a column, or that it did. `None` before any flit had come so far.
    fn cause(&self, column: usize) -> Option<TimeUse> {
        let entry = matches!(self.switching, Switching::Circuit { .. }).then_some(&self.entry);
        for (row, back) in self.rows.iter().rev().chain(entry).zip(0..) {
            match row.at(column.checked_sub(back)?) {
                Some(MessageUse::Header | MessageUse::Flit) => return Some(TimeUse::Flits),
                Some(MessageUse::Shared) => return Some(TimeUse::Shared),
                Some(MessageUse::Blocked) => return Some(TimeUse::Blocked),
                Some(MessageUse::Stopped) => return Some(TimeUse::Stopped),
                // The gap came from the channel before.
                Some(MessageUse::Empty) | None => {}
            }
        }
        None
    }
}
