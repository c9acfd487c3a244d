//! The loop of `--jsonl`: one line of answer for each line of input.
//!
//! ```text
//!   input --one line at a time--> workers, one per core --> answers that wait for earlier ones --> output, flushed per line
//! ```
//! Memory does not grow with the input: the number of waiting answers is bounded, and reading pauses at the bound.
//!
//! # Resuming an earlier output
//! In order, the n-th whole line of the output answers the n-th line of the input, counting the lines of the shard that are not blank.
//! Out of order, every answer has the number of its `line`. In both cases an `id` must be that of its line; otherwise the output belongs
//! to another input. A line without an end is half an answer: it is cut off, and its line is answered again.

use crate::{
    ending::{self, Ending, ProgressLine, answer_alone, listen, lock, stopped, write},
    input::{self, Given, InputKind, number},
};
use flitscope::{
    param::{Accepted, legible},
    text::{decoded, grouped},
};
use serde::{Deserialize, Serialize, de::IgnoredAny};
use serde_json::Value;
use std::{
    collections::{BTreeMap, HashSet},
    ffi::OsString,
    fs,
    io::{BufRead as _, BufReader, ErrorKind},
    sync::{Arc, Condvar, Mutex, TryLockError},
    thread,
    time::Duration,
};

/// The largest number of waiting answers, and of their bytes.
const MOST_WAITING: usize = 4_096;
const MOST_BYTES: usize = 64 << 20;

const MOST_THREADS: usize = 1_024;

/// The number of checks, 1 ms apart, after which a signal no longer waits for a line that is being written.
const LOOKS: u32 = 1_000;

/// The options of `--jsonl`, unchecked.
#[derive(clap::Args)]
#[command(next_help_heading = "Many at once")]
pub(crate) struct LineOptions {
    /// Answer each line of the input with a line, in order, which keeps its key id. A bad line N gets {"line": N, "error": ".."}
    #[arg(long)]
    jsonl: bool,
    /// Print each answer as soon as it is ready, with the number of its line
    #[arg(long)]
    unordered: bool,
    /// Answer line I and every N-th line after it, not counting blank lines; I is from 1 to N
    #[arg(long, value_name = "I/N", allow_hyphen_values = true)]
    shard: Option<String>,
    /// Skip the lines that FILE, an earlier output of this command, has answered; append to it with >>. A half line at its end is cut
    #[arg(long, value_name = "FILE")]
    resume: Option<OsString>,
    /// The number of threads, also for replications; without it, one per core
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    threads: Option<String>,
}

/// The options of `--jsonl`, checked.
pub(crate) struct LineRules {
    /// True if the input is lines.
    pub(crate) jsonl: bool,
    unordered: bool,
    shard: Option<Shard>,
    resume: Option<OsString>,
    threads: Option<usize>,
}

/// The first line, and the distance to the next ones.
type Shard = (u64, u64);

impl LineOptions {
    pub(crate) fn checked(self) -> Result<LineRules, Ending> {
        let Self { jsonl, unordered, shard, resume, threads } = self;
        let of_lines = [("unordered", unordered), ("shard", shard.is_some()), ("resume", resume.is_some())];
        let accepted = Accepted::Whole { min: 1, max: MOST_THREADS as u32 };
        let threads = number(threads.as_ref(), "threads", accepted, |threads| (1..=MOST_THREADS).contains(threads))?;
        let shard = shard.as_deref().map(self::shard).transpose()?;
        match of_lines.iter().find(|(_, given)| *given && !jsonl) {
            Some((option, _)) => Err(format!("--{option} needs --jsonl: give both.").into()),
            None => Ok(LineRules { jsonl, unordered, shard, resume, threads }),
        }
    }
}

impl LineRules {
    /// Sets the number of threads of replications and maps, and returns it: by default one per core.
    pub(crate) fn use_threads(&self) -> usize {
        let threads = self.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
        // Cannot fail: the pool has not been used yet.
        rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().ok();
        threads
    }
}

fn shard(text: &str) -> Result<Shard, Ending> {
    let numbers =
        text.split_once('/').and_then(|(first, of)| Some((first.trim().parse().ok()?, of.trim().parse().ok()?)));
    let shard = numbers.filter(|(first, of): &Shard| (1..=*of).contains(first));
    let accepted = "use I/N, such as 1/4, with whole numbers and I from 1 to N.";
    shard.ok_or_else(|| format!("shard = {} is not accepted: {accepted}", legible(text)).into())
}

/// An answer with the keys that all answers have.
#[derive(Serialize)]
pub(crate) struct Answered<A> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    /// The number of its line, with `--unordered`.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    version: &'static str,
    #[serde(flatten)]
    pub answer: A,
}

