//! The end of the program: the sentence, the exit code, and signals.
//!
//! ```text
//!   signal --> stopped() is true --> working threads check it every LOOK, and answer with their results so far
//!                    |
//!                    +-- after PATIENCE, if they have not answered: the answer noted last, even during a long step
//! ```

use flitscope::{
    experiment::RunError,
    param::{Problem, is_legible, legible},
    text::duration,
};
use serde::Serialize;
use std::{
    error::Error,
    fmt::{self, Display, Formatter},
    io::{ErrorKind, IsTerminal as _, Write as _},
    process::ExitCode,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, SystemTime},
};

/// The time that a signal gives working threads to answer, before the handler answers. An answer is printed within 0.2 s.
const PATIENCE: Duration = Duration::from_millis(50);

/// Milliseconds between two checks of a working thread.
pub(crate) const LOOK: f64 = 10.0;

/// A clock in milliseconds, which begins now.
pub(crate) fn clock() -> impl Fn() -> f64 {
    let start = SystemTime::now();
    move || start.elapsed().unwrap_or_default().as_secs_f64() * 1000.0
}

/// The reason why there is no full answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The input is not accepted.
    Refused(String),
    /// The requested help or version.
    Told(String),
    /// There is no command: the commands are listed on standard error.
    Unasked(String),
    /// A simulator has broken a conservation law: its numbers are wrong.
    Broken(String),
    /// The answer could not be written.
    Unwritten(String),
    /// Some lines of the input are bad; each has an error in its place.
    BadLines,
    /// The reader has closed the pipe.
    Closed,
    /// A signal has stopped the command.
    Stopped(String),
}

impl From<String> for Ending {
    fn from(sentence: String) -> Self {
        Self::Refused(sentence)
    }
}

impl From<Problem> for Ending {
    /// The program replaces no bad value.
    fn from(problem: Problem) -> Self {
        Self::Refused(Problem { used: None, ..problem }.to_string())
    }
}

impl From<RunError> for Ending {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Law(violation) => Self::Broken(violation.to_string()),
            RunError::Setting(problem) => problem.into(),
        }
    }
}

impl Error for Ending {}

impl Display for Ending {
    /// Writes the sentence; nothing if there is none.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Closed | Self::BadLines | Self::Told(_) => "",
            Self::Unasked(_) => "A command is missing: flitscope --help explains all commands.",
            Self::Unwritten(sentence) | Self::Refused(sentence) | Self::Broken(sentence) | Self::Stopped(sentence) => {
                sentence
            }
        })
    }
}

impl Ending {
    /// Prints the sentence and returns the exit code.
    pub(crate) fn code(self) -> ExitCode {
        match &self {
            Self::Unasked(usage) => tell(usage),
            Self::Told(text) => return write(text).map_or_else(Self::code, |()| ExitCode::SUCCESS),
            _ => {}
        }
        let sentence = self.to_string();
        if !sentence.is_empty() {
            say(&sentence);
        }
        ExitCode::from(match self {
            Self::Closed | Self::Told(_) => 0,
            Self::BadLines | Self::Unwritten(_) => 1,
            Self::Refused(_) | Self::Unasked(_) => 2,
            Self::Broken(_) => 3,
            Self::Stopped(_) => STOPPED_EARLY,
        })
    }
}

/// The exit code of a command that a signal has stopped.
const STOPPED_EARLY: u8 = 75;

/// Writes a line to standard error. Control characters of the input are removed: they could move the cursor or turn the direction of the
/// text. Errors of writing are ignored.
pub(crate) fn say(sentence: &str) {
    tell(&(legible(sentence) + "\n"));
}

/// Writes a text to standard error, as it is.
fn tell(text: &str) {
    std::io::stderr().write_all(text.as_bytes()).ok();
}

/// Prints an answer as a line of JSON, without buffering.
pub(crate) fn print(answer: &impl Serialize) -> Result<(), Ending> {
    write(&line(answer)?)
}

/// Returns an answer as a line of JSON.
pub(crate) fn line(answer: &impl Serialize) -> Result<String, Ending> {
    let json = serde_json::to_string(answer);
    let json = json.map_err(|error| Ending::Unwritten(format!("The answer cannot be written: {error}.")))?;
    let mut line = String::with_capacity(json.len() + 1);
    for c in json.chars() {
        // Such characters occur only within strings, where an escape has the same meaning.
        if is_legible(c) {
            line.push(c);
        } else {
            let mut units = [0; 2];
            c.encode_utf16(&mut units).iter().for_each(|unit| line += &format!("\\u{unit:04x}"));
        }
    }
    line.push('\n');
    Ok(line)
}

