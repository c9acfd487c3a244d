//! The vote of a class, while a step of a lesson is presented that asks: hands are counted for each option, neighbours discuss, hands are counted again, and then the network
//! answers. The counts stay in the page, and can be saved as a file.

use super::inline;
use crate::{dom::patch::DomPatch, results::Results};
use flitscope::{
    lesson::{Question, StepOf, asks, step_of},
    param::Key,
    scenario::Scenario,
    text::significant,
};
use maud::{Markup, html};
use std::sync::Arc;

/// The letters of the options.
const LETTERS: [&str; 4] = ["A", "B", "C", "D"];

/// Milliseconds that neighbours have to discuss, and of one turn of the clock.
const TALK: f64 = 120_000.0;

/// The largest count of an option.
const MOST: u32 = 999;

/// An action of who counts the hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoteAction {
    /// Chooses the option at this place.
    Choose(usize),
    /// Chooses the option this many places further down.
    Move(isize),
    /// A digit at the end of the count of the chosen option.
    Digit(u32),
    /// Takes the last digit of that count away.
    Erase,
    /// Adds hands to the count of the option at this place, or of the chosen one.
    Hands(Option<usize>, i32),
    /// The next stage: the class, the second vote, the answer, the next step.
    Next,
    /// The neighbours get a minute more.
    Minute,
    /// Saves both votes.
    Save,
}

/// The stage after one that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    /// Neighbours discuss: the clock runs.
    Talk,
    /// Hands are counted again.
    Count,
    /// The network answers.
    Answer,
    /// The vote is over.
    Step,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    First,
    Talk,
    Second,
    Answer,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Vote {
    /// The step that it is about.
    of: Option<StepOf>,
    stage: Stage,
    chosen: usize,
    /// The hands of both votes, by option.
    hands: [[u32; 4]; 2],
    /// The end of the discussion, milliseconds.
    end: f64,
}

