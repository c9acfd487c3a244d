//! The first scene: the curves of the papers and the load, before the rest of the page has come.

use crate::{
    chart::curves::Curves,
    dom::palette::Palette,
    jobs::simulation::{Host, Simulation},
    results::Results,
};
use flitscope::{
    chart::{Chart, LimitLine},
    model,
    param::Key,
    scenario::{Reading, link},
};

/// The scene of an address, as far as it is seen first.
pub struct FirstScene {
    results: Results,
    simulation: Simulation,
}

impl FirstScene {
    /// The first curve for the fragment of an address. `None` if it is not a paper's: in a lesson, in a comparison, where the numbers
    /// come from a model of our own, and where no model covers the network.
    pub fn of(fragment: &str) -> Option<Self> {
        let scenario = link::parse(fragment).scenario;
        let plain = scenario.is_default(Key::Lesson) && scenario.pins().all().is_empty();
        if !plain || scenario.reading() == Reading::Flow || model::uncovered(scenario.setup()).is_some() {
            return None;
        }
        let host = Host { build: String::new(), epoch: 0.0, cores: 1, sparing: true };
        let simulation = Simulation::new(scenario, host, &mut Vec::new());
        Some(Self { results: Results::of_papers(scenario), simulation })
    }

    /// The chart, with the load that is shown.
    pub fn chart(&self, palette: &Palette) -> Chart {
        let mut chart = Curves::default().chart_as_it_stands(&self.results, &self.simulation, palette);
        let at = self.load();
        chart.limits.insert(0, LimitLine { at, label: String::new(), colour: palette.colour("operating") });
        chart
    }

    /// The load that is shown.
    pub fn load(&self) -> f64 {
        self.results.scenario.get(Key::Load)
    }

    /// The last load of the axis, and the step of the load as decimals.
    pub fn reach(&self) -> (f64, String) {
        (self.results.load_end(), self.results.load_step())
    }

    /// Shows another load.
    pub fn show(&mut self, load: f64) {
        self.results.scenario = self.results.scenario.set(Key::Load, load);
    }

    /// The load and the paper's prediction at it, in words.
    pub fn words(&self) -> String {
        let load = self.results.load_words(self.load());
        let measures = self.results.main_curve().and_then(|curve| curve.model.measures(self.load()));
        match measures {
            Some(measures) => format!("{load}: {}", self.results.words(&measures, 4)),
            None => format!("{load}: the paper’s model has no solution"),
        }
    }

    /// The fragment of the scene that is shown.
    pub fn fragment(&self) -> String {
        link::write(&self.results.scenario)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope::{
        model,
        scenario::{Scenario, System},
    };

    #[test]
    fn its_curves_are_those_of_the_papers_on_the_page() {
        for &system in System::ALL {
            let scenario = Scenario::new(system);
            let first = FirstScene::of(&link::write(&scenario)).expect("a paper's curve");
            let page = Results::of(scenario, &|| 0.0);
            let lines = |results: &Results| {
                let papers = results.curves.iter().filter(|curve| curve.of_paper());
                papers.map(|curve| (curve.reading, curve.lines.clone())).collect::<Vec<_>>()
            };
            assert_eq!(lines(&first.results), lines(&page), "{system:?}");
            let measures = model::of(scenario.setup()).measures(first.load()).expect("a load with a solution");
            assert!(first.words().ends_with(&page.words(&measures, 4)), "{system:?}: {}", first.words());
            let chart = first.chart(&Palette::light());
            assert_eq!(chart.limits[0].at, first.load());
            assert!(chart.series.iter().all(|series| !series.points.is_empty()), "{system:?}");
        }
    }

    #[test]
    fn another_load_is_shown_and_stands_in_the_address() {
        let mut first = FirstScene::of("#v=2&k=6&load=0.002").expect("a paper's curve");
        let (end, step) = first.reach();
        assert!(first.load() < end && step.parse::<f64>().is_ok_and(|step| step > 0.0 && step < end / 100.0));
        first.show(0.003);
        let scene = link::parse(&first.fragment()).scenario;
        assert_eq!((scene.get(Key::Load), scene.count(Key::K)), (0.003, 6));
        assert!(first.words().starts_with("λ = 0.00300: "), "{}", first.words());
        first.show(end);
        assert!(first.words().ends_with("has no solution"), "{}", first.words());
    }

    #[test]
    fn what_needs_the_whole_page_has_none() {
        for fragment in ["#v=2&lesson=past-the-end", "#v=2&reading=flow", "#v=2&pin=k:4"] {
            assert!(FirstScene::of(fragment).is_none(), "{fragment}");
        }
        assert!(FirstScene::of("#load=x&nonsense").is_some(), "problems are for the page to say");
    }
}
