//! The networks and loads that are simulated for the tables, and the scenes that are left out.

use flitscope::{
    experiment::{Summary, part_of, plan, run_key, simulated},
    model,
    param::Key,
    scenario::{Reading, Scenario, preset::Preset},
    sim::{self, Simulator as _, protocol::outlasting},
    text::grouped,
};

/// The loads, in terms of the load at which the model ends.
pub(crate) const PARTS: [f64; 9] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/// Nodes times cycles of the largest run, so that all of them take minutes, not hours.
pub(crate) const MOST_NODE_CYCLES: u64 = 400_000_000;

/// One row: a network and its traffic, and a reading of the equations.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Case {
    /// The scenes that show it.
    pub presets: Vec<&'static Preset>,
    /// It, with the length of its runs.
    pub scenario: Scenario,
    /// The load at which the model ends.
    pub end: f64,
    /// The loads of its runs.
    pub loads: [f64; PARTS.len()],
    /// Its nodes.
    pub nodes: u32,
}

/// Scenes that are not simulated here, with the reason.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LeftOut {
    /// The scenes.
    pub presets: Vec<&'static Preset>,
    /// A whole sentence.
    pub reason: String,
}

/// The curves of the figures among some scenes, and those of them that are left out.
pub(crate) fn cases(presets: &'static [Preset]) -> (Vec<Case>, Vec<LeftOut>) {
    let (mut cases, mut left_out) = (Vec::<Case>::new(), Vec::<LeftOut>::new());
    let figures = presets.iter().filter(|preset| preset.figure().is_some());
    // A scene, and the same with our own model beside it.
    let ours = |preset: &&'static Preset| Some((*preset, preset.scenario().with_reading(Reading::Flow).ok()?));
    let printed = figures.clone().map(|preset| (preset, preset.scenario()));
    for (preset, scenario) in printed.chain(figures.clone().filter_map(|preset| ours(&preset))) {
        match Case::of(preset, scenario) {
            Ok(case) => match cases.iter_mut().find(|other| same(&other.scenario, &case.scenario)) {
                Some(other) => other.presets.push(preset),
                None => cases.push(case),
            },
            Err(reason) => match left_out.iter_mut().find(|other| other.reason == reason) {
                Some(other) if !other.presets.contains(&preset) => other.presets.push(preset),
                Some(_) => {}
                None => left_out.push(LeftOut { presets: vec![preset], reason }),
            },
        }
    }
    (cases, left_out)
}

/// True if two scenarios have the same model and the same simulation.
fn same(one: &Scenario, other: &Scenario) -> bool {
    one.reading() == other.reading() && run_key(one) == run_key(other)
}

impl Case {
    /// The case of a scene, or why it cannot be simulated here.
    pub(crate) fn of(preset: &'static Preset, scenario: Scenario) -> Result<Self, String> {
        let model = model::of(scenario.setup());
        let loads = PARTS.map(|part| part_of(&*model, part));
        let [first, ..] = loads;
        let simulator = sim::of(&scenario.set(Key::Load, first), 0).map_err(|problem| problem.to_string())?;
        let cycles = plan(&scenario).most_cycles.max(outlasting(simulator.about().memory));
        let nodes = simulator.about().nodes;
        if u64::from(nodes) * cycles > MOST_NODE_CYCLES {
            return Err(format!(
                "{} nodes for {} {} are more than the limit of {} nodes times cycles.",
                grouped(nodes.into()),
                grouped(cycles),
                scenario.system().param(Key::Cycles).map_or("", |row| row.unit),
                grouped(MOST_NODE_CYCLES)
            ));
        }
        let scenario = scenario.set(Key::Cycles, cycles as f64);
        Ok(Self { presets: vec![preset], scenario, end: model.end().load, loads, nodes })
    }
}

/// The simulated loads of a network, shared by all cases that need them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Simulation {
    /// A name for it.
    pub name: String,
    /// The network, its traffic and the length of its runs.
    pub scenario: Scenario,
    /// The loads.
    pub loads: Vec<f64>,
    /// Nodes times cycles of one run.
    pub node_cycles: u64,
}

