//! The workers themselves, by the numbers that [`flitscope_page::jobs`] gives them.

use crate::{
    dom::{Fallible, Listener},
    queue::send,
};
use flitscope_page::{Reply, Request, RunMessage, json};
use js_sys::{Object, Reflect};
use wasm_bindgen::{JsCast as _, prelude::wasm_bindgen};
use web_sys::{ErrorEvent, Event, MessageEvent, Worker, WorkerOptions, WorkerType};

#[wasm_bindgen]
extern "C" {
    /// The address of the script that holds the module.
    #[wasm_bindgen(thread_local_v2, js_namespace = ["import", "meta"], js_name = url)]
    static GLUE: String;
}

/// The file name of the script that holds the module: another build, another name.
pub(crate) fn build() -> String {
    let glue = GLUE.with(String::clone);
    glue.rsplit('/').next().unwrap_or_default().to_owned()
}

/// The address of a file beside that script, wherever the page is served; asked for by build, so that no cache gives an older one.
pub(crate) fn beside(name: &str) -> String {
    let (glue, build) = (GLUE.with(String::clone), build());
    format!("{}{name}?{build}", glue.strip_suffix(&build).unwrap_or_default())
}

#[derive(Default)]
pub(crate) struct Workers {
    all: Vec<(u32, Worker, [Listener; 3])>,
}

impl Workers {
    /// Starts a worker that speaks under a number.
    pub(crate) fn spawn(&mut self, number: u32) -> Fallible {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&beside("worker.js"), &options)?;
        let failed = move |event: Event| {
            event.prevent_default();
            let why = event.dyn_ref::<ErrorEvent>().map_or_else(String::new, ErrorEvent::message);
            let why = if why.is_empty() { "a file is missing.".into() } else { why };
            send(RunMessage::Heard(number, Box::new(Reply::Failed(why))));
        };
        let listeners = [
            Listener::new(&worker, "message", move |event| send(heard(number, &event)))?,
            Listener::new(&worker, "error", failed)?,
            Listener::new(&worker, "messageerror", failed)?,
        ];
        let first = Object::new();
        Reflect::set(&first, &"glue".into(), &GLUE.with(String::clone).into())?;
        Reflect::set(&first, &"module".into(), &wasm_bindgen::module())?;
        worker.post_message(&first)?;
        self.all.push((number, worker, listeners));
        Ok(())
    }

    /// Gives a worker an order.
    pub(crate) fn post(&self, number: u32, order: &Request) -> Fallible {
        let Some((_, worker, _)) = self.all.iter().find(|(other, ..)| *other == number) else { return Ok(()) };
        worker.post_message(&json::write(order).into())
    }

    pub(crate) fn terminate(&mut self, number: u32) {
        for (_, worker, _) in self.all.extract_if(.., |(other, ..)| *other == number) {
            worker.terminate();
        }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.all.iter().for_each(|(_, worker, _)| worker.terminate());
    }
}

/// The reply of a worker; an invalid one counts as a failure.
fn heard(number: u32, event: &Event) -> RunMessage {
    let text = event.dyn_ref::<MessageEvent>().and_then(|event| event.data().as_string()).unwrap_or_default();
    let word = Reply::read(&text).unwrap_or(Reply::Failed("it said something that is not understood.".into()));
    RunMessage::Heard(number, Box::new(word))
}
