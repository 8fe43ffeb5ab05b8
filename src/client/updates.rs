//! Updates by long polling, each one once and none lost.

use std::collections::VecDeque;
use std::time::Duration;

use js_sys::Date;
use serde_json::{Map, Value};
use web_sys::AbortSignal;

use super::bot::Bot;
use super::call::Call;
use super::error::Error;
use super::interruption::{Stopped, elapsed, pause};
use crate::policy::polling::{
    CONFLICT, CONFLICT_ADVICE, LARGEST_CHECKED_OFFSET, POLL, Seen, is_confirmable, is_lasting, wait_after_faults,
    wait_when_idle,
};
use crate::policy::{CONFIRMATION, Retry};
use crate::types::{Update, UpdateKind};
use crate::webhook::read;
use crate::wire::json;
use crate::wire::parameters::Parameters;

const METHOD: &str = "getUpdates";

/// The updates of a bot, received by long polling.
///
/// ```no_run
/// # async fn example(bot: botwire::client::Bot) {
/// let mut updates = bot.updates();
/// while let Some(update) = updates.next().await {
///     match update {
///         Ok(update) => { /* process it */ }
///         Err(error) => break, // such as a wrong token
///     }
/// }
/// let _ = updates.close().await;
/// # }
/// ```
///
/// Asking for the next update says that the one before was processed: only then is it confirmed. So
/// an update whose processing was cut short comes again after a restart. Faults are waited out, for
/// up to 30 seconds or as long as the service asks, an hour at most, except those that waiting does
/// not mend: 4xx other than 408, 409 (a webhook is set, or another receiver runs) and 429. Updates
/// of unknown kind come through, in their `extra`.
///
/// Spec: core, Updates and webhooks.
pub struct Updates {
    bot: Bot,
    timeout: Duration,
    limit: Option<u8>,
    allowed: Option<Vec<UpdateKind>>,
    signal: Option<AbortSignal>,
    on_fault: Option<Tell>,
    /// What the next request asks for: one more than the last update that was processed.
    offset: Option<i64>,
    /// The offset after all that are waiting.
    next_offset: i64,
    /// Whether the service has been told of the offset.
    confirmed: bool,
    seen: Seen,
    /// Whether the service has sent again what was confirmed.
    repeating: bool,
    /// The update that was handed out and may still be in work.
    in_work: Option<i64>,
    waiting: VecDeque<Update>,
    /// Faults in a row.
    faults: u32,
    /// What the service asked to wait after the last fault.
    asked: Option<Duration>,
    /// Whether the conflict of this run of faults was told.
    is_warned: bool,
    /// The wait after an answer without updates.
    idle: Duration,
}

type Tell = Box<dyn Fn(&Error)>;

impl Updates {
    pub(super) fn new(bot: Bot) -> Self {
        Self {
            bot,
            timeout: POLL,
            limit: None,
            allowed: None,
            signal: None,
            on_fault: None,
            offset: None,
            next_offset: 0,
            confirmed: true,
            seen: Seen::default(),
            repeating: false,
            in_work: None,
            waiting: VecDeque::new(),
            faults: 0,
            asked: None,
            is_warned: false,
            idle: Duration::ZERO,
        }
    }

    /// Sets how long the service waits for an update before it answers with none, in whole seconds.
    /// Default: 30.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets how many updates are received at once, 1-100. Default: the service's, 100.
    #[must_use]
    pub fn limit(mut self, limit: u8) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Sets the kinds of updates to receive; none means all. Default: as it was set before.
    #[must_use]
    pub fn allowed_updates<K: Into<UpdateKind>>(mut self, kinds: impl IntoIterator<Item = K>) -> Self {
        self.allowed = Some(kinds.into_iter().map(Into::into).collect());
        self
    }

    /// Sets the first update to receive; a negative offset starts that many updates from the end
    /// and forgets the ones before. Default: the first that is not confirmed.
    #[must_use]
    pub fn offset(mut self, offset: i64) -> Self {
        self.offset = Some(offset);
        self
    }

    /// Ends the updates when the signal is aborted, after confirming what was processed.
    #[must_use]
    pub fn signal(mut self, signal: &AbortSignal) -> Self {
        self.signal = Some(signal.clone());
        self
    }

    /// Sets what is told of faults that are waited out, before the wait. Default: the console is told
    /// of a 409, once until the next answer.
    #[must_use]
    pub fn on_fault(mut self, tell: impl Fn(&Error) + 'static) -> Self {
        self.on_fault = Some(Box::new(tell));
        self
    }

    /// The next update, or nothing once the signal was aborted. It may be dropped while it waits.
    ///
    /// # Errors
    /// Those that waiting does not mend, such as a wrong token. Asking again tries again, after a
    /// pause.
    pub async fn next(&mut self) -> Option<Result<Update, Error>> {
        self.processed();
        loop {
            if self.signal.as_ref().is_some_and(AbortSignal::aborted) {
                let _ = self.confirm().await;
                return None;
            }
            if let Some(update) = self.waiting.pop_front() {
                self.in_work = Some(update.update_id.0);
                return Some(Ok(update));
            }
            if let Err(error) = self.rest().await {
                return Some(Err(error));
            }
            match self.receive().await {
                Ok(()) | Err(Error::Aborted { .. }) => {}
                Err(error) => {
                    self.faults = self.faults.saturating_add(1);
                    self.asked = error.retry_after();
                    if lasts(&error) {
                        return Some(Err(error));
                    }
                    self.report(&error);
                }
            }
        }
    }

