//! The keys of parameters.

macro_rules! keys {
    ($($key:ident = $name:literal,)+) => {
        /// Names a parameter. The [name](Key::name) of a key is what links, files and the page call it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)] // the tables describe each of them
        pub enum Key {
            $($key,)+
        }

        impl Key {
            /// All keys.
            pub const ALL: &[Self] = &[$(Self::$key),+];

            /// How many keys there are.
            pub const COUNT: usize = Self::ALL.len();

            /// The stable name: the same in links, presets, JSON files and the page's `data-key`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$key => $name,)+
                }
            }
        }
    };
}

keys! {
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
    Load = "load",
    Reading = "reading",
    Show = "show",
    Axis = "axis",
    Figure = "figure",
    Orient = "orient",
    Depth = "depth",
    Credit = "credit",
    Select = "select",
    Escape = "escape",
    Injection = "injection",
    Policy = "policy",
    Order = "order",
    Animation = "scene",
    Source = "source",
    From = "from",
    To = "to",
    Packets = "packets",
    Arbitration = "arbitration",
    Release = "release",
    Background = "background",
    Cycles = "cycles",
    Seed = "seed",
    Replications = "replications",
    Auto = "auto",
    Cycle = "cycle",
    Speed = "speed",
    Loop = "loop",
    Heat = "heat",
    Follow = "follow",
    Lesson = "lesson",
    Step = "step",
    Answer = "answer",
    Paper = "paper",
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
