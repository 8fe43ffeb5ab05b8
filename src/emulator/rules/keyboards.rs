//! Buttons that only games and invoices have, and the reply keyboard of each user in a chat.
//!
//! A reply keyboard stays until another message for the user replaces or removes it, or until its message is deleted.
//! Clients hide a one-time keyboard after its use, but the user can open it again.

use crate::emulator::prelude::*;
use crate::emulator::rules::{is_web_url, price};

/// Returns the keyboard of a game without buttons.
pub(crate) fn play_keyboard() -> ReplyMarkup {
    InlineKeyboardMarkup::new([[InlineKeyboardButton::game("Play")]]).into()
}

impl StoredMessage {
    /// Returns the keyboard of a message with this input. A game or an invoice always has its button.
    pub fn keyboard(&self, input: Option<ReplyMarkup>) -> Result<Option<ReplyMarkup>, Refusal> {
        let is_inline = |markup: &ReplyMarkup| matches!(markup, ReplyMarkup::InlineKeyboardMarkup(_));
        // An inline keyboard without buttons counts as absent.
        let input = input.filter(|markup| !is_inline(markup) || inline_buttons(Some(markup)).next().is_some());
        let is_game = matches!(self.content, MessageContent::Game(_));
        check_buttons(is_game, matches!(self.content, MessageContent::Invoice(_)), input.as_ref())?;
        Ok(input.or_else(|| match &self.content {
            MessageContent::Game(_) => Some(play_keyboard()),
            MessageContent::Invoice(invoice) => {
                let text = ["Pay ", &price(invoice.total(), &invoice.currency)].concat();
                Some(InlineKeyboardMarkup::new([[InlineKeyboardButton::pay(text)]]).into())
            }
            _ => None,
        }))
    }
}

impl Service {
    pub(crate) fn note_keyboard(&mut self, chat: ChatKey, id: i64) {
        let Some(message) = self.record(chat, id) else { return };
        let is_selective = match message.markup() {
            Some(ReplyMarkup::ReplyKeyboardMarkup(markup)) => markup.selective == Some(true),
            Some(ReplyMarkup::ReplyKeyboardRemove(markup)) => markup.selective == Some(true),
            _ => return,
        };
        let selected = is_selective.then(|| self.selected(chat, message));
        let Some(state) = self.state.chats.get_mut(&chat) else { return };
        if selected.is_none() {
            state.keyboards.for_all = Some(id);
        }
        for user in selected.into_iter().flatten() {
            state.keyboards.selected.insert(user, id);
        }
    }

    /// Returns the reply keyboard of a user in a chat, and the message that brought it.
    pub(crate) fn reply_keyboard(&self, user: i64, chat: ChatKey) -> Option<(i64, &ReplyMarkup)> {
        let ReplyKeyboards { for_all, selected } = &self.state.chats.get(&chat)?.keyboards;
        let id = selected.get(&user).copied().max(*for_all)?;
        let markup = self.record(chat, id)?.markup();
        markup.filter(|markup| matches!(markup, ReplyMarkup::ReplyKeyboardMarkup(_))).map(|markup| (id, markup))
    }

    /// Returns the users of a selective keyboard: those mentioned in the text, and the author of the replied message.
    fn selected(&self, chat: ChatKey, message: &StoredMessage) -> Vec<i64> {
        let original = message.reply_to.and_then(|id| self.record(chat, id));
        let mut users = Vec::from_iter(original.and_then(|original| original.from));
        let Some(formatted) = message.content.formatted_text() else { return users };
        // Not from entities, which need a username of at least five characters.
        for word in formatted.text.split(|letter: char| !letter.is_alphanumeric() && !"@_".contains(letter)) {
            let name = word.strip_prefix('@').map(str::to_ascii_lowercase);
            let id = name.and_then(|name| self.state.usernames.get(&name));
            users.extend(id.filter(|id| self.state.users.contains_key(id)));
        }
        users.extend(formatted.entities.iter().filter_map(|entity| Some(entity.user.as_ref()?.id.0)));
        users
    }
}

fn inline_buttons(markup: Option<&ReplyMarkup>) -> impl Iterator<Item = &InlineKeyboardButton> {
    let rows = match markup {
        Some(ReplyMarkup::InlineKeyboardMarkup(markup)) => markup.inline_keyboard.as_slice(),
        _ => &[],
    };
    rows.iter().flatten()
}

/// Refuses a keyboard whose buttons do not fit the message.
pub(crate) fn check_buttons(game: bool, invoice: bool, markup: Option<&ReplyMarkup>) -> Result<()> {
    // Services also open a host without a scheme. A user link works in texts only.
    let opens = |url: &str| {
        let end = url.find(['/', '?', '#', ':']).unwrap_or(url.len());
        let (host, rest) = url.split_at_checked(end).unwrap_or_default();
        let is_host = host.contains('.') && host.split('.').all(|label| !label.is_empty() && !label.contains('@'));
        is_web_url(url) || is_host && !rest.starts_with("://") && is_web_url(&["http://", url].concat())
    };
    let mut urls = inline_buttons(markup).filter_map(|button| button.url.as_deref());
    refuse_if(!urls.all(opens), "URL of an inline keyboard button is invalid")?;
    let launches = inline_buttons(markup).any(|button| button.callback_game.is_some());
    let pays = inline_buttons(markup).any(|button| button.pay == Some(true));
    refuse_if(launches && !game, "only a game has a button that launches one")?;
    refuse_if(pays && !invoice, "only an invoice has a Pay button")?;
    refuse_if(game && !launches && markup.is_some(), "the first button must launch the game")?;
    refuse_if(invoice && !pays && markup.is_some(), "the first button must be a Pay button")
}
