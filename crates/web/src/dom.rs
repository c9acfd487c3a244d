//! Elements, listeners and the clock: the few lines of glue that every view uses.

use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{
    CanvasRenderingContext2d, Document, Element, Event, EventTarget, HtmlCanvasElement, HtmlElement, Window,
};

/// The result of a browser call.
pub(crate) type Fallible<T = ()> = Result<T, JsValue>;

pub(crate) fn window() -> Fallible<Window> {
    web_sys::window().ok_or_else(|| JsValue::from_str("there is no window"))
}

pub(crate) fn document() -> Fallible<Document> {
    window()?.document().ok_or_else(|| JsValue::from_str("there is no document"))
}

/// The element of that id, which index.html must have.
pub(crate) fn by_id<T: JsCast>(id: &str) -> Fallible<T> {
    let element = document()?.get_element_by_id(id).ok_or_else(|| JsValue::from_str(&format!("#{id} is missing")))?;
    element.dyn_into().map_err(|_| JsValue::from_str(&format!("#{id} is of another kind")))
}

/// An element as one of another kind.
pub(crate) fn cast<T: JsCast>(element: &HtmlElement) -> Fallible<&T> {
    element.dyn_ref().ok_or_else(|| JsValue::from_str(&format!("#{} is of another kind", element.id())))
}

/// Pixels of the screen in a CSS pixel, as far as they are drawn.
pub(crate) fn density() -> Fallible<f64> {
    Ok(window()?.device_pixel_ratio().clamp(0.5, 4.0))
}

/// A canvas that is not on the page.
pub(crate) fn canvas() -> Fallible<(HtmlCanvasElement, CanvasRenderingContext2d)> {
    let canvas: HtmlCanvasElement = document()?.create_element("canvas")?.dyn_into()?;
    let context = context(&canvas)?;
    Ok((canvas, context))
}

/// The context of a canvas.
pub(crate) fn context(canvas: &HtmlCanvasElement) -> Fallible<CanvasRenderingContext2d> {
    let context = canvas.get_context("2d")?.ok_or("this browser draws no canvas")?;
    Ok(context.dyn_into()?)
}

/// Milliseconds since the page began.
pub(crate) fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |performance| performance.now())
}

/// Sets an attribute of an element if it differs: the page lays out nothing anew for what stays as it is.
pub(crate) fn set_attribute(element: &impl AsRef<Element>, name: &str, value: &str) -> Fallible {
    let element = element.as_ref();
    if element.get_attribute(name).as_deref() == Some(value) {
        return Ok(());
    }
    element.set_attribute(name, value)
}

/// Shows or hides an element.
pub(crate) fn show(element: &HtmlElement, visible: bool) {
    if element.hidden() == visible {
        element.set_hidden(!visible);
    }
}

/// A handler that is registered as long as this value lives.
pub(crate) struct Listener {
    target: EventTarget,
    kind: &'static str,
    capture: bool,
    handler: Closure<dyn FnMut(Event)>,
}

impl Listener {
    /// Calls `handler` for every event of that kind on `target`.
    pub(crate) fn new(
        target: &EventTarget,
        kind: &'static str,
        handler: impl FnMut(Event) + 'static,
    ) -> Fallible<Self> {
        Self::with(target, kind, false, handler)
    }

    /// As `new`; with `capture` before events reach their element, also those that do not bubble.
    pub(crate) fn with(
        target: &EventTarget,
        kind: &'static str,
        capture: bool,
        handler: impl FnMut(Event) + 'static,
    ) -> Fallible<Self> {
        let handler = Closure::<dyn FnMut(Event)>::new(handler);
        target.add_event_listener_with_callback_and_bool(kind, handler.as_ref().unchecked_ref(), capture)?;
        Ok(Self { target: target.clone(), kind, capture, handler })
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let handler = self.handler.as_ref().unchecked_ref();
        self.target.remove_event_listener_with_callback_and_bool(self.kind, handler, self.capture).ok();
    }
}

/// A function that the browser calls back later; asking twice before it comes is asking once.
pub(crate) struct Callback {
    function: Closure<dyn FnMut(JsValue)>,
    kind: CallbackKind,
    pending: std::cell::Cell<Option<i32>>,
}

/// The time of a [`Callback`].
#[derive(Clone, Copy)]
pub(crate) enum CallbackKind {
    Frame,
    /// After this number of milliseconds; a second request starts them anew.
    Delay(i32),
}

impl Callback {
    /// A callback of that kind.
    pub(crate) fn new(kind: CallbackKind, function: impl FnMut(JsValue) + 'static) -> Self {
        Self { function: Closure::new(function), kind, pending: std::cell::Cell::new(None) }
    }

    pub(crate) fn ask(&self) -> Fallible {
        let function = self.function.as_ref().unchecked_ref();
        match self.kind {
            CallbackKind::Frame if self.pending.get().is_some() => {}
            CallbackKind::Frame => self.pending.set(Some(window()?.request_animation_frame(function)?)),
            CallbackKind::Delay(milliseconds) => {
                self.cancel();
                let handle = window()?.set_timeout_with_callback_and_timeout_and_arguments_0(function, milliseconds)?;
                self.pending.set(Some(handle));
            }
        }
        Ok(())
    }

    /// Notes that the call has come, so that the next [`Callback::ask`] asks again.
    pub(crate) fn came(&self) {
        self.pending.set(None);
    }

    fn cancel(&self) {
        if let (Some(handle), Ok(window)) = (self.pending.take(), window()) {
            match self.kind {
                CallbackKind::Frame => window.cancel_animation_frame(handle).unwrap_or_default(),
                CallbackKind::Delay(_) => window.clear_timeout_with_handle(handle),
            }
        }
    }
}

impl Drop for Callback {
    fn drop(&mut self) {
        self.cancel();
    }
}
