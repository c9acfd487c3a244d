//! The questions on the page: when each is asked, and the views of the answers.

use super::*;
use crate::{
    json,
    prelude::*,
    results::Results,
    worker::scheduler::{Reply, Request, Scheduler},
};
use flitscope::{
    explore::{compare, map::Cell as Mapped, pareto},
    model::CurveLimit,
    param::options::Equal,
};
use std::cell::Cell;

/// The questions of a link with workers that are in this thread.
struct Bench {
    questions: Questions,
    store: Store,
    scenario: Scenario,
    effects: Vec<Effect>,
    now: f64,
}

impl Bench {
    fn new(fragment: &str) -> Self {
        let mut bench = Self {
            questions: Questions::default(),
            store: Store::new(2),
            scenario: parsed(fragment),
            effects: Vec::new(),
            now: 0.0,
        };
        bench.ask(fragment);
        bench
    }

    fn ask(&mut self, fragment: &str) {
        self.scenario = parsed(fragment);
        let channels = fragment.contains("tab=data");
        self.questions.follow(&self.scenario, [!channels, channels], &mut self.store, self.now, &mut self.effects);
    }

    /// Lets the workers do what they have been asked for; how many orders that were.
    fn work(&mut self) -> usize {
        let clock = Cell::new(0.0);
        let mut orders = 0;
        let mut desks: Vec<(u32, Scheduler)> = Vec::new();
        while !self.effects.is_empty() {
            for effect in std::mem::take(&mut self.effects) {
                match effect {
                    Effect::Spawn(worker) => {
                        desks.push((worker, Scheduler::default()));
                        self.hear(worker, Reply::Ready);
                    }
                    Effect::Post(worker, order) => {
                        orders += usize::from(matches!(order, Request::Ask { .. }));
                        // The way between page and worker is text.
                        let order: Request = json::read(&json::write(&order)).expect("an order");
                        if !desks.iter().any(|(other, _)| *other == worker) {
                            desks.push((worker, Scheduler::default()));
                        }
                        let (_, desk) = desks.iter_mut().find(|(other, _)| *other == worker).expect("a worker");
                        desk.hear(order);
                    }
                    _ => {}
                }
            }
            for (worker, desk) in &mut desks {
                while desk.busy() {
                    for word in desk.turn(&|| clock.replace(clock.get() + 1.0)) {
                        let word = Reply::read(&json::write(&word)).expect("a word");
                        self.hear(*worker, word);
                    }
                }
            }
        }
        orders
    }

    fn hear(&mut self, worker: u32, reply: Reply) {
        let events = self.store.hear(worker, reply, self.now, &mut self.effects);
        self.note(events);
    }

    fn note(&mut self, events: Vec<StoreEvent>) {
        for event in events {
            self.questions.note(event, &mut self.store, self.now, &mut self.effects);
        }
    }

    fn simulate(&mut self) {
        self.questions.simulate(&mut self.store, 0.0, &mut self.effects);
    }

    /// A step on the map: the link of the scenario that it leads to, if it does.
    fn walk(&mut self, action: MapAction) -> String {
        let taken = self.questions.walk(action, &self.scenario);
        taken.map_or_else(String::new, |taken| link::write(&taken))
    }

    fn settled(&self) -> bool {
        self.questions.settled(&self.store)
    }

    fn runs(&self) -> Vec<NetworkRun> {
        self.questions.runs.all(&self.store)
    }

    fn sheet(&self) -> DomPatch {
        let results = Results::of(self.scenario, &|| 0.0);
        self.questions.sheet(&self.scenario, &results, &self.store)
    }
}

fn parsed(fragment: &str) -> Scenario {
    let parsed = link::parse(fragment);
    assert!(parsed.problems.is_empty(), "{fragment}: {:?}", parsed.problems);
    parsed.scenario
}

