//! The options of choices: each once, with its value in the program, its key in links and its name on the page.
//!
//! The row of a table offers options, and [`Scenario::choice`](crate::scenario::Scenario::choice) gives the chosen one.
//! The simulators and models whose rules they are re-export these types.

use super::{Key, ParamOption};

/// A parameter whose value is one of some options.
pub trait Options: Copy + PartialEq + 'static {
    /// The parameter that has the options.
    const KEY: Key;

    /// Key in links, name on the page, value. The first one holds in a system without such a parameter.
    const OPTIONS: &'static [(&'static str, &'static str, Self)];

    /// The option of that key.
    fn of(key: &str) -> Option<Self> {
        Self::OPTIONS.iter().find(|(own, ..)| *own == key).map(|(.., option)| *option)
    }
}

macro_rules! options {
    ($($(#[$doc:meta])* $name:ident of $key:ident { $($(#[$about:meta])* $option:ident = $text:literal, $words:literal;)+ })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$about])* #[doc = concat!("Named “", $words, "”.")] $option,)+
        }

        impl $name {
            /// All of them, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$option),+];

            /// All of them, as a row of the table offers them.
            pub const CHOICES: &[ParamOption] = &[$(Self::$option.choice()),+];

            /// The option as a row of the table offers it.
            pub const fn choice(self) -> ParamOption {
                let (key, name, _) = Self::OPTIONS[self as usize];
                ParamOption { key, name }
            }
        }

        impl Options for $name {
            const KEY: Key = Key::$key;
            const OPTIONS: &'static [(&'static str, &'static str, Self)] = &[$(($text, $words, Self::$option)),+];
        }
    )+

        /// The options that have a value, by parameter.
        #[cfg(test)]
        pub(super) const KNOWN: &[(Key, &[&str])] = &[$((Key::$key, &[$($text),+])),+];
    };
}