impl<A> Answered<A> {
    /// Adds the `id` of the scenario or question to an answer.
    pub(crate) const fn new(id: Option<Value>, answer: A) -> Self {
        Self { id, line: None, version: env!("CARGO_PKG_VERSION"), answer }
    }
}

/// The answer to a bad line.
#[derive(Serialize)]
struct Refused {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    line: u64,
    error: String,
}

/// The keys of an answer in an earlier output that identify its line.
#[derive(Deserialize)]
struct Earlier {
    id: Option<Value>,
    line: Option<u64>,
    error: Option<IgnoredAny>,
}

struct Input {
    lines: input::Lines,
    shard: Option<Shard>,
    /// The number of lines so far that are not blank, in all shards.
    met: u64,
    /// The lines that an unordered earlier output has answered.
    answered: HashSet<u64>,
}

impl Input {
    /// Returns the next line of the shard, with its number.
    fn own(&mut self) -> Option<(u64, Result<String, Ending>)> {
        loop {
            let line = self.lines.next()?;
            self.met += 1;
            if self.shard.is_none_or(|(first, of)| (self.met - 1) % of == first - 1) {
                return Some(line);
            }
        }
    }

    /// Returns the next line without an answer.
    fn next(&mut self) -> Option<(u64, Result<String, Ending>)> {
        loop {
            let line = self.own()?;
            if self.answered.is_empty() || !self.answered.remove(&line.0) {
                return Some(line);
            }
        }
    }

    /// Skips the lines that an earlier output has answered, and cuts off a half line at its end. Returns the number of answers; true
    /// if one is an error. A file that does not exist has no answers.
    fn resume(&mut self, path: &OsString, kind: &InputKind, unordered: bool) -> Result<(u64, bool), Ending> {
        if path == "-" {
            return Err(Ending::Refused(
                "resume = - is not accepted: use the name of a file, because a half line at its end is cut off.".into(),
            ));
        }
        let name = path.display().to_string();
        let unreadable = |error| Ending::Refused(format!("{name} cannot be resumed: {error}."));
        let file = match fs::OpenOptions::new().read(true).write(true).open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok((0, false)),
            other => other.map_err(unreadable)?,
        };
        let (mut earlier, mut line) = (BufReader::new(&file), Vec::new());
        let (mut count, mut whole, mut bad) = (0, 0, false);
        loop {
            line.clear();
            let length = earlier.read_until(b'\n', &mut line).map_err(unreadable)? as u64;
            if line.last() != Some(&b'\n') {
                if length > 0 {
                    file.set_len(whole).map_err(unreadable)?;
                }
                return Ok((count, bad));
            }
            (count, whole) = (count + 1, whole + length);
            let wrong =
                |what: &str| Ending::Refused(format!("{name} cannot be resumed: line {} {what}.", grouped(count)));
            let text = decoded(&line).map_err(|reason| wrong(reason.trim_end_matches('.')))?;
            let Ok(answer) = serde_json::from_str::<Earlier>(text) else {
                return Err(wrong("is not an answer"));
            };
            bad |= answer.error.is_some();
            if unordered {
                let number = answer
                    .line
                    .ok_or_else(|| wrong("has no line number, because it was written without --unordered"))?;
                self.answered.insert(number);
                continue;
            }
            if answer.line.is_some() && answer.error.is_none() {
                return Err(wrong("was written with --unordered: give it here too"));
            }
            let Some((number, text)) = self.own() else {
                return Err(wrong("is one answer more than the input has lines"));
            };
            let id = text.ok().and_then(|text| Given::read(&text, kind).ok()?.take("id")).filter(|id| !id.is_null());
            if id != answer.id || answer.line.is_some_and(|line| line != number) {
                return Err(wrong("answers another input"));
            }
        }
    }
}

struct Output {
    unordered: bool,
    /// The place of the next answer to print.
    next: u64,
    waiting: BTreeMap<u64, String>,
    bytes: usize,
    answered: u64,
    bad: bool,
    progress: ProgressLine,
    /// The reason why printing has ended.
    ended: Option<Ending>,
}

impl Output {
    fn full(&self) -> bool {
        self.ended.is_none() && (self.waiting.len() >= MOST_WAITING || self.bytes >= MOST_BYTES)
    }

    fn put(&mut self, place: u64, line: String) {
        if self.unordered {
            return self.write(&line);
        }
        self.bytes += line.len();
        self.waiting.insert(place, line);
        while let Some(line) = self.waiting.remove(&self.next) {
            self.bytes -= line.len();
            self.next += 1;
            self.write(&line);
        }
    }

    fn write(&mut self, line: &str) {
        if self.ended.is_none() {
            self.ended = write(line).err();
            self.answered += 1;
        }
    }

    fn stopped(&self) -> Ending {
        Ending::Stopped(format!("Stopped: {} lines of the input are answered.", grouped(self.answered)))
    }
}

