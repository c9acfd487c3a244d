//! The published systems: each with its key, its name and its table.

use super::Reading;
use crate::param::{self, Accepted, Group, Key, Param, ParamOption, Problem, options::Options as _};
use crate::text;

macro_rules! systems {
    (
        $($(#[$doc:meta])* $system:ident = $key:literal, $name:literal, $table:expr;)+
        @tests $(#[$note:meta])* $test:ident = $test_key:literal, $test_name:literal, $test_table:expr;
    ) => {
        /// One of the published systems.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum System {
            $($(#[$doc])* $system,)+
            $(#[$note])*
            #[cfg(any(test, feature = "test-system"))]
            $test,
        }

        impl System {
            /// All systems, in the order of the page.
            pub const ALL: &[Self] = &[$(Self::$system),+];

            /// Those that only tests have.
            const IN_TESTS: &[Self] = &[
                #[cfg(any(test, feature = "test-system"))]
                Self::$test,
            ];

            const fn row(self) -> (&'static str, &'static str, &'static [Param]) {
                match self {
                    $(Self::$system => ($key, $name, $table),)+
                    #[cfg(any(test, feature = "test-system"))]
                    Self::$test => ($test_key, $test_name, $test_table),
                }
            }

            /// The stable name in links and files.
            pub const fn key(self) -> &'static str {
                self.row().0
            }

            /// The name on the page.
            pub const fn name(self) -> &'static str {
                self.row().1
            }

            /// The parameters of the system, in the order of links and of the page.
            pub const fn params(self) -> &'static [Param] {
                self.row().2
            }
        }
    };
}

systems! {
    /// Bidirectional torus with wormhole switching and a fraction of broadcasts.
    TorusBroadcast = "torus-broadcast", "Torus with broadcast", param::TORUS_BROADCAST;
    /// Unidirectional k-ary n-cube with adaptive wormhole routing.
    KaryNCube = "kary-ncube", "k-ary n-cube", param::KARY_NCUBE;
    /// Circuit-switched hypercube under long-range dependent traffic.
    HypercubeMmpp = "hypercube-mmpp", "Bursty hypercube", param::HYPERCUBE_MMPP;
    /// Slotted half-duplex hypercube with store and forward.
    HypercubeSlotted = "hypercube-slotted", "Slotted hypercube", param::HYPERCUBE_SLOTTED;
    /// Banyan of switching elements that copy multicast packets.
    BanyanMulticast = "banyan-multicast", "Multicast banyan", param::BANYAN_MULTICAST;
    @tests
    /// Ring of queues: the system that shows what it takes to add one.
    Ring = "test-ring", "Ring of queues", param::RING;
}

/// Words of other simulators for our keys, above all those of BookSim2, Noxim and Garnet; in small letters, with `_` for `-`.
pub(super) const WORDS: &[(Key, &str)] = &[
    (Key::K, "radix kary mesh_dim_x mesh_dim_y dimx dimy mesh_rows num_rows num_cpus num_dirs"),
    (Key::N, "ndim dims num_dims dimensions"),
    (Key::Vcs, "num_vcs num_vc vc n_virtual_channels virtual_channels vcs_per_vnet"),
    (Key::Depth, "vc_buf_size buf_size buffer buffer_depth buffer_size buffers_per_data_vc buffers_per_ctrl_vc"),
    (
        Key::Flits,
        "const_flits_per_packet packet_size packet_length message_length flits_per_packet min_packet_size max_packet_size size",
    ),
    (Key::Wiring, "topology"),
    (Key::Routing, "routing_function routing_algorithm"),
    (Key::Select, "selection_function selection_strategy sel"),
    (Key::Pattern, "traffic traffic_pattern traffic_distribution synthetic"),
    (Key::Hotspot, "hotspot_rates"),
    (Key::HotNode, "hotspot_nodes"),
    (Key::Load, "injection_rate injectionrate packet_injection_rate pir offered_load rate"),
    (Key::Cycles, "sim_cycles simulation_time sample_period sim"),
    (Key::Seed, "rnd_generator_seed random_seed"),
    (Key::Replications, "sim_count runs"),
];

impl System {
    /// The system of that key, or the problem, which lists the keys there are.
    pub fn parse(key: &str) -> Result<Self, Problem> {
        let system = Self::ALL.iter().chain(Self::IN_TESTS).copied().find(|system| system.key() == key);
        let keys = || Self::ALL.iter().map(|system| system.key()).collect();
        system.ok_or_else(|| Problem::new("system", key, Accepted::OneOf(keys())))
    }

    /// Values of the page that are not the defaults of the table: small networks at about half of the load that they carry by our own model
    /// or, where there is none, by the paper's. Slots pass slowly: in each a whole packet moves.
    pub const fn opening(self) -> &'static [(Key, &'static str)] {
        use Key::{Animation, Fanout, Flits, K, Load, N, Speed, Vcs};
        match self {
            Self::TorusBroadcast => &[(Load, "0.0065"), (Animation, "point")],
            Self::KaryNCube => &[(K, "4"), (N, "2"), (Flits, "16"), (Load, "0.01")],
            Self::HypercubeMmpp => &[(N, "4"), (Vcs, "3"), (Load, "0.02")],
            Self::HypercubeSlotted => &[(N, "4"), (Load, "0.09"), (Speed, "0.25")],
            Self::BanyanMulticast => &[(N, "3"), (Fanout, "4"), (Animation, "point"), (Speed, "0.25")],
            #[cfg(any(test, feature = "test-system"))]
            Self::Ring => &[],
        }
    }

    /// The value of a parameter as the page opens it.
    pub fn opens_with(self, row: &Param) -> f64 {
        let text = self.opening().iter().find(|(key, _)| *key == row.key);
        text.map_or(row.default(), |(_, text)| row.parse(text, self.params()).unwrap_or_else(|(_, nearest)| nearest))
    }

    /// The row of a key, if the system has it.
    pub fn param(self, key: Key) -> Option<&'static Param> {
        self.params().iter().find(|row| row.key == key)
    }

    /// The row of a key given by its name, if the system has it.
    pub fn param_named(self, name: &str) -> Option<&'static Param> {
        self.params().iter().find(|row| row.key.name() == name)
    }

    /// The row of a key given by its name or, where that is no other key's, by its symbol; the load may be spelt out.
    pub fn param_called(self, name: &str) -> Option<&'static Param> {
        let symbol = |row: &&Param| !name.is_empty() && row.symbol == name || row.key == Key::Load && name == "lambda";
        self.param_named(name).or_else(|| self.params().iter().find(symbol))
    }

    /// The problem of a key that the system does not have. Names the keys of its scenarios, without those of the view, and the key that a
    /// word of another simulator stands for.
    pub fn unknown(self, name: &str, text: &str) -> Problem {
        let of_scenario =
            |row: &&Param| row.key.group().is_setup() || matches!(row.key.group(), Group::Load | Group::Run);
        let known = self.params().iter().filter(of_scenario).map(|row| row.key.name()).collect();
        let word = name.trim_start_matches('-').to_ascii_lowercase().replace(['-', '.'], "_");
        let foreign = WORDS.iter().find(|(_, words)| words.split(' ').any(|other| other == word));
        let own = || self.param_called(name).or_else(|| self.param_named(&word));
        let near = || {
            text::meant(&word, self.params().iter().map(|row| row.key.name())).and_then(|near| self.param_named(near))
        };
        let meant = foreign.and_then(|(key, _)| self.param(*key)).or_else(own).or_else(near);
        let meant = meant.filter(|row| row.key.name() != name);
        Problem::unknown(name, text, known, meant.map(|row| row.key))
    }

    /// The options of a choice or a set; empty if the system has no such parameter.
    pub fn options(self, key: Key) -> &'static [ParamOption] {
        self.param(key).map_or(&[], Param::options)
    }

    /// The name on the page of an option of a choice or a set; empty if there is none.
    pub fn option_name(self, key: Key, option: &str) -> &'static str {
        self.options(key).iter().find(|one| one.key == option).map_or("", |one| one.name)
    }

    /// The readings of the system, in the order of the page.
    pub fn readings(self) -> Vec<Reading> {
        self.options(Key::Reading).iter().filter_map(|option| Reading::of(option.key)).collect()
    }
}
