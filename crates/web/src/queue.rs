//! The messages that wait for the page: one is worked on at a time, and those that come meanwhile wait for their turn.

use crate::crash;
use flitscope_page::Message;
use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
};

type Handler = Box<dyn FnMut(Message)>;

thread_local! {
    static HELD: Cell<u32> = const { Cell::new(0) };
    static WAITING: RefCell<VecDeque<Message>> = const { RefCell::new(VecDeque::new()) };
    static WORK: RefCell<Option<Handler>> = const { RefCell::new(None) };
}

/// From now on messages are worked on in this way, those that wait at once.
pub(crate) fn open(work: impl FnMut(Message) + 'static) {
    WORK.with_borrow_mut(|slot| *slot = Some(Box::new(work)));
    work_on();
}

/// The messages that wait, for who works on them before the queue is open.
pub(crate) fn take() -> VecDeque<Message> {
    WAITING.take()
}

/// One more message waits for something that comes from the server, or one less.
pub(crate) fn hold(held: bool) {
    HELD.set(if held { HELD.get() + 1 } else { HELD.get().saturating_sub(1) });
}

/// True if no message waits.
pub(crate) fn is_empty() -> bool {
    HELD.get() == 0 && WAITING.with_borrow(VecDeque::is_empty)
}

/// Hands a message to the page.
pub(crate) fn send(message: impl Into<Message>) {
    if crash::stopped() {
        return;
    }
    WAITING.with_borrow_mut(|waiting| waiting.push_back(message.into()));
    work_on();
}

fn work_on() {
    WORK.with(|work| {
        let Ok(mut work) = work.try_borrow_mut() else { return };
        let Some(work) = work.as_mut() else { return };
        while let Some(message) = WAITING.with_borrow_mut(VecDeque::pop_front) {
            work(message);
        }
    });
}