const ANSWERS: [&str; 13] = [
    "query-load-said",
    "query-extreme-said",
    "query-bound",
    "query-cost-said",
    "query-matters",
    "query-map-said",
    "query-pareto-said",
    "query-networks",
    "query-simulate",
    "query-simulate-said",
    "channels-said",
    "channels-frame",
    "channels-table",
];

/// Performs an act of a script; returns the requests and the answers.
fn act(bench: &mut Bench, words: &[&str]) -> Told {
    let answer = match *words {
        ["ask", link] => {
            bench.ask(link);
            String::new()
        }
        // The workers work: the questions that they answer.
        ["work"] => bench.work().to_string(),
        ["simulate"] => {
            bench.simulate();
            String::new()
        }
        ["no-workers"] => {
            bench.hear(1, Reply::NotStarted("no workers here.".into()));
            String::new()
        }
        ["take"] => bench.walk(MapAction::Take),
        ["by", across, up] => bench.walk(MapAction::By(number(across), number(up))),
        ["along", by] => bench.walk(MapAction::Along(number(by))),
        ["near", across, up] => bench.walk(MapAction::Near(number(across), number(up))),
        _ => panic!("{words:?}"),
    };
    let over = bench.runs().iter().filter(|run| run.is_over()).count();
    let (sheet, channels) = (bench.sheet(), bench.questions.channel_sheet());
    let mark = bench
        .questions
        .mark()
        .map_or_else(String::new, |(load, target)| format!("{} at {}", significant(target, 4), significant(load, 4)));
    let mut told = vec![
        ("settled", bench.settled().to_string()),
        ("runs", format!("{over} of {}", bench.runs().len())),
        ("mark", mark),
    ];
    told.extend(ANSWERS.map(|id| (id, seen(&sheet, &[id]) + &seen(&channels, &[id]))));
    (answer, told)
}

