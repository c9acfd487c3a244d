//! The claims of a lesson, computed: its numbers, its marks, and the changes of its task. The reader of files has no part in it.

use super::{
    Lesson, Mistake,
    claim::{self, Claim},
    world::World,
};

/// The claims of numbers that do not hold, with the values that do.
pub fn wrong(lesson: &Lesson, most: f64) -> Vec<(Claim, String)> {
    let world = World::new(&lesson.scenes, &lesson.runs, most);
    let computed = lesson.claims.iter().filter_map(|claim| Some((claim.clone(), claim.computed(&world).ok()?)));
    computed.filter(|(claim, value)| claim.printed != *value).collect()
}

/// A text with the computed numbers in place of those that differ, in the claim and in the lines above it up to the heading.
pub fn filled_in(text: &str, lesson: &Lesson, most: f64) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (claim, value) in wrong(lesson, most) {
        let line = claim.line - 1;
        let begin = (0..line).rev().find(|at| lines[*at].starts_with('#')).unwrap_or(0);
        for (at, text) in lines.iter_mut().enumerate().take(claim.line).skip(begin) {
            // Another claim may print the same number.
            if at == line || !text.starts_with("<!--") {
                *text = claim::replaced(text, &claim.printed, &value);
            }
        }
    }
    lines.join("\n") + "\n"
}

/// Checks everything that a lesson claims: numbers, marks, and the changes of its task.
pub fn check(lesson: &Lesson, most: f64) -> Vec<Mistake> {
    let world = World::new(&lesson.scenes, &lesson.runs, most);
    let mut mistakes = Vec::new();
    for claim in &lesson.claims {
        match claim.computed(&world) {
            Ok(value) if value == claim.printed => {}
            Ok(value) => mistakes
                .push(Mistake::new(claim.line, format!("\"{}\" stands here, and it is {value}.", claim.printed))),
            Err(sentence) => mistakes.push(Mistake::new(claim.line, sentence)),
        }
    }
    for (step, line, expression) in &lesson.marks {
        let marked = lesson.steps.get(*step).map_or(f64::NAN, |step| step.question.right());
        match world.number(expression) {
            Ok(place) if place == marked + 1.0 => {}
            Ok(place) => mistakes
                .push(Mistake::new(*line, format!("option {} is marked; this line computes {place}.", marked + 1.0))),
            Err(sentence) => mistakes.push(Mistake::new(*line, sentence)),
        }
    }
    if let Some(task) = &lesson.task {
        for offer in &task.offers {
            match task.changed(&task.scene, &offer.change).map(|scene| task.holds(lesson, &scene)) {
                Some(Ok(solved)) if solved == offer.right => {}
                Some(Ok(_)) => {
                    let (marked, is) = if offer.right {
                        ("is marked as a solution", "false")
                    } else {
                        ("is not marked as a solution", "true")
                    };
                    mistakes.push(Mistake::new(
                        offer.line,
                        format!("\"{}\" {marked}, and solved is {is} for it.", offer.change),
                    ));
                }
                Some(Err(sentence)) => mistakes.push(Mistake::new(offer.line, sentence)),
                None => mistakes.push(Mistake::new(offer.line, format!("{} cannot be put here.", offer.change))),
            }
        }
    }
    mistakes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::read;

    #[test]
    fn the_rule_of_a_task_makes_no_run() {
        let text = include_str!("../../lessons/random.md");
        let ours = "here.routing == \"valiant\"";
        for (rule, wrong) in [(ours, false), ("stable(here)", true), ("simulate(here).latency < 50", true)] {
            let (lesson, mistakes) = read(text.replace(ours, rule).as_bytes());
            assert!(mistakes.is_empty(), "{mistakes:?}");
            let said: Vec<_> = check(&lesson, 0.0).iter().map(Mistake::to_string).collect();
            assert_eq!(said.iter().any(|said| said.contains("rule of a task makes no run")), wrong, "{rule}: {said:?}");
        }
    }
}
