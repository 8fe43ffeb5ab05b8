//! Warns of a handler that does not end while the service gives no more updates.

use std::task::Context;

use crate::client::log;
use crate::policy::polling::{ENDLESS, ENDLESS_ADVICE};
use crate::webhook::Webhook;
use crate::webhook::handling::options::Task;

/// The warning, once in a program.
#[derive(Default)]
pub(super) struct Endless {
    warning: Option<Task>,
    has_warned: bool,
}

impl Endless {
    /// Warns if polling has been held up for long.
    pub fn poll(&mut self, context: &mut Context<'_>, is_held_up: bool, webhook: &Webhook) {
        if !is_held_up || self.has_warned {
            self.warning = None;
            return;
        }
        let warning = self.warning.get_or_insert_with(|| {
            let webhook = webhook.clone();
            Box::pin(async move {
                // Without timers, nothing is said.
                if webhook.timer(ENDLESS).await.is_ok() {
                    log(&format!("botwire: poll: {ENDLESS_ADVICE}"));
                }
            })
        });
        self.has_warned = warning.as_mut().poll(context).is_ready();
    }
}