impl VoteAction {
    /// The action of a key that goes on, or of a button: `next`, `minute`, `save`, or `hands,2,-1` of the option at a place.
    pub(crate) fn named(of: &str) -> Option<Self> {
        match of {
            "next" | "Enter" | "PageDown" => Some(Self::Next),
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
    /// Follows a scenario: another step begins anew.
    fn follow(&mut self, scenario: &Scenario) {
        let step = step_of(scenario).filter(|step| step.asks() && scenario.is_on(Key::Present));
        let step = step.filter(|_| scenario.is_default(Key::Paper) && !scenario.is_on(Key::Embed));
        let same = |a: &StepOf, b: &StepOf| Arc::ptr_eq(&a.lesson, &b.lesson) && a.index == b.index;
        if !self.of.iter().zip(&step).any(|(a, b)| same(a, b)) {
            *self = Self { of: step, ..Self::default() };
        } else if asks(scenario) && self.stage == Stage::Answer {
            // The answer was taken back.
            self.stage = Stage::First;
        }
    }

    /// The step whose options the class chooses from, if it is seen.
    fn seen(&mut self, scenario: &Scenario) -> Option<StepOf> {
        self.follow(scenario);
        self.of.clone().filter(|_| asks(scenario) || self.stage == Stage::Answer)
    }

    /// True while hands are counted.
    const fn counts(&self) -> bool {
        matches!(self.stage, Stage::First | Stage::Second)
    }

    /// The place of the counts that are being taken, or have been taken last.
    fn round(&self) -> usize {
        usize::from(matches!(self.stage, Stage::Second | Stage::Answer))
    }

    /// Performs an action; returns what comes then, if the stage has ended. `now` is the time in milliseconds.
    pub(crate) fn act(&mut self, action: VoteAction, scenario: &Scenario, now: f64) -> Option<Then> {
        let options = options(&self.seen(scenario)?).len();
        let round = self.round();
        match action {
            VoteAction::Choose(place) if place < options => self.chosen = place,
            VoteAction::Move(by) => self.chosen = self.chosen.saturating_add_signed(by).min(options - 1),
            VoteAction::Digit(digit) if self.counts() => {
                let hands = &mut self.hands[round][self.chosen];
                let next = 10 * *hands + digit;
                *hands = if next > MOST { digit } else { next };
            }
            VoteAction::Erase if self.counts() => self.hands[round][self.chosen] /= 10,
            VoteAction::Hands(place, by) if self.counts() => {
                self.chosen = place.filter(|place| *place < options).unwrap_or(self.chosen);
                let hands = &mut self.hands[round][self.chosen];
                *hands = hands.saturating_add_signed(by).min(MOST);
            }
            VoteAction::Minute if self.stage == Stage::Talk => self.end = self.end.max(now) + 60_000.0,
            VoteAction::Next => return Some(self.next(now)),
            _ => {}
        }
        None
    }

    fn next(&mut self, now: f64) -> Then {
        self.chosen = 0;
        let (stage, then) = match self.stage {
            // Without hands there is nothing to discuss.
            Stage::First if self.total(0) > 0 => (Stage::Talk, Then::Talk),
            Stage::Talk => (Stage::Second, Then::Count),
            Stage::First | Stage::Second => (Stage::Answer, Then::Answer),
            Stage::Answer => (Stage::Answer, Then::Step),
        };
        self.stage = stage;
        if then == Then::Talk {
            self.end = now + TALK;
        }
        then
    }

    /// True while the clock runs.
    pub(crate) fn talks(&self, now: f64) -> bool {
        self.stage == Stage::Talk && now < self.end
    }

    fn total(&self, round: usize) -> u32 {
        self.hands[round].iter().sum()
    }

    /// Both votes as a table, with the name of its file.
    pub(crate) fn table(&mut self, scenario: &Scenario, results: &Results) -> Option<(String, String)> {
        let step = self.seen(scenario)?;
        let right = (self.stage == Stage::Answer).then(|| right(&step, results)).flatten();
        let mut table = String::from("option,answer,first vote,second vote,right\n");
        for (place, words) in options(&step).iter().enumerate() {
            // Programs for tables take a text that begins with these for a formula.
            let safe = if words.starts_with(['=', '+', '-', '@']) { " " } else { "" };
            let words = words.replace('"', "\"\"");
            let [first, second] = self.hands.map(|hands| hands[place]);
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
        sheet.class("body", "talk", step.is_some() && self.stage == Stage::Talk);
        if let Some(step) = step {
            sheet.markup("vote", self.markup(&step, results, now));
        }
        sheet
    }

    fn markup(&self, step: &StepOf, results: &Results, now: f64) -> Markup {
        let answered = self.stage == Stage::Answer;
        let right = if answered { right(step, results) } else { None };
        let rounds: &[usize] = match self.stage {
            Stage::First => &[],
            Stage::Talk | Stage::Second => &[0],
            Stage::Answer => &[0, 1],
        };
        let largest = rounds.iter().flat_map(|round| self.hands[*round]).max().unwrap_or(0).max(1);
        let counting = self.counts();
        let hands = &self.hands[self.round()];
        html! {
            h2 { @if matches!(step.question, Question::Draw { .. }) { "Where does the curve end?" } @else { (inline::markup(step.question.ask())) } }
            p.text { (inline::markup(&step.text.join(" "))) }
            ol {
                @for (place, words) in options(step).iter().enumerate() {
                    @let letter = LETTERS[place];
                    li.chosen[counting && place == self.chosen].right[right == Some(place)].wrong[right.is_some_and(|right| right != place)] {
                        button.row type="button" id={ "vote-" (letter) } data-do="vote" data-of={ "hands," (place) ",1" } aria-disabled=(!counting) {
                            b { (letter) }
                            span.words {
                                span { (inline::markup(words)) @if right == Some(place) { span.sr { ", right" } svg.ic viewBox="0 0 18 18" aria-hidden="true" { path d="M4 9.5l3.2 3.2L14 6" {} } } }
                                @for round in rounds {
                                    svg.hands.second[*round == 1] width="100%" aria-hidden="true" { rect width={ (80 * self.hands[*round][place] / largest) "%" } height="100%" rx="5" {} }
                                }
                            }
                            @if answered { span.both { (self.hands[0][place]) span.sr { " hands first, then " } span aria-hidden="true" { " → " } b { (self.hands[1][place]) } } }
                            @else if !rounds.is_empty() { span.both { (self.hands[0][place]) span.sr { " hands first" } } }
                            @if counting { span.count { @if hands[place] > 0 { (hands[place]) } } }
                        }
                        @if counting { button.less type="button" id={ "vote-less-" (letter) } data-do="vote" data-of={ "hands," (place) ",-1" } aria-label={ "One hand less for " (letter) } { span aria-hidden="true" { "−" } } }
                    }
                }
            }
            div.side {
                @if self.stage == Stage::Talk { (clock(self.end - now)) }
                @if answered { p role="status" { (inline::markup(&step.cause)) } }
                @if counting { p role="status" { @if self.stage == Stage::Second { "Second vote: " } b { (self.total(self.round())) } @if self.total(self.round()) == 1 { " hand" } @else { " hands" } } }
            }
            @if !rounds.is_empty() { p.key { i {} "first vote" @if answered { " " i.second {} "second vote" } } }
            footer {
                @if counting { span { kbd { "A … D" } "choose" } span { kbd { "0 … 9" } "count" } }
                (key("next", "Enter", match self.stage { Stage::First if self.total(0) > 0 => "show the class", Stage::Talk => "second vote", Stage::Answer => "go on", Stage::First | Stage::Second => "ask the network" }))
                @if self.stage == Stage::Talk { (key("minute", "+", "a minute more")) }
                @if answered { (key("save", "S", "save both votes as a file")) }
                span.end { "Nothing leaves this computer." }
                button type="button" id="vote-do-leave" data-do="try" data-of="present=0" { kbd { "Esc" } "leave" }
            }
        }
    }
}

/// A button of the foot.
fn key(name: &str, key: &str, words: &str) -> Markup {
    html! { button type="button" id={ "vote-do-" (name) } data-do="vote" data-of=(name) { kbd { (key) } (words) } }
}

/// The clock of the discussion.
fn clock(left: f64) -> Markup {
    let seconds = (left.max(0.0) / 1_000.0).ceil() as u64;
    html! {
        svg.clock viewBox="0 0 100 100" role="timer" aria-label={ (seconds / 60) " minutes " (seconds % 60) " seconds left" } {
            circle cx="50" cy="50" r="43" {}
            circle.left cx="50" cy="50" r="43" pathLength="100" stroke-dasharray={ (significant(100.0 * (left / TALK).clamp(0.0, 1.0), 3)) " 100" } transform="rotate(-90 50 50)" {}
            text x="50" y="59" text-anchor="middle" { (seconds / 60) ":" (format!("{:02}", seconds % 60)) }
        }
        h3 { "Convince your neighbour" }
    }
}

/// The options that a class chooses from: those of the question; else numbers around the right one, or quarters of the axis for the end of a curve.
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

/// The numbers that are offered, in order: the right one, the middles of the ranges of mistakes, and doubles and halves of the right one. The place of the right one differs from step to step.
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
