//! A run: the rules of the protocol, cycle by cycle.

use super::{
    CHECKS, ClassReport, ENOUGH, FOLLOW_UP, GROWTH_LOOKS, GROWTH_RATIO, GROWTH_RATIO_FROM_EMPTY, LONGEST_DRAIN,
    MOST_PIECES, PATIENCE, Plan, Report, SEVERAL, SHORTEST_PIECE, SaturationReason, Verdict, Violation, WARM_UP_SHARE,
    batches, behind, capped_above, growing, ledger::Ledger, memory, most_held, pieces::Pieces, steady, warm_up::WarmUp,
};
use crate::sim::{
    Class, ClassKind, Simulator, SimulatorInfo,
    stats::{BATCHES, Estimate, FEWEST, MOST_BATCHES},
};

/// A simulation in progress; it ends with a [`Report`].
#[derive(Clone, Debug)]
pub struct Run<S> {
    simulator: S,
    state: ProtocolState,
    report: Option<Report>,
}

/// The state of a run without its simulator, so that reports are made in one copy for all simulators.
#[derive(Clone, Debug)]
struct ProtocolState {
    about: SimulatorInfo,
    /// The use of the busiest channel or node, once it is asked for; zero in a run to look at.
    utilisation: Option<f64>,
    plan: Plan,
    phase: RunPhase,
    ledger: Ledger,
    warm_up: WarmUp,
    pieces: Pieces,
    /// Pieces at the next look.
    next_check: u64,
    /// The end of the window, while its messages are followed.
    window_end: u64,
    /// The look before, in a run that could have stopped there.
    before: Option<Checkpoint>,
    /// Messages of the window that are not delivered.
    outstanding: u64,
    /// Looks in a row at which queues grew.
    grew: u32,
    /// The window at the last of them.
    grew_window: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunPhase {
    WarmUp,
    /// Until the window is as long as the warm-up was, because the network is known to be saturated.
    Saturated {
        until: u64,
        reason: SaturationReason,
    },
    Window,
    FollowUp,
    Drain {
        until: u64,
    },
    Done,
}

/// The statistics of each class.
#[derive(Clone, Debug)]
struct ClassRecord {
    estimates: Vec<Option<Estimate>>,
    /// By class: what a batch must outlast for an interval, cycles.
    memories: Vec<f64>,
    /// The longest memory of the network itself, without that of its traffic, cycles.
    network: f64,
    /// Batches that the window is cut into.
    batches: usize,
}

/// The estimates by class at a look at which the run could have stopped, and the window then, cycles.
#[derive(Clone, Debug)]
struct Checkpoint {
    estimates: Vec<Option<Estimate>>,
    window: u64,
}

impl ClassRecord {
    /// From the pieces up to a time. A class that remembers for longer than a batch lasts has no interval, and in the warm-up none has.
    fn new(about: &SimulatorInfo, pieces: &Pieces, warm: bool, end: u64) -> Self {
        let (window, classes) = (end - pieces.start(), about.classes);
        let plain = |class| {
            if warm { Estimate::plain(&pieces.batches(class, end)) } else { pieces.estimate_in_warm_up(class, end) }
        };
        let means: Vec<_> = (0..classes.len()).map(plain).collect();
        let slowed = |(mean, idle): (&Option<Estimate>, f64)| mean.map(|mean| (mean.mean / idle).max(1.0));
        let slowdown = means.iter().zip(about.idle).find_map(slowed).unwrap_or(0.0);
        let remembers = |(class, mean): (&Class, &Option<Estimate>), traffic| {
            let slowdown = if class.kind == ClassKind::Latency { slowdown } else { 0.0 };
            mean.map_or(0.0, |mean| memory(mean.mean, slowdown, traffic))
        };
        let known = || classes.iter().zip(&means);
        let arrivals = pieces.generated(end) / about.dispersion;
        let outlasts = |class: (&Class, &Option<Estimate>)| {
            let latency = class.0.kind == ClassKind::Latency && class.1.is_some();
            let steady = if latency { steady(slowdown, arrivals / window as f64) / BATCHES as f64 } else { 0.0 };
            remembers(class, about.memory).max(steady)
        };
        let memories: Vec<f64> = known().map(outlasts).collect();
        // So few values may all be late by chance.
        let enough = known().filter(|(_, mean)| mean.is_some_and(|mean| mean.values >= FEWEST));
        let network = enough.map(|class| remembers(class, 0.0)).fold(0.0, f64::max);
        let memory = memories.iter().copied().fold(about.memory, f64::max);
        let many = pieces.count(end) >= MOST_BATCHES as u64;
        let batches = if many { batches(window, memory) } else { BATCHES };
        // Control variates from dependent batches correct no mean either.
        let judged = |(class, (plain, memory)): (usize, (Option<Estimate>, &f64))| {
            let outlasts = warm && window as f64 >= batches as f64 * memory;
            let judged = outlasts.then(|| Estimate::of_pieces(&pieces.batches(class, end), batches)).flatten();
            judged.or(plain)
        };
        Self {
            estimates: means.into_iter().zip(&memories).enumerate().map(judged).collect(),
            memories,
            network,
            batches,
        }
    }

