//! Actions that read the state of the service for tests, and that set faults and hosted files.

use botwire_macros::object;
use serde::Serialize;
use serde_json::Value;

use super::people::NamedBot;
use super::scene::{Place, at_a_place};
use crate::emulator::prelude::*;
use crate::emulator::rules::typed;
use crate::methods;
use crate::types::input_file::Content;

/// Returns all chats in which something has happened, private ones too.
#[object(closed)]
pub struct GetChats;

/// Returns all bots in the order in which they were added, with their tokens.
#[object(closed)]
pub struct GetBots;

/// Returns all users.
#[object(closed)]
pub struct GetUsers;

/// Returns the updates that wait for a bot, oldest first: for a poll, or for a response of its webhook.
#[object(closed)]
pub struct GetQueue {
    /// Identifier of the bot. Default: the first bot.
    pub bot: Option<UserId>,
}

/// Returns all present and former members of a group, supergroup or channel.
#[object(closed)]
pub struct GetMembers {
    /// Identifier of the chat.
    pub chat: ChatId,
    /// Identifier of the bot that sees the members. Default: the first bot.
    pub bot: Option<UserId>,
}

at_a_place! {
    /// Returns the reply keyboard that a user sees in a chat.
    pub struct GetKeyboard {}

    /// Returns a chat as `getChat` shows it to the bot. For a group that became a supergroup, returns the supergroup.
    pub struct GetChat {}

    /// Returns the action of the bot that users see in a chat, such as `typing`.
    pub struct GetAction {}
}

/// Returns a callback, inline, shipping or pre-checkout query, and its answer.
#[object(closed)]
pub struct GetQuery {
    /// Identifier of the query.
    pub query: String,
}

/// A query as the client of its user shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct QueryState {
    /// True if the bot has not answered.
    pub loading: bool,
    /// The answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<QueryAnswer>,
}

pub(super) fn chats(service: &mut Service, _: GetChats) -> Result<Vec<Chat>> {
    Ok(service.state.chats.keys().map(|key| service.shown_chat(key)).collect())
}

pub(super) fn chat(service: &mut Service, place: Place, _: GetChat) -> Result<Chat> {
    Ok(service.shown_whole_chat(place.bot, service.current(place.chat)))
}

pub(super) fn bots(service: &mut Service, _: GetBots) -> Result<Vec<NamedBot>> {
    let named = |(user, token): (&User, &str)| NamedBot { user: user.clone(), token: token.to_owned() };
    Ok(service.bots().map(named).collect())
}

pub(super) fn users(service: &mut Service, _: GetUsers) -> Result<Vec<User>> {
    Ok(service.state.users.values().cloned().collect())
}

pub(super) fn queue(service: &mut Service, action: GetQueue) -> Result<Vec<Value>> {
    let updates = &service.bot(service.bot_or_first(action.bot))?.queue.updates;
    Ok(updates.values().filter_map(|waiting| serde_json::from_str(&waiting.json).ok()).collect())
}

pub(super) fn members(service: &mut Service, action: GetMembers) -> Result<Vec<ChatMember>> {
    let bot = service.bot_or_first(action.bot);
    let shared = service.shared(action.chat.0).or_refuse("chat not found")?;
    let members = shared.members.keys();
    Ok(members.filter_map(|id| service.shown_member(bot, shared, id)).collect())
}

pub(super) fn keyboard(service: &mut Service, place: Place, _: GetKeyboard) -> Result<Option<ReplyMarkup>> {
    Ok(service.reply_keyboard(place.user, place.chat).map(|(_, markup)| markup.clone()))
}

pub(super) fn action(service: &mut Service, place: Place, _: GetAction) -> Result<Option<ChatAction>> {
    let shown = service.state.chats.get(&place.chat).and_then(|chat| chat.action.as_ref());
    Ok(shown.filter(|(.., until)| *until > service.now()).map(|(_, action, _)| action.clone()))
}

pub(super) fn query(service: &mut Service, action: GetQuery) -> Result<QueryState> {
    let query = service.query(&action.query).or_refuse("query not found")?;
    let answer = query.answer();
    Ok(QueryState { loading: answer.is_none(), answer })
}

/// Sets a fault, and returns its number. All conditions that are set must hold.
#[object(closed)]
pub struct InjectFault {
    /// The kind of the fault.
    pub kind: FaultName,
    /// For `rate_limit`: seconds. Default: 1.
    #[wire(range = 0..=2_147_483_647)]
    pub retry_after: Option<i64>,
    /// For `error`: HTTP status and `error_code`. Default: 500.
    #[wire(range = 400..=599)]
    pub error_code: Option<i64>,
    /// For `error`: `description` of the envelope. Default: the usual description of the code.
    pub description: Option<String>,
    /// For `page`: HTTP status. Default: 502.
    #[wire(range = 400..=599)]
    pub status: Option<i64>,
    /// For `slow`: duration of the response body in real milliseconds. Default: 1000.
    #[wire(range = 0..=2_147_483_647)]
    pub millis: Option<i64>,
    /// How many times the fault applies. Default: always.
    #[wire(range = 0..=2_147_483_647)]
    pub times: Option<i64>,
    /// Limits the fault to calls of this method, in any case. An unknown name is refused.
    pub method: Option<String>,
    /// Limits the fault to this chat: the `chat_id` of a call, or the chat of an update.
    pub chat: Option<ChatId>,
    /// Limits the fault to this bot.
    pub bot: Option<UserId>,
    /// The probability that the fault applies, 0 to 1. Default: 1.
    #[wire(range = 0..=1)]
    pub probability: Option<f64>,
    /// The seed for `probability`. Equal seeds affect the same calls. Default: 1.
    pub seed: Option<i64>,
    /// If true, the fault applies to deliveries to webhooks instead of calls.
    pub deliveries: bool,
}