#[test]
fn questions_are_asked_and_answered_while_their_tab_is_open() {
    let scripts = "
        nothing is asked before the tab is open: ask #k=4&flits=8&target=20&map=saturation; \
            ask #k=4&flits=8&target=20&map=saturation&tab=ask; work; ask #k=4&flits=8&target=20&map=saturation
        answers are sentences: ask #tab=ask&target=80&extreme=vcs&want=smallest; work
        # What matters here and which network will do depend on the load; which load has the target does not.
        what depends on a change is asked anew: ask #k=4&flits=8&tab=ask&target=20; work; ask #k=4&flits=8&tab=ask&target=20&load=0.003; \
            work; ask #k=4&flits=8&tab=ask&target=20&load=0.003&axis=log&heat=1; work; ask #k=4&flits=8&tab=ask&target=25&load=0.003; \
            work; ask #k=4&flits=8&tab=ask&target=25&load=0.003&asks=numbers; work
        a map of one key: ask #k=4&flits=8&tab=ask&map=saturation&x=vcs&y=vcs; work
        the map is walked by keys and a cell is taken over: ask #tab=ask&map=saturation&x=flits&y=vcs&asks=numbers&vcs=4; by 1 2; take; \
            by -99 -99; take
        # The nearest to the lower right corner costs most and carries least; another depth costs more without a cell being solved anew.
        the Pareto view is walked along its front: ask #tab=ask&map=saturation&x=flits&y=vcs&asks=numbers&front=buffers&depth=2; work; \
            along 1; along 99; take; along -1; take; along -99; take; near 1 0; take; \
            ask #tab=ask&map=saturation&x=flits&y=vcs&asks=numbers&front=buffers&depth=4; work
        a network that no model covers: ask #k=8&n=2&beta=0.1&routing=dimension-order&load=0.002&tab=ask&target=100&extreme=k\
            &want=largest&map=saturation&x=k&y=vcs&equal=pins; work
        # After another question the workers go on with the runs that are left.
        networks are simulated, stopped and gone on with: ask #tab=ask&equal=none&k=3&flits=8&cycles=1000; work; simulate; simulate; \
            work; simulate; ask #tab=ask&equal=none&k=3&flits=8&cycles=1000&target=50; work
        networks that are simulated without being asked: ask #tab=ask&equal=none&k=3&flits=8&cycles=1000&auto=1; work
        workers that never come: ask #tab=ask&target=80; no-workers
        the questions of a torus: ask #system=torus-broadcast&k=4&flits=8&tab=ask&target=1e-3&map=latency; work
        the questions of a cube: ask #system=kary-ncube&k=4&n=2&tab=ask&target=1e-3&map=latency; work
        the questions of circuits: ask #system=hypercube-mmpp&n=3&mmpps=2&tab=ask&target=1e-3&map=latency; work
        the questions of a hypercube: ask #system=hypercube-slotted&n=3&tab=ask&target=1e-3&map=latency; work
        the questions of a banyan: ask #system=banyan-multicast&n=4&tab=ask&target=1e-3&map=latency; work
        # The busiest first; at another load there are none until that is simulated.
        the channels of a torus: ask #v=2&k=4&flits=8&load=0.01&cycles=3000; ask #v=2&k=4&flits=8&load=0.01&cycles=3000&tab=data; work; \
            ask #v=2&k=4&flits=8&load=0.017&cycles=3000&tab=data&seed=4; ask #v=2&k=4&flits=8&load=0.01&cycles=3000
        the channels of a banyan: ask #v=2&system=banyan-multicast&n=3&fanout=2&load=0.5&cycles=3000&tab=data; work
        the channels of a large network: ask #v=2&system=kary-ncube&k=16&n=3&tab=data; work
    ";
    scripts::tell("questions", scripts, || Bench::new("#"), act);
    let mut bench = Bench::new("#tab=ask&target=80");
    bench.work();
    let load = explore::inverse::load_for(&explore::ours(&bench.scenario), 80.0).expect("a load").load;
    bench.sheet().tells("query-load-said", &format!("data-of=\"load={load}\""));
    assert_eq!(bench.questions.mark(), Some((load, 80.0)));
    assert_eq!(Map::of(&parsed("#tab=ask&map=saturation&x=load&y=vcs")), None);
    assert!(Map::of(&parsed("#tab=ask&map=latency&x=load&y=vcs")).is_some_and(|map| map.values((39, 0)).0 > 0.0));
}

#[test]
fn a_map_comes_coarse_first_and_its_cells_are_what_the_model_says() {
    let fragment = "#tab=ask&map=saturation&x=flits&y=vcs&asks=numbers";
    let mut map = Map::of(&parsed(fragment)).expect("a map");
    let (columns, rows) = map.size();
    assert_eq!((columns, rows), (40, 6));
    let passes = map.passes();
    let mut seen: Vec<_> = passes.iter().flat_map(|(_, cells)| cells).map(|cell| cell.number).collect();
    assert_eq!(passes[0].1[0].number, 0);
    // After the coarse cells there is something to show everywhere.
    let coarse: Vec<_> = passes
        .iter()
        .filter(|(pass, _)| *pass == 0)
        .flat_map(|(_, cells)| cells)
        .map(|cell| (cell.number, f64::from(cell.number) + 1.0))
        .map(|(number, value)| (number, Some(Mapped { value, limit: CurveLimit::Blocking })))
        .collect();
    map.take(&coarse);
    assert!((0..columns).all(|across| map.at((across, rows - 1)).is_some()));
    seen.sort_unstable();
    assert_eq!(seen, (0..(columns * rows) as u16).collect::<Vec<_>>(), "each cell once");
    let mut bench = Bench::new(fragment);
    bench.work();
    let map = bench.questions.map.as_ref().expect("a map");
    assert_eq!(map.part(), 1.0);
    for (across, up) in [(0, 0), (39, 5), (7, 3)] {
        let (flits, vcs) = map.values((across, up));
        let scenario = bench.scenario.set(Key::Flits, flits).set(Key::Vcs, vcs);
        let cell = map.numbers()[up][across].map(|cell| cell.value);
        assert_eq!(cell, Some(model::of(scenario.setup()).end().load));
    }
    let sheet = bench.sheet();
    sheet.tells("query-map-said", "The load at which the model ends lies between");
    assert!(sheet.said("query-picture").contains("class=\"contour\" d=\"M"));
    assert_eq!(map.contours().len(), 7);
}

