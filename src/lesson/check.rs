//! The claims of a lesson, computed: its numbers, its marks, and the changes of its task. The reader of files has no part in it.

use super::{Lesson, Mistake, Task, claim, expression, world::World};
use crate::scenario::Scenario;

/// A text with the computed numbers in place of those that differ, in the claim and in the lines above it up to the heading.
pub fn filled_in(text: &str, lesson: &Lesson, most: f64) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let world = World::new(&lesson.scenes, &lesson.runs, most);
    let computed = lesson.claims.iter().filter_map(|claim| Some((claim, claim.computed(&world).ok()?)));
    let old = lines.clone();
    let begin = |line: usize| (0..line).rev().find(|at| old[*at].starts_with('#')).unwrap_or(0);
    for (claim, value) in computed.filter(|(claim, value)| claim.printed != *value) {
        let (line, from) = (claim.line - 1, begin(claim.line - 1));
        let has =
            |at: &usize| !old[*at].starts_with("<!--") && claim::rewritten(&old[*at], &claim.printed, "") != old[*at];
        let with: Vec<usize> = (from..line).filter(has).collect();
        // Other claims of the part may print the same number: with a line for each, theirs are in their order.
        let is_alike = |other: &&claim::Claim| other.printed == claim.printed && begin(other.line - 1) == from;
        let alike: Vec<usize> = lesson.claims.iter().filter(is_alike).map(|other| other.line - 1).collect();
        let own = alike.iter().position(|at| *at == line).filter(|_| alike.len() == with.len());
        for at in own.map_or(with.as_slice(), |own| &with[own..=own]).iter().chain([&line]) {
            lines[*at] = claim::rewritten(&lines[*at], &claim.printed, &value);
        }
    }
    lines.concat()
}

/// Checks everything that a lesson claims: numbers, marks, and the changes of its task.
pub fn check(lesson: &Lesson, most: f64) -> Vec<Mistake> {
    let world = World::new(&lesson.scenes, &lesson.runs, most);
    let mut mistakes = Vec::new();
    let mut wrong = |line, what| mistakes.push(Mistake::new(line, what));
    for claim in &lesson.claims {
        match claim.computed(&world) {
            Ok(value) if value == claim.printed => {}
            Ok(value) => wrong(claim.line, format!("\"{}\" stands here, and it is {value}.", claim.printed)),
            Err(sentence) => wrong(claim.line, failed("claim", &sentence)),
        }
    }
    for (step, line, expression) in &lesson.marks {
        let marked = lesson.steps.get(*step).map_or(f64::NAN, |step| step.question.right());
        match world.number(expression) {
            Ok(place) if place == marked + 1.0 => {}
            Ok(place) => wrong(*line, format!("option {} is marked; this line computes {place}.", marked + 1.0)),
            Err(sentence) => wrong(*line, failed("claim", &sentence)),
        }
    }
    if let Some(task) = &lesson.task {
        let world = |scene: &Scenario| Task::world(lesson, scene);
        if task.holds(&world(&task.scene)) == Ok(true) {
            wrong(task.line, "the task is solved as it begins. Change its scene, or its rule.".into());
        }
        for offer in &task.offers {
            match task.changed(&task.scene, &offer.change).map(|scene| task.holds(&world(&scene))) {
                Some(Ok(solved)) if solved == offer.right => {}
                Some(Ok(_)) => {
                    let (not, change) = (if offer.right { "" } else { "not " }, &offer.change);
                    let what =
                        format!("\"{change}\" is {not}marked as a solution, and solved is {} for it.", !offer.right);
                    wrong(offer.line, what);
                }
                Some(Err(sentence)) => {
                    wrong(task.line, failed(&format!("rule of the task, at {},", offer.change), &sentence));
                }
                None => wrong(offer.line, format!("{} cannot be put here.", offer.change)),
            }
        }
        for (line, _, text) in &task.shown {
            let quantity = expression::parse(text).map_err(|(_, sentence)| sentence);
            if let Err(sentence) = quantity.and_then(|quantity| world(&task.scene).value(&quantity)) {
                wrong(*line, failed("quantity", &sentence));
            }
        }
    }
    mistakes
}

