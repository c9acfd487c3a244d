//! Sharing a scene: its address and the same for a program, a page to embed, and pictures. The dialog has a tab for each.

mod cite;
pub(crate) mod figure;
mod pgfplots;
mod program;

pub(crate) use figure::{link_of, paper};

use super::{files, snapshot::Snapshot};
use crate::{learn::qr, panels::header, prelude::*};
use flitscope::param::control_bit;
use flitscope_show::chart::export::escaped;
use std::fmt::Display;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The address, and the scene for programs.
    #[default]
    Link,
    Embed,
    Image,
}

impl Tab {
    const ALL: [(Self, &'static str); 3] = [(Self::Link, "link"), (Self::Embed, "embed"), (Self::Image, "image")];
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SceneFormat {
    #[default]
    Link,
    /// The address of a small page with title and picture, which opens the scene.
    Pictured,
    Command,
    Json,
    Python,
    Bibtex,
}

impl SceneFormat {
    const ALL: [(Self, &'static str, &'static str); 6] = [
        (Self::Link, "link", "Link"),
        (Self::Pictured, "pictured", "Link with a picture"),
        (Self::Command, "command", "Command line"),
        (Self::Json, "json", "JSON"),
        (Self::Python, "python", "Python"),
        (Self::Bibtex, "bibtex", "BibTeX"),
    ];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    Chart,
    Figure,
    Stage,
    Trail,
}

impl PictureKind {
    const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Chart, "chart", "Chart"),
        (Self::Figure, "figure", "Second chart"),
        (Self::Stage, "stage", "Network"),
        (Self::Trail, "trail", "Path of the message"),
    ];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    Svg(PictureKind),
    Png(PictureKind),
    Pgfplots,
}

/// Contents of an embedded page: the option of the key `embed`, and its words.
const SHOWS: [(&str, &str); 3] = [("1", "Network and chart"), ("chart", "Chart"), ("stage", "Network")];

/// Sizes of an embedded page, CSS pixels.
const SIZES: [(u32, u32); 3] = [(320, 560), (600, 720), (800, 760)];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareAction {
    Tab(Tab),
    Form(SceneFormat),
    Shows(usize),
    Slider(Key),
    Size(usize),
}

impl ShareAction {
    /// The choice that a control names: `tab`, `form`, `shows`, `size` or `slider`, and which.
    pub(crate) fn named(of: &str) -> Option<Self> {
        let (what, which) = of.split_once('=')?;
        let place = |most: usize| which.parse().ok().filter(|index| *index < most);
        match what {
            "tab" => Tab::ALL.into_iter().find(|(_, key)| *key == which).map(|(tab, _)| Self::Tab(tab)),
            "form" => SceneFormat::ALL.into_iter().find(|(_, key, _)| *key == which).map(|(form, ..)| Self::Form(form)),
            "shows" => place(SHOWS.len()).map(Self::Shows),
            "size" => place(SIZES.len()).map(Self::Size),
            "slider" => Key::ALL.iter().copied().find(|key| key.name() == which).map(Self::Slider),
            _ => None,
        }
    }
}

/// The picture that a control names: `chart-svg`, `chart-png`, and so on, or `pgfplots`.
pub(crate) fn picture_named(named: &str) -> Option<Picture> {
    let Some((name, form)) = named.split_once('-') else { return (named == "pgfplots").then_some(Picture::Pgfplots) };
    let (of, ..) = PictureKind::ALL.into_iter().find(|(_, key, _)| *key == name)?;
    match form {
        "svg" => Some(Picture::Svg(of)),
        "png" => Some(Picture::Png(of)),
        _ => None,
    }
}

#[derive(Debug)]
pub(crate) struct Share {
    tab: Tab,
    form: SceneFormat,
    shows: usize,
    sliders: Vec<Key>,
    size: usize,
}

impl Default for Share {
    fn default() -> Self {
        Self { tab: Tab::Link, form: SceneFormat::Link, shows: 0, sliders: vec![Key::Load], size: 1 }
    }
}

impl Share {
    pub(crate) fn turn(&mut self, turn: ShareAction) {
        match turn {
            ShareAction::Tab(tab) => self.tab = tab,
            ShareAction::Form(form) => self.form = form,
            ShareAction::Shows(index) => self.shows = index,
            ShareAction::Size(index) => self.size = index,
            ShareAction::Slider(key) if self.sliders.contains(&key) => self.sliders.retain(|other| *other != key),
            ShareAction::Slider(key) => self.sliders.push(key),
        }
    }