#[test]
fn networks_of_as_many_nodes_have_links_that_open_them() {
    let mut bench = Bench::new("#tab=ask&equal=bisection&flits=32");
    bench.work();
    let said = bench.sheet().said("query-networks") + &bench.sheet().said("query-networks-table");
    assert!(said.contains("Among networks of 64 nodes with the same number of wires across the middle"), "{said}");
    for one in said.split("href=\"#").skip(1) {
        let link = one.split('"').next().expect("a link").replace("&amp;", "&");
        assert!(link::parse(&format!("#{link}")).problems.is_empty(), "{link}");
    }
}

#[test]
fn the_pareto_view_has_every_network_and_its_file_their_costs() {
    let link = "#tab=ask&map=saturation&x=flits&y=vcs&asks=numbers&front=buffers&depth=2";
    let mut bench = Bench::new(link);
    assert!(bench.sheet().said("query-pareto-box").is_empty());
    bench.work();
    let scenario = bench.scenario;
    let sheet = bench.sheet();
    // More virtual channels are paid for, shorter messages are not: the front is that of the shortest.
    let said = sheet.said("query-pareto-said");
    assert!(said.contains("of 240 networks") && said.contains("M costs nothing"), "{said}");
    assert!(
        said.contains("V = 3 and M = 1 (1536 flits of buffers") || said.contains("M = 1 and V = 3 (1536"),
        "{said}"
    );
    let front = bench.questions.front(&scenario).expect("a front");
    let (designs, best) = front.networks();
    assert_eq!((designs.len(), best), (240, pareto::front(designs, true).as_slice()));
    assert!(sheet.said("query-pareto").matches("class=\"best\"").count() == 1);
    assert_eq!(sheet.said("query-pareto-table").matches("<tr>").count(), 1 + best.len());
    // The file has the costs, and who is on the front.
    let results = Results::of(bench.scenario, &|| 0.0);
    let Some(Effect::Download { text, .. }) = bench.questions.file(&bench.scenario, &results, Separator::Comma) else {
        panic!("a file")
    };
    assert!(text.starts_with("flits,vcs,saturation,buffers,pins,bisection,front\n1,3,"), "{text}");
    assert_eq!(text.lines().filter(|line| line.ends_with(",1")).count(), best.len());
    let decimal = bench.questions.file(&bench.scenario, &results, Separator::Semicolon);
    let expected = text.replace(',', ";").replace('.', ",");
    assert!(matches!(decimal, Some(Effect::Download { text, .. }) if text == expected));
    // The nearest to the lower right corner costs most and carries least.
    bench.questions.walk(MapAction::Near(1.0, 0.0), &scenario);
    let worst = bench.questions.walk(MapAction::Take, &scenario).expect("a scenario");
    assert_eq!((worst.get(Key::Flits), worst.get(Key::Vcs)), (128.0, 8.0));
}

/// The simulated points of a comparison, by network and load.
fn simulated(bench: &Bench) -> Vec<(usize, f64, Option<compare::MeasuredPoint>)> {
    bench.runs().iter().map(|run| (run.network, run.load, run.measured)).collect()
}

