//! How the program ends: the sentence, the exit code, and signals.
//!
//! ```text
//!   signal --> stopped() is true --> whoever works looks at it by the clock, and answers with what there is
//!                    |
//!                    +-- after PATIENCE, without an answer: the last answer that was noted, whatever is being built or stepped
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

/// How long a signal waits for those who work before it answers itself. An answer comes within a fifth of a second.
const PATIENCE: Duration = Duration::from_millis(50);

/// Time between two looks of those who work.
pub(crate) const LOOK: Duration = Duration::from_millis(10);

/// Why there is no full answer, in a sentence.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The input is not accepted.
    Refused(String),
    /// The text that was asked for: help, or the version.
    Told(String),
    /// There is no command: the list of the commands is the answer, on standard error.
    Unasked(String),
    /// A simulator has broken a law: its numbers are worthless.
    Broken(String),
    /// The answer could not be written.
    Unwritten(String),
    /// Some lines of the input are bad; they are answered in their places.
    BadLines,
    /// The reader has closed the pipe, having seen enough.
    Closed,
    /// A signal has ended it.
    Stopped(String),
}

impl From<String> for Ending {
    fn from(sentence: String) -> Self {
        Self::Refused(sentence)
    }
}

impl From<Problem> for Ending {
    fn from(problem: Problem) -> Self {
        Self::Refused(problem.to_string())
    }
}

impl From<RunError> for Ending {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Law(violation) => Self::Broken(violation.to_string()),
            RunError::Setting(_) | RunError::Unmeasured(_) => Self::Refused(error.to_string()),
        }
    }
}

impl Error for Ending {}

impl Display for Ending {
    /// The sentence, where there is one.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Closed | Self::BadLines | Self::Told(_) => "",
            Self::Unasked(_) => "A command is missing; flitscope --help explains all of them.",
            Self::Unwritten(sentence) | Self::Refused(sentence) | Self::Broken(sentence) | Self::Stopped(sentence) => {
                sentence
            }
        })
    }
}

impl Ending {
    /// Says why, and gives the exit code.
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

/// The exit code of what a signal has ended.
const STOPPED_EARLY: u8 = 75;

/// A line on standard error. What comes from outside cannot move the cursor of a terminal or turn the direction of its text. Where nobody
/// reads, nothing is written.
pub(crate) fn say(sentence: &str) {
    tell(&(legible(sentence) + "\n"));
}

/// Writes a text to standard error, as it is.
fn tell(text: &str) {
    std::io::stderr().write_all(text.as_bytes()).ok();
}

/// Prints an answer at once, as a line of JSON.
pub(crate) fn print(answer: &impl Serialize) -> Result<(), Ending> {
    write(&line(answer)?)
}

/// The line of an answer.
pub(crate) fn line(answer: &impl Serialize) -> Result<String, Ending> {
    let json = serde_json::to_string(answer);
    let json = json.map_err(|error| Ending::Unwritten(format!("The answer cannot be written: {error}.")))?;
    let mut line = String::with_capacity(json.len() + 1);
    for c in json.chars() {
        // Within a string of JSON an escape means the same; outside of strings there are no such characters.
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

/// Notes of how far the program is: a line on standard error, where that is a terminal, at most once in a while.
pub(crate) struct ProgressLine {
    begun: SystemTime,
    /// When the last one was made; `None` where nobody looks.
    last: Option<Duration>,
}

impl ProgressLine {
    /// Begins now. Where the answers scroll by on the same terminal there are no notes.
    pub(crate) fn begin(answers_scroll: bool) -> Self {
        let looks = std::io::stderr().is_terminal() && !(answers_scroll && std::io::stdout().is_terminal());
        Self { begun: SystemTime::now(), last: looks.then_some(Duration::ZERO) }
    }

    /// Makes a note if it is time for one. After so long, `state` gives the part of the work that is done and the words; the time left follows them.
    pub(crate) fn note(&mut self, state: impl FnOnce(Duration) -> (f64, String)) {
        let now = self.begun.elapsed().unwrap_or_default();
        let Some(last) = &mut self.last else { return };
        if now.saturating_sub(*last) >= TELL {
            *last = now;
            // In the place of the one before.
            let (part, words) = state(now);
            tell(&format!("\r\x1b[2K{}{}", legible(&words), left(now, part)));
        }
    }
}

/// The time that is left after so long, if a part of the work is done, in words that follow others.
fn left(since: Duration, part: f64) -> String {
    /// Below this a part tells nothing yet.
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

/// Time between two notes of how far the program is.
const TELL: Duration = Duration::from_secs(1);

/// Writes a text at once.
pub(crate) fn write(text: &str) -> Result<(), Ending> {
    let mut output = std::io::stdout().lock();
    output.write_all(text.as_bytes()).and_then(|()| output.flush()).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Ending::Closed,
        _ => Ending::Unwritten(format!("The answer cannot be written: {error}.")),
    })
}

static STOPPED: AtomicBool = AtomicBool::new(false);
static ANSWERED: AtomicBool = AtomicBool::new(false);

/// True if a signal has asked the program to stop.
pub(crate) fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// Waits for as long as it takes another thread to end the program, if that has begun to give the answer.
pub(crate) fn answer_alone() {
    while ANSWERED.swap(true, Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Listens to signals. `so_far` gives the ending, and has printed the answer that there is, if those who work do not come to it.
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
