//! The vote of a class, while a step of a lesson is presented that asks: hands are counted for each option, neighbours discuss, hands are
//! counted again, and then the network answers. Counts and stages live as long as the tab, and can be saved as a file.

use super::{inline, lesson::name};
use crate::{prelude::*, results::Results};
use flitscope::lesson::{Question, StepOf, asks, step_of};
use std::collections::HashMap;

const LETTERS: [&str; 4] = ["A", "B", "C", "D"];

/// Milliseconds that neighbours have to discuss, and of one turn of the clock.
const TALK: f64 = 120_000.0;

const MOST: u32 = 999;

/// The beginning of the names under which a tab keeps votes.
const VOTE: &str = "vote ";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoteAction {
    Choose(usize),
    Move(isize),
    /// A digit of the count of the chosen option: the first one begins a new number.
    Digit(u32),
    /// Takes the last digit of that count away; where there is none, as [`Back`](Self::Back), but it stays at the step.
    Erase,
    /// Adds hands to the count of the option at this place, or of the chosen one.
    Hands(Option<usize>, i32),
    /// The next stage: the class, the second vote, the answer, the next step.
    Next,
    /// The stage before; before the first one, the step before.
    Back,
    Minute,
    Save,
}

/// The step of the lesson at the end of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    Answer,
    /// The answer is taken back.
    Ask,
    /// Another step, this many further on.
    Step(isize),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    First,
    Talk,
    Second,
    Answer,
}

/// The vote on a step, as a tab keeps it.
#[derive(Clone, Debug, Default)]
struct Ballot {
    stage: Stage,
    hands: [[u32; 4]; 2],
    /// The end of the discussion, milliseconds since 1970.
    end: f64,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Vote {
    of: Option<(StepOf, String)>,
    ballot: Ballot,
    chosen: usize,
    /// True while the next digit is one more of the same number.
    typing: bool,
    /// The milliseconds since 1970 at which the clock of the page began.
    epoch: f64,
    /// The votes of this tab as words, by the names of their steps.
    kept: HashMap<String, String>,
}

impl Ballot {
    fn words(&self) -> String {
        let numbers = [self.stage as u32].into_iter().chain(self.hands.concat()).map(|number| number.to_string());
        format!("{} {}", self.end.round(), numbers.collect::<Vec<_>>().join(" "))
    }

    fn of(words: &str) -> Option<Self> {
        let (end, rest) = words.split_once(' ')?;
        let numbers = rest.split(' ').map(|word| word.parse::<u32>().ok()).collect::<Option<Vec<_>>>()?;
        let (stage, hands) = numbers.split_first()?;
        let stage = *[Stage::First, Stage::Talk, Stage::Second, Stage::Answer].get(*stage as usize)?;
        let mut votes = hands.iter().all(|hands| *hands <= MOST).then(|| hands.chunks_exact(4))?;
        let mut vote = || <[u32; 4]>::try_from(votes.next()?).ok();
        Some(Self { stage, hands: [vote()?, vote()?], end: end.parse().ok()? })
    }

    fn total(&self, round: usize) -> u32 {
        self.hands[round].iter().sum()
    }

    const fn counts(&self) -> bool {
        matches!(self.stage, Stage::First | Stage::Second)
    }

    /// The place of the counts that are being taken, or have been taken last.
    fn round(&self) -> usize {
        usize::from(matches!(self.stage, Stage::Second | Stage::Answer))
    }
}

impl VoteAction {
    /// The action of a key that goes on, or of a button: `next`, `minute`, `save`, or `hands,2,-1` of the option at a place.
    pub(crate) fn named(of: &str) -> Option<Self> {
        match of {
            "next" | "Enter" | "PageDown" => Some(Self::Next),
            "back" | "PageUp" => Some(Self::Back),
            "minute" => Some(Self::Minute),
            "save" => Some(Self::Save),
            _ => {
                let (place, by) = of.strip_prefix("hands,")?.split_once(',')?;
                Some(Self::Hands(Some(place.parse().ok()?), by.parse().ok()?))
            }
        }
    }
}

impl Vote {
    pub(crate) fn new(kept: &[(String, String)], epoch: f64) -> Self {
        let kept = kept.iter().filter_map(|(name, words)| Some((name.strip_prefix(VOTE)?.into(), words.clone())));
        Self { kept: kept.collect(), epoch, ..Self::default() }
    }