/// The progress of a command: one line on standard error, if that is a terminal, rewritten at most every [`TELL`].
pub(crate) struct ProgressLine {
    begun: SystemTime,
    /// The time of the last note; `None` if standard error is not a terminal.
    last: Option<Duration>,
}

impl ProgressLine {
    /// Starts the clock. There are no notes if answers scroll on the same terminal.
    pub(crate) fn begin(answers_scroll: bool) -> Self {
        let looks = std::io::stderr().is_terminal() && !(answers_scroll && std::io::stdout().is_terminal());
        Self { begun: SystemTime::now(), last: looks.then_some(Duration::ZERO) }
    }

    /// Writes a note if one is due. `state` takes the time since the start, and returns the fraction of the work that is done and the
    /// text; the time left is added.
    pub(crate) fn note(&mut self, state: impl FnOnce(Duration) -> (f64, String)) {
        let now = self.begun.elapsed().unwrap_or_default();
        let Some(last) = &mut self.last else { return };
        if now.saturating_sub(*last) >= TELL {
            *last = now;
            // Overwrites the note before.
            let (part, words) = state(now);
            tell(&format!("\r\x1b[2K{}{}", legible(&words), left(now, part)));
        }
    }
}

/// Estimates the time left from the time since the start and the fraction that is done, as the end of a note.
fn left(since: Duration, part: f64) -> String {
    /// Below this fraction an estimate is too rough.
    const TOO_EARLY: f64 = 0.01;
    if !(TOO_EARLY..1.0).contains(&part) {
        return String::new();
    }
    format!(", about {} left", duration(since.as_secs_f64() * (1.0 - part) / part))
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.last.is_some_and(|last| !last.is_zero()) {
            tell("\r\x1b[2K");
        }
    }
}

const TELL: Duration = Duration::from_secs(1);

/// Writes a text to standard output and flushes it.
pub(crate) fn write(text: &str) -> Result<(), Ending> {
    let mut output = std::io::stdout().lock();
    output.write_all(text.as_bytes()).and_then(|()| output.flush()).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Ending::Closed,
        _ => Ending::Unwritten(format!("The answer cannot be written: {error}.")),
    })
}

static STOPPED: AtomicBool = AtomicBool::new(false);
static ANSWERED: AtomicBool = AtomicBool::new(false);

pub(crate) fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// Claims the right to answer. If another thread has it, waits until that thread ends the program.
pub(crate) fn answer_alone() {
    while ANSWERED.swap(true, Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Handles signals. If working threads do not answer in time, `so_far` prints the results so far and returns the ending.
pub(crate) fn listen(so_far: impl Fn() -> Ending + Send + 'static) -> Result<(), Ending> {
    ctrlc::set_handler(move || {
        STOPPED.store(true, Ordering::Relaxed);
        std::thread::sleep(PATIENCE);
        if !ANSWERED.swap(true, Ordering::SeqCst) {
            so_far().code();
            std::process::exit(i32::from(STOPPED_EARLY));
        }
    })
    .map_err(|error| Ending::Refused(format!("Interrupts cannot be caught: {error}.")))
}

/// Locks a value. No thread panics while it holds a lock.
pub(crate) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_part_that_is_done() {
        let after = |seconds, part| left(Duration::from_secs(seconds), part);
        assert_eq!(after(10, 0.5), ", about 10 s left");
        assert_eq!(after(60, 0.25), ", about 3 min left");
        assert_eq!(after(3600, 0.25), ", about 3.0 h left");
        // Too early to tell, and nothing left.
        assert_eq!([after(10, 0.001), after(10, 1.0), after(10, f64::NAN)], [""; 3]);
    }

    #[test]
    fn every_ending_has_its_exit_code() {
        let sentence = || String::from("x");
        for (ending, code) in [
            (Ending::Closed, 0),
            (Ending::BadLines, 1),
            (Ending::Unwritten(sentence()), 1),
            (Ending::Refused(sentence()), 2),
            (Ending::Unasked(String::new()), 2),
            (Ending::Broken(sentence()), 3),
            (Ending::Stopped(sentence()), 75),
        ] {
            assert_eq!(ending.code(), ExitCode::from(code));
        }
    }
}
