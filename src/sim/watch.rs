//! How a network is looked at.
//!
//! The *state* of a network can be read at any time: its views are made on demand. The *outcomes* of the last step are gone with
//! the next one; a network that is `watched()` keeps them until then, and no other one spends anything on them. Watching changes nothing:
//! a watched network draws the same random numbers and makes the same run.

/// The outcomes of the last step, if the network is watched.
#[derive(Clone, Debug)]
pub(super) struct Watch<E>(Option<Vec<E>>);

impl<E> Watch<E> {
    pub(super) const OFF: Self = Self(None);

    pub(super) const fn on() -> Self {
        Self(Some(Vec::new()))
    }

    pub(super) const fn is_on(&self) -> bool {
        self.0.is_some()
    }

    pub(super) fn begin(&mut self) {
        if let Some(events) = &mut self.0 {
            events.clear();
        }
    }

    pub(super) fn note(&mut self, event: impl FnOnce() -> E) {
        if let Some(events) = &mut self.0 {
            events.push(event());
        }
    }

    /// The outcomes of the last step, in order; nothing if the network is not watched.
    pub(super) fn events(&self) -> &[E] {
        self.0.as_deref().unwrap_or_default()
    }
}
