//! A scenario as a link: readable, flat, short.
//!
//! `#v=2&system=torus-broadcast&k=16&beta=0.04`: the version, the system, then what differs from the system as the page opens it, in the
//! order of the parameter table. A link without a version is of the first one, unless it is empty: it leaves out the values of the papers.
//! The symbol of a parameter is read in the place of its name, as in `V=5`. Its [pins](Pins) follow, `&pin=vcs:3,beta:0`. A person can
//! write one by hand; anything can be thrown at [`parse`], which always gives a scenario and names what it could not use. White space
//! separates pairs as `&` does, and [`repaired`] undoes the changes that mail, chats and web pages make to a link.

use super::{Parsed, Pins, Scenario, System};
use crate::param::{Accepted, Key, Problem, is_legible};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The version that is written.
const VERSION: &str = "2";

/// The first version. Its links leave out the defaults of the tables, but for [`first_defaults`].
const FIRST: &str = "1";

/// Values that older links have, and the ones that have taken their place.
const MOVED: [(Key, &str, &str); 3] =
    [(Key::Tab, "differences", "comparison"), (Key::Tab, "figures", "data"), (Key::Tab, "ask", "data")];

/// Lessons that have become steps of others: the lesson, and for each of their old steps its place there.
const MERGED: [(&str, &str, &[&str]); 2] =
    [("past-the-end", "end", &["3", "4"]), ("choice-runs-out", "in-whose-way", &["4", "4", "5"])];

/// Values that links of the first version leave out in place of the defaults of the table.
const fn first_defaults(system: System) -> &'static [(Key, &'static str)] {
    match system {
        System::TorusBroadcast => &[(Key::Show, "corrected,printed"), (Key::Auto, "0")],
        System::KaryNCube | System::HypercubeMmpp => &[(Key::Show, "printed,refined"), (Key::Auto, "0")],
        _ => &[(Key::Show, "corrected"), (Key::Auto, "0")],
    }
}

/// Longest text that is read, bytes; what a scenario needs stays below 500.
pub const LONGEST: usize = 8_192;

/// Escapes of web pages, programs and mail.
const ESCAPES: [(&str, &str); 13] = [
    ("&amp;", "&"),
    ("&#38;", "&"),
    ("&#x26;", "&"),
    ("\\u0026", "&"),
    ("\\u003d", "="),
    ("\\&", "&"),
    ("&quot;", "\""),
    ("&#34;", "\""),
    ("&#39;", "'"),
    ("&gt;", ">"),
    ("&lt;", "<"),
    ("\n> ", "\n"),
    ("&nbsp;", " "),
];

/// Passes over a link that may have been escaped several times.
const MOST_PASSES: usize = 8;

/// A link as it was before others changed it: without escapes, even repeated ones, without signs that cannot be seen, and without the
/// punctuation around it. Pieces of a wrapped link are joined; white space between pairs becomes `&`. A link of [`write()`] stays.
pub fn repaired(text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..MOST_PASSES {
        // Decoded as one key, so that `&` and `=` stay.
        let whole = text.replace('&', "%26").replace('=', "%3D");
        let mut next: String = form_urlencoded::parse(whole.as_bytes()).map(|(key, _)| key).collect();
        // Quoted-printable text: its soft line breaks are an `=` at the end of a line.
        let joined = next.replace("=\r\n", "").replace("=\n", "");
        if joined.split_once('=').is_some_and(|(_, value)| value.starts_with("3D") || value.starts_with("3d")) {
            next = joined.replace("=3D", "=").replace("=3d", "=");
        }
        for (escape, sign) in ESCAPES {
            next = next.replace(escape, sign);
        }
        if next == text {
            break;
        }
        text = next;
    }
    text.retain(|sign| sign != '\u{ad}' && (is_legible(sign) || sign.is_control() || sign.is_whitespace()));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace(" =", "=").replace("= ", "=");
    let (mut link, mut is_pair) = (String::with_capacity(text.len()), false);
    for part in text.split(' ') {
        let [first, last] =
            [part.split('&').next(), part.rsplit('&').next()].map(|pair| pair.is_some_and(|pair| pair.contains('=')));
        if is_pair && first {
            link.truncate(link.trim_end_matches([',', ';']).len());
            link.push('&');
        }
        link += part;
        is_pair = last || (is_pair && !part.contains('&'));
    }
    link.trim_matches(|sign| ".,;:!?()[]{}<>\"'`*“”‘’„«»…。，、）」".contains(sign)).into()
}