    /// True if a window is so long that a network which is no longer stable would be known by what it remembers.
    fn tells(&self, window: u64) -> bool {
        window as f64 >= SEVERAL * self.network
    }

    /// The widened estimate of the first class that has values: that by which a run stops.
    fn decisive(&self, before: Option<&Checkpoint>, window: u64) -> Option<Estimate> {
        self.clone().widened_by(before, window).estimates.into_iter().flatten().next()
    }

    /// With intervals at least as wide as an earlier look predicts for a window of `window` cycles.
    fn widened_by(self, before: Option<&Checkpoint>, window: u64) -> Self {
        let Some(Checkpoint { estimates, window: seen }) = before else { return self };
        let wider = |(now, earlier): (Option<Estimate>, &Option<Estimate>)| match earlier {
            Some(earlier) if earlier.half95.is_finite() => {
                now.map(|now| now.widened_by(earlier, *seen as f64 / window as f64))
            }
            _ => now,
        };
        Self { estimates: self.estimates.into_iter().zip(estimates).map(wider).collect(), ..self }
    }
}

impl<S: Simulator> Run<S> {
    /// A run that has not begun. The simulator must be at time 0.
    pub fn new(simulator: S, plan: Plan) -> Self {
        let about = simulator.about();
        let state = ProtocolState {
            plan,
            phase: RunPhase::WarmUp,
            ledger: Ledger::new(about.classes),
            warm_up: WarmUp::new(),
            pieces: Pieces::of_warm_up(&about),
            next_check: CHECKS,
            window_end: 0,
            before: None,
            outstanding: 0,
            grew: 0,
            grew_window: 0,
            utilisation: None,
            about,
        };
        Self { simulator, state, report: None }
    }

    /// A run to look at: its load alone does not end it.
    pub fn to_watch(mut self) -> Self {
        self.state.utilisation = Some(0.0);
        self
    }

    /// Simulates up to `cycles` cycles more; says whether the run is over.
    pub fn advance(&mut self, cycles: u64) -> Result<bool, Violation> {
        for _ in 0..cycles {
            if self.state.phase == RunPhase::Done {
                return Ok(true);
            }
            self.cycle()?;
        }
        Ok(self.state.phase == RunPhase::Done)
    }

    /// Simulates to the end of the run.
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
        self.report.as_ref().filter(|_| self.state.phase == RunPhase::Done)
    }

    /// A report now, if the run is not over: from the first pieces of the window, as far as all their messages are delivered. During the
    /// warm-up a mean without an interval, of the messages generated in the second half of that time: nothing of it is left in the result.
    pub fn so_far(&self) -> Report {
        self.report().cloned().unwrap_or_else(|| {
            let settled = self.state.pieces.settled(self.simulator.now());
            self.state.report(&self.simulator, Verdict::Unfinished, self.simulator.now(), settled)
        })
    }

