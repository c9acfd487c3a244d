//! The keys of parameters, by group.

macro_rules! keys {
    ($($(#[$about:meta])* $group:ident { $($key:ident = $name:literal,)+ })+) => {
        /// Names a parameter. The [name](Key::name) of a key is what links, files and the page call it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)] // the tables describe each of them
        pub enum Key {
            $($($key,)+)+
        }

        impl Key {
            /// All keys, in the order of their groups.
            pub const ALL: &[Self] = &[$($(Self::$key),+),+];

            /// The stable name: the same in links, presets, JSON files and the page's `data-key`.
            pub const fn name(self) -> &'static str {
                match self {
                    $($(Self::$key => $name,)+)+
                }
            }

            /// Its group, in every system.
            pub const fn group(self) -> Group {
                match self {
                    $($(Self::$key)|+ => Group::$group,)+
                }
            }
        }

        /// Keys that belong together: in a scenario, and among the controls of the page.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Group {
            $($(#[$about])* $group,)+
        }

        impl Group {
            /// True for what a model solves and a simulator simulates, but for load and length.
            pub const fn is_setup(self) -> bool {
                matches!(self, Self::Network | Self::Traffic | Self::Curves | Self::Simulation)
            }

            /// Its keys, which follow one another in [`Key::ALL`].
            pub(crate) const fn keys(self) -> &'static [Key] {
                match self {
                    $(Self::$group => &[$(Key::$key),+],)+
                }
            }
        }
    };
}

keys! {
    /// The size of the network, its channels and its routing.
    Network {
        K = "k",
        N = "n",
        Vcs = "vcs",
        Routing = "routing",
        Ways = "ways",
        Wiring = "wiring",
        Turns = "turns",
    }
    /// The messages in the network, but for their load.
    Traffic {
        Flits = "flits",
        Beta = "beta",
        Hurst = "hurst",
        Lag1 = "lag1",
        Scales = "scales",
        Fanout = "fanout",
        Multicast = "multicast",
        Start = "start",
        Pattern = "pattern",
        Hotspot = "hotspot",
        HotNode = "hotnode",
        Table = "table",
    }
    /// The reading and the drawing of the equations.
    Curves {
        Mmpps = "mmpps",
        Fit = "fit",
        Distance = "distance",
        Retry = "retry",
        Reading = "reading",
    }
    /// The rules of the simulator that no model has.
    Simulation {
        Orient = "orient",
        Depth = "depth",
        Credit = "credit",
        Select = "select",
        Escape = "escape",
        Injection = "injection",
        Fill = "fill",
        Policy = "policy",
        Order = "order",
    }
    /// The load of the operating point.
    Load {
        Load = "load",
    }
    /// The length, the seed and the number of the runs of a load.
    Run {
        Cycles = "cycles",
        Seed = "seed",
        Replications = "replications",
    }
    /// The animation and its own settings.
    Animation {
        Animation = "scene",
        Source = "source",
        From = "from",
        To = "to",
        Packets = "packets",
        Arbitration = "arbitration",
        Release = "release",
        Background = "background",
    }
    /// The place of a reader in a lesson.
    Lesson {
        Lesson = "lesson",
        Step = "step",
        Answer = "answer",
    }
    /// The view of the reader: saved in links, no step of undo, no control of its own.
    View {
        Show = "show",
        Published = "published",
        Axis = "axis",
        Percentiles = "percentiles",
        Figure = "figure",
        Auto = "auto",
        Cycle = "cycle",
        Speed = "speed",
        Loop = "loop",
        Heat = "heat",
        Follow = "follow",
        Open = "open",
        Paper = "paper",
        Done = "done",
        Tab = "tab",
        Present = "present",
        Beside = "beside",
        Target = "target",
        Cost = "cost",
        Extreme = "extreme",
        Want = "want",
        Asks = "asks",
        Map = "map",
        MapX = "x",
        MapY = "y",
        Front = "front",
        Equal = "equal",
        Embed = "embed",
        Hide = "hide",
        Sliders = "sliders",
    }
}
