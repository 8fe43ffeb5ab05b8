//! Renders the table "What happens if …" of the documentation: each row is a sequence of events, and its cells are what the
//! rules of `policy/delivery` make of it.

use crate::policy::delivery::{Action, Config, Event, State};

/// A situation. The events up to what the row is about; then everything succeeds.
struct Row {
    situation: &'static str,
    /// By webhook: the events, and true if `atDeadline` is "accept".
    webhook: Option<(&'static str, bool)>,
    poll: Option<&'static str>,
    /// False if the webhook sends the returned call as an ordinary call.
    is_inline: bool,
}

const fn row(situation: &'static str, events: &'static str) -> Row {
    Row { situation, webhook: Some((events, true)), poll: Some(events), is_inline: true }
}

/// A returned call that is sent as an ordinary call.
const fn sent(situation: &'static str, events: &'static str) -> Row {
    Row { is_inline: false, ..row(situation, events) }
}

const fn webhook(situation: &'static str, events: &'static str, accepts: bool) -> Row {
    Row { situation, webhook: Some((events, accepts)), poll: None, is_inline: true }
}

const fn poll(situation: &'static str, events: &'static str) -> Row {
    Row { situation, webhook: None, poll: Some(events), is_inline: true }
}

const GROUPS: [(&str, &[Row]); 5] = [
    (
        "The handler",
        &[
            row("It returns.", "Start Owned Staged ReturnedCall"),
            row(
                "It throws an error that may pass: of the network, a timeout, 429, 5xx.",
                "Start Owned Staged ThrewPassing",
            ),
            row("The same, in the last attempt.", "Start OwnedLast Staged ThrewPassing"),
            row(
                "The same, after a call of `context.bot` that is not idempotent was carried out or may have been.",
                "Start Owned Staged Effect ThrewPassing",
            ),
            row(
                "It throws any other error: a bug, a 4xx of the service, an error of your own database.",
                "Start Owned Staged ThrewLasting",
            ),
            row("The check refuses the returned call.", "Start Owned Staged ReturnedCall ThrewLasting"),
            row("It throws, and `onError` returns `\"retry\"`.", "Start Owned Staged ThrewLasting ReportedRetry"),
            row(
                "The same, in the last attempt. The attempt is taken back, so the handler runs again.",
                "Start OwnedLast Staged ThrewLasting ReportedRetry",
            ),
            row("It throws, and `onError` returns `\"handled\"`.", "Start Owned Staged ThrewPassing ReportedHandled"),
            row("Processes that died in the handler have used up all attempts.", "Start OwnedOver"),
            sent(
                "The returned call is sent as an ordinary call (`poll`, `returned: \"call\"`), and fails.",
                "Start Owned Staged ReturnedCall Checked Saved SendFailed",
            ),
        ],
    ),
    (
        "A second delivery",
        &[
            webhook(
                "It comes while the handler runs. It waits until the update is done.",
                "Start Busy DoneRemembered",
                true,
            ),
            row("The update is done, and its response is remembered.", "Start DoneRemembered"),
            row("The update is done, and there is nothing to remember.", "Start Done"),
        ],
    ),
    (
        "The store",
        &[
            row("It fails while the update is claimed, and does not come back in time.", "Start StoreFailed StoreOver"),
            row("It fails while the handler waits for its turn or for its session.", "Start Owned ThrewStore"),
            row(
                "It fails while the update is saved, and comes back.",
                "Start Owned Staged ReturnedCall Checked StoreFailed",
            ),
            row(
                "It fails while the update is saved, and does not come back in time.",
                "Start Owned Staged ReturnedCall Checked StoreFailed StoreOver",
            ),
            row(
                "Another delivery has the update or its session, because this process was paused for longer than its lease.",
                "Start Owned Staged ReturnedCall Checked SaveRefused",
            ),
        ],
    ),
    (
        "The deadline",
        &[
            webhook("The update waits for another delivery.", "Start Busy Deadline Cancelled", true),
            webhook(
                "The handler waits for its turn or for its session.",
                "Start Owned WaitBegan Deadline WaitOver ThrewLasting",
                true,
            ),
            webhook("The handler runs, and returns later.", "Start Owned Staged Deadline ReturnedCall", true),
            webhook("The same, with `atDeadline: \"retry\"`.", "Start Owned Staged Deadline ReturnedCall", false),
            webhook("The handler runs, and throws later.", "Start Owned Staged Deadline ThrewPassing", true),
            webhook(
                "The handler runs, but its lease has ended.",
                "Start Owned Staged LeaseLost Deadline ReturnedCall Checked SaveRefused",
                true,
            ),
            webhook("The update is being saved.", "Start Owned Staged ReturnedCall Checked Deadline", true),
        ],
    ),
    (
        "An early end",
        &[
            webhook(
                "The service closes the connection while the handler waits for its turn.",
                "Start Owned WaitBegan Gone WaitOver ThrewLasting",
                true,
            ),
            webhook(
                "The service closes the connection while the handler runs.",
                "Start Owned Staged Gone ReturnedCall",
                true,
            ),
            poll(
                "The `signal` of `poll` is aborted while the handler waits for its turn.",
                "Start Owned WaitBegan Stop WaitOver ThrewLasting",
            ),
            poll("The `signal` of `poll` is aborted while the handler runs.", "Start Owned Staged Stop ReturnedCall"),
        ],
    ),
];

/// Returns the part of the documentation.
#[must_use]
pub fn what_happens() -> String {
    let mut lines = vec![
        "<!-- Rendered from src/policy/delivery: UPDATE=1 cargo test --features render --test what_happens -->"
            .to_owned(),
        String::new(),
        "| If … | Webhook | `poll` | The update | Session changes | `onError` |".to_owned(),
        "|---|---|---|---|---|---|".to_owned(),
    ];
    for (group, rows) in &GROUPS {
        lines.push(format!("| **{group}** | | | | | |"));
        lines.extend(rows.iter().filter_map(line));
    }
    lines.push(String::new());
    lines.join("\n")
}

fn line(row: &Row) -> Option<String> {
    let by = |accepts, inline, events| Outcome::of(Config { accepts, inline, sends: true }, events);
    let webhook = row.webhook.map(|(events, accepts)| by(accepts, row.is_inline, events));
    let poll = row.poll.map(|events| by(false, false, events));
    let response = webhook.as_ref().map_or("", Outcome::response);
    let confirms = poll.as_ref().map_or("", |poll| if poll.is_ok { "confirms it" } else { "handles it again" });
    let outcome = webhook.as_ref().or(poll.as_ref())?;
    let cells = [row.situation, response, confirms, outcome.update(), outcome.sessions(), outcome.report()];
    Some(format!("| {} |", cells.join(" | ")))
}

/// What the rules make of a sequence of events.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one fact that a cell of the table states")]
struct Outcome {
    response: &'static str,
    is_ok: bool,
    is_inline: bool,
    is_done: bool,
    is_done_before: bool,
    has_failed: bool,
    was_handled: bool,
    is_staged: bool,
    is_saved: bool,
    counts: bool,
    is_sent: bool,
    will_retry: Option<bool>,
    is_told: bool,
}

impl Outcome {
    fn of(config: Config, events: &str) -> Self {
        let mut outcome = Self { is_inline: config.inline, ..Self::default() };
        let (mut state, mut last) = (State::new(config), None);
        let words = events.split(' ').filter_map(|word| Event::NAMES.iter().position(|name| *name == word));
        let mut script = words.filter_map(|at| Event::ALL.get(at).copied());
        while !state.is_ended() {
            let Some(event) = script.next().or_else(|| last.and_then(success)) else { break };
            outcome.is_staged |= event == Event::Staged;
            outcome.was_handled |= event == Event::ReportedHandled;
            outcome.is_done |= matches!(event, Event::Saved | Event::SavedRemembered);
            outcome.is_done_before |= matches!(event, Event::Done | Event::DoneRemembered);
            let (next, actions) = state.step(event);
            state = next;
            for action in actions {
                outcome.note(action);
                last = if success(action).is_some() { Some(action) } else { last };
            }
        }
        outcome
    }

