//! The user's side of inline mode: queries that users type, and the results that they choose.

use std::sync::Arc;

use botwire_macros::object;
use serde::Serialize;

use super::scene::{Place, at_a_place};
use crate::emulator::prelude::*;
use crate::emulator::rules::Offer;

const MAX_QUERY_CHARS: usize = 512;

/// Lets a user type an inline query. A cached answer is returned at once.
#[object(closed)]
pub struct TypeInline {
    /// The query, up to 512 characters. Default: empty.
    pub query: Option<String>,
    /// The `next_offset` of the previous results. Default: empty.
    pub offset: Option<String>,
    /// Location of the user, for bots that ask for it.
    pub location: Option<Location>,
    /// Identifier of the user. Default: the user with the lowest one.
    pub user: Option<UserId>,
    /// Identifier of the bot. Default: the first bot.
    pub bot: Option<UserId>,
}

/// An inline query that was typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TypedInline {
    /// Identifier of the query.
    pub query: String,
}

at_a_place! {
    /// Lets a user choose an inline result, which is sent in their name. Without `chat`, it goes to the private chat with the
    /// bot that answered.
    pub struct Choose {
        /// Identifier of the query.
        pub query: String,
        /// Identifier of the result.
        pub result_id: String,
        /// Location of the user, for bots that ask for it.
        pub location: Option<Location>,
    }
}

/// Lets a user press the button above inline results that opens the private chat with the bot. Returns the `/start` message
/// that it sends.
#[object(closed)]
pub struct SwitchToBot {
    /// Identifier of the query.
    pub query: String,
    /// Identifier of the user. Default: the user with the lowest one.
    pub user: Option<UserId>,
}

pub(super) fn type_inline(service: &mut Service, action: TypeInline) -> Result<TypedInline> {
    let (user, bot) = (service.user_or_first(action.user), service.bot_or_first(action.bot));
    let (query, offset) = (action.query.unwrap_or_default(), action.offset.unwrap_or_default());
    refuse_if(query.chars().count() > MAX_QUERY_CHARS, "inline query is too long")?;
    service.check_presence(ChatKey::Private { bot, user }, user)?;
    let wants_location = service.bot(bot)?.inline_location;
    let typed = TypedQuery { query, offset, location: action.location.filter(|_| wants_location) };
    // The location is part of the query, also for the cache.
    let kept = |who| service.state.queries.inline.get(&typed.key(bot, who), service.now()).cloned();
    let answer = kept(Some(user)).or_else(|| kept(None));
    let was_kept = answer.is_some();
    let query = service.ask(StoredQuery { bot, user, asks: Asks::Inline { typed: typed.clone(), answer } });
    if !was_kept {
        let shown = InlineQuery::builder().id(query.as_str()).from(service.shown_user(user));
        let shown = shown.query(typed.query).offset(typed.offset).build().location(typed.location);
        service.push(bot, user, Update::new(0).inline_query(shown));
    }
    Ok(TypedInline { query })
}

pub(super) fn choose(service: &mut Service, place: Place, action: Choose) -> Result<Seen> {
    let (user, Choose { query, result_id, location, .. }) = (place.user, action);
    let (bot, typed, answer) = service.typed(user, &query)?;
    let results = answer.as_ref().map_or(&[][..], |answer| &answer.results);
    let found = results.iter().map(Offer::of).find(|offer| offer.id == result_id);
    let offer = found.or_refuse("inline result not found")?;
    let chat = if matches!(place.chat, ChatKey::Shared(_)) { place.chat } else { ChatKey::Private { bot, user } };
    service.check_user(chat, user, SEND_OTHER)?;
    if offer.game_short_name.is_some() {
        service.check_game_place(chat)?;
    }
    let markup = offer.markup.clone();
    let (content, rest) = service.offered_content(bot, offer)?;
    let mut message = StoredMessage::new(user, service.now(), content);
    let markup = message.keyboard(markup)?;
    let inline_message_id = markup.as_ref().map(|_| service.state.random.letters(24));
    let (via, message_id) = (Some(bot), inline_message_id.clone());
    message.rest = Some(Box::new(MessageExtras { via, markup, inline_message_id: message_id, ..rest }));
    let id = service.publish(chat, message);
    let entry = service.bot(bot)?;
    if entry.inline_feedback {
        let location = location.or(typed.location).filter(|_| entry.inline_location);
        let chosen = ChosenInlineResult::new(result_id, service.shown_user(user), typed.query);
        let chosen = chosen.location(location).inline_message_id(inline_message_id);
        service.push(bot, user, Update::new(0).chosen_inline_result(chosen));
    }
    service.shown_to_user(place.bot, chat, id)
}

pub(super) fn switch_to_bot(service: &mut Service, action: SwitchToBot) -> Result<Seen> {
    let user = service.user_or_first(action.user);
    let (bot, _, answer) = service.typed(user, &action.query)?;
    let answer = answer.filter(|answer| answer.switch_pm_text.is_some());
    let answer = answer.or_refuse("the inline results have no button that switches to the bot")?;
    let start = ["/start ", answer.switch_pm_parameter.as_deref().unwrap_or_default()].concat();
    let chat = ChatKey::Private { bot, user };
    let id = service.write_text(chat, user, start.trim_end(), None, None)?;
    service.shown_to_user(0, chat, id)
}

impl Service {
    /// Returns an inline query of the user, with its bot and its answer.
    fn typed(&self, user: i64, query: &str) -> Result<(i64, TypedQuery, Option<Arc<InlineResults>>)> {
        match self.query(query) {
            Some(StoredQuery { bot, user: who, asks: Asks::Inline { typed, answer } }) if *who == user => {
                Ok((*bot, typed.clone(), answer.clone()))
            }
            _ => Err(Refusal::bad_request("inline query not found")),
        }
    }
}