options! {
    /// A way to read the equations of a paper.
    Reading of Reading {
        /// Slips of the paper that contradict its own definitions are put right.
        Corrected = "corrected", "corrected";
        /// The paper's equations, repaired only where they cannot be evaluated.
        Printed = "printed", "as printed";
        /// Approximations are replaced by exact values where these exist.
        Refined = "refined", "refined";
        /// The model of mean distance that the paper compares its own with.
        Average = "average", "average distance";
        Flow = "flow", "our model";
    }

    /// The kind of animation.
    Animated of Animation {
        Point = "point", "the simulation at this load";
        Broadcast = "broadcast", "one broadcast";
        Multicast = "multicast", "one multicast";
        Deadlock = "deadlock", "packets that wait";
    }

    /// The scale of the vertical axis.
    Axis of Axis {
        Linear = "linear", "linear";
        Log = "log", "log";
    }

    /// The choice of the weights of the exponentials that approximate a power law.
    Weights of Fit {
        /// Least relative squares over all lags with weights that are not negative: continuous in H, for all H below one.
        LeastSquares = "ls", "least squares";
        /// Equal to the power law at the L time constants: Andersen and Nielsen. Near H = 1 some weights come out negative and are cut off.
        Collocation = "an", "Andersen and Nielsen";
    }

    /// The distances of messages in a hypercube.
    Distance of Distance {
        /// n/2 hops, for odd n half of the messages one more than the other half: the paper's mean distance.
        Half = "half", "n/2 hops";
        Binomial = "binomial", "exact law";
    }

    /// The superposition of the attempts of one message.
    Retry of Retry {
        Independent = "independent", "independent";
        /// As one stream: all attempts see the same phase.
        Common = "common", "in phase";
    }

    /// The first of the f consecutive nodes of a multicast packet.
    Start of Start {
        /// Case (A): anywhere, addresses modulo N.
        Random = "random", "random start (A)";
        /// Case (B): copies as early as possible, f of them on the first log2 f stages.
        Early = "early", "as early as possible (B)";
        /// Anywhere that needs no wrap, 0..=N-f. The nodes in the middle then get more than those at the ends. No table offers it.
        Inside = "inside", "random start without a wrap";
    }

    /// Simulation without a request. The first two options are those of a check box.
    Auto of Auto {
        Off = "0", "off";
        /// As soon as nothing moves.
        On = "1", "on";
        /// As `On`, where it costs nothing: where the browser saves no data, the device has several processors, the network is not
        /// large and the page is not part of another one.
        Live = "live", "on where the device can spare it";
    }

    /// The rule for a flit that arrives at a full buffer.
    Credit of Credit {
        /// In a cycle in which it also sends one: an ideal pipeline, which runs at full speed with buffers of one flit.
        Same = "same", "same cycle";
        /// Never: a place must be free at the start of the cycle. Full speed takes buffers of two flits.
        Previous = "prev", "previous cycle";
    }

    /// The model that answers questions.
    Asks of Asks {
        Ours = "ours", "our model, if there is one";
        Numbers = "numbers", "the model chosen for the numbers";
    }

    /// The end of the values of a parameter that a question is about.
    Want of Want {
        Smallest = "smallest", "smallest";
        Largest = "largest", "largest";
    }

    /// The value shown on a map of two parameters.
    Mapped of Map {
        Nothing = "0", "no map";
        /// The load at which the network saturates, or the model ends.
        Saturation = "saturation", "the load at which it ends";
        Measure = "latency", "latency or throughput at the load shown";
    }

    /// The cost of the networks of a map, for the Pareto front.
    Front of Front {
        Nothing = "0", "not drawn";
        Buffers = "buffers", "flits of buffers";
        Pins = "pins", "channels at a node";
        Bisection = "bisection", "channels across the middle";
    }

    /// The quantity held constant when networks of equal size are compared.
    Equal of Equal {
        Nothing = "0", "not compared";
        Width = "none", "with channels of equal width";
        Bisection = "bisection", "with the same number of wires across the middle";
        Pins = "pins", "with the same number of wires at each node";
    }

    /// The dateline, which keeps a wormhole network free of deadlock.
    Escape of Escape {
        /// Escape channels with a dateline on each ring.
        On = "on", "on";
        /// Both classes of escape channels are one: a circle of messages that wait for each other may close.
        Off = "off", "off";
    }

    /// The rule by which a header takes one of the free adaptive virtual channels of its useful channels.
    Select of Select {
        /// Any of them, all equally likely.
        Random = "random", "random";
        /// A random useful channel that has a free one, then a random one of it.
        Channel = "channel", "random channel";
        /// The useful channel with the fewest busy virtual channels among those with a free one (of equals a random one), then any of it.
        Spread = "spread", "least busy channel";
    }

    /// The channels that a header may take next.
    Routing of Routing {
        /// Any channel of a shortest path, with escape channels: Duato's fully adaptive, minimal routing.
        Adaptive = "adaptive", "adaptive";
        /// The channel of the lowest dimension in which hops are left.
        DimensionOrder = "dimension-order", "dimension order";
        /// Dimension order to a node drawn at random, and from there to the destination.
        Valiant = "valiant", "Valiant: by way of a random node";
        /// Any channel of a shortest path that a set of [allowed turns](super::turns) opens, without escape channels.
        Turns = "turns", "by allowed turns";
    }

    /// The directions of the channels of a ring.
    Ways of Ways {
        /// To the next higher coordinate alone.
        One = "one", "one way";
        /// One either way; a message takes the shorter one.
        Two = "two", "two ways";
    }

    /// The ends of each row of nodes.
    Wiring of Wiring {
        /// The last node is joined to the first: rings.
        Torus = "torus", "rings (torus)";
        /// The ends have no channel between them. There are channels both ways.
        Mesh = "mesh", "rows with ends (mesh)";
    }

    /// The destinations of messages. With node addresses of b bits s_{b-1}..s_0, or of n digits of radix k: W. J. Dally and B. Towles,
    /// "Principles and Practices of Interconnection Networks", section 3.2.
    Pattern of Pattern {
        /// Any other node, all equally likely.
        Uniform = "uniform", "uniform";
        /// d_i = s_{(i + b/2) mod b}: in two dimensions (x, y) sends to (y, x).
        Transpose = "transpose", "transpose";
        /// d_i = not s_i; with other radices the digit k - 1 - s_i.
        BitComplement = "bit-complement", "bit complement";
        /// d_i = s_{b-1-i}.
        BitReverse = "bit-reverse", "bit reverse";
        /// d_i = s_{(i - 1) mod b}.
        Shuffle = "shuffle", "shuffle";
        /// Each digit d_i = s_i + ceil(k/2) - 1 mod k.
        Tornado = "tornado", "tornado";
        /// Each digit d_i = s_i + 1 mod k.
        Neighbour = "neighbour", "neighbour";
        /// A part of the messages to one node, the others as in uniform traffic.
        Hotspot = "hotspot", "hotspot";
        Table = "table", "a table of rates";
    }

    /// The injection of messages in a wormhole network.
    Injection of Injection {
        /// One queue with one slot per output port.
        Ports = "ports1", "a queue per port";
        /// One queue with V slots per output port.
        PortsV = "portsV", "a queue per port, V at a time";
        /// One queue per node with V slots, and no limit on the flits that leave the node in a cycle.
        Free = "injfree", "one queue, V at a time";
        /// One queue per node with V slots, and one flit per node and cycle: its output virtual channels, the first of every port, then the
        /// second of every port and so on, have the first turn one after the other, from cycle to cycle, and the others follow around.
        ///
        /// The order is not stated where the reference values come from. Of those tried whose mean latencies are all within the combined 99
        /// % limits of theirs, this is the simplest that a node can follow by itself; turns of the ports that begin behind the one that
        /// sent last are not among them. So these ten points are no independent check. Which copy goes first follows from the virtual
        /// channels that were drawn, so even over an idle network the time of a broadcast depends on the seed: over an 8x8 torus (M = 32, V
        /// = 3) it takes 347 to 573 cycles with the seeds 0 to 199, and the 428 of the reference values with one of them.
        One = "inj1", "one queue, one flit per cycle";
    }

    /// The number of flits that the V injection channels of a node carry in a cycle, in circuit switching.
    Bandwidth of Injection {
        /// One for each of them: the assumption of the model.
        Each = "injfree", "one flit per cycle each";
        Shared = "inj1", "one flit per cycle in all";
    }

    /// The messages of cycle 0, in place of traffic.
    Fill of Fill {
        Off = "off", "off";
        /// V on each channel of the shortest circle of the dependency graph, each from the begin of its channel to the end of the next.
        Circle = "circle", "V messages on each channel of the shortest circle";
    }

    /// The orientation of the tree of a broadcast.
    Orient of Orient {
        Random = "random", "random";
        /// Always [`Orientation::fixed`](crate::topology::broadcast::Orientation::fixed).
        Fixed = "fixed", "fixed";
    }

    /// The choice of a packet among its k next hops in a slotted hypercube.
    Policy of Policy {
        /// Any of those that are free: it is blocked only if all are busy, as X_k of the model assumes.
        Free = "free", "any free one";
        /// One of the k in each slot, busy or not.
        Redraw = "redraw", "drawn in each slot";
        /// One of the k once, kept until it moves.
        Sticky = "sticky", "drawn once";
    }

    /// In which order the nodes of a slotted hypercube try.
    Order of Order {
        /// A fresh random permutation in each slot.
        Permutation = "perm", "fresh permutation";
        /// The order of addresses from a random node on: neighbours then keep each other waiting.
        Rotation = "rotate", "rotation";
    }

    /// The packets of a banyan that wait for each other.
    Packets of Packets {
        /// The two of Figure 4, in a network of 16 nodes.
        Pair = "pair", "the two of Figure 4";
        /// Three between four nodes, which deadlock with the upper input first.
        Three = "three", "three between four nodes";
    }

    /// The input that an element prefers when packets want a link from both. In one cycle it is the same input at both ports.
    Arbitration of Arbitration {
        /// Each of them with probability one half, drawn anew in each cycle.
        Random = "random", "random";
        /// The one on the upper input, that is on port 0.
        UpperFirst = "upper", "upper input first";
        /// The one that has wanted it for longer; of equals the upper one.
        FirstCome = "fcfs", "first come, first served";
    }

    /// The time at which a packet that advances in step releases its links.
    Release of Release {
        /// Each when the tail has left it.
        Tail = "tail", "behind the tail";
        /// All when the tail has arrived.
        Together = "together", "all at the end";
    }
}