    /// Follows a scenario: each step has a vote of its own.
    fn follow(&mut self, scenario: &Scenario) {
        let step = step_of(scenario).filter(|step| step.asks() && scenario.is_on(Key::Present));
        let step = step.filter(|_| scenario.is_default(Key::Paper) && !scenario.is_on(Key::Embed));
        let name = step.as_ref().map(|step| name(&step.lesson, step.index));
        if self.of.as_ref().map(|(_, name)| name) != name.as_ref() {
            let kept = name.as_ref().and_then(|name| Ballot::of(self.kept.get(name)?));
            (self.chosen, self.typing, self.ballot) = (0, false, kept.unwrap_or_default());
        }
        self.of = step.zip(name);
        let (asks, hands) = (asks(scenario), self.ballot.total(0) > 0);
        self.ballot.stage = match self.ballot.stage {
            // The answer was taken back.
            Stage::Answer if asks && hands => Stage::Second,
            Stage::Answer if asks => Stage::First,
            // The answer was given outside of the vote.
            _ if !asks && hands => Stage::Answer,
            stage => stage,
        };
    }

    /// The step whose options the class chooses from, if it is seen.
    fn seen(&mut self, scenario: &Scenario) -> Option<StepOf> {
        self.follow(scenario);
        let (step, _) = self.of.as_ref()?;
        (asks(scenario) || self.ballot.stage == Stage::Answer).then(|| step.clone())
    }

    pub(crate) fn keep(&mut self) -> Option<Effect> {
        let (name, word) = (&self.of.as_ref()?.1, self.ballot.words());
        let known = self.kept.get(name).map_or_else(|| Ballot::default().words(), String::clone);
        if known == word {
            return None;
        }
        self.kept.insert(name.clone(), word.clone());
        Some(Effect::Keep { name: format!("{VOTE}{name}"), word })
    }

    /// Performs an action; returns what comes then, if the stage has ended. `now` is the time in milliseconds.
    pub(crate) fn act(&mut self, action: VoteAction, scenario: &Scenario, now: f64) -> Option<Then> {
        let options = options(&self.seen(scenario)?).len();
        let (counts, stage, now) = (self.ballot.counts(), self.ballot.stage, now + self.epoch);
        let hands = &mut self.ballot.hands[self.ballot.round()];
        let typing = std::mem::take(&mut self.typing);
        match action {
            VoteAction::Choose(place) if place < options => self.chosen = place,
            VoteAction::Move(by) => self.chosen = self.chosen.saturating_add_signed(by).min(options - 1),
            VoteAction::Digit(digit) if counts => {
                let hands = &mut hands[self.chosen];
                let next = 10 * *hands + digit;
                *hands = if next > MOST || !typing { digit } else { next };
                self.typing = true;
            }
            VoteAction::Erase if counts && hands[self.chosen] > 0 => {
                hands[self.chosen] /= 10;
                self.typing = true;
            }
            VoteAction::Hands(place, by) if counts => {
                self.chosen = place.filter(|place| *place < options).unwrap_or(self.chosen);
                let hands = &mut hands[self.chosen];
                *hands = hands.saturating_add_signed(by).min(MOST);
            }
            VoteAction::Minute if stage == Stage::Talk => self.ballot.end = self.ballot.end.max(now) + 60_000.0,
            VoteAction::Next => return self.next(now),
            VoteAction::Erase if stage == Stage::First => {}
            VoteAction::Back | VoteAction::Erase => return self.back(),
            _ => {}
        }
        None
    }

    fn next(&mut self, now: f64) -> Option<Then> {
        self.chosen = 0;
        let (stage, then) = match self.ballot.stage {
            // Without hands there is nothing to discuss.
            Stage::First if self.ballot.total(0) > 0 => (Stage::Talk, None),
            Stage::Talk => (Stage::Second, None),
            Stage::First | Stage::Second => (Stage::Answer, Some(Then::Answer)),
            Stage::Answer => (Stage::Answer, Some(Then::Step(1))),
        };
        self.ballot.stage = stage;
        if stage == Stage::Talk {
            self.ballot.end = now + TALK;
        }
        then
    }

    fn back(&mut self) -> Option<Then> {
        self.chosen = 0;
        match self.ballot.stage {
            Stage::First => return Some(Then::Step(-1)),
            Stage::Talk => self.ballot.stage = Stage::First,
            Stage::Second => self.ballot.stage = Stage::Talk,
            Stage::Answer => return Some(Then::Ask),
        }
        None
    }

    /// True while the clock runs.
    pub(crate) fn talks(&self, now: f64) -> bool {
        self.ballot.stage == Stage::Talk && now + self.epoch < self.ballot.end
    }

