//! Buttons that only some messages have: to play a game, to pay an invoice.

use crate::emulator::prelude::*;
use crate::emulator::rules::{is_web_url, linked_user, price};
use crate::methods::SendInvoice;

/// The keyboard of a game without buttons.
pub(crate) fn play_keyboard() -> ReplyMarkup {
    single(InlineKeyboardButton::game("Play"))
}

/// The keyboard of an invoice without buttons: one that pays the total price.
fn pay_keyboard(invoice: &SendInvoice) -> ReplyMarkup {
    let price = price(invoice.total(), &invoice.currency);
    single(InlineKeyboardButton::pay(["Pay ", &price].concat()))
}

fn single(button: InlineKeyboardButton) -> ReplyMarkup {
    ReplyMarkup::InlineKeyboardMarkup(InlineKeyboardMarkup::new([[button]]))
}

impl StoredMessage {
    /// The keyboard that a message has when it is given that one: a game or an invoice is never
    /// without its button, and no other message has one. That the button is the first one the
    /// tables say.
    pub fn keyboard(&self, given: Option<ReplyMarkup>) -> Result<Option<ReplyMarkup>, Refusal> {
        let given = given.filter(|markup| !is_without_buttons(markup));
        match (&self.content, given) {
            (MessageContent::Game(_), None) => Ok(Some(play_keyboard())),
            (MessageContent::Invoice(invoice), None) => Ok(Some(pay_keyboard(invoice))),
            (content, given) => {
                let (game, invoice) =
                    (matches!(content, MessageContent::Game(_)), matches!(content, MessageContent::Invoice(_)));
                check_buttons(game, invoice, given.as_ref())?;
                Ok(given)
            }
        }
    }
}

/// The buttons of an inline keyboard.
fn buttons(markup: Option<&ReplyMarkup>) -> impl Iterator<Item = &InlineKeyboardButton> {
    let rows = match markup {
        Some(ReplyMarkup::InlineKeyboardMarkup(markup)) => markup.inline_keyboard.as_slice(),
        _ => &[],
    };
    rows.iter().flatten()
}

/// Whether an inline keyboard has rows at most: a message with it is one without a keyboard.
fn is_without_buttons(markup: &ReplyMarkup) -> bool {
    matches!(markup, ReplyMarkup::InlineKeyboardMarkup(_)) && buttons(Some(markup)).next().is_none()
}

/// Refuses a keyboard whose buttons do not fit what it is sent with.
pub(crate) fn check_buttons(game: bool, invoice: bool, markup: Option<&ReplyMarkup>) -> Result<()> {
    let mut urls = buttons(markup).filter_map(|button| button.url.as_deref());
    refuse_if(!urls.all(opens), "URL of an inline keyboard button is invalid")?;
    let launches = buttons(markup).any(|button| button.callback_game.is_some());
    let pays = buttons(markup).any(|button| button.pay == Some(true));
    let bare = markup.is_none();
    let what = match () {
        () if launches && !game => "only a game has a button that launches one",
        () if pays && !invoice => "only an invoice has a Pay button",
        () if game && !launches && !bare => "the first button must launch the game",
        () if invoice && !pays && !bare => "the first button must be a Pay button",
        () => return Ok(()),
    };
    Err(Refusal::bad_request(what))
}

/// Whether a button opens the URL: an HTTP URL, a link to a user, or a host without a scheme, which services take, too.
fn opens(url: &str) -> bool {
    let host = url.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let is_host = host.contains('.') && host.split('.').all(|label| !label.is_empty() && !label.contains('@'));
    is_web_url(url) || linked_user(url).is_some() || is_host && !url.contains(char::is_whitespace)
}