#[test]
fn compared_networks_are_simulated_in_the_units_of_the_comparison() {
    let link = "#tab=ask&equal=pins&k=4&flits=8&cycles=2000&seed=3";
    let mut bench = Bench::new(link);
    bench.work();
    assert!(simulated(&bench).is_empty() && bench.sheet().said("query-simulate") == "Simulate these networks");
    bench.simulate();
    assert!(!bench.settled() && bench.sheet().said("query-simulate") == "Stop");
    bench.work();
    assert!(bench.settled());
    let networks = compare::of(&bench.scenario, 16, Equal::Pins, Reading::Flow).networks;
    let all = simulated(&bench);
    assert_eq!(all.len(), networks.iter().map(|network| network.sweep.len()).sum::<usize>());
    for (place, network) in networks.iter().enumerate() {
        assert_eq!((network.scenario.count(Key::Cycles), network.scenario.count(Key::Seed)), (2_000, 3));
        for planned in &network.sweep {
            // As the command line simulates it.
            let alone = experiment::simulated(&planned.scenario).expect("it is simulated");
            let expected = compare::measured(&planned.scenario, network.flits, &alone);
            let found = all.iter().find(|(other, load, _)| (*other, *load) == (place, planned.load));
            assert_eq!(found.expect("a run").2, Some(expected), "{} at {}", network.name, planned.load);
        }
    }
    let (drawn, said) = (bench.sheet().said("query-networks"), bench.sheet().said("query-runs-table"));
    assert!(drawn.contains("<circle") && said.contains(" ± ") && said.contains("saturated"), "{drawn} {said}");
    assert_eq!(bench.sheet().said("query-simulate-said"), format!("{0} of {0} loads are simulated.", all.len()));
    assert_eq!(bench.sheet().said("query-simulate"), "Simulate again");
    // Another question keeps the simulated points; other networks drop them.
    bench.ask(&format!("{link}&target=50"));
    bench.work();
    assert_eq!(simulated(&bench), all);
    // So does a look at another tab.
    bench.ask(&link.replace("tab=ask", "tab=data"));
    assert_eq!(bench.sheet(), DomPatch::default());
    bench.ask(link);
    assert!(bench.work() > 0 && simulated(&bench) == all);
    bench.ask(&link.replace("pins", "bisection"));
    bench.work();
    assert!(simulated(&bench).is_empty());
}

#[test]
fn what_each_channel_carries_is_what_a_run_alone_counts() {
    for fragment in [
        "#v=2&system=torus-broadcast&k=4&flits=8&load=0.01&cycles=3000",
        "#v=2&system=hypercube-mmpp&n=3&flits=8&load=0.02&cycles=3000",
        "#v=2&system=hypercube-slotted&n=3&load=0.1&cycles=3000",
        "#v=2&system=banyan-multicast&n=3&fanout=2&load=0.5&cycles=3000",
    ] {
        let mut bench = Bench::new(&format!("{fragment}&tab=data"));
        assert_eq!(bench.work(), 1);
        let plan = experiment::plan(&bench.scenario);
        let mut alone = experiment::Runs::some(bench.scenario, plan, 0..1, true).expect("it can be simulated");
        while !alone.advance(100).expect("no law is broken") {}
        let uses: Vec<_> = alone.channels().iter().map(|channel| channel.parts().2).collect();
        let table = bench.questions.channel_sheet().said("channels-table");
        assert_eq!(table.matches("<tr>").count(), uses.len() + 1);
        let results = Results::of(bench.scenario, &|| 0.0);
        let Some(Effect::Download { name, text, .. }) = bench.questions.channel_file(&results, Separator::Comma) else {
            panic!("a file")
        };
        assert!(name.starts_with("channels-flitscope-"), "{name}");
        let read: Vec<f64> = text.lines().skip(1).filter_map(|line| line.rsplit(',').next()?.parse().ok()).collect();
        assert_eq!(read, uses);
        let decimal = bench.questions.channel_file(&results, Separator::Semicolon);
        let expected = text.replace(',', ";").replace('.', ",");
        assert!(matches!(decimal, Some(Effect::Download { text, .. }) if text == expected));
    }
}
