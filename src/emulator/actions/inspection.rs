//! What tests look at: chats, bots, users, members, keyboards, chat actions, queries.

use botwire_macros::object;
use serde::Serialize;

use super::people::NamedBot;
use super::scene::{Place, at_a_place};
use crate::emulator::prelude::*;

/// All chats, private ones too, that anything happened in.
#[object(closed)]
pub struct GetChats;

/// All bots in the order in which they were added, with their tokens.
#[object(closed)]
pub struct GetBots;

/// All users.
#[object(closed)]
pub struct GetUsers;

/// Everybody who is or was in a group, supergroup or channel.
#[object(closed)]
pub struct GetMembers {
    /// Identifier of the chat.
    pub chat: ChatId,
    /// Identifier of the bot as which the members are seen. Default: the first bot.
    pub bot: Option<UserId>,
}

at_a_place! {
    /// The reply keyboard that a user has in a chat.
    pub struct GetKeyboard {}

    /// A chat as `getChat` shows it to the bot; of a group that became a supergroup, the supergroup.
    pub struct GetChat {}

    /// What the bot is shown to be doing in a chat, such as `typing`.
    pub struct GetAction {}
}

/// A callback, inline, shipping or pre-checkout query, and its answer.
#[object(closed)]
pub struct GetQuery {
    /// Identifier of the query.
    pub query: String,
}

/// A query as the client of its user shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct QueryState {
    /// Whether the bot has not answered.
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

pub(super) fn members(service: &mut Service, action: GetMembers) -> Result<Vec<ChatMember>> {
    let bot = service.bot_or_first(action.bot);
    let Some(shared) = service.shared(action.chat.0) else { return Ok(Vec::new()) };
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