/// The pairs of a fragment, repaired, with or without `#` or `?` in front.
pub fn pairs(fragment: &str) -> Vec<(String, String)> {
    let text = repaired(fragment);
    form_urlencoded::parse(text.trim_start_matches(['#', '?']).as_bytes()).into_owned().collect()
}

/// True if a fragment names a key.
pub fn names(fragment: &str, key: &str) -> bool {
    pairs(fragment).iter().any(|(name, _)| name == key)
}

/// The fragment of a link, without the `#`.
pub fn write(scenario: &Scenario) -> String {
    write_over(scenario, None)
}

impl Serialize for Scenario {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&write(self))
    }
}

impl<'de> Deserialize<'de> for Scenario {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(parse(&String::deserialize(deserializer)?).scenario)
    }
}

/// As [`write()`], for [`parse_over`] and the same base: names also the defaults that the base does not have.
pub fn write_over(scenario: &Scenario, base: Option<&Scenario>) -> String {
    let base = base.filter(|base| base.system() == scenario.system());
    let differs = |key: Key| base.is_some_and(|base| base.get(key) != scenario.get(key));
    let mut text = format!("v={VERSION}&system={}", scenario.system().key());
    for row in scenario.system().params() {
        if !scenario.is_default(row.key) || differs(row.key) {
            text.push('&');
            text.push_str(row.key.name());
            text.push('=');
            text.push_str(&scenario.text(row.key));
        }
    }
    scenario.pins().written(scenario).fold(text, |text, pin| format!("{text}&pin={pin}"))
}

/// The value of the last pair with a key.
fn last<'a>(pairs: &[(&'a str, &'a str)], name: &str) -> Option<&'a str> {
    pairs.iter().rev().find(|(key, _)| *key == name).map(|(_, value)| *value)
}

/// Reads the fragment of a link, with or without `#` or `?` in front; an empty one is the default scenario.
pub fn parse(fragment: &str) -> Parsed {
    parse_over(fragment, None)
}

