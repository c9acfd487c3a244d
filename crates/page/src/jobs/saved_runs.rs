//! Finished points, kept by the browser: a reload of the same link shows them again. Bounded in size, cleared by the reader or, oldest
//! first, when there are too many. Entries of an older build are thrown away: its simulators may have been others.
//!
//! An entry is a text under [`PREFIX`] and its subject: build, time of writing in milliseconds, and observations as JSON, between bars.

use crate::{json, prelude::*};

/// Prefix of the names of all entries; the run key follows.
pub const PREFIX: &str = "flitscope.simulated.";

/// Characters of all entries together: a fifth of what browsers grant.
const MOST: usize = 1_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedRuns {
    /// True if there was room for the last one.
    pub room: bool,
    pub subjects: usize,
    pub characters: usize,
}

/// Build, time of writing, observations as JSON.
fn parts(text: &str) -> Option<(&str, f64, &str)> {
    let (build, rest) = text.split_once('|')?;
    let (time, json) = rest.split_once('|')?;
    Some((build, time.parse().ok()?, json))
}

/// The observations of an entry; none of one that is of another build or cannot be read. An observation with numbers that no run can have
/// was changed elsewhere, and is left out.
pub fn read(text: &str, build: &str) -> Vec<Summary> {
    let json = parts(text).filter(|(other, ..)| *other == build).map(|(.., json)| json);
    let mut observations: Vec<Summary> = json.and_then(json::read).unwrap_or_default();
    observations.retain(Summary::credible);
    observations
}

/// The entry of some observations at a time in milliseconds.
pub fn write(observations: &[&Summary], build: &str, time: f64) -> String {
    format!("{build}|{time}|{}", json::write(observations))
}

/// The names of the entries that go, so that there is room for `wanted` more characters: those of another build, and the oldest.
pub fn surplus(entries: &[(String, String)], build: &str, wanted: usize) -> Vec<String> {
    let written = |text| parts(text).filter(|(by, time, _)| *by == build && time.is_finite()).map(|(_, time, _)| time);
    let mut all: Vec<_> = entries.iter().map(|(name, text)| (name, written(text), text.len())).collect();
    sort_small_by(&mut all, |(_, written, _)| -written.unwrap_or(f64::NEG_INFINITY));
    let mut length = wanted;
    let goes = |(name, time, characters): (&String, Option<f64>, usize)| {
        length += characters;
        (time.is_none() || length > MOST).then(|| name.clone())
    };
    all.into_iter().filter_map(goes).collect()
}

pub fn count(entries: &[(String, String)], room: bool) -> SavedRuns {
    SavedRuns { room, subjects: entries.len(), characters: entries.iter().map(|(_, text)| text.len()).sum() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn observations() -> Vec<Summary> {
        let model = model::of(Scenario::new(System::TorusBroadcast).setup());
        let mut one = observed::stable(&*model, 0.001, &[40.123456789012345, 90.0], None);
        one.values = vec![("T_u".into(), vec![1.0 / 3.0]), ("P_v".into(), vec![0.1, 0.2, 1e-20])];
        vec![one, observed::saturated(0.01, 0.002)]
    }

    fn entry(build: &str, time: f64, length: usize) -> String {
        let head = format!("{build}|{time}|");
        let rest = "a".repeat(length - head.len());
        head + &rest
    }

    fn entries(texts: &[(&str, String)]) -> Vec<(String, String)> {
        texts.iter().map(|(name, text)| ((*name).into(), text.clone())).collect()
    }

    #[test]
    fn what_is_written_is_read_again_to_the_last_bit() {
        let all = observations();
        let text = write(&all.iter().collect::<Vec<_>>(), "app-1.js", 1.7e12);
        assert!(text.starts_with("app-1.js|1700000000000|[{"), "{text}");
        assert_eq!(read(&text, "app-1.js"), all);
    }

    #[test]
    fn what_was_damaged_so_that_a_number_is_missing_is_left_out() {
        let text = write(&observations().iter().collect::<Vec<_>>(), "b", 1.0);
        for number in ["0.1,0.2", "\"memory\":0.0", "\"seconds\":0.25"] {
            let damaged = match number.split_once(':') {
                Some((name, _)) => text.replacen(number, &format!("{name}:null"), 1),
                None => text.replacen(number, "0.1,null", 1),
            };
            assert_ne!(damaged, text, "{number}");
            assert_eq!(read(&damaged, "b"), observations()[1..], "{number}");
        }
    }

    #[test]
    fn what_is_not_an_entry_reads_as_nothing() {
        let damaged =
            ["", "|", "b|", "b|1|", "b|1|[{}]", "b|1|{\"record\":1}", "b|x|[]", "b|1|[1,2", "b|1|null", "1|b|[]"];
        for text in damaged {
            assert_eq!(read(text, "b"), [], "{text}");
        }
    }

    #[test]
    fn the_oldest_go_until_there_is_room_and_what_another_build_left_goes_in_any_case() {
        let all = entries(&[
            ("old", entry("b", 1.0, 400_000)),
            ("new", entry("b", 3.0, 400_000)),
            ("middle", entry("b", 2.0, 300_000)),
        ]);
        let foreign = entries(&[("a", "other|5|[]".into()), ("b", "b|1|[]".into()), ("c", "nonsense".into())]);
        for (entries, wanted, gone) in [
            (&all[..], 0, &["old"][..]),
            (&all, 250_000, &["old"]),
            (&all, 400_000, &["middle", "old"]),
            (&all, 600_001, &["new", "middle", "old"]),
            (&all[1..2], 0, &[]),
            (&foreign, 10, &["a", "c"]),
        ] {
            assert_eq!(surplus(entries, "b", wanted), gone, "{wanted}");
        }
        assert_eq!(count(&all, true), SavedRuns { room: true, subjects: 3, characters: 1_100_000 });
    }

    proptest! {
        #[test]
        fn any_text_can_be_met(text in ".{0,80}", build in "[a-z|]{0,3}") {
            let all = [("name".to_owned(), text.clone())];
            prop_assert!(read(&text, &build).is_empty());
            prop_assert!(surplus(&all, &build, 0).len() <= 1);
        }

        #[test]
        fn what_stays_fits(sizes in prop::collection::vec((1_u32..9, 20_usize..400_000), 0..12), wanted in 0_usize..1_000_000) {
            let all: Vec<_> = sizes.iter().enumerate()
                .map(|(i, (time, length))| (i.to_string(), entry("b", f64::from(*time), *length))).collect();
            let gone = surplus(&all, "b", wanted);
            let stays: usize = all.iter().filter(|(name, _)| !gone.contains(name)).map(|(_, text)| text.len()).sum();
            prop_assert!(stays + wanted <= MOST || stays == 0);
        }
    }
}
