//! What tests look at: chats, bots, users, members, keyboards, chat actions, queries.

use botwire_macros::object;
use serde::Serialize;

use super::people::NamedBot;
use super::scene::{Scene, at_a_place};
use crate::emulator::refusal::Refusal;
use crate::emulator::state::query::QueryAnswer;
use crate::types::{Chat, ChatAction, ChatId, ChatMember, ReplyMarkup, User, UserId};

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

pub(super) fn chats(scene: &mut Scene<'_>, _: GetChats) -> Result<Vec<Chat>, Refusal> {
    Ok(scene.service.state.chats.keys().map(|key| scene.service.shown_chat(key)).collect())
}

pub(super) fn chat(scene: &mut Scene<'_>, action: GetChat) -> Result<Chat, Refusal> {
    let place = action.place(scene)?;
    Ok(scene.service.shown_whole_chat(place.bot, scene.service.current(place.chat)))
}

pub(super) fn bots(scene: &mut Scene<'_>, _: GetBots) -> Result<Vec<NamedBot>, Refusal> {
    let named = |(user, token): (&User, &str)| NamedBot { user: user.clone(), token: token.to_owned() };
    Ok(scene.service.bots().map(named).collect())
}

pub(super) fn users(scene: &mut Scene<'_>, _: GetUsers) -> Result<Vec<User>, Refusal> {
    Ok(scene.service.state.users.values().cloned().collect())
}

pub(super) fn members(scene: &mut Scene<'_>, action: GetMembers) -> Result<Vec<ChatMember>, Refusal> {
    let bot = scene.bot(action.bot);
    let Some(shared) = scene.service.shared(action.chat.0) else { return Ok(Vec::new()) };
    let members = shared.members.keys();
    Ok(members.filter_map(|id| scene.service.shown_member(scene.now, bot, shared, id)).collect())
}

pub(super) fn keyboard(scene: &mut Scene<'_>, action: GetKeyboard) -> Result<Option<ReplyMarkup>, Refusal> {
    let place = action.place(scene)?;
    Ok(scene.service.reply_keyboard(place.user, place.chat).map(|(_, markup)| markup.clone()))
}

pub(super) fn action(scene: &mut Scene<'_>, action: GetAction) -> Result<Option<ChatAction>, Refusal> {
    let place = action.place(scene)?;
    let shown = scene.service.state.chats.get(&place.chat).and_then(|chat| chat.action.as_ref());
    Ok(shown.filter(|(.., until)| *until > scene.now).map(|(_, action, _)| action.clone()))
}

pub(super) fn query(scene: &mut Scene<'_>, action: GetQuery) -> Result<QueryState, Refusal> {
    let query = scene.service.query(&action.query).ok_or_else(|| Refusal::bad_request("query not found"))?;
    let answer = query.answer();
    Ok(QueryState { loading: answer.is_none(), answer })
}
