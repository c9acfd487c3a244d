//! How a network is looked at.
//!
//! What *is* can be asked of every network at any time: its views are made when they are asked for. What the last step *brought* is gone with
//! the next one; a network that is `watched()` keeps it until then, and no other one spends anything on it. Whoever looks on changes nothing:
//! a watched network draws the same random numbers and makes the same run.

/// What the last step brought, if somebody looks on.
#[derive(Clone, Debug)]
pub(super) struct Watch<E>(Option<Vec<E>>);

impl<E> Watch<E> {
    /// Nobody looks on.
    pub(super) const OFF: Self = Self(None);

    /// Somebody does.
    pub(super) const fn on() -> Self {
        Self(Some(Vec::new()))
    }

    pub(super) const fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// A step begins.
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

    /// What the last step brought, in its order; nothing if nobody looks on.
    pub(super) fn events(&self) -> &[E] {
        self.0.as_deref().unwrap_or_default()
    }
}
