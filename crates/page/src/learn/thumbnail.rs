//! Small pictures of scenarios, for cards and for paper: the network as the player shows it, or the curves as the chart does, in as few lines as say what it is.

use crate::{
    dom::{palette::Palette, swatch},
    player::{
        Drawing,
        paint::svg::{self, Svg},
    },
    results::{ABOVE, TIMES_IDLE, setups},
};
use flitscope::{
    lesson::{LessonStep, Question},
    model::{self, Model, Outcome},
    param::Key,
    scenario::{Reading, Scenario, preset},
    text::significant,
};
use flitscope_show::animation::{
    self,
    frame::{Frame, Layout},
};
use maud::{Markup, PreEscaped, html};

/// Its size, in units of its own.
const SIZE: (f64, f64) = (160.0, 90.0);

/// By how much a stage is larger that is drawn so small.
const SMALLER: f64 = 2.0;

/// The margin around the drawing.
const MARGIN: f64 = 6.0;

/// The most links that stay legible at this size.
const MOST_LINKS: usize = 300;

/// The cycle of an animation whose link names none: messages are under way, and nothing is decided yet.
const CYCLE: u32 = 4;

/// Cycles that are recorded for a picture at most.
const MOST_CYCLES: u32 = 400;

const POINTS: usize = 24;

/// The room of the axes beyond the last end and above all values, relative to these. For a curve to be drawn by hand it is so large that the axes do not give the end away.
const BEYOND: f64 = 1.1;
const TO_DRAW: (f64, f64) = (1.4, 1.3);

/// Places of the load axis that have a number, where a curve is to be drawn by hand.
const PLACES: usize = 5;

/// The picture of a scenario.
pub(crate) fn of(scenario: &Scenario) -> Markup {
    let network = if preset::shows_animation(scenario) { network(scenario) } else { None };
    network.unwrap_or_else(|| curves(scenario, true))
}

/// The network as a step asks about it; the axes alone where a curve is to be drawn, or where the network cannot be drawn so small.
pub(crate) fn of_step(step: &LessonStep) -> Markup {
    let scene = step.asked;
    let network = if matches!(step.question, Question::Draw { .. }) { None } else { network(&scene) };
    network.unwrap_or_else(|| curves(&scene, false))
}

/// A length to a tenth.
fn one(length: f64) -> String {
    format!("{length:.1}")
}

/// The network at the cycle of a scenario; none where it cannot be drawn so small.
fn network(scenario: &Scenario) -> Option<Markup> {
    let mut animation = animation::of(scenario).ok()?;
    if animation.layout().links.len() > MOST_LINKS {
        return None;
    }
    let cycle = if scenario.count(Key::Cycle) > 0 { scenario.count(Key::Cycle) } else { CYCLE }.min(MOST_CYCLES);
    let (mut left, step) = (MOST_CYCLES, 8);
    while left > 0 && !(animation.ready() && (animation.ended() || animation.recorded() >= cycle)) {
        animation.advance(step);
        left -= step;
    }
    let mut now = animation.frame(cycle, None);
    // The label of the message that is followed would hide the network.
    now.followed.iter_mut().for_each(|followed| followed.title.clear());
    Some(drawn(animation.layout(), &now))
}

/// The stage in small, in the colours of the page.
fn drawn(layout: &Layout, frame: &Frame) -> Markup {
    let size = (SMALLER * SIZE.0, SMALLER * SIZE.1);
    let width = (size.0 - 2.0 * MARGIN).min((size.1 - 2.0 * MARGIN) / layout.height.max(1e-6));
    let corner = (0.5 * (size.0 - width), 0.5 * (size.1 - width * layout.height));
    let drawing = Drawing {
        layout,
        frame,
        picked: None,
        usage: false,
        lit: None,
        laid: (width, corner),
        size,
        overview: None,
        number: 1,
    };
    let svg = Svg::default();
    svg::frame(&svg, &drawing, &Palette::read(|name| ["var(--", name, ")"].concat()), SIZE.0);
    html! { (PreEscaped(svg.into_text().replacen("<svg", "<svg class=\"thumbnail\" aria-hidden=\"true\"", 1))) }
}