/// The sentence of an expression that has no value. It is not that of one whose value is another.
fn failed(what: &str, sentence: &str) -> String {
    format!("this {what} cannot be computed: {sentence}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        blessed::words,
        lesson::{all, of, read, recorded::again, scene_of},
        param::Key,
    };

    /// Of a lesson with recorded runs of three seeds, without intervals, each claim is right or has the sentence.
    #[test]
    fn a_number_of_one_run_has_an_interval_or_is_a_mean_over_seeds() {
        let head = "---\nlesson: 1\nslug: my-lesson\ntitle: T\nminutes: 5\ngoal: G.\nscenes:\n- a: system=kary-ncube&k=8&n=1&load=0.004\n\
            - b: a&load=0.005\n- c: a&load=0.003\n- e: a&cycles=2000\n---\n\n## S\n\n";
        // Of two scenes that differ in their length, each has its own run.
        let rows = ["e 1 50 0.5", "a 1 10 -", "a 2 20 -", "a 3 30 -", "b 1 20 4.97", "c 2 20 -"].map(|row| {
            let [scene, seed, mean, half] = [0, 1, 2, 3].map(|at| row.split(' ').nth(at).unwrap_or_default());
            let cycles = if scene == "e" { 2000 } else { 1000 };
            format!("| {scene} | {cycles} | {seed} | 0.1.0 | 0 | stable | {mean} | {half} | 0.004 |\n")
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
            50 = simulate(e).mean_latency|4 = seeds(a, 2.5).least|4 = seeds(a).least|4 = seeds(a, 3).state|4 = seeds(a, 3).p99";
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
        let quantity = ("Change: routing, vcs", "Change: routing, vcs\nShown: lanes = here.vsc");
        let others = rules.map(|other| (rule, other)).into_iter().chain([("<!-- [x] = ", "<!-- [x] = 9 * "), quantity]);
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

    /// Of each setting of a task's network at some values, also where those of the task are right: whether the task is solved, the
    /// reply, the settings that are not of the task, and whether it is solved when these are put back.
    #[test]
    fn a_task_replies_to_its_own_settings_and_puts_others_back() {
        let tasks = all().iter().filter_map(|lesson| Some((lesson, lesson.task.as_ref()?)));
        let tasks = tasks.flat_map(|(lesson, task)| {
            let rows = task.scene.system().params().iter();
            let rows = rows.filter(|row| row.key.group().is_setup() || row.key == Key::Load);
            rows.map(|row| (&*lesson.slug, row.key.name()))
        });
        words("settings of tasks", tasks, |(slug, key)| {
            let lesson = of(slug).expect("a lesson");
            // What the card shows takes a model for each setting.
            let task = &Task { shown: Vec::new(), ..lesson.task.clone().expect("a task") };
            let begun = scene_of(&lesson, lesson.steps.len(), 0.0);
            let right = &task.offers.iter().find(|offer| offer.right).expect("it can be solved").change;
            let right = task.changed(&begun, right).expect("a change");
            let row = begun.system().param_called(key).expect("a key of its system");
            let values = [0.0, 0.01, 3.0, 16.0];
            let mut values =
                values.map(|value| row.nearest(if row.options().is_empty() { value } else { value.round() })).to_vec();
            values.dedup();
            let one = |scene: Scenario| {
                let solved = task.judged(&lesson, &scene).0;
                let reply = task.reply(&scene, solved == Some(true)).map(|offer| offer.change.clone());
                let others: Vec<_> = task.others(&scene).iter().map(|row| row.key.name()).collect();
                let back = task.changed(&scene, "").filter(|_| !others.is_empty());
                (solved, reply, others, back.map(|back| task.judged(&lesson, &back).0))
            };
            values
                .iter()
                .map(|value| (*value, [begun, right].map(|scene| one(scene.set(row.key, *value)))))
                .collect::<Vec<_>>()
        });
    }
}