    pub(crate) fn open(&mut self) {
        (self.tab, self.form) = (Tab::Link, SceneFormat::Link);
    }

    /// Goes to the tab that a key leads to, of those that there are at this address; gives its id. The arrows go round.
    pub(crate) fn toward(&mut self, key: &str, base: &str) -> String {
        let tabs: Vec<_> = Tab::ALL.into_iter().filter(|(tab, _)| *tab != Tab::Embed || can_embed(base)).collect();
        let (here, all) = (tabs.iter().position(|(tab, _)| *tab == self.tab).unwrap_or(0), tabs.len());
        let (tab, name) = tabs[match key {
            "ArrowLeft" => (here + all - 1) % all,
            "ArrowRight" => (here + 1) % all,
            "Home" => 0,
            _ => all - 1,
        }];
        self.tab = tab;
        format!("share-{name}")
    }

    pub(crate) fn text(&self, shown: &Snapshot<'_>) -> String {
        if self.tab == Tab::Embed {
            let (width, height) = SIZES[self.size];
            let [address, title] = [self.embedded(shown), header::name(&shown.linked)].map(|text| escaped(&text));
            return format!(
                "<iframe src=\"{address}\" width=\"{width}\" height=\"{height}\" title=\"Flitscope: {title}\" loading=\"lazy\"></iframe>"
            );
        }
        let scenario = &shown.results.scenario;
        match self.form {
            SceneFormat::Link => shown.address(),
            // A file that is opened in the dialog may bring a scene without a picture.
            SceneFormat::Pictured => shown.pictured().unwrap_or_else(|| shown.address()),
            SceneFormat::Command => program::command(scenario),
            SceneFormat::Json => program::json(scenario),
            SceneFormat::Python => program::python(scenario),
            SceneFormat::Bibtex => cite::bibtex(shown.results),
        }
    }

    fn embedded(&self, shown: &Snapshot<'_>) -> String {
        let rows = shown.linked.system().params();
        let chosen = |row: &&Param| offered(row) && self.sliders.contains(&row.key);
        let bits: u64 = rows.iter().filter(chosen).map(|row| control_bit(rows, row.key)).sum();
        let options = shown.linked.system().options(Key::Embed);
        let shows = options.iter().position(|option| option.key == SHOWS[self.shows].0).unwrap_or(0);
        let settings = [(Key::Present, 0.0), (Key::Sliders, bits as f64), (Key::Embed, shows as f64)];
        let scene = settings.into_iter().fold(shown.linked, |scene, (key, value)| scene.set(key, value));
        header::address(shown.base, &scene)
    }