/// The curves of a scenario, or their axes alone. Those that take longer to solve than a picture are left out.
fn curves(scenario: &Scenario, shown: bool) -> Markup {
    let readings: Vec<_> = scenario.shown().into_iter().filter(|reading| *reading != Reading::Flow).collect();
    let readings = if readings.is_empty() { scenario.shown() } else { readings };
    let models: Vec<(Reading, Box<dyn Model>)> = setups(scenario.setup(), readings)
        .into_iter()
        .map(|(reading, setup)| (reading, model::start(&setup)))
        .collect();
    let last = models.iter().map(|(_, model)| model.end().load).fold(0.0, f64::max);
    let lines: Vec<_> = models.iter().map(|(reading, model)| (*reading, model.curves(POINTS))).collect();
    let most = |(_, model): &(Reading, Box<dyn Model>)| match (model.end().value, model.idle()) {
        (None, Some(idle)) => TIMES_IDLE * idle,
        _ => f64::INFINITY,
    };
    let most = models.iter().map(most).fold(f64::INFINITY, f64::min);
    let values = lines.iter().flat_map(|(_, lines)| lines).flatten().map(|(_, value)| value.min(most));
    let (beyond, above) = if shown { (BEYOND, ABOVE) } else { TO_DRAW };
    let highest = above * values.fold(0.0, f64::max);
    let (left, bottom) = (if shown { MARGIN } else { 22.0 }, SIZE.1 - if shown { MARGIN } else { 14.0 });
    let right = SIZE.0 - if shown { MARGIN } else { 12.0 };
    let (across, up) = (right - left, bottom - MARGIN);
    let x = |load: f64| left + across * load / (beyond * last);
    let y = |value: f64| bottom - up * value / highest;
    let line = |points: &[(f64, f64)]| {
        let inside = points.iter().take_while(|(_, value)| *value <= highest);
        let drawn = inside.enumerate().map(|(index, (load, value))| {
            format!("{}{:.1} {:.1}", if index == 0 { 'M' } else { 'L' }, x(*load), y(*value))
        });
        drawn.collect::<String>()
    };
    let load = scenario.get(Key::Load);
    let dot = models.first().and_then(|(_, model)| match model.point(load) {
        Outcome::Stable(point) => point.measures.first().copied(),
        _ => None,
    });
    html! {
        svg.thumbnail viewBox={ "0 0 " (SIZE.0) " " (SIZE.1) } aria-hidden="true" {
            path d={ "M" (left) " " (MARGIN) "V" (bottom) "H" (right) } fill="none" stroke="var(--control)" {}
            @if shown {
                @for (reading, lines) in lines.iter().rev() {
                    @for points in lines {
                        path d=(line(points)) fill="none" stroke={ "var(--" (reading.key()) ")" } stroke-width="1.6" stroke-linecap="round" stroke-dasharray=[swatch::dashes(swatch::dash(*reading))] {}
                    }
                }
                @if let Some(value) = dot.filter(|value| *value <= highest) {
                    circle cx=(one(x(load))) cy=(one(y(value))) r="3" fill="var(--operating)" {}
                }
            } @else {
                @for place in 1..=PLACES {
                    @let at = beyond * last * place as f64 / PLACES as f64;
                    @let across = one(x(at));
                    path d={ "M" (across) " " (MARGIN) "V" (bottom) } stroke="var(--grid)" {}
                    text x=(across) y=(bottom + 9.0) text-anchor="middle" { (significant(at, 2)) }
                }
                @for half in [0.0, 0.5, 1.0] {
                    @let value = highest * half;
                    text x=(left - 2.0) y=(one(y(value) + 2.0)) text-anchor="end" { (significant(value, 2)) }
                }
                @if let (Some((_, model)), Some(row)) = (models.first(), scenario.system().param(Key::Load)) {
                    text x=(left + 1.0) y="4.5" { (model.info().quantity) ", " (model.info().unit) }
                    text x=(right) y=(bottom - 3.0) text-anchor="end" { "load " (row.symbol) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope::scenario::link;

    fn said(fragment: &str) -> String {
        of(&link::parse(fragment).scenario).into_string()
    }

    #[test]
    fn every_scene_has_a_picture_in_which_every_number_is_one() {
        for preset in preset::all() {
            let picture = of(&preset.scenario()).into_string();
            assert!(!picture.contains("NaN") && !picture.contains("inf"), "{}: {picture}", preset.title);
            assert!(picture.contains("d=\"M") && picture.len() < 80_000, "{}: {}", preset.title, picture.len());
            let network = picture.contains("<g ");
            assert!(!network || preset.is_animation(), "{}", preset.title);
        }
    }

    #[test]
    fn a_curve_has_the_line_of_its_reading_and_its_end() {
        let picture = said("v=2&system=kary-ncube&k=8&n=3&flits=32&load=0.0018&show=printed,corrected,average");
        for reading in ["printed", "corrected", "average"] {
            assert_eq!(picture.matches(&format!("var(--{reading})")).count(), 1, "{picture}");
        }
        assert!(picture.contains("r=\"3\""), "the load shown");
        let picture = said("v=2&system=kary-ncube&k=8&n=3&flits=32&load=0.004");
        assert!(!picture.contains("r=\"3\""), "there is no solution at that load: {picture}");
    }

    #[test]
    fn an_animation_shows_what_is_on_its_way() {
        let picture =
            said("v=2&system=banyan-multicast&n=4&fanout=8&from=5&to=0,3,6,11,13&seed=16&cycle=4&scene=multicast");
        let copies = picture.lines().filter(|line| line.contains("stroke=\"var(--worm)\"") && line.contains('M'));
        assert!(copies.count() > 2 && picture.contains("var(--node)"), "{picture}");
    }

    #[test]
    fn axes_to_draw_upon_have_numbers_and_no_curve() {
        let picture =
            curves(&link::parse("v=2&system=kary-ncube&k=8&n=3&flits=32&load=0.0018").scenario, false).into_string();
        assert!(!picture.contains("var(--printed)") && picture.matches("<text").count() == 10, "{picture}");
        assert!(picture.contains(">0.0033<") && !picture.contains(">0.0024<"), "well beyond its end: {picture}");
        assert!(picture.contains(">latency, cycles<") && picture.contains(">load λ<"), "{picture}");
    }
}