    /// The cycles at the start that are left out, once that is decided.
    pub fn warm_up(&self) -> Option<u64> {
        (self.state.phase != RunPhase::WarmUp).then(|| self.state.pieces.start())
    }

    /// True if the sources have been stopped.
    pub const fn draining(&self) -> bool {
        matches!(self.state.phase, RunPhase::Drain { .. })
    }

    /// The simulator, to look at.
    pub const fn simulator(&self) -> &S {
        &self.simulator
    }

    fn cycle(&mut self) -> Result<(), Violation> {
        self.simulator.step();
        let now = self.simulator.now();
        let present = self.state.ledger.record_step(&self.simulator);
        let still = now - self.simulator.last_progress();
        if still > PATIENCE && present > 0 {
            let since = self.simulator.last_progress().saturating_sub(1);
            return Err(Violation::Deadlock { since, in_flight: present });
        }
        let counting = !matches!(self.state.phase, RunPhase::Drain { .. } | RunPhase::Done);
        if counting && self.simulator.held() > most_held(self.state.about.nodes) {
            return self.judged(Verdict::Saturated, Some(SaturationReason::Crowded));
        }
        if counting {
            self.collect(present);
        }
        match self.state.phase {
            RunPhase::WarmUp => {
                if self.state.warm_up.add(present as f64) || now >= self.state.plan.most_cycles / WARM_UP_SHARE {
                    self.end_of_pilot(now)?;
                }
            }
            RunPhase::Saturated { until, reason } => {
                if now >= until {
                    self.judged(Verdict::Saturated, Some(reason))?;
                }
            }
            RunPhase::Window => {
                let full = self.state.pieces.count(now) >= self.state.next_check && self.state.pieces.whole(now);
                if full || now >= self.state.plan.most_cycles {
                    self.close(now)?;
                }
            }
            RunPhase::FollowUp => {
                let late =
                    now - self.state.window_end > FOLLOW_UP * (self.state.window_end - self.state.pieces.start());
                if self.state.outstanding == 0 {
                    self.look(now)?;
                } else if late && still == 0 {
                    // If nothing moves any more it is a deadlock, which takes longer to detect.
                    self.late(now)?;
                }
            }
            RunPhase::Drain { until } => {
                if present == 0 {
                    self.state.ledger.check(&self.simulator)?;
                    if let Some(report) = &mut self.report {
                        (report.cycles, report.flit_hops) = (now, self.simulator.flit_hops());
                    }
                    self.state.phase = RunPhase::Done;
                } else if now >= until {
                    return Err(Violation::NotDrained { in_flight: present, cycles: now });
                }
            }
            RunPhase::Done => {}
        }
        Ok(())
    }

    /// Counts the last step into the pieces.
    fn collect(&mut self, present: u64) {
        self.state.pieces.add(&self.state.ledger, present as f64, self.simulator.now());
        for sample in self.simulator.samples() {
            if sample.generated < self.state.pieces.start() {
                continue;
            }
            self.state.pieces.sample(sample);
            if self.state.phase == RunPhase::FollowUp && sample.generated < self.state.window_end {
                self.state.outstanding -= 1;
            }
        }
    }

    /// Rule 1: as much has been seen as the warm-up wanted to see.
    fn end_of_pilot(&mut self, now: u64) -> Result<(), Violation> {
        self.state.ledger.check(&self.simulator)?;
        let (first, second) = self.state.warm_up.halves();
        let grows = growing(
            first,
            second,
            self.state.ledger.generated() as f64,
            self.state.about.dispersion,
            GROWTH_RATIO_FROM_EMPTY,
        );
        let remembered = now as f64 >= self.state.about.memory;
        self.state.grew = if grows && remembered { self.state.grew + 1 } else { 0 };
        let over = now >= self.state.plan.most_cycles / WARM_UP_SHARE;
        let settled = self.state.warm_up.settled() && remembered && !grows;
        let reason = if *self.state.utilisation.get_or_insert_with(|| self.simulator.utilisation()) > 1.0 {
            Some(SaturationReason::Overloaded)
        } else {
            (self.state.grew > GROWTH_LOOKS).then_some(SaturationReason::Growing)
        };
        if !(over || settled || reason.is_some()) {
            self.state.warm_up.double();
            return Ok(());
        }
        self.simulator.begin_window();
        let left = (self.state.plan.most_cycles.saturating_sub(now) / CHECKS).max(1);
        let remembered = (libm::ceil(self.state.about.memory) as u64).div_ceil(CHECKS / BATCHES as u64);
        let wanted = SHORTEST_PIECE.max(remembered);
        self.state.pieces = Pieces::new(&self.state.about);
        self.state.pieces.begin(now, wanted.min(left));
        self.state.ledger.begin_window();
        self.state.grew = 0;
        self.state.phase = reason.map_or(RunPhase::Window, |reason| RunPhase::Saturated { until: 2 * now, reason });
        Ok(())
    }

