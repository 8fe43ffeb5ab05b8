//! Buttons that only some messages have: to play a game, to pay an invoice.

use serde_json::Value;

use super::answer::Refusal;
use super::message::{Content, Record};

/// The keyboard of a game without buttons.
pub(super) const PLAY: &str = "{\"inline_keyboard\":[[{\"text\":\"Play\",\"callback_game\":{}}]]}";
/// The keyboard of an invoice without buttons.
const PAY: &str = "{\"inline_keyboard\":[[{\"text\":\"Pay\",\"pay\":true}]]}";

impl Record {
    fn is_game(&self) -> bool {
        matches!(self.content, Content::Game(..))
    }

    fn is_invoice(&self) -> bool {
        self.rest.as_ref().is_some_and(|rest| !rest.invoice.is_empty())
    }

    /// The keyboard that a message has when it is given that one: a game or an invoice is never
    /// without its button, and no other message has one. That the button is the first one the
    /// tables say.
    ///
    /// # Errors
    /// When the keyboard does not fit the message.
    pub fn keyboard(&self, given: String) -> Result<String, Refusal> {
        let (game, invoice) = (self.is_game(), self.is_invoice());
        if (game || invoice) && matches!(given.as_str(), "" | "{\"inline_keyboard\":[]}") {
            return Ok(if game { PLAY } else { PAY }.to_owned());
        }
        check_buttons(game, invoice, &given)?;
        Ok(given)
    }
}

/// Refuses a keyboard, as JSON text, whose buttons do not fit what it is sent with.
pub(super) fn check_buttons(game: bool, invoice: bool, markup: &str) -> Result<(), Refusal> {
    check_urls(markup)?;
    // JSON escapes quotes, so no text of a button can forge these.
    let (launches, pays) = (markup.contains("\"callback_game\":"), markup.contains("\"pay\":true"));
    let bare = markup.is_empty();
    let what = match () {
        () if launches && !game => "only a game has a button that launches one",
        () if pays && !invoice => "only an invoice has a Pay button",
        () if game && !launches && !bare => "the first button must launch the game",
        () if invoice && !pays && !bare => "the first button must be a Pay button",
        () => return Ok(()),
    };
    Err(Refusal::bad_request(what))
}

/// Refuses buttons whose URL nothing could open. Services take hosts without a scheme, too.
fn check_urls(markup: &str) -> Result<(), Refusal> {
    if !markup.contains("\"url\":") {
        return Ok(());
    }
    let keyboard: Value = serde_json::from_str(markup).unwrap_or_default();
    let rows = keyboard.get("inline_keyboard").and_then(Value::as_array).into_iter().flatten();
    let mut urls = rows.filter_map(Value::as_array).flatten().filter_map(|button| button.get("url")?.as_str());
    let opens = |url: &str| match url.split_once("://") {
        Some((scheme, rest)) => !scheme.is_empty() && !rest.is_empty(),
        None => url.contains('.'),
    };
    if urls.all(|url| opens(url) && !url.contains(char::is_whitespace)) {
        return Ok(());
    }
    Err(Refusal::bad_request("URL of an inline keyboard button is invalid"))
}