    /// Both votes as a table, with the name of its file.
    pub(crate) fn table(&mut self, scenario: &Scenario, results: &Results) -> Option<(String, String)> {
        let step = self.seen(scenario)?;
        let right = (self.ballot.stage == Stage::Answer).then(|| right(&step, results)).flatten();
        // One that was not taken has no numbers.
        let taken = [0, 1].map(|round| self.ballot.total(round) > 0);
        let mut table = String::from("option,answer,first vote,second vote,right\n");
        for (place, words) in options(&step).iter().enumerate() {
            // Programs for tables take a text that begins with these for a formula.
            let safe = if words.starts_with(['=', '+', '-', '@']) { " " } else { "" };
            let words = words.replace('"', "\"\"");
            let hands =
                |round: usize| if taken[round] { self.ballot.hands[round][place].to_string() } else { String::new() };
            let (first, second) = (hands(0), hands(1));
            let is_right = right.map_or("", |right| if right == place { "yes" } else { "no" });
            table += &format!("{},\"{safe}{words}\",{first},{second},{is_right}\n", LETTERS[place]);
        }
        Some((format!("vote-{}-{}.csv", step.lesson.slug, step.index + 1), table))
    }

    /// The part of the page; `now` is the time in milliseconds.
    pub(crate) fn sheet(&mut self, scenario: &Scenario, results: &Results, now: f64) -> DomPatch {
        let mut sheet = DomPatch::default();
        let step = self.seen(scenario);
        sheet.show("vote", step.is_some()).class("body", "vote", step.is_some());
        sheet.class("body", "talk", step.is_some() && self.ballot.stage == Stage::Talk);
        if let Some(step) = step {
            sheet.attribute("vote", "lang", step.lesson.language_or_ours());
            sheet.markup("vote", self.markup(&step, results, now));
        }
        sheet
    }

    fn markup(&self, step: &StepOf, results: &Results, now: f64) -> Markup {
        let Ballot { stage, hands: all, end } = &self.ballot;
        let answered = *stage == Stage::Answer;
        let right = if answered { right(step, results) } else { None };
        // The votes that are shown: those that have been taken.
        let rounds: &[usize] = match stage {
            Stage::First => &[],
            Stage::Talk | Stage::Second => &[0],
            Stage::Answer => &[0, 1],
        };
        let rounds: Vec<_> = rounds.iter().copied().filter(|round| self.ballot.total(*round) > 0).collect();
        let largest = rounds.iter().flat_map(|round| all[*round]).max().unwrap_or(0).max(1);
        let counting = self.ballot.counts();
        let (hands, total) = (&all[self.ballot.round()], self.ballot.total(self.ballot.round()));
        html! {
            h2 dir="auto" { @if matches!(step.question, Question::Draw { .. }) { "Where does the curve end?" }
                @else { (inline::markup(step.question.ask())) } }
            p.text dir="auto" { (inline::markup(&step.text.join(" "))) }
            ol {
                @for (place, words) in options(step).iter().enumerate() {
                    @let letter = LETTERS[place];
                    li.chosen[counting && place == self.chosen].right[right == Some(place)].wrong[right.is_some_and(|it| it != place)] {
                        button.row type="button" id={ "vote-" (letter) } data-do="vote" data-of={ "hands," (place) ",1" }
                            aria-disabled=(!counting) {
                            b { (letter) }
                            span.words {
                                span dir="auto" { (inline::markup(words)) @if right == Some(place)
                                    { span.sr { ", right" } svg.ic viewBox="0 0 18 18" aria-hidden="true"
                                    { path d="M4 9.5l3.2 3.2L14 6" {} } } }
                                @for round in &rounds {
                                    svg.hands.second[*round == 1] width="100%" aria-hidden="true"
                                        { rect width={ (80 * all[*round][place] / largest) "%" } height="100%" rx="5" {} }
                                }
                            }
                            @match rounds[..] {
                                [] => {}
                                [one] => span.both { (all[one][place]) span.sr { " hands" @if !answered { " first" } } },
                                _ => span.both { (all[0][place]) span.sr { " hands first, then " } span aria-hidden="true" { " → " }
                                    b { (all[1][place]) } },
                            }
                            @if counting { span.count { @if hands[place] > 0 { (hands[place]) } } }
                        }
                        @if counting { button.less type="button" id={ "vote-less-" (letter) } data-do="vote"
                            data-of={ "hands," (place) ",-1" } aria-label={ "One hand less for " (letter) }
                            { span aria-hidden="true" { "−" } } }
                    }
                }
            }
            div.side {
                @if *stage == Stage::Talk { (clock(end - self.epoch - now)) }
                @if answered { p role="status" dir="auto" { (inline::markup(&step.cause)) } }
                @if counting { p role="status" { @if *stage == Stage::Second { "Second vote: " } b { (total) } @if total == 1 { " hand" }
                    @else { " hands" } } }
            }
            @if !rounds.is_empty() && (rounds.len() > 1 || !answered) {
                p.key { i {} "first vote" @if answered { " " i.second {} "second vote" } } }
            (self.foot(if rounds.len() > 1 { "save both votes as a file" } else { "save the vote as a file" }))
        }
    }

