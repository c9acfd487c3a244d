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
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    for (claim, value) in wrong(lesson, most) {
        let line = claim.line - 1;
        let begin = (0..line).rev().find(|at| lines[*at].starts_with('#')).unwrap_or(0);
        for (at, text) in lines.iter_mut().enumerate().take(claim.line).skip(begin) {
            // Another claim may print the same number.
            if at == line || !text.starts_with("<!--") {
                *text = claim::rewritten(text, &claim.printed, &value);
            }
        }
    }
    lines.concat()
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
            Err(sentence) => mistakes.push(failed(claim.line, "claim", &sentence)),
        }
    }
    for (step, line, expression) in &lesson.marks {
        let marked = lesson.steps.get(*step).map_or(f64::NAN, |step| step.question.right());
        match world.number(expression) {
            Ok(place) if place == marked + 1.0 => {}
            Ok(place) => mistakes
                .push(Mistake::new(*line, format!("option {} is marked; this line computes {place}.", marked + 1.0))),
            Err(sentence) => mistakes.push(failed(*line, "claim", &sentence)),
        }
    }
    if let Some(task) = &lesson.task {
        if task.holds(lesson, &task.scene) == Ok(true) {
            let what = "the task is solved as it begins. Change its scene, or its rule.";
            mistakes.push(Mistake::new(task.line, what.into()));
        }
        for offer in &task.offers {
            match task.changed(&task.scene, &offer.change).map(|scene| task.holds(lesson, &scene)) {
                Some(Ok(solved)) if solved == offer.right => {}
                Some(Ok(_)) => {
                    let (not, change) = (if offer.right { "" } else { "not " }, &offer.change);
                    let what =
                        format!("\"{change}\" is {not}marked as a solution, and solved is {} for it.", !offer.right);
                    mistakes.push(Mistake::new(offer.line, what));
                }
                Some(Err(sentence)) => {
                    mistakes.push(failed(task.line, &format!("rule of the task, at {},", offer.change), &sentence));
                }
                None => mistakes.push(Mistake::new(offer.line, format!("{} cannot be put here.", offer.change))),
            }
        }
    }
    mistakes
}

