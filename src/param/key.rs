//! The keys of parameters, by the part of a scene that they belong to.

macro_rules! keys {
    ($($(#[$about:meta])* $part:ident { $($key:ident = $name:literal,)+ })+) => {
        /// Names a parameter. The [name](Key::name) of a key is what links, files and the page call it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)] // the tables describe each of them
        pub enum Key {
            $($($key,)+)+
        }

        impl Key {
            /// All keys.
            pub const ALL: &[Self] = &[$($(Self::$key),+),+];

            /// The number of keys.
            pub const COUNT: usize = Self::ALL.len();

            /// The stable name: the same in links, presets, JSON files and the page's `data-key`.
            pub const fn name(self) -> &'static str {
                match self {
                    $($(Self::$key => $name,)+)+
                }
            }

            /// The part of a scene that it belongs to, in every system.
            pub(crate) const fn part(self) -> Part {
                match self {
                    $($(Self::$key)|+ => Part::$part,)+
                }
            }
        }

        /// Part of a scene.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Part {
            $($(#[$about])* $part,)+
        }

        impl Part {
            /// Its keys, which follow one another in [`Key::ALL`].
            pub(crate) const fn keys(self) -> &'static [Key] {
                match self {
                    $(Self::$part => &[$(Key::$key),+],)+
                }
            }
        }
    };
}

keys! {
    /// The network, its traffic, the model variant and the rules of the simulator.
    Setup {
        K = "k",
        N = "n",
        Vcs = "vcs",
        Flits = "flits",
        Beta = "beta",
        Hurst = "hurst",
        Lag1 = "lag1",
        Scales = "scales",
        Mmpps = "mmpps",
        Fit = "fit",
        Distance = "distance",
        Retry = "retry",
        Fanout = "fanout",
        Multicast = "multicast",
        Start = "start",
        Reading = "reading",
        Orient = "orient",
        Depth = "depth",
        Credit = "credit",
        Select = "select",
        Escape = "escape",
        Injection = "injection",
        Policy = "policy",
        Order = "order",
        Routing = "routing",
        Ways = "ways",
        Wiring = "wiring",
        Pattern = "pattern",
        Hotspot = "hotspot",
        HotNode = "hotnode",
    }
    /// The operating point.
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
    /// Everything else that only the page looks at.
    View {
        Show = "show",
        Axis = "axis",
        Percentiles = "percentiles",
        Figure = "figure",
        Auto = "auto",
        Cycle = "cycle",
        Speed = "speed",
        Loop = "loop",
        Heat = "heat",
        Follow = "follow",
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