    fn note(&mut self, action: Action) {
        match action {
            Action::RespondOk | Action::RespondContent | Action::RespondRemembered => {
                self.is_ok = true;
                self.response = match action {
                    Action::RespondContent => "200 with the call",
                    Action::RespondRemembered => "200 with the same call",
                    _ => "200",
                };
            }
            Action::RespondAgain => self.response = "503",
            Action::ReportRetry | Action::ReportLast => {
                self.has_failed = true;
                self.will_retry = Some(action == Action::ReportRetry);
            }
            Action::Tell => self.is_told = true,
            Action::SaveAll | Action::SaveAllRemember => self.is_saved = true,
            Action::Send => self.is_sent = true,
            Action::Release => self.counts = true,
            _ => {}
        }
    }

    fn response(&self) -> &'static str {
        if self.response.is_empty() { "none" } else { self.response }
    }

    fn update(&self) -> &'static str {
        if self.is_done_before {
            return "was done before";
        }
        if !self.is_done {
            return if self.counts { "comes again; an attempt is used up" } else { "comes again" };
        }
        if self.has_failed && !self.was_handled {
            return "is given up";
        }
        match (self.is_inline, self.is_sent) {
            (true, true) => "is done; the call is sent as an ordinary call",
            (true, false) if !self.is_ok => "is done; the next delivery gets the response",
            _ => "is done",
        }
    }

    fn sessions(&self) -> &'static str {
        match (self.is_staged, self.is_saved && self.is_done) {
            (false, _) => "",
            (true, true) => "saved",
            (true, false) => "dropped",
        }
    }

    fn report(&self) -> &'static str {
        match self.will_retry {
            Some(true) => "called, `willRetry` is `true`",
            Some(false) => "called, `willRetry` is `false`",
            None if self.is_told => "called",
            None => "",
        }
    }
}

/// Returns the event of an action that succeeds.
fn success(action: Action) -> Option<Event> {
    Some(match action {
        Action::Claim => Event::Owned,
        Action::Check => Event::Checked,
        Action::ReportRetry | Action::ReportLast => Event::ReportedPlain,
        Action::SaveDoneRemember | Action::SaveAllRemember => Event::SavedRemembered,
        Action::SaveDone | Action::SaveAll => Event::Saved,
        Action::Send => Event::Sent,
        Action::Release | Action::ReleaseRefund => Event::Released,
        _ => return None,
    })
}
