//! A run: the rules of the protocol, cycle by cycle.

use super::{
    CHECKS, ClassReport, FOLLOW_UP, GROWTH_LOOKS, GROWTH_RATIO, GROWTH_RATIO_FROM_EMPTY, LONGEST_DRAIN, MOST_BATCHES,
    PATIENCE, PER_BATCH, Plan, Reason, Report, SHORTEST_BATCH, State, Violation, WARM_UP_SHARE, batches::Batches,
    behind, growing, ledger::Ledger, most_held, warm_up::WarmUp,
};
use crate::sim::{Kind, Simulator, stats::Estimate};

/// A simulation on its way to a [`Report`].
#[derive(Clone, Debug)]
pub struct Run<S> {
    simulator: S,
    plan: Plan,
    phase: Phase,
    ledger: Ledger,
    warm_up: WarmUp,
    batches: Batches,
    /// Batches at the next look.
    next_check: u64,
    /// The end of the window, while its messages are followed.
    window_end: u64,
    /// Messages of the window that are not delivered.
    outstanding: u64,
    /// Looks in a row at which queues grew.
    grew: u32,
    /// The window at the last of them.
    grew_window: u64,
    report: Option<Report>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    WarmUp,
    /// Until the window is as long as the warm-up was, because queues grew in it.
    Saturated {
        until: u64,
    },
    Window,
    FollowUp,
    Drain {
        until: u64,
    },
    Done,
}

impl<S: Simulator> Run<S> {
    /// A run that has not begun. The simulator must be at time 0.
    pub fn new(simulator: S, plan: Plan) -> Self {
        let classes = simulator.classes();
        Self {
            plan,
            phase: Phase::WarmUp,
            ledger: Ledger::new(classes),
            warm_up: WarmUp::new(),
            batches: Batches::new(classes.len()),
            next_check: CHECKS,
            window_end: 0,
            outstanding: 0,
            grew: 0,
            grew_window: 0,
            report: None,
            simulator,
        }
    }

    /// Simulates up to `cycles` cycles more; says whether the run is over.
    pub fn advance(&mut self, cycles: u64) -> Result<bool, Violation> {
        for _ in 0..cycles {
            if self.phase == Phase::Done {
                return Ok(true);
            }
            self.cycle()?;
        }
        Ok(self.phase == Phase::Done)
    }

    /// Simulates to the end.
    pub fn finish(mut self) -> Result<Report, Violation> {
        loop {
            self.advance(PATIENCE)?;
            if let Some(report) = self.report() {
                return Ok(report.clone());
            }
        }
    }

    /// The result, when the run is over.
    pub fn report(&self) -> Option<&Report> {
        self.report.as_ref().filter(|_| self.phase == Phase::Done)
    }

    /// What can be said now, if the run is not over: from the first batches, as far as all their messages are delivered. During the warm-up
    /// there is no estimate yet.
    pub fn so_far(&self) -> Report {
        self.report().cloned().unwrap_or_else(|| {
            self.report_of(State::Unfinished, self.simulator.now(), |_, class| self.batches.settled(class))
        })
    }

    /// The cycles at the start that are left out, once that is decided.
    pub fn warm_up(&self) -> Option<u64> {
        (self.phase != Phase::WarmUp).then(|| self.batches.start())
    }

    /// Whether the sources have been stopped.
    pub const fn draining(&self) -> bool {
        matches!(self.phase, Phase::Drain { .. })
    }

    /// The simulator, to look at.
    pub const fn simulator(&self) -> &S {
        &self.simulator
    }

    fn cycle(&mut self) -> Result<(), Violation> {
        self.simulator.step();
        let now = self.simulator.now();
        let present = self.ledger.enter(&self.simulator);
        let still = now - self.simulator.last_progress();
        if still > PATIENCE && present > 0 {
            return Err(Violation::Deadlock { since: self.simulator.last_progress(), in_flight: present });
        }
        let counting = !matches!(self.phase, Phase::Drain { .. } | Phase::Done);
        if counting && self.simulator.held() > most_held(self.simulator.nodes()) {
            return self.judged(Some(Reason::Crowded));
        }
        match self.phase {
            Phase::WarmUp => {
                if self.warm_up.add(present as f64) || now >= self.plan.most_cycles / WARM_UP_SHARE {
                    self.end_of_pilot(now)?;
                }
            }
            Phase::Saturated { until } => {
                self.collect(present);
                if now >= until {
                    self.judged(Some(Reason::Growing))?;
                }
            }
            Phase::Window => {
                self.collect(present);
                let full = self.batches.count(now) >= self.next_check && self.batches.whole(now);
                if full || now >= self.plan.most_cycles {
                    self.close(now)?;
                }
            }
            Phase::FollowUp => {
                self.collect(present);
                let late = now - self.window_end > FOLLOW_UP * (self.window_end - self.batches.start());
                if self.outstanding == 0 {
                    self.look(now)?;
                } else if late {
                    self.judged(Some(Reason::Undelivered))?;
                }
            }
            Phase::Drain { until } => {
                if present == 0 {
                    self.ledger.check(&self.simulator)?;
                    if let Some(report) = &mut self.report {
                        report.cycles = now;
                    }
                    self.phase = Phase::Done;
                } else if now >= until {
                    return Err(Violation::NotDrained { in_flight: present, cycles: now });
                }
            }
            Phase::Done => {}
        }
        Ok(())
    }

    /// Counts the last step into the batches.
    fn collect(&mut self, present: u64) {
        self.batches.add(&self.ledger, present as f64, self.simulator.now());
        for sample in self.simulator.samples() {
            if sample.generated < self.batches.start() {
                continue;
            }
            self.batches.sample(sample);
            if self.phase == Phase::FollowUp && sample.generated < self.window_end {
                self.outstanding -= 1;
            }
        }
    }

