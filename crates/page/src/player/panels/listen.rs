//! The arrivals made audible: clicks on three time scales, drawn as ticks for those who do not hear. Nothing is drawn before the part is opened, and nothing
//! plays before it is asked for.

use crate::dom::{effect::Effect, patch::DomPatch};
use flitscope::text::percent;
use flitscope_show::animation::clicks::{ClickScale, ClickSubject, Clicks, SECONDS, scale_in_words};
use maud::{Markup, html};

/// The part of the page that is opened.
pub(crate) const PART: &str = "listen-box";

/// Milliseconds of sampling per picture.
const BUDGET: f64 = 6.0;

/// Arrivals drawn between two looks at the clock.
const SLICE: u32 = 2000;

/// The width of a line of ticks, in units of its drawing.
const ACROSS: f64 = 600.0;

/// The state of the clicks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listening {
    clicks: Option<Clicks>,
    /// The source and the scale that plays.
    plays: Option<(usize, usize)>,
}

impl Listening {
    /// True if pictures must go on coming.
    pub(crate) fn is_busy(&self) -> bool {
        self.clicks.as_ref().is_some_and(|clicks| !clicks.ended())
    }

    /// Draws a little more of the `wanted` clicks. Clicks of another subject stop.
    pub(crate) fn tick(&mut self, wanted: Option<ClickSubject>, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
        if wanted != self.clicks.as_ref().map(|clicks| *clicks.subject()) {
            self.clicks = wanted.map(Clicks::new);
            self.stop(effects);
        }
        let Some(clicks) = self.clicks.as_mut().filter(|clicks| !clicks.ended()) else { return };
        let start = clock();
        while !clicks.advance(SLICE) && clock() - start < BUDGET {}
    }

    /// Plays a source on a scale, as `source-scale`, or stops it if that plays.
    pub(crate) fn toggle(&mut self, of: &str, effects: &mut Vec<Effect>) {
        let asked = of.split_once('-').and_then(|(source, scale)| Some((source.parse().ok()?, scale.parse().ok()?)));
        let before = self.plays;
        self.stop(effects);
        let scale = asked.filter(|asked| before != Some(*asked)).and_then(|(source, scale)| self.scale(source, scale));
        if let Some(scale) = scale.cloned() {
            self.plays = asked;
            effects.push(Effect::Play(scale));
        }
    }

    pub(crate) fn ended(&mut self) {
        self.plays = None;
    }

    fn stop(&mut self, effects: &mut Vec<Effect>) {
        if self.plays.take().is_some() {
            effects.push(Effect::Silence);
        }
    }

    fn scale(&self, source: usize, scale: usize) -> Option<&ClickScale> {
        self.clicks.as_ref().filter(|clicks| clicks.ended())?.sources().nth(source)?.1.get(scale)
    }

    /// The part, with its lines once all are drawn. `there`: the scenario has arrivals.
    pub(crate) fn sheet(&self, there: bool) -> DomPatch {
        let mut sheet = DomPatch::default();
        sheet.show(PART, there);
        let Some(clicks) = self.clicks.as_ref().filter(|clicks| clicks.ended()) else { return sheet };
        sheet.text("listen-note", clicks.caption()).markup("listen-lines", lines(clicks));
        for (source, (_, scales)) in clicks.sources().enumerate() {
            for scale in 0..scales.len() {
                let (id, plays) = (format!("listen-{source}-{scale}"), self.plays == Some((source, scale)));
                sheet.text(id, if plays { "■ Stop" } else { "▶ Listen" });
            }
        }
        sheet
    }
}

fn lines(clicks: &Clicks) -> Markup {
    let scales = clicks.sources().next().map_or(0, |(_, scales)| scales.len());
    html! {
        @for scale in 0..scales {
            @for (source, (name, all)) in clicks.sources().enumerate() {
                @if source == 0 { h3 { (scale_in_words(all[scale].arrivals)) } }
                div.clicks {
                    button type="button" id={ "listen-" (source) "-" (scale) } data-do="listen" data-of={ (source) "-" (scale) }
                        aria-describedby={ "clicks-" (source) "-" (scale) } { "▶ Listen" }
                    (ticks(&all[scale]))
                    p.muted id={ "clicks-" (source) "-" (scale) } { (said(name, &all[scale])) }
                }
            }
        }
    }
}

