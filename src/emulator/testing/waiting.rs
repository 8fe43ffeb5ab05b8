//! Waits for a bot that runs in parallel with the test: their duration, and the error of a wait that fails.

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde_json::Value;

use super::world::SharedWorld;

const RECENT_ENTRIES: usize = 5;
const SHOWN_CHARS: usize = 160;

/// An error after a wait that took too long. Its text ends with the latest requests and deliveries.
///
/// ```
/// use std::time::Duration;
///
/// use botwire::emulator::{Emulator, NewUser};
///
/// let emulator = Emulator::new();
/// emulator.set_wait_timeout(Duration::ZERO);
/// let alice = emulator.user(NewUser::default())?;
/// let timeout = pollster::block_on(alice.wait_for_message()).unwrap_err();
/// assert_eq!(timeout.timeout, Duration::ZERO);
/// println!("{timeout}");
/// # Ok::<(), botwire::emulator::Refusal>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WaitTimeout {
    /// The event that the test waited for.
    pub missing: &'static str,
    /// The time limit of the wait.
    pub timeout: Duration,
    /// A note if updates wait without a webhook, otherwise empty.
    pub waiting: String,
    /// The latest entries of the log, a line for each.
    pub log: Vec<String>,
}

impl Display for WaitTimeout {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "no {} within {} ms; {}", self.missing, self.timeout.as_millis(), self.waiting)?;
        formatter.write_str(&end_of_log(&self.log))
    }
}

impl std::error::Error for WaitTimeout {}

fn end_of_log(lines: &[String]) -> String {
    match lines {
        [] => "the log is empty".to_owned(),
        lines => format!("the log ends with:\n  {}", lines.join("\n  ")),
    }
}

impl SharedWorld {
    /// Returns the latest entries of the log as text.
    pub fn end_of_log(&self) -> String {
        end_of_log(&self.recent())
    }

    /// Calls `look` after each event, until it returns a value or the timeout expires.
    pub async fn wait_in_time<T>(
        &self,
        missing: &'static str,
        mut look: impl FnMut() -> Option<T>,
    ) -> Result<T, WaitTimeout> {
        let timeout = self.lock().timeout;
        let is_late = Arc::new(AtomicBool::new(timeout.is_zero()));
        let (_stop, stopped) = mpsc::channel();
        self.set_alarm(timeout, &is_late, stopped);
        let late =
            || WaitTimeout { missing, timeout, waiting: self.look(|service, _| service.waiting()), log: self.recent() };
        self.wait(|| look().map(Ok).or_else(|| is_late.load(Ordering::SeqCst).then(|| Err(late())))).await
    }

    /// Sets the flag once the time has passed, and wakes all waiting tasks. The thread ends when the sender is dropped.
    #[cfg(not(web))]
    fn set_alarm(&self, timeout: Duration, is_late: &Arc<AtomicBool>, stopped: Receiver<()>) {
        let (world, is_late) = (self.clone(), Arc::clone(is_late));
        std::thread::spawn(move || {
            if stopped.recv_timeout(timeout) == Err(mpsc::RecvTimeoutError::Timeout) {
                is_late.store(true, Ordering::SeqCst);
                world.wake();
            }
        });
    }

    /// Does the same by a timer of the host. Without the client, no timer exists and a wait does not end.
    #[cfg(web)]
    #[cfg_attr(not(feature = "client"), allow(unused_variables, clippy::unused_self))]
    fn set_alarm(&self, timeout: Duration, is_late: &Arc<AtomicBool>, _: Receiver<()>) {
        #[cfg(feature = "client")]
        if let Ok(sleep) = crate::platform::timer::Sleep::new(timeout) {
            let (world, is_late) = (self.clone(), Arc::clone(is_late));
            wasm_bindgen_futures::spawn_local(async move {
                sleep.await;
                is_late.store(true, Ordering::SeqCst);
                world.wake();
            });
        }
    }

    fn recent(&self) -> Vec<String> {
        let read = |entry: &str| serde_json::from_str(entry).map(|entry| line(&entry)).ok();
        let mut lines: Vec<_> = self.look(|service, _| service.log(0).filter_map(read).collect());
        lines.split_off(lines.len().saturating_sub(RECENT_ENTRIES))
    }
}

fn line(entry: &Value) -> String {
    let text = |path: &str| entry.pointer(path).and_then(Value::as_str).unwrap_or_default();
    let status = entry.get("status").map(Value::to_string).unwrap_or_default();
    let colon = if text("/answer/description").is_empty() { "" } else { ": " };
    let answer = [&status, colon, text("/answer/description")].concat();
    let line = match text("/kind") {
        "delivery" if status.is_empty() => format!("delivery of {} failed: {}", update(entry), text("/error")),
        "delivery" => format!("delivery of {} answered {status}", update(entry)),
        "download" => format!("download of {} {status}", shown(text("/path"))),
        "stray" => format!("{} {} {answer}", text("/verb"), shown(text("/target"))),
        _ => format!("{} {answer}", text("/method")),
    };
    line.replace(char::is_control, "\u{fffd}")
}

fn update(entry: &Value) -> String {
    let members = entry.get("update").and_then(Value::as_object);
    // An update that expired in flight has no content.
    let Some((kind, value)) = members.and_then(|members| members.iter().find(|(name, _)| *name != "update_id")) else {
        return "an update".into();
    };
    let id = entry.pointer("/update/update_id").map(Value::to_string).unwrap_or_default();
    let text = ["text", "caption", "data", "query"].iter().find_map(|name| value.get(name)?.as_str());
    format!("{kind} {id} {}", shown(text.unwrap_or_default()))
}

/// Quotes a text, and shortens a long one.
fn shown(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    match quoted.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => [quoted.get(..end).unwrap_or_default(), "…"].concat(),
        None => quoted,
    }
}
