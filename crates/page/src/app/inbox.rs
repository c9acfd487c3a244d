//! The messages that wait for the page, in their order.

use super::message::{Message, PageMessage};
use crate::chart::message::ChartMessage;
use std::collections::VecDeque;

/// While a message is parked, until its file has come, those that a reader sends after it wait too; frames, timers and workers do not.
#[derive(Debug, Default)]
pub struct Inbox {
    waiting: VecDeque<Message>,
    parked: bool,
}

impl Inbox {
    pub fn push(&mut self, message: Message) {
        self.waiting.push_back(message);
    }

    pub fn take(&mut self) -> Option<Message> {
        let first = if self.parked { self.waiting.iter().position(|message| !is_ordered(message))? } else { 0 };
        self.waiting.remove(first)
    }

    pub fn park(&mut self) {
        self.parked = true;
    }

    /// The parked message is the next one, or is given up.
    pub fn resume(&mut self, message: Option<Message>) {
        self.parked = false;
        message.into_iter().for_each(|message| self.waiting.push_front(message));
    }

    pub fn is_empty(&self) -> bool {
        !self.parked && self.waiting.is_empty()
    }
}

/// True if a message may not overtake another of its kind: its sender is the reader or the address.
fn is_ordered(message: &Message) -> bool {
    match message {
        Message::Run(_) | Message::Chart(ChartMessage::Drawn { .. }) => false,
        Message::Page(message) => {
            use PageMessage::{Came, Frame, Measured, Prefers, Restyle, Themed};
            !matches!(message, Frame(_) | Came(_) | Measured(_) | Prefers(_) | Restyle | Themed(_))
        }
        Message::At(_, message) => is_ordered(message),
        Message::Edit(_)
        | Message::Play(_)
        | Message::Chart(_)
        | Message::Learn(_)
        | Message::Share(_)
        | Message::Ask(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EditMessage;

    #[test]
    fn a_message_of_the_reader_waits_for_a_parked_one_and_a_frame_does_not() {
        let mut inbox = Inbox::default();
        let link = Message::from(EditMessage::Address("#lesson=first".into()));
        let (edit, frame) = (Message::from(EditMessage::NewSeed), Message::from(PageMessage::Frame(1.0)));
        inbox.push(link.clone());
        assert_eq!(inbox.take(), Some(link.clone()));
        inbox.park();
        [edit.clone(), frame.clone(), edit.clone()].into_iter().for_each(|message| inbox.push(message));
        assert_eq!((inbox.take(), inbox.take()), (Some(frame), None));
        assert!(!inbox.is_empty());
        inbox.resume(Some(link.clone()));
        assert_eq!([(); 4].map(|()| inbox.take()), [Some(link), Some(edit.clone()), Some(edit), None]);
        inbox.park();
        inbox.resume(None);
        assert!(inbox.is_empty() && inbox.take().is_none());
    }
}
