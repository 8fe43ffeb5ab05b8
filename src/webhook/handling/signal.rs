//! The signal that asks a handler to end.

use js_sys::{Function, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{AbortController, AbortSignal};

use super::request::Request;

/// The signal of a handler, created on first use.
#[derive(Default)]
pub(super) struct HandlerSignal {
    controller: Option<AbortController>,
    /// Listens to the signal of the request while the handler may still be answered.
    follows: Option<(AbortSignal, Function)>,
}

impl HandlerSignal {
    /// Aborts the signal if it exists.
    pub fn abort(&self) {
        if let Some(controller) = &self.controller {
            controller.abort();
        }
    }

    /// Stops following the request's signal: hosts also abort the signals of answered requests.
    pub fn let_go(&mut self) {
        if let Some((signal, listener)) = self.follows.take() {
            let _ = signal.remove_event_listener_with_callback("abort", &listener);
        }
    }

    fn follow(&mut self, signal: AbortSignal, controller: &AbortController) -> Result<(), JsValue> {
        let abort: Function = Reflect::get(controller, &"abort".into())?.dyn_into()?;
        let listener: Function = abort.bind1(controller, &JsValue::UNDEFINED).unchecked_into();
        signal.add_event_listener_with_callback("abort", &listener)?;
        self.follows = Some((signal, listener));
        Ok(())
    }

    /// Returns the signal, which is aborted with the request while the response is open. If the platform has no
    /// signals, it is never aborted.
    pub fn of(&mut self, request: &Request, is_open: bool) -> AbortSignal {
        if let Some(controller) = &self.controller {
            return controller.signal();
        }
        let Ok(controller) = AbortController::new() else { return JsValue::UNDEFINED.unchecked_into() };
        if is_open && request.is_gone() {
            controller.abort();
        } else if let Some(signal) = request.signal().filter(|_| is_open) {
            let _ = self.follow(signal, &controller);
        }
        self.controller.insert(controller).signal()
    }
}