impl Reading {
    /// The stable name in links and files.
    pub const fn key(self) -> &'static str {
        self.choice().key
    }

    /// True if it is our own model, and none of a paper.
    pub const fn is_ours(self) -> bool {
        match self {
            Self::Flow => true,
            Self::Printed | Self::Corrected | Self::Refined | Self::Average => false,
        }
    }
}

impl Routing {
    /// The fewest virtual channels of a physical channel, if the dateline of its ring divides them into this number of classes: 1 or 2.
    pub const fn least_channels(self, classes: u32) -> u32 {
        match self {
            Self::Adaptive => classes + 1,
            Self::DimensionOrder | Self::Turns => classes,
            Self::Valiant => 2 * classes,
        }
    }

    /// True if a header takes any channel of its shortest paths, and has escape channels.
    pub const fn is_adaptive(self) -> bool {
        match self {
            Self::Adaptive => true,
            Self::DimensionOrder | Self::Valiant | Self::Turns => false,
        }
    }

    /// True if a header may have a choice of channels.
    pub const fn chooses(self) -> bool {
        match self {
            Self::Adaptive | Self::Turns => true,
            Self::DimensionOrder | Self::Valiant => false,
        }
    }

    /// True if a message goes by way of a random node, and its two parts have virtual channels of their own.
    pub const fn has_two_parts(self) -> bool {
        match self {
            Self::Valiant => true,
            Self::Adaptive | Self::DimensionOrder | Self::Turns => false,
        }
    }
}

impl Pattern {
    /// True if the pattern has a meaning for k^n nodes and sends messages there; of a table of rates, which has a number of nodes of its
    /// own, this is not known. With k = 2, tornado sends each message to its own source.
    pub fn is_defined(self, k: u32, n: u32) -> bool {
        let bits = k.is_power_of_two().then(|| k.trailing_zeros() * n);
        match self {
            Self::Uniform | Self::BitComplement | Self::Neighbour | Self::Hotspot => true,
            Self::Transpose => n.is_multiple_of(2) || bits.is_some_and(|bits| bits.is_multiple_of(2)),
            Self::BitReverse | Self::Shuffle => bits.is_some_and(|bits| bits > 1),
            Self::Tornado => k > 2,
            Self::Table => false,
        }
    }
}