/// A tick for each click.
fn ticks(scale: &ClickScale) -> Markup {
    let path: String =
        scale.clicks.iter().map(|click| format!("M{:.1} 2V18", click / f64::from(SECONDS) * ACROSS)).collect();
    html! {
        svg viewBox=(format!("0 0 {ACROSS} 20")) preserveAspectRatio="none" aria-hidden="true" { path d=(path) vector-effect="non-scaling-stroke" {} }
    }
}

/// "Poisson: 8, 7, 9, 8, 8, 8 clicks in the 6 seconds; gaps vary by 10 %."
fn said(name: &str, scale: &ClickScale) -> String {
    let counts: Vec<String> = scale.by_second().iter().map(ToString::to_string).collect();
    let gaps = scale.unevenness().map_or_else(String::new, |part| format!("; gaps vary by {}", percent(part, 2)));
    format!("{name}: {} clicks in the {SECONDS} seconds{gaps}.", counts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope::scenario::link;

    fn subject(fragment: &str) -> Option<ClickSubject> {
        ClickSubject::of(&link::parse(fragment).scenario, 0).and_then(Result::ok)
    }

    fn listening(fragment: &str) -> Listening {
        let mut listening = Listening::default();
        while listening.clicks.is_none() || listening.is_busy() {
            listening.tick(subject(fragment), &|| 0.0, &mut Vec::new());
        }
        listening
    }

    #[test]
    fn nothing_plays_before_it_is_asked_for_and_a_second_click_stops_it() {
        let (mut listening, mut effects) = (listening("#v=2&system=hypercube-mmpp"), Vec::new());
        listening.tick(subject("#v=2&system=hypercube-mmpp"), &|| 0.0, &mut effects);
        assert!(effects.is_empty(), "{effects:?}");
        listening.toggle("0-1", &mut effects);
        assert!(matches!(&effects[..], [Effect::Play(scale)] if scale.arrivals == 100), "{effects:?}");
        assert_eq!(listening.sheet(true).said("listen-0-1"), "■ Stop");
        effects.clear();
        listening.toggle("1-2", &mut effects);
        assert!(matches!(&effects[..], [Effect::Silence, Effect::Play(scale)] if scale.arrivals == 10_000));
        effects.clear();
        listening.toggle("1-2", &mut effects);
        assert_eq!(effects, [Effect::Silence]);
        assert_eq!(listening.sheet(true).said("listen-1-2"), "▶ Listen");
        effects.clear();
        for nonsense in ["", "7-1", "0-9", "x-y"] {
            listening.toggle(nonsense, &mut effects);
        }
        assert!(effects.is_empty());
    }

    #[test]
    fn the_picture_says_what_is_heard() {
        let listening = listening("#v=2&system=hypercube-mmpp");
        let lines = listening.sheet(true).said("listen-lines");
        assert_eq!((lines.matches("<svg").count(), lines.matches("data-do=\"listen\"").count()), (6, 6));
        let scale = listening.scale(0, 2).expect("a scale");
        assert!(lines.contains(&said("this node", scale)), "{lines}");
        assert_eq!(ticks(scale).into_string().matches('M').count(), scale.clicks.len());
        let poisson = self::listening("#v=2&system=kary-ncube").sheet(true).said("listen-lines");
        assert_eq!(poisson.matches("<svg").count(), 3, "its nodes are Poisson sources");
    }

    #[test]
    fn what_plays_stops_when_the_traffic_changes() {
        let mut listening = listening("#v=2&system=hypercube-mmpp");
        let mut effects = Vec::new();
        listening.toggle("0-0", &mut effects);
        effects.clear();
        listening.tick(subject("#v=2&system=hypercube-mmpp&hurst=0.9"), &|| 0.0, &mut effects);
        assert_eq!(effects, [Effect::Silence]);
        listening.tick(None, &|| 0.0, &mut effects);
        assert!(!listening.is_busy() && listening.sheet(false).shows(PART) == Some(false));
    }
}