/// Opens the input and the output, behind the lines that an earlier output has answered.
fn opened(argument: Option<OsString>, options: &LineRules, kind: &InputKind) -> Result<(Input, Output), Ending> {
    let lines = input::Lines::open(argument, kind)?;
    let mut input = Input { lines, shard: options.shard, met: 0, answered: HashSet::new() };
    let unordered = options.unordered;
    let earlier = options.resume.as_ref().map(|path| input.resume(path, kind, unordered)).transpose()?;
    let (answered, bad) = earlier.unwrap_or_default();
    let (waiting, progress) = (BTreeMap::new(), ProgressLine::begin(true));
    Ok((input, Output { unordered, next: 0, waiting, bytes: 0, answered, bad, progress, ended: None }))
}

/// Answers each line with `answer`; an interrupted answer is dropped.
pub(crate) fn answer<A: Serialize>(
    argument: Option<OsString>,
    options: &LineRules,
    kind: &InputKind,
    answer: impl Fn(&Given) -> Result<A, Ending> + Sync,
) -> Result<(), Ending> {
    let (input, output) = opened(argument, options, kind)?;
    let (size, answered) = (input.lines.size, output.answered);
    let output = Arc::new((Mutex::new(output), Condvar::new()));
    let shared = Arc::clone(&output);
    listen(move || stop(&shared.0))?;
    let (output, room) = &*output;
    let input = Mutex::new((input, 0, 0));
    let next = || {
        let (input, places, skipped) = &mut *lock(&input);
        let mut printed = lock(output);
        while printed.full() {
            printed = room.wait(printed).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
        let over = printed.ended.is_some();
        let (bytes, count) = (input.lines.bytes, printed.answered - answered);
        printed.progress.note(|since| {
            // A pipe has no known size.
            let part =
                if size > *skipped { bytes.saturating_sub(*skipped) as f64 / (size - *skipped) as f64 } else { 0.0 };
            (part, progress(count, since, bytes, size))
        });
        drop(printed);
        let (line, text) = if over { return None } else { input.next()? };
        if *places == 0 {
            // Lines that are answered already took no time.
            *skipped = input.lines.bytes;
        }
        *places += 1;
        Some((*places - 1, line, text))
    };
    let work = || {
        while let Some((place, line, text)) = next() {
            let (good, text) = answered_line(line, text, options.unordered, kind, &answer);
            if stopped() {
                return;
            }
            let mut output = lock(output);
            match text {
                Ok(text) => output.put(place, text),
                Err(ending) => output.ended = Some(ending),
            }
            output.bad |= !good;
            room.notify_all();
        }
    };
    thread::scope(|scope| (0..options.use_threads()).for_each(|_| drop(scope.spawn(work))));
    answer_alone();
    let mut output = lock(output);
    match output.ended.take() {
        Some(ending) => Err(ending),
        None if stopped() => Err(output.stopped()),
        None if output.bad => Err(Ending::BadLines),
        None => Ok(()),
    }
}

/// Returns the line of the answer to a line of the input; true before it if the line is good.
fn answered_line<A: Serialize>(
    line: u64,
    text: Result<String, Ending>,
    unordered: bool,
    kind: &InputKind,
    answer: impl Fn(&Given) -> Result<A, Ending>,
) -> (bool, Result<String, Ending>) {
    let (id, answer) = match text.and_then(|text| Given::read(&text, kind)) {
        Ok(mut given) => (given.take("id"), answer(&given)),
        Err(error) => (None, Err(error)),
    };
    match answer {
        Ok(answer) => (true, ending::line(&Answered { line: unordered.then_some(line), ..Answered::new(id, answer) })),
        Err(error) => (false, ending::line(&Refused { id, line, error: legible(&error.to_string()) })),
    }
}

/// Ends the output after a signal. Waits for a line that is being written, but not for ever: its reader may have stopped.
fn stop(output: &Mutex<Output>) -> Ending {
    for _ in 0..LOOKS {
        match output.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
            Ok(output) => return last(output),
            Err(TryLockError::Poisoned(output)) => return last(output.into_inner()),
        }
    }
    Ending::Stopped("Stopped: all lines of the output are complete, except perhaps the last.".into())
}

/// Keeps the lock for ever, so that no other line is printed.
fn last(output: std::sync::MutexGuard<'_, Output>) -> Ending {
    let ending = output.stopped();
    std::mem::forget(output);
    ending
}

fn progress(count: u64, since: Duration, bytes: u64, size: u64) -> String {
    let rate = grouped((count as f64 / since.as_secs_f64().max(1e-9)) as u64);
    let part = (100 * bytes).checked_div(size);
    let read = part.map_or_else(String::new, |part| format!(", {} % of the input read", part.min(100)));
    format!("{} lines answered, {rate} per second{read}", grouped(count))
}
