//! Buttons that only some messages have: to play a game, to pay an invoice.

use serde_json::Value;

use super::answer::Refusal;
use super::codes::price;
use super::json::Members;
use super::message::{Content, Record};
use super::parameters::Parameters;
use super::payments::sum;
use super::words::linked_user;

/// The keyboard of a game without buttons.
pub(super) const PLAY: &str = "{\"inline_keyboard\":[[{\"text\":\"Play\",\"callback_game\":{}}]]}";

impl Record {
    fn is_game(&self) -> bool {
        matches!(self.content, Content::Game(..))
    }

    fn is_invoice(&self) -> bool {
        self.rest.as_ref().is_some_and(|rest| !rest.invoice.is_empty())
    }

    /// The keyboard of an invoice without buttons: one that pays the total price.
    fn pay_keyboard(&self) -> String {
        let invoice = self.rest.as_ref().map_or("", |rest| &rest.invoice);
        let invoice = Parameters::from(serde_json::from_str::<Value>(invoice).unwrap_or_default());
        let total = sum(invoice.values.get("prices")).unwrap_or(0);
        let text = ["Pay ", &price(total, invoice.text("currency").unwrap_or_default())].concat();
        let button = Members::new().text("text", &text).flag("pay", true).object();
        ["{\"inline_keyboard\":[[", &button, "]]}"].concat()
    }

    /// The keyboard that a message has when it is given that one: a game or an invoice is never
    /// without its button, and no other message has one. That the button is the first one the
    /// tables say.
    ///
    /// # Errors
    /// When the keyboard does not fit the message.
    pub fn keyboard(&self, given: String) -> Result<String, Refusal> {
        let (game, invoice) = (self.is_game(), self.is_invoice());
        check_kind(&given)?;
        let given = if is_without_buttons(&given) { String::new() } else { given };
        if (game || invoice) && given.is_empty() {
            return Ok(if game { PLAY.to_owned() } else { self.pay_keyboard() });
        }
        check_buttons(game, invoice, &given)?;
        Ok(given)
    }
}

/// Refuses a `reply_markup`, as JSON text, that is several of its four kinds at once.
fn check_kind(markup: &str) -> Result<(), Refusal> {
    const KINDS: [&str; 4] = ["inline_keyboard", "keyboard", "remove_keyboard", "force_reply"];
    let markup: Value = serde_json::from_str(markup).unwrap_or_default();
    if KINDS.iter().filter(|kind| markup.get(**kind).is_some()).count() > 1 {
        return Err(Refusal::bad_request("reply_markup must be of one of its four kinds"));
    }
    Ok(())
}

/// Whether an inline keyboard, as JSON text, has rows at most: a message with it is one without a keyboard.
fn is_without_buttons(markup: &str) -> bool {
    let rows = markup.strip_prefix("{\"inline_keyboard\":[").and_then(|rest| rest.strip_suffix("]}"));
    rows.is_some_and(|rows| rows.bytes().all(|byte| matches!(byte, b'[' | b']' | b',')))
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

/// Refuses buttons whose URL is neither an HTTP URL nor a link to a user. Services take hosts without a scheme, too.
fn check_urls(markup: &str) -> Result<(), Refusal> {
    if !markup.contains("\"url\":") {
        return Ok(());
    }
    let keyboard: Value = serde_json::from_str(markup).unwrap_or_default();
    let rows = keyboard.get("inline_keyboard").and_then(Value::as_array).into_iter().flatten();
    let mut urls = rows.filter_map(Value::as_array).flatten().filter_map(|button| button.get("url")?.as_str());
    let opens = |url: &str| match url.split_once("://") {
        Some((scheme, rest)) => {
            let web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
            web && !rest.is_empty() || linked_user(url).is_some()
        }
        None => url.contains('.'),
    };
    if urls.all(|url| opens(url) && !url.contains(char::is_whitespace)) {
        return Ok(());
    }
    Err(Refusal::bad_request("URL of an inline keyboard button is invalid"))
}
