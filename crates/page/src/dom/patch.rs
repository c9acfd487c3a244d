//! Updates of the page by ids, as plain data. A view writes a sheet; the adapter touches only what differs.

use maud::Markup;
use std::borrow::Cow;

pub type Id = Cow<'static, str>;

/// One thing that an element is to have.
#[derive(Clone, Debug, PartialEq)]
pub enum Patch {
    Text(String),
    /// The markup inside of it. Unchanged markup is not rewritten, so open `<details>` stay open.
    Markup(String),
    /// These lines as list items, seen at their end.
    Lines(String),
    /// More lines at the end; of all lines the last ones are kept, up to this number. Only a view at the end follows them.
    MoreLines(String, usize),
    Attribute(&'static str, String),
    Shown(bool),
    Class(&'static str, bool),
    Style(&'static str, String),
    Value(String),
    /// The value of a field in which the reader may be typing: a `gentle` sheet leaves the field that has the focus alone.
    Field {
        text: String,
        gentle: bool,
    },
    Checked(bool),
    Disabled(bool),
    /// Its place across its frame, CSS pixels; it is drawn beside that place, on the side with room.
    Beside(f64),
    Open(bool),
    /// If it has the focus and is not shown any more, the focus goes to the element of that id.
    HandsOn(&'static str),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct DomPatch {
    marks: Vec<(Id, Patch)>,
}

impl DomPatch {
    pub(crate) fn inside(id: &'static str, markup: Markup) -> Self {
        Self { marks: vec![(id.into(), Patch::Markup(markup.into_string()))] }
    }

    pub fn marks(&self) -> &[(Id, Patch)] {
        &self.marks
    }

    pub fn into_marks(self) -> Vec<(Id, Patch)> {
        self.marks
    }

    pub(crate) fn mark(&mut self, id: impl Into<Id>, mark: Patch) -> &mut Self {
        self.add(id.into(), mark)
    }

    // Called a hundred times: not written out in each place, which would weigh some kilobytes.
    fn add(&mut self, id: Id, mark: Patch) -> &mut Self {
        self.marks.push((id, mark));
        self
    }

    pub(crate) fn text(&mut self, id: impl Into<Id>, text: impl Into<String>) -> &mut Self {
        self.mark(id, Patch::Text(text.into()))
    }

    pub(crate) fn markup(&mut self, id: impl Into<Id>, markup: Markup) -> &mut Self {
        self.mark(id, Patch::Markup(markup.into_string()))
    }

    pub(crate) fn attribute(&mut self, id: impl Into<Id>, name: &'static str, value: impl Into<String>) -> &mut Self {
        self.mark(id, Patch::Attribute(name, value.into()))
    }

    /// An attribute that is true or false, as ARIA writes it.
    pub(crate) fn state(&mut self, id: impl Into<Id>, name: &'static str, is: bool) -> &mut Self {
        self.attribute(id, name, if is { "true" } else { "false" })
    }

    pub(crate) fn show(&mut self, id: impl Into<Id>, shown: bool) -> &mut Self {
        self.mark(id, Patch::Shown(shown))
    }

    pub(crate) fn class(&mut self, id: impl Into<Id>, name: &'static str, has: bool) -> &mut Self {
        self.mark(id, Patch::Class(name, has))
    }

    pub(crate) fn style(&mut self, id: impl Into<Id>, name: &'static str, value: impl Into<String>) -> &mut Self {
        self.mark(id, Patch::Style(name, value.into()))
    }

    pub(crate) fn value(&mut self, id: impl Into<Id>, text: impl Into<String>) -> &mut Self {
        self.mark(id, Patch::Value(text.into()))
    }

    pub(crate) fn check(&mut self, id: impl Into<Id>, checked: bool) -> &mut Self {
        self.mark(id, Patch::Checked(checked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Readers for tests: the last patch of each element.
    impl DomPatch {
        /// The last mark of an element of which `pick` makes something.
        pub(crate) fn last<T>(&self, id: &str, pick: impl Fn(&Patch) -> Option<T>) -> Option<T> {
            self.marks.iter().rev().filter(|(other, _)| other == id).find_map(|(_, mark)| pick(mark))
        }

        /// The text or the markup of an element; empty if the sheet leaves it unchanged.
        pub(crate) fn said(&self, id: &str) -> String {
            self.last(id, |mark| match mark {
                Patch::Text(text) | Patch::Markup(text) => Some(text.clone()),
                _ => None,
            })
            .unwrap_or_default()
        }

        #[track_caller]
        pub(crate) fn tells(&self, id: &str, part: &str) {
            let said = self.said(id);
            assert!(said.contains(part), "{id}: {said}");
        }

        pub(crate) fn valued(&self, id: &str) -> Option<String> {
            self.last(id, |mark| match mark {
                Patch::Value(text) | Patch::Field { text, .. } => Some(text.clone()),
                _ => None,
            })
        }

        /// True if the sheet shows an element, if it says so.
        pub(crate) fn shows(&self, id: &str) -> Option<bool> {
            self.last(id, |mark| if let Patch::Shown(shown) = mark { Some(*shown) } else { None })
        }

        /// The state of a box, if the sheet sets it.
        pub(crate) fn checks(&self, id: &str) -> Option<bool> {
            self.last(id, |mark| if let Patch::Checked(checked) = mark { Some(*checked) } else { None })
        }

        pub(crate) fn classed(&self, id: &str, name: &str) -> Option<bool> {
            self.last(id, |mark| match mark {
                Patch::Class(other, has) if *other == name => Some(*has),
                _ => None,
            })
        }

        pub(crate) fn has(&self, id: &str, name: &str) -> Option<String> {
            self.last(id, |mark| match mark {
                Patch::Attribute(other, value) | Patch::Style(other, value) if *other == name => Some(value.clone()),
                _ => None,
            })
        }
    }
}