    /// Rule 1: as much has been seen as the warm-up wanted to see.
    fn end_of_pilot(&mut self, now: u64) -> Result<(), Violation> {
        self.ledger.check(&self.simulator)?;
        let (first, second) = self.warm_up.halves();
        let grows = growing(first, second, self.ledger.generated() as f64, GROWTH_RATIO_FROM_EMPTY);
        let remembered = now as f64 >= self.simulator.memory();
        self.grew = if grows && remembered { self.grew + 1 } else { 0 };
        let over = now >= self.plan.most_cycles / WARM_UP_SHARE;
        let settled = self.warm_up.settled() && remembered && !grows;
        let saturated = self.grew > GROWTH_LOOKS;
        if !(over || settled || saturated) {
            self.warm_up.double();
            return Ok(());
        }
        self.simulator.begin_window();
        let left = (self.plan.most_cycles.saturating_sub(now) / CHECKS).max(1);
        let wanted = SHORTEST_BATCH.max(libm::ceil(self.simulator.memory()) as u64);
        self.batches.begin(now, wanted.min(left));
        self.ledger.begin_window();
        self.grew = 0;
        self.phase = if saturated { Phase::Saturated { until: 2 * now } } else { Phase::Window };
        Ok(())
    }

    /// Rule 2: the window ends here, or at the end of the last whole batch before.
    fn close(&mut self, now: u64) -> Result<(), Violation> {
        self.window_end = self.batches.start() + self.batches.count(now) * self.batches.length();
        self.outstanding = self.batches.outstanding(self.window_end);
        self.phase = Phase::FollowUp;
        if self.outstanding == 0 { self.look(now) } else { Ok(()) }
    }

    /// Rules 3 and 4: every message of the window is delivered.
    fn look(&mut self, now: u64) -> Result<(), Violation> {
        self.ledger.check(&self.simulator)?;
        let capped = now >= self.plan.most_cycles;
        let (first, second) = self.batches.halves(self.window_end);
        let grows = growing(first, second, self.batches.generated(self.window_end), GROWTH_RATIO);
        let window = self.window_end - self.batches.start();
        if !grows {
            self.grew = 0;
        } else if self.grew == 0 || window >= 2 * self.grew_window {
            (self.grew, self.grew_window) = (self.grew + 1, window);
        }
        let behind = behind(self.ledger.kept_in_window(), self.ledger.generated_in_window());
        if self.grew >= GROWTH_LOOKS || (capped && (grows || behind)) {
            let growing = self.grew >= GROWTH_LOOKS || grows;
            return self.judged(Some(if growing { Reason::Growing } else { Reason::Behind }));
        }
        let estimates = (0..self.simulator.classes().len()).map(|class| self.batches.estimate(class, self.window_end));
        let decisive = estimates.flatten().next();
        let enough = |e: &Estimate| e.values >= PER_BATCH * e.batches as f64;
        let precise = decisive
            .zip(self.plan.precision)
            .is_some_and(|(e, precision)| e.relative() <= precision && e.independent() && enough(&e));
        if (precise && !behind) || capped {
            return self.judged(None);
        }
        let batches = window / self.batches.length();
        // 32, 48, 64, 96, 128: by a half and by a third in turn.
        self.next_check = if batches.is_power_of_two() { batches + batches / 2 } else { batches / 3 * 4 };
        if self.next_check > MOST_BATCHES as u64 {
            self.batches.merge();
            self.next_check /= 2;
        }
        self.phase = Phase::Window;
        Ok(())
    }

    /// Makes the report and, unless the network is saturated for a reason, stops the sources.
    fn judged(&mut self, reason: Option<Reason>) -> Result<(), Violation> {
        let state = if reason.is_some() { State::Saturated } else { State::Stable };
        self.ledger.check(&self.simulator)?;
        let now = self.simulator.now();
        let end = if state == State::Stable { self.window_end } else { now };
        // Beyond saturation the mean of what was delivered is a property of the length of the run, unless it is a rate.
        let means = |kind| state == State::Stable || kind == Kind::Rate;
        self.report =
            Some(self.report_of(
                state,
                end,
                |kind, class| {
                    if means(kind) { self.batches.estimate(class, end) } else { None }
                },
            ));
        if let Some(report) = &mut self.report {
            report.reason = reason;
        }
        if state == State::Stable {
            self.simulator.stop_sources();
            // What took this long to fill is empty after as long again, or it never will be.
            self.phase = Phase::Drain { until: now + now.min(LONGEST_DRAIN) + PATIENCE };
        } else {
            self.phase = Phase::Done;
        }
        Ok(())
    }

    /// The report of a window up to `end`, with an estimate for each class.
    fn report_of(&self, state: State, end: u64, estimate: impl Fn(Kind, usize) -> Option<Estimate>) -> Report {
        let (now, start) = (self.simulator.now(), self.batches.start());
        let classes = self.simulator.classes().iter().enumerate().map(|(i, class)| ClassReport {
            name: class.name,
            kind: class.kind,
            estimate: estimate(class.kind, i),
            delivered: self.ledger.delivered_in_window(i),
        });
        Report {
            identity: self.simulator.identity(),
            generator: self.simulator.generator(),
            state,
            reason: None,
            cycles: now,
            warm_up: start,
            window: end - start,
            counted: now - start,
            batch: self.batches.length(),
            memory: self.simulator.memory(),
            precision: self.plan.precision,
            nodes: self.simulator.nodes(),
            growth: (state == State::Saturated).then(|| {
                self.ledger.kept_in_window() / ((now - start).max(1) as f64 * f64::from(self.simulator.nodes()))
            }),
            classes: classes.collect(),
            measures: self.simulator.measures(),
        }
    }
}