    /// Rule 2: the window ends here, or at the end of the last whole piece before.
    fn close(&mut self, now: u64) -> Result<(), Violation> {
        self.state.window_end = self.state.pieces.start() + self.state.pieces.count(now) * self.state.pieces.length();
        self.state.outstanding = self.state.pieces.outstanding(self.state.window_end);
        self.state.phase = RunPhase::FollowUp;
        if self.state.outstanding == 0 { self.look(now) } else { Ok(()) }
    }

    /// True if queues grew in the window, and true if arriving messages are not delivered.
    fn grows(&self) -> (bool, bool) {
        let (first, second) = self.state.pieces.halves(self.state.window_end);
        let (generated, dispersion) = (self.state.pieces.generated(self.state.window_end), self.state.about.dispersion);
        let behind = behind(self.state.ledger.kept_in_window(), self.state.ledger.generated_in_window(), dispersion);
        (growing(first, second, generated, dispersion, GROWTH_RATIO), behind)
    }

    /// Rule 4: messages of the window are under way long after it.
    fn late(&mut self, now: u64) -> Result<(), Violation> {
        let (grows, behind) = self.grows();
        let known = ClassRecord::new(&self.state.about, &self.state.pieces, true, self.state.window_end);
        let window = self.state.window_end - self.state.pieces.start();
        if grows || behind || known.tells(window) {
            return self.judged(Verdict::Saturated, Some(SaturationReason::Undelivered));
        }
        if now >= self.state.plan.most_cycles {
            return self.judged(Verdict::Undecided, None);
        }
        // In a queue that is long for a while some wait for longer than a short window lasts.
        while self.state.pieces.count(now) >= MOST_PIECES as u64 {
            self.state.pieces.merge();
        }
        self.state.next_check = self.state.pieces.count(now) + 1;
        self.state.phase = RunPhase::Window;
        Ok(())
    }

    /// Rules 3 and 4: every message of the window is delivered.
    fn look(&mut self, now: u64) -> Result<(), Violation> {
        self.state.ledger.check(&self.simulator)?;
        let capped = now >= self.state.plan.most_cycles;
        let (grows, behind) = self.grows();
        let window = self.state.window_end - self.state.pieces.start();
        if !grows {
            self.state.grew = 0;
        } else if self.state.grew == 0 || window >= 2 * self.state.grew_window {
            (self.state.grew, self.state.grew_window) = (self.state.grew + 1, window);
        }
        if self.state.grew >= GROWTH_LOOKS || (capped && (grows || behind)) {
            let growing = self.state.grew >= GROWTH_LOOKS || grows;
            let reason = if growing { SaturationReason::Growing } else { SaturationReason::Behind };
            return self.judged(Verdict::Saturated, Some(reason));
        }
        let known = ClassRecord::new(&self.state.about, &self.state.pieces, true, self.state.window_end);
        let decisive = known.decisive(self.state.before.as_ref(), window);
        let enough = decisive.filter(|estimate| estimate.values >= ENOUGH);
        let precise =
            enough.zip(self.state.plan.precision).is_some_and(|(estimate, precision)| estimate.relative() <= precision);
        let tells = known.tells(window);
        if (precise && tells && !behind && !grows) || capped {
            return self.judged(if tells { Verdict::Stable } else { Verdict::Undecided }, None);
        }
        self.state.before =
            self.state.plan.precision.and(enough).map(|_| Checkpoint { estimates: known.estimates, window });
        let pieces = window / self.state.pieces.length();
        // By a half and by a third in turn.
        self.state.next_check = if pieces == CHECKS { pieces / 2 * 3 } else { pieces / 3 * 4 };
        if self.state.next_check > MOST_PIECES as u64 {
            self.state.pieces.merge();
            self.state.next_check /= 2;
        }
        self.state.phase = RunPhase::Window;
        Ok(())
    }

