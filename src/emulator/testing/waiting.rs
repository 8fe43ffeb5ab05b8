//! Waits for a bot that runs beside the test: how long they last, and what is said when nothing came.

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::Value;

use super::world::SharedWorld;

/// Entries of the log that an error shows.
const RECENT: usize = 5;
/// Characters of a text that a line shows.
const SHOWN: usize = 160;

/// What a test waited for did not come. The text ends with the latest requests and deliveries.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WaitTimeout {
    /// What did not come.
    pub missing: &'static str,
    /// How long the test waited.
    pub timeout: Duration,
    /// That updates wait which no webhook gets; empty if none do.
    pub waiting: String,
    /// The latest entries of the log, a line for each.
    pub log: Vec<String>,
}

impl Display for WaitTimeout {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "no {} within {} ms; {}", self.missing, self.timeout.as_millis(), self.waiting)?;
        if self.log.is_empty() {
            return formatter.write_str("the log is empty");
        }
        write!(formatter, "the log ends with:\n  {}", self.log.join("\n  "))
    }
}

impl std::error::Error for WaitTimeout {}

impl SharedWorld {
    /// Looks again whenever something happened, until there is what is looked for or the timeout expires.
    pub async fn wait_in_time<T>(
        &self,
        missing: &'static str,
        mut look: impl FnMut() -> Option<T>,
    ) -> Result<T, WaitTimeout> {
        let timeout = self.timeout();
        let alarm = Alarm::new(self, timeout);
        let late =
            || WaitTimeout { missing, timeout, waiting: self.look(|service, _| service.waiting()), log: self.recent() };
        self.wait(|| look().map(Ok).or_else(|| alarm.rings().then(|| Err(late())))).await
    }

    fn recent(&self) -> Vec<String> {
        let read = |entry: &str| serde_json::from_str(entry).map(|entry| line(&entry)).ok();
        let mut lines: Vec<_> = self.look(|service, _| service.log(0).filter_map(read).collect());
        lines.split_off(lines.len().saturating_sub(RECENT))
    }
}

/// Wakes those who wait once the time has passed.
struct Alarm {
    rings: Arc<AtomicBool>,
    /// The thread ends when this is dropped.
    #[cfg(not(target_arch = "wasm32"))]
    _stop: std::sync::mpsc::Sender<()>,
}

impl Alarm {
    #[cfg(not(target_arch = "wasm32"))]
    fn new(world: &SharedWorld, timeout: Duration) -> Self {
        let rings = Arc::new(AtomicBool::new(timeout.is_zero()));
        let (stop, stopped) = std::sync::mpsc::channel();
        let (shared, world) = (rings.clone(), world.clone());
        std::thread::spawn(move || {
            if stopped.recv_timeout(timeout) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                shared.store(true, Ordering::SeqCst);
                world.wake();
            }
        });
        Self { rings, _stop: stop }
    }

    /// Without the client there are no timers of the host, so a wait has no end.
    #[cfg(target_arch = "wasm32")]
    fn new(world: &SharedWorld, timeout: Duration) -> Self {
        let rings = Arc::new(AtomicBool::new(timeout.is_zero()));
        let (shared, world) = (rings.clone(), world.clone());
        #[cfg(feature = "client")]
        if let Ok(sleep) = crate::platform::timer::Sleep::new(timeout) {
            wasm_bindgen_futures::spawn_local(async move {
                sleep.await;
                shared.store(true, Ordering::SeqCst);
                world.wake();
            });
        }
        #[cfg(not(feature = "client"))]
        drop((shared, world));
        Self { rings }
    }

    fn rings(&self) -> bool {
        self.rings.load(Ordering::SeqCst)
    }
}

/// An entry of the log in one line: what was asked, and what came of it.
fn line(entry: &Value) -> String {
    let text = |path: &str| entry.pointer(path).and_then(Value::as_str).unwrap_or_default();
    let status = entry.pointer("/status").map(Value::to_string);
    let line = match (text("/kind"), status) {
        ("delivery", None) => ["delivery of ", &update(entry.pointer("/update")), " failed: ", text("/error")].concat(),
        ("delivery", Some(status)) => {
            ["delivery of ", &update(entry.pointer("/update")), " answered ", &status].concat()
        }
        ("download", status) => ["download of ", &shown(text("/path")), " ", &status.unwrap_or_default()].concat(),
        (kind, status) => {
            let stray = [text("/verb"), " ", &shown(text("/target"))].concat();
            let what = if kind == "stray" { &stray } else { text("/method") };
            let description = text("/answer/description");
            let colon = if description.is_empty() { "" } else { ": " };
            [what, " ", &status.unwrap_or_default(), colon, description].concat()
        }
    };
    line.replace(char::is_control, "\u{fffd}")
}

/// The kind of an update, its identifier, and the text in it.
fn update(update: Option<&Value>) -> String {
    let members = update.and_then(Value::as_object);
    // There is none of an update that went for its age while it was under way.
    let Some((kind, value)) = members.and_then(|members| members.iter().find(|(name, _)| *name != "update_id")) else {
        return "an update".into();
    };
    let id = members.and_then(|members| members.get("update_id")).map(Value::to_string);
    let text = ["text", "caption", "data", "query"].iter().find_map(|name| value.get(name)?.as_str());
    [kind, " ", &id.unwrap_or_default(), " ", &shown(text.unwrap_or_default())].concat()
}

/// A text in quotes, whose end is left out when it is long.
fn shown(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    match quoted.char_indices().nth(SHOWN) {
        Some((end, _)) => [quoted.get(..end).unwrap_or_default(), "…"].concat(),
        None => quoted,
    }
}
