//! The user's side of inline mode: queries that users type, and the results that they choose.

use std::sync::Arc;

use botwire_macros::object;
use serde::Serialize;

use super::scene::at_a_place;
use crate::emulator::refusal::{OrRefuse, Refusal, Result, refuse_if};
use crate::emulator::rules::offer::Offer;
use crate::emulator::service::Service;
use crate::emulator::state::{Asks, ChatKey, InlineResults, SEND_OTHER, Seen, StoredMessage, StoredQuery, TypedQuery};
use crate::types::{ChosenInlineResult, InlineQuery, Location, ReplyMarkup, Update, UserId};

/// Characters of an inline query.
const QUERY: usize = 512;

/// A user types an inline query, whose answer may be there at once because it was kept.
#[object(closed)]
pub struct TypeInline {
    /// The query, up to 512 characters. Default: empty.
    pub query: Option<String>,
    /// `next_offset` of the results before. Default: empty.
    pub offset: Option<String>,
    /// Where the user is; sent to bots that ask for it.
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
    /// A user chooses an inline result, which is sent on their behalf. Without `chat` it goes to the private chat with
    /// the bot that answered.
    pub struct Choose {
        /// Identifier of the query.
        pub query: String,
        /// Identifier of the result.
        pub result_id: String,
        /// Where the user is; sent to bots that ask for it.
        pub location: Option<Location>,
    }
}

/// A user presses the button above inline results that switches to the private chat with the bot that answered; the
/// `/start` that it sends.
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
    let typed = TypedQuery { query, offset, location: action.location };
    Ok(TypedInline { query: service.type_inline(bot, user, typed)? })
}

pub(super) fn choose(service: &mut Service, action: Choose) -> Result<Seen> {
    let place = action.place(service)?;
    let shared = matches!(place.chat, ChatKey::Shared(_)).then_some(place.chat);
    let (chat, id) = service.choose(place.user, shared, action)?;
    service.shown_to_user(place.bot, chat, id)
}

pub(super) fn switch_to_bot(service: &mut Service, action: SwitchToBot) -> Result<Seen> {
    let user = service.user_or_first(action.user);
    let (chat, id) = service.switch_to_bot(user, &action.query)?;
    service.shown_to_user(0, chat, id)
}

impl Service {
    /// A user types an inline query: the identifier of the query.
    fn type_inline(&mut self, bot: i64, user: i64, mut typed: TypedQuery) -> Result<String> {
        let now = self.now();
        refuse_if(typed.query.chars().count() > QUERY, "inline query is too long")?;
        self.check_presence(ChatKey::Private { bot, user }, user)?;
        let wants_location = self.bot(bot)?.inline_location;
        typed.location = typed.location.filter(|_| wants_location);
        // Another place is another query, also for the cache.
        let kept = |who| self.state.queries.inline.get(&typed.key(bot, who), now).cloned();
        let answer = kept(Some(user)).or_else(|| kept(None));
        let was_kept = answer.is_some();
        let id = self.ask(StoredQuery { bot, user, asks: Asks::Inline { typed: typed.clone(), answer } });
        if !was_kept {
            let shown = InlineQuery::builder().id(id.as_str()).from(self.shown_user(user));
            let mut shown = shown.query(typed.query).offset(typed.offset).build();
            shown.location = typed.location;
            let mut update = Update::new(0);
            update.inline_query = Some(shown);
            self.push(bot, user, update);
        }
        Ok(id)
    }

    /// The inline query of a user, the bot that it went to, and what that answered.
    fn typed(&self, user: i64, query: &str) -> Result<(i64, TypedQuery, Option<Arc<InlineResults>>)> {
        match self.query(query) {
            Some(StoredQuery { bot, user: who, asks: Asks::Inline { typed, answer } }) if *who == user => {
                Ok((*bot, typed.clone(), answer.clone()))
            }
            _ => Err(Refusal::bad_request("inline query not found")),
        }
    }

    /// A user chooses a result, which is sent to a chat on their behalf; the message.
    fn choose(&mut self, user: i64, chat: Option<ChatKey>, action: Choose) -> Result<(ChatKey, i64)> {
        let now = self.now();
        let Choose { query, result_id, location, .. } = action;
        let (bot, typed, answer) = self.typed(user, &query)?;
        let results = answer.as_ref().map_or(&[][..], |answer| &answer.results);
        let found = results.iter().map(Offer::of).find(|offer| offer.id == result_id);
        let offer = found.or_refuse("inline result not found")?;
        let chat = chat.unwrap_or(ChatKey::Private { bot, user });
        self.check_user(chat, user, SEND_OTHER)?;
        if offer.game().is_some() {
            self.check_game_place(chat)?;
        }
        let markup = offer.markup.cloned().map(ReplyMarkup::InlineKeyboardMarkup);
        let has_no_preview = offer.has_no_preview();
        let (content, live_until) = self.offered_content(bot, offer)?;
        let mut message = StoredMessage::new(user, now, content);
        let markup = message.keyboard(markup)?;
        let inline_message_id = markup.as_ref().map(|_| self.state.random.letters(24));
        let rest = message.rest_mut();
        (rest.via, rest.live_until, rest.markup) = (Some(bot), live_until, markup);
        rest.has_no_preview = has_no_preview;
        rest.inline_message_id.clone_from(&inline_message_id);
        let id = self.publish(chat, message);
        let entry = self.bot(bot)?;
        if entry.inline_feedback {
            let location = location.or(typed.location).filter(|_| entry.inline_location);
            let mut chosen = ChosenInlineResult::new(result_id, self.shown_user(user), typed.query);
            chosen.location = location;
            chosen.inline_message_id = inline_message_id.map(Into::into);
            let mut update = Update::new(0);
            update.chosen_inline_result = Some(chosen);
            self.push(bot, user, update);
        }
        Ok((chat, id))
    }

    /// A user presses the button of inline results that switches to the private chat with the bot that answered; where
    /// the `/start` is.
    fn switch_to_bot(&mut self, user: i64, query: &str) -> Result<(ChatKey, i64)> {
        let (bot, _, answer) = self.typed(user, query)?;
        let chat = ChatKey::Private { bot, user };
        let Some(answer) = answer.filter(|answer| answer.switch_pm_text.is_some()) else {
            return Err(Refusal::bad_request("the inline results have no button that switches to the bot"));
        };
        let start = ["/start ", answer.switch_pm_parameter.as_deref().unwrap_or_default()].concat();
        let id = self.write_text(chat, user, start.trim_end(), None)?;
        Ok((chat, id))
    }
}