/// The mistake of an expression that has no value. It is not that of one whose value is another.
fn failed(line: usize, what: &str, sentence: &str) -> Mistake {
    Mistake::new(line, format!("this {what} cannot be computed: {sentence}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        blessed::words,
        lesson::{Offer, Task, all, read, recorded::again, scene_of},
        param::Key,
        scenario::Scenario,
    };
    use std::sync::Arc;

    /// Of a lesson with recorded runs of three seeds, without intervals, each claim is right or has the sentence.
    #[test]
    fn a_number_of_one_run_has_an_interval_or_is_a_mean_over_seeds() {
        let head = "---\nlesson: 1\nslug: my-lesson\ntitle: T\nminutes: 5\ngoal: G.\nscenes:\n- a: system=kary-ncube&k=8&n=1&load=0.004\n\
            - b: a&load=0.005\n- c: a&load=0.003\n---\n\n## S\n\n";
        let rows = ["a 1 10 -", "a 2 20 -", "a 3 30 -", "b 1 20 4.97", "c 2 20 -"].map(|row| {
            let [scene, seed, mean, half] = [0, 1, 2, 3].map(|at| row.split(' ').nth(at).unwrap_or_default());
            format!("| {scene} | 1000 | {seed} | 0.1.0 | 0 | stable | {mean} | {half} | 0.004 |\n")
        });
        let rows = rows.concat();
        let table = format!(
            "\n## Runs\n\n| scene | cycles | seed | version | digest | state | mean_latency | ci95 | throughput \
            |\n|---|---|---|---|---|---|---|---|---|\n{rows}"
        );
        // t = 4.303 with two degrees of freedom, times 10 / √3, is 24.84; a fifth of it is 4.97.
        let claims = "20 = seeds(a, 3).mean_latency|10 = seeds(a, 3).least|30 = seeds(a, 3).most|4.97 = seeds(a, 3).ci95 / 5|\
            20 = simulate(b).mean_latency|0.004 = simulate(a).throughput|10 = simulate(a).mean_latency|\
            3 = simulate(a).mean_latency / 3|4 = seeds(a, 4).least|20 = seeds(c, 2).mean_latency|4 = seeds(a, 1).least|\
            4 = seeds(a, 2.5).least|4 = seeds(a).least|4 = seeds(a, 3).state|4 = seeds(a, 3).p99";
        words("claims of recorded runs", claims.split('|'), |claim| {
            let number = claim.split(' ').next().unwrap_or_default();
            let text = format!("{head}It is {number}.\n\n[Asked](#a)\n<!-- {claim} -->\n{table}");
            let (lesson, mistakes) = read(text.as_bytes());
            assert!(mistakes.is_empty(), "{claim}: {mistakes:?}");
            // Recording adds the seeds that are asked for, as long as the others.
            let seeds = |all: Vec<(String, Scenario)>, _: &[&str]| {
                let one = |(name, run): &(String, Scenario)| {
                    format!("{name}{} {}", run.count(Key::Seed), run.count(Key::Cycles))
                };
                Ok(all.iter().map(one).collect())
            };
            let rows = again(&text, &lesson, seeds).expect("rows");
            assert_eq!(rows.contains("a4 1000"), claim.contains("seeds(a, 4)"), "{claim}: {rows}");
            check(&lesson, 0.0).iter().map(Mistake::to_string).collect::<Vec<_>>()
        });
    }

    /// A rule that makes a run, one without a value, one that holds at once, and a mark of a wrong option.
    #[test]
    fn a_rule_and_a_mark_that_are_wrong_have_sentences_of_their_own() {
        let text = include_str!("../../lessons/random.md");
        let rule = "here.routing == \"valiant\"";
        let rules = [rule, "here.vsc == 2", "0 / 0", "1", "stable(here)", "simulate(here).latency < 50"];
        let others = rules.map(|other| (rule, other)).into_iter().chain([("<!-- [x] = ", "<!-- [x] = 9 * ")]);
        words("rules and marks that are wrong", others, |(written, instead)| {
            let (lesson, mistakes) = read(text.replace(written, instead).as_bytes());
            assert!(mistakes.is_empty(), "{mistakes:?}");
            check(&lesson, 0.0).iter().map(Mistake::to_string).collect::<Vec<_>>()
        });
    }

    #[test]
    fn what_is_filled_in_keeps_the_ends_of_lines() {
        let text = include_str!("../../examples/lesson.md").replace("36", "35").replace('\n', "\r\n");
        let filled = filled_in(text.trim_end(), &read(text.as_bytes()).0, 1e6);
        assert_ne!(filled, text.trim_end());
        assert!(filled.matches('\n').count() == filled.matches("\r\n").count() && !filled.ends_with('\n'), "{filled}");
    }

    /// The ends of a lesson with a task.
    fn tasks() -> impl Iterator<Item = (&'static Lesson, &'static Task, Scenario)> {
        let one = |lesson: &'static Arc<Lesson>| {
            Some((&**lesson, lesson.task.as_ref()?, scene_of(lesson, lesson.steps.len(), 0.0)))
        };
        all().iter().filter_map(one)
    }

    #[test]
    fn a_setting_that_is_not_of_the_task_is_named_and_put_back() {
        let mut others = 0;
        for (lesson, task, scene) in tasks() {
            let right = &task.offers.iter().find(|offer| offer.right).expect("it can be solved").change;
            let solved = task.changed(&scene, right).expect("a change");
            assert!(task.is_solved(lesson, &solved) == Some(true) && task.others(&scene).is_empty(), "{}", lesson.slug);
            let rows = scene.system().params().iter().filter(|row| row.key.group().is_setup() || row.key == Key::Load);
            for row in rows.filter(|row| !task.keys.contains(&row.key)) {
                for value in [0.0, 1.0, 2.0, 7.0, 0.01, 0.5]
                    .map(|value| row.nearest(if row.options().is_empty() { value } else { value.round() }))
                {
                    let strayed = scene.set(row.key, value);
                    // A key that this one brings with it may be one of the task.
                    let moved = strayed.get(row.key) != scene.get(row.key);
                    let named = |scene: &Scenario| task.others(scene).iter().any(|other| other.key == row.key);
                    assert_eq!(named(&strayed), moved, "{}: {}", lesson.slug, row.key.name());
                    let both = task.keys.iter().fold(strayed, |both, key| both.set(*key, solved.get(*key)));
                    if named(&both) {
                        let back = task.changed(&both, "").expect("a scene");
                        let same = task.keys.iter().all(|key| back.get(*key) == solved.get(*key));
                        let solves = [&both, &back].map(|scene| task.is_solved(lesson, scene) == Some(true));
                        let is_back = task.others(&back).is_empty() && (!same || solves[1]);
                        assert!(is_back && !solves[0], "{}: {}", lesson.slug, row.key.name());
                        assert!(task.is_solved(lesson, &both).is_some());
                        others += 1;
                    }
                }
            }
        }
        assert!(others > 500, "{others}");
    }

    #[test]
    fn the_reply_to_a_number_is_of_its_side_of_the_right_ones_and_that_to_an_option_its_own() {
        for (lesson, task, scene) in tasks() {
            for key in &task.keys {
                let row = scene.system().param(*key).expect("a key of its system");
                let offers = || task.offers.iter().filter(|offer| offer.change.starts_with(key.name()));
                let value = |offer: &Offer| task.changed(&scene, &offer.change).expect("a change").get(*key);
                let values: Vec<_> = offers().map(value).collect();
                let most = values.iter().copied().fold(0.0, f64::max);
                for part in 0..=48 {
                    let here = scene.set(*key, row.nearest(1.2 * most * f64::from(part) / 48.0));
                    let solved = task.is_solved(lesson, &here) == Some(true);
                    let Some(reply) = task.reply(&here, solved).filter(|_| task.others(&here).is_empty()) else {
                        continue;
                    };
                    assert_eq!(reply.right, solved, "{}", lesson.slug);
                    if solved || !reply.change.starts_with(key.name()) {
                        continue;
                    }
                    let (told, here) = (value(reply), here.get(*key));
                    let right = offers().find(|offer| offer.right).map(value);
                    let one_side = right.is_none_or(|right| (told < right) == (here < right));
                    let own = row.options().is_empty() || told == here;
                    assert!(one_side && own, "{}: {} = {here} gets {}", lesson.slug, key.name(), reply.change);
                }
            }
        }
    }
}