    pub(crate) fn sheet(&self, shown: &Snapshot<'_>) -> DomPatch {
        let mut sheet = DomPatch::default();
        for (tab, key) in Tab::ALL {
            let here = tab == self.tab;
            sheet.state(format!("share-{key}"), "aria-selected", here);
            sheet.attribute(format!("share-{key}"), "tabindex", if here { "0" } else { "-1" });
            sheet.show(format!("share-{key}-panel"), here);
        }
        sheet.show("share-embed", can_embed(shown.base));
        let pictured = shown.pictured().is_some();
        let forms = SceneFormat::ALL.into_iter().filter(|(form, ..)| pictured || *form != SceneFormat::Pictured);
        sheet.show("share-pictured", pictured).markup(
            "share-forms",
            html! { @for (form, key, words) in forms { (pressed("form", key, form == self.form, words)) } },
        );
        sheet.markup("share-embedding", self.embedding(shown)).markup("share-pictures", pictures(shown));
        let embeds = self.tab == Tab::Embed;
        let (width, height) = SIZES[self.size];
        let preview = if embeds { self.embedded(shown) } else { "about:blank".into() };
        sheet.attribute("share-preview", "src", preview).attribute("share-preview", "width", width.to_string());
        sheet.attribute("share-preview", "height", height.to_string());
        let text = self.text(shown);
        let camera = self.tab == Tab::Link && self.form == SceneFormat::Link;
        sheet.markup("share-code", html! { @if camera { (qr::button(&text)) } });
        sheet.value(self.field(), text).text("share-state", "").show("copy", self.tab != Tab::Image);
        let sends = matches!(self.form, SceneFormat::Link | SceneFormat::Pictured);
        sheet.show("send", self.tab == Tab::Link && sends);
        sheet
    }

    /// The choices for a page to embed: what it shows, its sliders and its size.
    fn embedding(&self, shown: &Snapshot<'_>) -> Markup {
        let rows = shown.linked.system().params().iter().filter(|row| offered(row) && shown.linked.applies(row.key));
        html! {
            p.row {
                "Show " @for (index, (_, words)) in SHOWS.iter().enumerate() {
                    (pressed("shows", index, index == self.shows, words))
                }
            }
            p.row {
                "With the sliders " @for row in rows {
                    (pressed("slider", row.key.name(), self.sliders.contains(&row.key),
                        if row.symbol.is_empty() { row.name } else { row.symbol }))
                }
            }
            p.row {
                "Size " @for (index, (width, height)) in SIZES.iter().enumerate() {
                    (pressed("size", index, index == self.size, &format!("{width} × {height}")))
                }
            }
        }
    }

    pub(crate) const fn field(&self) -> &'static str {
        if matches!(self.tab, Tab::Embed) { "share-frame" } else { "share-text" }
    }
}

/// The button of a choice, by the name that [`ShareAction::named`] reads.
fn pressed(what: &str, which: impl Display, on: bool, words: &str) -> Markup {
    html! { button type="button" data-do="sharing" data-of=(format!("{what}={which}")) aria-pressed=(on) { (words) } " " }
}

fn pictures(shown: &Snapshot<'_>) -> Markup {
    let button = |of: &str, words: &str| html! { button type="button" data-do="picture" data-of=(of) { (words) } " " };
    html! {
        @for (_, key, words) in PictureKind::ALL.into_iter().filter(|(of, ..)| figure::is_there(*of, shown)) {
            @for (form, name) in [("-svg", ", SVG"), ("-png", ", PNG")] {
                (button(&[key, form].concat(), &[words, name].concat()))
            }
        }
        (button("pgfplots", "Chart for LaTeX (pgfplots)"))
    }
}

/// A picture as something that the browser saves.
pub(crate) fn picture(picture: Picture, shown: &Snapshot<'_>) -> Option<Effect> {
    let (of, ending) = match picture {
        Picture::Svg(of) => (of, "svg"),
        Picture::Png(of) => (of, "png"),
        Picture::Pgfplots => {
            let (name, text) = (files::name(shown.results, ".tex"), pgfplots::document(shown));
            return Some(Effect::Download { name, kind: "text/x-tex", text });
        }
    };
    let (_, key, _) = PictureKind::ALL.into_iter().find(|(other, ..)| *other == of)?;
    let (name, text) = (files::name(shown.results, &format!("-{key}.{ending}")), figure::drawing(of, shown)?);
    Some(match picture {
        Picture::Svg(_) => Effect::Download { name, kind: "image/svg+xml", text },
        _ => Effect::Pixels { name, svg: text },
    })
}

fn can_embed(base: &str) -> bool {
    base.starts_with("http")
}

/// True if an embedded page can have a slider of its own for a parameter.
fn offered(row: &Param) -> bool {
    matches!(row.key.group(), Group::Network | Group::Traffic | Group::Load) && row.slides()
}