/// Every run that the cases need, once: readings of the same network may share some.
pub(crate) fn simulations(cases: &[Case]) -> Vec<Simulation> {
    let mut all = Vec::<Simulation>::new();
    for case in cases {
        let Case { scenario, loads, nodes, presets, .. } = case;
        let index = all.iter().position(|other| run_key(&other.scenario) == run_key(scenario)).unwrap_or(all.len());
        if index == all.len() {
            let title = presets.first().map_or("", |preset| preset.title);
            all.push(Simulation {
                name: format!("{}, {title}", scenario.system().name()),
                scenario: *scenario,
                loads: Vec::new(),
                node_cycles: u64::from(*nodes) * plan(scenario).most_cycles,
            });
        }
        let known = &mut all[index].loads;
        known.extend(loads.iter().filter(|load| !known.contains(load)).copied().collect::<Vec<_>>());
    }
    all
}

/// One run to its end.
///
/// # Errors
/// The reason why the scenario cannot be simulated, or the broken law.
pub(crate) fn observe(scenario: &Scenario, load: f64) -> Result<Summary, String> {
    simulated(&scenario.set(Key::Load, load)).map_err(|error| error.to_string())
}

/// Observations with the keys of their runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Observed(pub Vec<(String, Summary)>);

impl Observed {
    /// Keeps an observation of a scenario.
    pub(crate) fn keep(&mut self, scenario: &Scenario, observation: Summary) {
        self.0.push((run_key(scenario), observation));
    }

    /// The observations of a case, in the order of its loads.
    pub(crate) fn of(&self, case: &Case) -> [Option<&Summary>; PARTS.len()] {
        let own = run_key(&case.scenario);
        case.loads.map(|load| {
            let found = self.0.iter().find(|(run_key, other)| *run_key == own && other.load == load);
            found.map(|(_, observation)| observation)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope::scenario::{System, preset};

    #[test]
    fn every_system_has_cases_and_nothing_is_dropped_in_silence() {
        let count = |system: &System| {
            let (cases, left_out) = cases(preset::of(*system));
            let simulated = cases.iter().map(|case| case.presets.len()).sum::<usize>();
            let left = left_out.iter().map(|left| left.presets.len()).sum::<usize>();
            let figures = preset::of(*system).iter().filter(|preset| preset.figure().is_some()).count();
            let models = if system.readings().contains(&Reading::Flow) { 2 } else { 1 };
            assert_eq!(simulated + models * left, models * figures, "{system:?}");
            for case in &cases {
                assert!(case.loads.windows(2).all(|pair| pair[0] < pair[1]) && case.loads[8] < case.end);
            }
            (cases.len(), left)
        };
        let counts: Vec<_> = System::ALL.iter().map(count).collect();
        // Left out: the 10-ary 5-cubes, the hypercubes of 256 nodes, copies as early as possible.
        assert_eq!(counts, [(14, 0), (22, 4), (8, 2), (9, 0), (22, 4)]);
    }

    #[test]
    fn scenes_with_one_model_and_one_simulation_are_one_case() {
        let (cases, left_out) = cases(preset::of(System::BanyanMulticast));
        let titles = |index: usize| cases[index].presets.iter().map(|preset| preset.title).collect::<Vec<_>>();
        assert_eq!(titles(2), ["Copy rates, f = 8", "f = 8, m = 0.3", "(A) f = 8, m = 0.3"]);
        let reason = &left_out[0].reason;
        assert!(reason.starts_with("start = early is not available here: use random"), "{reason}");
    }

    #[test]
    fn readings_of_one_network_share_their_runs() {
        let (cases, _) = cases(preset::of(System::HypercubeSlotted));
        let simulations = simulations(&cases);
        // Three networks, as printed, corrected and in our model.
        assert_eq!((cases.len(), simulations.len()), (9, 3));
        let loads = |index: usize| cases[index].loads;
        assert_eq!(loads(0), loads(1), "both readings end at the same load");
        let ours = cases.iter().position(|case| case.scenario.reading() == Reading::Flow).expect("our model");
        assert_eq!(simulations[0].loads, [loads(0), loads(ours)].concat(), "ours ends later");
    }

    #[test]
    fn traffic_with_a_memory_gets_runs_whose_batches_outlast_it() {
        let (cases, _) = cases(preset::of(System::HypercubeMmpp));
        let simulator = sim::of(&cases[0].scenario, 0).expect("it can be simulated");
        let cycles = plan(&cases[0].scenario).most_cycles;
        assert!(simulator.about().memory > 1e5 && cycles == outlasting(simulator.about().memory));
        assert_eq!(
            run_key(&cases[0].scenario),
            run_key(&cases[0].presets[0].scenario().set(Key::Cycles, cycles as f64))
        );
    }
}