/// Returns the active faults in order, each with its `number`. `times` is how often a fault will still apply.
#[object(closed)]
pub struct GetFaults;

/// Removes a fault, or all faults.
#[object(closed)]
pub struct ClearFaults {
    /// Number of the fault. Default: all faults.
    pub fault: Option<i64>,
}

/// Sets the file behind a URL that bots can send. Without a file, the URL fails.
#[object(closed)]
pub struct HostFile {
    /// The URL.
    pub url: String,
    /// MIME type. Default: the type of the file, or the type that follows from the ending of its name or the URL.
    #[wire(rename = "type")]
    pub media_type: Option<String>,
    /// The file.
    pub file: Option<InputFileOrString>,
}

impl InjectFault {
    /// Returns the action that sets this fault.
    fn of(fault: &Fault) -> Self {
        let mut action = Self::new(fault.kind.name());
        match &fault.kind {
            FaultKind::RateLimit { retry_after } => action.retry_after = Some(*retry_after),
            FaultKind::Error { code, description } => {
                action.error_code = Some((*code).into());
                action.description = Some(description.clone()).filter(|description| !description.is_empty());
            }
            FaultKind::Page { status } => action.status = Some((*status).into()),
            FaultKind::Slow { millis } => action.millis = Some(*millis),
            _ => {}
        }
        Self {
            times: fault.times.map(i64::from),
            method: fault.method.clone(),
            chat: fault.chat.map(ChatId),
            bot: fault.bot.map(UserId),
            probability: Some(fault.probability),
            seed: i64::try_from(fault.seed).ok(),
            deliveries: fault.deliveries,
            ..action
        }
    }

    fn fault(&self) -> Result<FaultKind> {
        let granted = [
            ("retry_after", self.retry_after.is_some(), FaultName::RateLimit),
            ("error_code", self.error_code.is_some(), FaultName::Error),
            ("description", self.description.is_some(), FaultName::Error),
            ("status", self.status.is_some(), FaultName::Page),
            ("millis", self.millis.is_some(), FaultName::Slow),
        ];
        for (name, is_granted, owner) in granted {
            let text = ["fault.", name, ": \"", self.kind.as_str(), "\" has no such member"].concat();
            refuse_if(is_granted && owner != self.kind, &text)?;
        }
        let status = |status: Option<i64>, usual| status.and_then(|status| u16::try_from(status).ok()).unwrap_or(usual);
        Ok(match self.kind {
            FaultName::RateLimit => FaultKind::RateLimit { retry_after: self.retry_after.unwrap_or(1) },
            FaultName::Migration => FaultKind::Migration,
            FaultName::Error => {
                let description = self.description.clone().unwrap_or_default();
                FaultKind::Error { code: status(self.error_code, 500), description }
            }
            FaultName::Page => FaultKind::Page { status: status(self.status, 502) },
            FaultName::CutOff => FaultKind::CutOff,
            FaultName::Slow => FaultKind::Slow { millis: self.millis.unwrap_or(1000) },
            FaultName::Drop => FaultKind::Drop,
            FaultName::DropAfter => FaultKind::DropAfter,
            FaultName::Duplicate => FaultKind::Duplicate,
            FaultName::Reorder => FaultKind::Reorder,
        })
    }
}

pub(super) fn fault(service: &mut Service, action: InjectFault) -> Result<u64> {
    let kind = action.fault()?;
    if let Some(name) =
        action.method.as_ref().filter(|name| methods::find(name).is_none() && service.extensions.find(name).is_none())
    {
        let known = methods::METHODS.iter().map(|method| method.name);
        return Err(Refusal::unknown("fault.method: unknown method: ", name, known));
    }
    refuse_if(kind == FaultKind::Migration && action.deliveries, "a migration strikes calls, not deliveries")?;
    Ok(service.fault(Fault {
        kind,
        times: action.times.and_then(|times| u32::try_from(times).ok()),
        method: action.method,
        chat: action.chat.map(|chat| chat.0),
        bot: action.bot.map(|bot| bot.0),
        probability: action.probability.unwrap_or(1.0),
        seed: action.seed.unwrap_or(1).unsigned_abs(),
        deliveries: action.deliveries,
    }))
}

pub(super) fn faults(service: &mut Service, _: GetFaults) -> Result<Vec<Value>> {
    let shown = |set: &InjectedFault| {
        let mut shown = json_of(&InjectFault::of(&set.fault));
        if let Some(members) = shown.as_object_mut() {
            members.insert("number".into(), set.id.into());
        }
        shown
    };
    Ok(service.state.faults.set.iter().map(shown).collect())
}

pub(super) fn clear_faults(service: &mut Service, action: ClearFaults) -> Result<True> {
    service.clear_faults(action.fault.map(i64::unsigned_abs));
    Ok(True)
}

pub(super) fn host(service: &mut Service, action: HostFile) -> Result<True> {
    let said = action.media_type.unwrap_or_default();
    let Some(InputFileOrString::Upload(file)) = action.file else {
        service.host(action.url, &said, &[]);
        return Ok(True);
    };
    #[allow(irrefutable_let_patterns)] // the only variant natively
    let Content::Bytes(bytes) = &file.content else { return Err(Refusal::bad_request("file must be in memory")) };
    let said = Some(said).filter(|said| !said.is_empty()).or(file.mime_type).unwrap_or_default();
    // An explicit type is used as it is, even `application/octet-stream`, which no method accepts by URL.
    let by_name = || typed(&typed("", file.name.as_deref().unwrap_or_default()), &action.url);
    let media_type = if said.is_empty() { by_name() } else { said };
    service.host(action.url, &media_type, bytes);
    Ok(True)
}