    fn foot(&self, save: &str) -> Markup {
        let stage = self.ballot.stage;
        let next = match stage {
            Stage::First if self.ballot.total(0) > 0 => "show the class",
            Stage::First | Stage::Second => "ask the network",
            Stage::Talk => "second vote",
            Stage::Answer => "go on",
        };
        html! {
            footer {
                @if self.ballot.counts() { span { kbd { "A … D" } "choose" } span { kbd { "0 … 9" } "count" } }
                (key("next", "Enter", next))
                @if stage == Stage::Talk { (key("minute", "+", "a minute more")) }
                @if stage != Stage::First { (key("back", "Page Up", "back")) }
                @if stage == Stage::Answer { (key("save", "S", save)) }
                span.end { "Nothing leaves this computer." }
                button type="button" id="vote-do-leave" data-do="try" data-of="present=0" { kbd { "Esc" } "leave" }
            }
        }
    }
}

fn key(name: &str, key: &str, words: &str) -> Markup {
    html! { button type="button" id={ "vote-do-" (name) } data-do="vote" data-of=(name) { kbd { (key) } (words) } }
}

fn clock(left: f64) -> Markup {
    // Not rounded up: the picture may be of a time just before the press.
    let seconds = libm::round(left.max(0.0) / 1_000.0) as u64;
    html! {
        svg.clock viewBox="0 0 100 100" role="timer" aria-label={ (seconds / 60) " minutes " (seconds % 60) " seconds left" } {
            circle cx="50" cy="50" r="43" {}
            circle.left cx="50" cy="50" r="43" pathLength="100" transform="rotate(-90 50 50)"
                stroke-dasharray={ (significant(100.0 * (left / TALK).clamp(0.0, 1.0), 3)) " 100" } {}
            text x="50" y="59" text-anchor="middle" { (seconds / 60) ":" (format!("{:02}", seconds % 60)) }
        }
        h3 { "Convince your neighbour" }
    }
}

/// The options that a class chooses from: those of the question; else numbers around the right one, or quarters of the axis for a curve.
fn options(step: &StepOf) -> Vec<String> {
    match &step.question {
        Question::Choice { options, .. } => {
            options.iter().take(LETTERS.len()).map(|option| option.words.clone()).collect()
        }
        Question::Number { unit, .. } => {
            let numbers = numbers(step);
            // Whole numbers without decimals.
            let whole = numbers.iter().all(|number| number.fract() == 0.0);
            let words = |number: &f64| if whole { number.to_string() } else { significant(*number, 3) };
            numbers.iter().map(|number| format!("{} {unit}", words(number))).collect()
        }
        Question::Draw { loads, .. } => {
            let [a, b, c] = [0.25, 0.5, 0.75].map(|part| significant(part * loads, 3));
            [format!("below {a}"), format!("{a} to {b}"), format!("{b} to {c}"), format!("above {c}")].into()
        }
        Question::Look => Vec::new(),
    }
}

/// The numbers that are offered, in order: the right one, the middles of the ranges of mistakes, and doubles and halves of the right one.
/// The place of the right one differs from step to step.
fn numbers(step: &StepOf) -> Vec<f64> {
    let Question::Number { right, within, mistakes, .. } = &step.question else { return Vec::new() };
    let mut numbers = vec![*right];
    let middles = mistakes.iter().map(|(from, to, _)| 0.5 * (from + to));
    let scale = if *right == 0.0 { 1.0 } else { *right };
    // Doubled or halved as the bits of a number say that belongs to this step.
    let seed = step.index + step.lesson.slug.len();
    let (mut larger, mut smaller) = (scale, scale);
    let others = (0..8).map(|turn| {
        let up = seed >> (turn % 3) & 1 == 1;
        let next = if up { &mut larger } else { &mut smaller };
        *next *= if up { 2.0 } else { 0.5 };
        *next
    });
    for number in middles.chain(others) {
        let apart = numbers.iter().all(|other| (number - other).abs() > (within * other).abs().max(0.15 * scale.abs()));
        if apart && numbers.len() < LETTERS.len() {
            let place = numbers.iter().take_while(|other| **other < number).count();
            numbers.insert(place, number);
        }
    }
    numbers
}

/// The place of the right option; none while the curve is being solved.
fn right(step: &StepOf, results: &Results) -> Option<usize> {
    match &step.question {
        Question::Choice { right, .. } => Some(*right),
        Question::Number { right, .. } => numbers(step).iter().position(|number| number == right),
        Question::Draw { loads, .. } => {
            let end = results.main_curve()?.end.load;
            Some(((4.0 * end / loads) as usize).min(LETTERS.len() - 1))
        }
        Question::Look => None,
    }
}
