//! The numbers of two lessons on one message and on one ring are those of their animations.

use flitscope::{
    lesson::{self, LessonStep},
    param::Key,
};
use flitscope_show::animation::{self, Animation};

/// The first step of a lesson, and its animation up to the hundredth cycle after a cycle.
fn first(slug: &str, cycle: u32) -> (LessonStep, Box<dyn Animation>) {
    let step = lesson::of(slug).expect("a lesson").steps[0].clone();
    let mut animation = animation::of(&step.scene()).expect("it can be drawn");
    while animation.recorded() < cycle + 100 {
        animation.advance(100);
    }
    (step, animation)
}

#[test]
fn the_circle_closes_soon_after_the_moment_that_comes_with_the_answer() {
    let cycle = 3200;
    let (step, mut ring) = first("deadlock", cycle);
    assert!(ring.frame(cycle + 100, None).circle.len() > 1 && ring.frame(cycle, None).circle.is_empty());
    let since = step.cause.split(|c: char| !c.is_ascii_digit()).find_map(|number| number.parse().ok());
    assert_eq!(step.asked.count(Key::Cycle), cycle);
    assert!(since.is_some_and(|since| (cycle..cycle + 100).contains(&since)), "{}", step.cause);
}