/// As [`parse`], with the values of a base in place of every key that the link leaves out. A link that names another system has nothing of
/// the base; one that names any system has its own pins alone.
pub fn parse_over(fragment: &str, base: Option<&Scenario>) -> Parsed {
    let fragment = fragment.trim().trim_start_matches(['#', '?']);
    let mut problems = Vec::new();
    let mut end = fragment.len();
    if end > LONGEST {
        end = (0..=LONGEST).rev().find(|&at| fragment.is_char_boundary(at)).unwrap_or(0);
        problems.push(
            Problem::new("link", fragment, Accepted::Length(LONGEST)).using(format!("the first {end} characters")),
        );
    }
    let mut pairs = pairs(&fragment[..end]);
    let is_merged = |name: &str| MERGED.iter().find(|(old, ..)| *old == name);
    for (_, names) in pairs.iter_mut().filter(|(key, _)| key == "done") {
        *names = names.split(',').filter(|name| is_merged(name).is_none()).collect::<Vec<_>>().join(",");
    }
    let mut version = if pairs.is_empty() { VERSION } else { FIRST };
    for (_, value) in pairs.iter().filter(|(key, _)| key == "v") {
        version = match &**value {
            FIRST => FIRST,
            VERSION => VERSION,
            other => {
                problems.push(Problem::new("v", other, Accepted::OneOf(vec![FIRST, VERSION])).using(VERSION));
                VERSION
            }
        };
    }
    let all = pairs.iter().map(|(key, value)| (&**key, &**value)).filter(|(key, _)| *key != "v");
    let (pinned, mut known): (Vec<_>, Vec<_>) = all.partition(|(key, _)| *key == "pin");
    let named = last(&known, "system").and_then(|key| System::parse(key).ok());
    let system = named.or(base.map(Scenario::system)).unwrap_or(System::ALL[0]);
    for (key, value) in &mut known {
        *key = system.param_called(key).map_or(*key, |row| row.key.name());
        *value = MOVED.iter().find(|(of, old, _)| of.name() == *key && old == value).map_or(*value, |(_, _, new)| new);
    }
    if let Some((_, lesson, places)) = last(&known, "lesson").and_then(is_merged) {
        let step = last(&known, "step").and_then(|step| step.parse().ok()).unwrap_or(1_usize);
        known.retain(|(key, _)| !["lesson", "step"].contains(key));
        known.extend([("lesson", *lesson), ("step", places[step.clamp(1, places.len()) - 1])]);
    }
    let base = base.filter(|base| base.system() == system);
    let left_out: Vec<(&str, String)> = match base {
        Some(base) => {
            let table = Scenario::new(system);
            let differs = system.params().iter().filter(|row| base.get(row.key) != table.get(row.key));
            differs.map(|row| (row.key.name(), base.text(row.key))).collect()
        }
        None => {
            let left_out = if version == FIRST { first_defaults(system) } else { system.opening() };
            left_out.iter().map(|(key, text)| (key.name(), (*text).to_owned())).collect()
        }
    };
    let names: Vec<_> = known.iter().map(|(key, _)| *key).collect();
    known.extend(left_out.iter().map(|(key, text)| (*key, text.as_str())).filter(|(key, _)| !names.contains(key)));
    if !names.contains(&"system") {
        known.push(("system", system.key()));
    }
    let whole = pinned.is_empty() && !names.contains(&"system");
    let mut parsed = Parsed::from_pairs(known);
    problems.append(&mut parsed.problems);
    let (mut pins, mut bad) = Pins::read(pinned.into_iter().map(|(_, text)| text), &parsed.scenario);
    problems.append(&mut bad);
    if let (Some(base), true) = (base, whole) {
        pins = base.pins;
    }
    Parsed { scenario: parsed.scenario.with_pins(pins), problems }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn default() -> Scenario {
        Scenario::opening(System::ALL[0])
    }

    #[test]
    fn only_what_differs_from_the_default_is_written() {
        assert_eq!(write(&default()), "v=2&system=torus-broadcast");
        let scenario = default().set(Key::Beta, 0.04).set(Key::K, 16.0);
        assert_eq!(write(&scenario), "v=2&system=torus-broadcast&k=16&beta=0.04");
    }

    #[test]
    fn an_empty_link_is_the_default_without_a_word() {
        for text in ["", "#", "?", "#v=2"] {
            assert_eq!(parse(text), Parsed { scenario: default(), problems: vec![] }, "{text:?}");
        }
    }

    #[test]
    fn a_link_of_the_first_version_shows_what_it_meant() {
        for (text, shown) in [
            ("#v=1", "corrected,printed"),
            ("#v=1&system=torus-broadcast&k=4", "corrected,printed"),
            ("#k=4", "corrected,printed"),
            ("#v=1&system=kary-ncube&show=average", "average"),
            ("#v=2&system=kary-ncube", "printed,flow"),
        ] {
            let parsed = parse(text);
            assert_eq!((parsed.problems, parsed.scenario.text(Key::Show).as_str()), (vec![], shown), "{text}");
        }
    }

    #[test]
    fn a_link_of_the_first_version_that_names_a_system_alone_has_the_values_of_its_paper() {
        for (system, values) in [
            (
                System::TorusBroadcast,
                "k=8 n=2 vcs=3 flits=32 beta=0.02 load=0.0045 scene=broadcast show=corrected,printed auto=0",
            ),
            (System::KaryNCube, "k=8 n=3 vcs=3 flits=32 load=0.0018 show=printed,refined auto=0"),
            (System::HypercubeMmpp, "n=6 vcs=5 flits=32 hurst=0.7 lag1=0.8 load=0.018 show=printed,refined auto=0"),
            (System::HypercubeSlotted, "n=6 load=0.08 show=corrected auto=0"),
            (System::BanyanMulticast, "n=7 fanout=8 multicast=0.3 load=1 scene=multicast show=corrected auto=0"),
        ] {
            for text in [format!("#v=1&system={}", system.key()), format!("system={}", system.key())] {
                let Parsed { scenario, problems, .. } = parse(&text);
                assert_eq!((problems, scenario.system()), (vec![], system), "{text}");
                for (name, value) in values.split(' ').filter_map(|pair| pair.split_once('=')) {
                    let key = system.param_named(name).expect("it has it").key;
                    assert_eq!(scenario.text(key), value, "{text}: {name}");
                }
                let changed = |key: Key| {
                    matches!(key, Key::Show | Key::Auto) || scenario.get(key) == Scenario::new(system).get(key)
                };
                assert!(system.params().iter().all(|row| changed(row.key)), "{text}");
            }
            let opened = parse(&format!("#v=2&system={}", system.key())).scenario;
            assert_eq!(opened, Scenario::opening(system));
            assert_eq!(write(&opened), format!("v=2&system={}", system.key()));
        }
    }

    #[test]
    fn what_the_page_opens_is_accepted_word_for_word_and_differs_from_the_table() {
        for system in System::ALL {
            let opened = Scenario::opening(*system);
            for (key, text) in system.opening() {
                assert_eq!(opened.text(*key), *text, "{system:?}");
                assert_ne!(opened.get(*key), Scenario::new(*system).get(*key), "{system:?}: {text}");
            }
        }
    }

    #[test]
    fn the_symbol_of_a_parameter_is_read_and_its_name_is_written() {
        let links = [
            ("V=5&M=16&β=0.04&λ=0.004&k=6", "v=2&system=torus-broadcast&k=6&vcs=5&flits=16&beta=0.04&load=0.004"),
            (
                "system=hypercube-mmpp&H=0.8&L=3&ρ=0.5&lambda=0.01",
                "v=2&system=hypercube-mmpp&hurst=0.8&lag1=0.5&load=0.01&mmpps=3",
            ),
            (
                "f=2&m=0.1&lambda=0.5&system=banyan-multicast",
                "v=2&system=banyan-multicast&fanout=2&multicast=0.1&load=0.5",
            ),
        ];
        for (short, long) in links {
            let parsed = parse(&format!("#v=2&{short}"));
            assert_eq!((parsed.problems, write(&parsed.scenario).as_str()), (vec![], long), "{short}");
        }
    }

    #[test]
    fn a_symbol_beside_its_name_is_the_same_key_given_again_and_one_of_another_system_is_unknown() {
        let parsed = parse("#v=2&V=5&vcs=7");
        assert_eq!((parsed.scenario.count(Key::Vcs), parsed.problems), (7, vec![Problem::again("vcs", "5", "7", 7)]));
        let [problem] = &parse("#v=2&H=0.8").problems[..] else { panic!("one problem") };
        assert!(problem.to_string().starts_with("Unknown key H. "), "{problem}");
    }

    #[test]
    fn a_link_is_what_it_was_before_others_changed_it() {
        let whole = "v=2&system=kary-ncube&k=8&show=printed,flow&load=0.0015";
        let known = parse(whole);
        let encoded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        let html = whole.replace('&', "&amp;");
        for text in [
            html.clone(),
            html.replace('&', "&amp;"),
            encoded(&html),
            whole.replace('&', "&#38;"),
            whole.replace('&', "\\u0026"),
            whole.replace('&', "\\&"),
            encoded(whole),
            encoded(whole).to_lowercase(),
            encoded(&encoded(whole)),
            format!("#{}", whole.replacen('&', "%26", 2).replacen('=', "%3d", 2)),
            // Quoted-printable mail, a wrapped line, and white space in place of all signs.
            whole.replace('=', "=3D").replace("broad", "broad=\r\n").replace("&load", "&lo=\nad"),
            whole.replace("kary-", "kary-\r\n").replace("0.00", "0.00\n"),
            whole.replace('&', " "),
            whole.replace('&', "+"),
            whole.replace('&', "%20"),
            whole.replace('&', ", ").replace('=', " = "),
            whole.replace("&k", "&\n  k").replace("&load", "\t& load"),
            whole.replace("ncube", "nc\u{200b}u\u{ad}be"),
        ] {
            for around in ["", "#"] {
                assert_eq!(parse(&format!("{around}{text}")), known, "{around}{text}");
            }
        }
        let ends = ". , ; : ) ] > \" ' ). >. &gt; &quot; %22 %3E) \u{200b} %E2%80%8B \u{feff} %C2%A0 &nbsp; * ” …";
        for end in ends.split(' ').chain(["\u{a0}", " ,\n"]) {
            assert_eq!(parse(&format!("#{whole}{end}")), known, "{end}");
        }
        for start in ["<", "(", "\"", "'", "[", "\u{feff}", "\u{201c}", " (<"] {
            assert_eq!(parse(&format!("{start}{whole}>")), known, "{start}");
        }
        assert_eq!(repaired(whole), whole);
        // Deep nesting ends.
        assert!(parse(&format!("k=%{}", "25".repeat(4_000))).problems.len() == 1);
    }

    #[test]
    fn each_bad_value_is_named() {
        let parsed = parse("#v=3&system=ring&k=1000&vcs=many&colour=red&beta=0.04");
        let systems = System::ALL.iter().map(|system| system.key()).collect();
        assert_eq!(
            parsed.problems,
            [
                Problem::new("v", 3, Accepted::OneOf(vec!["1", "2"])).using(2),
                Problem::new("system", "ring", Accepted::OneOf(systems)).using("torus-broadcast"),
                Problem::new("k", 1000, Accepted::Whole { min: 3, max: 32 }).using(32),
                Problem::new("vcs", "many", Accepted::Whole { min: 1, max: 16 }).using(3),
                System::TorusBroadcast.unknown("colour", "red"),
            ]
        );
        assert_eq!(parsed.scenario.get(Key::Beta), 0.04);
    }
}
