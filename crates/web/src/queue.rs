//! The messages that wait for the page: one is worked on at a time, and those that come meanwhile wait for their turn.

use crate::crash;
use flitscope_page::{Inbox, Message};
use std::cell::{Cell, RefCell};

type Handler = Box<dyn FnMut(Message)>;

thread_local! {
    static HELD: Cell<u32> = const { Cell::new(0) };
    static INBOX: RefCell<Inbox> = RefCell::default();
    static WORK: RefCell<Option<Handler>> = const { RefCell::new(None) };
}

/// From now on messages are worked on in this way, those that wait at once.
pub(crate) fn open(work: impl FnMut(Message) + 'static) {
    WORK.with_borrow_mut(|slot| *slot = Some(Box::new(work)));
    work_on();
}

/// Takes the next message, for who works on it before the queue is open.
pub(crate) fn take() -> Option<Message> {
    INBOX.with_borrow_mut(Inbox::take)
}

/// One more thing comes from the server that the page can be used without, or one less.
pub(crate) fn hold(held: bool) {
    HELD.set(if held { HELD.get() + 1 } else { HELD.get().saturating_sub(1) });
}

/// A message waits for something that comes from the server.
pub(crate) fn park() {
    INBOX.with_borrow_mut(Inbox::park);
}

/// It has come, and the message is the next one; or none, and the message is given up.
pub(crate) fn resume(message: Option<Message>) {
    INBOX.with_borrow_mut(|inbox| inbox.resume(message));
    work_on();
}

/// True if no message waits.
pub(crate) fn is_empty() -> bool {
    HELD.get() == 0 && INBOX.with_borrow(Inbox::is_empty)
}

/// Hands a message to the page.
pub(crate) fn send(message: impl Into<Message>) {
    if crash::stopped() {
        return;
    }
    INBOX.with_borrow_mut(|inbox| inbox.push(message.into()));
    work_on();
}

fn work_on() {
    WORK.with(|work| {
        let Ok(mut work) = work.try_borrow_mut() else { return };
        let Some(work) = work.as_mut() else { return };
        while let Some(message) = take() {
            work(message);
        }
    });
}