    /// Makes the report and, if the network is stable, stops the sources.
    fn judged(&mut self, state: Verdict, reason: Option<SaturationReason>) -> Result<(), Violation> {
        self.state.ledger.check(&self.simulator)?;
        let now = self.simulator.now();
        let end = if state == Verdict::Saturated { now } else { self.state.window_end };
        self.report = Some(Report { reason, ..self.state.report(&self.simulator, state, end, end) });
        if state == Verdict::Stable {
            self.simulator.stop_sources();
            // What took this long to fill is empty after as long again, or it never will be.
            self.state.phase = RunPhase::Drain { until: now + now.min(LONGEST_DRAIN) + PATIENCE };
        } else {
            self.state.phase = RunPhase::Done;
        }
        Ok(())
    }
}

impl ProtocolState {
    /// The report of a window up to `end`, with the estimates up to `settled`.
    fn report(&self, simulator: &dyn Simulator, state: Verdict, end: u64, settled: u64) -> Report {
        let (now, start, classes) = (simulator.now(), self.pieces.start(), self.about.classes);
        let warm = self.phase != RunPhase::WarmUp;
        let known = ClassRecord::new(&self.about, &self.pieces, warm, settled)
            .widened_by(self.before.as_ref(), settled - start);
        let ClassRecord { mut estimates, memories, network, batches } = known;
        // Beyond saturation, and where that cannot be told, what was delivered has a mean that depends on the length, unless it is a rate.
        let settles = matches!(state, Verdict::Stable | Verdict::Unfinished);
        for (class, estimate) in classes.iter().zip(&mut estimates) {
            *estimate = estimate.filter(|_| settles || class.kind == ClassKind::Rate);
        }
        // The result leaves out the warm-up.
        let seen = |(class, estimate): (usize, &Option<Estimate>)| {
            let known = estimate.filter(|_| warm)?.half95.is_finite();
            let long = (settled - start) as f64 >= MOST_BATCHES as f64 * memories[class];
            self.pieces.times(class, settled, (known && long).then_some(batches))
        };
        let times: Vec<_> = estimates.iter().enumerate().map(seen).collect();
        let remembers = estimates.iter().zip(memories).filter_map(|(estimate, memory)| estimate.map(|_| memory));
        let memory = remembers.fold(self.about.memory, f64::max);
        let known = estimates.into_iter().zip(times);
        let classes = classes.iter().zip(known).enumerate().map(|(i, (class, (estimate, times)))| ClassReport {
            name: class.name,
            kind: class.kind,
            idle: self.about.idle[i],
            estimate,
            times,
            delivered: self.ledger.delivered_in_window(i),
        });
        Report {
            identity: self.about.identity,
            generator: self.about.generator,
            state,
            reason: None,
            needs: (state == Verdict::Undecided).then(|| capped_above(SEVERAL * network.max(self.about.memory))),
            cycles: now,
            warm_up: start,
            window: end - start,
            counted: now - start,
            batch: (settled - start) / batches as u64,
            batches,
            memory,
            precision: self.plan.precision,
            nodes: self.about.nodes,
            // A run that was settled in its warm-up may hold fewer at its end.
            growth: (state == Verdict::Saturated)
                .then(|| self.ledger.kept_in_window() / ((now - start).max(1) as f64 * f64::from(self.about.nodes)))
                .filter(|growth| *growth > 0.0),
            classes: classes.collect(),
            measures: simulator.measures(),
            channels: simulator.channels(),
            flit_hops: simulator.flit_hops(),
        }
    }
}
