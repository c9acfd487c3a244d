//! Small pictures of the steps of lessons, for paper: the network as the player shows it, or the axes of its curves.

use crate::{
    player::{
        Drawing,
        paint::svg::{self, Svg},
    },
    prelude::*,
};
use flitscope::lesson::{LessonStep, Question};
use flitscope_show::animation::{self};

/// Its size, in units of its own.
const SIZE: (f64, f64) = (160.0, 90.0);

/// By how much a stage is larger that is drawn so small.
const SMALLER: f64 = 2.0;

const MARGIN: f64 = 6.0;

const MOST_LINKS: usize = 300;

/// The cycle of an animation whose link names none: messages are under way, and nothing is decided yet.
const CYCLE: u32 = 4;

const MOST_CYCLES: u32 = 400;

/// Places of the load axis that have a number, where a curve is to be drawn by hand.
const PLACES: usize = 5;

/// The network as a step asks about it, or the axes over which a curve is to be drawn; nothing where the network cannot be drawn so small.
pub(crate) fn of_step(step: &LessonStep) -> Markup {
    match &step.question {
        Question::Draw { loads, top, .. } => axes(&step.asked, *loads, *top),
        _ => network(&step.asked).unwrap_or_else(|| html! {}),
    }
}

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
    let drawing = Drawing::plain(layout, frame, (width, corner), size);
    let svg = Svg::default();
    svg::frame(&svg, &drawing, &Palette::read(|name| ["var(--", name, ")"].concat()), SIZE.0);
    html! { (PreEscaped(svg.into_text().replacen("<svg", "<svg class=\"thumbnail\" aria-hidden=\"true\"", 1))) }
}

/// Axes with numbers, up to a load and a value.
fn axes(scenario: &Scenario, loads: f64, top: f64) -> Markup {
    let (left, bottom, right) = (22.0, SIZE.1 - 14.0, SIZE.0 - 12.0);
    let info = model::start(scenario.setup()).info();
    html! {
        svg.thumbnail viewBox={ "0 0 " (SIZE.0) " " (SIZE.1) } aria-hidden="true" {
            path d={ "M" (left) " " (MARGIN) "V" (bottom) "H" (right) } fill="none" stroke="var(--control)" {}
            @for place in 1..=PLACES {
                @let part = place as f64 / PLACES as f64;
                @let across = one(left + (right - left) * part);
                path d={ "M" (across) " " (MARGIN) "V" (bottom) } stroke="var(--grid)" {}
                text x=(across) y=(bottom + 9.0) text-anchor="middle" { (significant(loads * part, 2)) }
            }
            @for half in [0.0, 0.5, 1.0] {
                text x=(left - 2.0) y=(one(bottom - (bottom - MARGIN) * half + 2.0)) text-anchor="end" { (significant(top * half, 2)) }
            }
            text x=(left + 1.0) y="4.5" { (info.quantity) ", " (info.unit) }
            @if let Some(row) = scenario.system().param(Key::Load) { text x=(right) y=(bottom - 3.0) text-anchor="end"
                { "load " (row.symbol) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_animation_shows_what_is_on_its_way() {
        let scene = link::parse(
            "v=2&system=banyan-multicast&n=4&fanout=8&from=5&to=0,3,6,11,13&seed=16&cycle=4&scene=multicast",
        );
        let picture = network(&scene.scenario).expect("it is small").into_string();
        let copies = picture.lines().filter(|line| line.contains("stroke=\"var(--worm)\"") && line.contains('M'));
        assert!(copies.count() > 2 && picture.contains("var(--node)"), "{picture}");
    }

    #[test]
    fn axes_to_draw_upon_are_those_of_the_question() {
        let scene = link::parse("v=2&system=kary-ncube&k=8&n=3&flits=32&load=0.0018").scenario;
        let picture = axes(&scene, 0.004, 150.0).into_string();
        assert_eq!(picture.matches("<text").count(), 10, "{picture}");
        assert!(picture.contains(">0.0040<") && picture.contains(">150<"), "{picture}");
        assert!(picture.contains(">latency, cycles<") && picture.contains(">load λ<"), "{picture}");
    }
}