    /// Ends the updates and confirms every one that was handed out. Without it the last ones come
    /// again after a restart.
    ///
    /// # Errors
    /// Those of a call.
    pub async fn close(mut self) -> Result<(), Error> {
        self.processed();
        self.confirm().await
    }

    fn processed(&mut self) {
        if let Some(update_id) = self.in_work.take() {
            self.seen.add(update_id);
            let is_last = self.waiting.is_empty();
            self.offset = Some(if is_last { self.next_offset } else { update_id.saturating_add(1) });
            self.confirmed = false;
        }
    }

    fn report(&mut self, error: &Error) {
        if let Some(tell) = &self.on_fault {
            tell(error);
        } else if error.status() == Some(CONFLICT) && !self.is_warned {
            self.is_warned = true;
            web_sys::console::error_1(&format!("botwire: {error} ({CONFLICT_ADVICE})").into());
        }
    }

    async fn receive(&mut self) -> Result<(), Error> {
        self.seen.forget();
        let since = Date::now();
        let mut call = self.get_updates(self.offset, self.timeout, self.limit);
        if let Some(signal) = &self.signal {
            call = call.signal(signal);
        }
        let result = call.raw().await?;
        let unexpected = |reason: &str| Error::Result { method: METHOD.to_owned(), reason: reason.to_owned() };
        if !result.starts_with('[') {
            return Err(unexpected("it is no Array of Update"));
        }
        self.confirmed = true;
        let (mut came, mut last) = (0, None);
        let mut new = VecDeque::new();
        for text in json::items(&result) {
            came += 1;
            let Some(update) = update(text) else { continue };
            if !is_confirmable(update.update_id.0) {
                return Err(unexpected("it has an update whose update_id is none from 0 to 2^53 - 2"));
            }
            last = last.max(Some(update.update_id.0));
            if self.seen.has(update.update_id.0) {
                self.repeating = true;
            } else {
                new.push_back(update);
            }
        }
        if new.is_empty() && came > 0 {
            // Otherwise such a service would be asked again at full speed.
            return Err(unexpected("it has only updates that were confirmed, or that have no update_id"));
        }
        self.waiting = new;
        self.idle = if came == 0 { wait_when_idle(elapsed(since)) } else { Duration::ZERO };
        match last {
            Some(last) => self.next_offset = last.saturating_add(1),
            // With nothing left to confirm, the offset is left out: after a week without updates the
            // next identifier is random, and one below the offset would count as confirmed.
            None if !self.repeating => self.offset = None,
            None => {}
        }
        (self.faults, self.asked, self.is_warned) = (0, None, false);
        Ok(())
    }

    async fn confirm(&mut self) -> Result<(), Error> {
        if self.confirmed {
            return Ok(());
        }
        // What was not processed stays unconfirmed, even if identifiers came out of order. What this
        // returns is not confirmed by it either, so it is not lost.
        let offset = self.waiting.iter().map(|update| update.update_id.0).chain(self.offset).min();
        self.get_updates(offset, Duration::ZERO, Some(1)).timeout(CONFIRMATION).raw().await?;
        self.confirmed = true;
        Ok(())
    }

    fn get_updates(&self, offset: Option<i64>, timeout: Duration, limit: Option<u8>) -> Call<Value> {
        let mut parameters = Map::new();
        let mut set = |name: &str, value: Value| parameters.insert(name.to_owned(), value);
        set("timeout", timeout.as_secs().into());
        offset.map(|offset| set("offset", offset.into()));
        limit.map(|limit| set("limit", limit.into()));
        if let Some(kinds) = &self.allowed {
            set("allowed_updates", kinds.iter().map(UpdateKind::as_str).collect());
        }
        // The pauses here are longer than those of a call, and do not end.
        let parameters = Parameters::named(METHOD, &Value::Object(parameters));
        let is_in_limits = offset.is_none_or(|offset| offset <= LARGEST_CHECKED_OFFSET);
        Call::checked(self.bot.clone(), parameters, self.bot.0.check_limits && is_in_limits).retry(Retry::NONE)
    }

    /// Waits after a fault, or after an empty answer that came at once.
    async fn rest(&self) -> Result<(), Error> {
        let wait = match self.faults {
            0 => self.idle,
            faults => wait_after_faults(faults, self.asked, js_sys::Math::random()),
        };
        if wait.is_zero() {
            return Ok(());
        }
        match pause(wait, self.signal.as_ref()).await {
            Err(stopped @ Stopped::Failed(_)) => Err(stopped.into_error(METHOD, None)),
            _ => Ok(()),
        }
    }
}

impl std::fmt::Debug for Updates {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Updates")
            .field("bot", &self.bot)
            .field("offset", &self.offset)
            .field("waiting", &self.waiting.len())
            .field("faults", &self.faults)
            .finish_non_exhaustive()
    }
}

/// Whether waiting does not mend the failure.
fn lasts(error: &Error) -> bool {
    matches!(error, Error::Validation { .. }) || error.status().is_some_and(is_lasting)
}

/// An update, typed where it fits the types of this version, and otherwise with all its fields in
/// `extra`: one odd update must not stop all that come after it.
fn update(text: &str) -> Option<Update> {
    read::update(text).ok().map(|read| read.update).or_else(|| read::untyped_update(text))
}
