//! Keyboards on the user's side: which buttons there are, and what pressing one does.

use serde_json::{Map, Value};

use super::answer::Refusal;
use super::callbacks::Press;
use super::chat::ChatKey;
use super::clock::Time;
use super::json::Members;
use super::log::quoted;
use super::message::{Content, Record};
use super::parameters::Parameters;
use super::places;
use super::service::Service;

/// Which button is meant: by its text, or by row and column from 0.
#[derive(Debug, Clone, Copy)]
pub(super) enum Which<'a> {
    Text(&'a str),
    At(usize, usize),
}

impl Which<'_> {
    /// The button in rows of buttons. Buttons of reply keyboards may be plain strings.
    fn find<'v>(&self, rows: &'v Value) -> Option<&'v Value> {
        let rows = rows.as_array()?;
        match *self {
            Self::At(row, column) => rows.get(row)?.get(column),
            Self::Text(wanted) => rows
                .iter()
                .flat_map(|row| row.as_array().into_iter().flatten())
                .find(|button| text(button) == Some(wanted)),
        }
    }

    /// There is no such button, but others with those texts.
    fn not_found(&self, others: &[String]) -> Refusal {
        let wanted = match *self {
            Self::Text(text) => quoted(text),
            Self::At(row, column) => ["in row ", &row.to_string(), ", column ", &column.to_string()].concat(),
        };
        let others = if others.is_empty() { "none".to_owned() } else { others.join(", ") };
        Refusal::bad_request(&["button not found: ", &wanted, "; there are ", &others].concat())
    }
}

fn text(button: &Value) -> Option<&str> {
    button.get("text").unwrap_or(button).as_str()
}

/// The texts of the buttons in rows, in quotes.
fn texts(rows: &Value) -> Vec<String> {
    let rows = rows.as_array().into_iter().flatten();
    rows.filter_map(Value::as_array).flatten().filter_map(text).map(quoted).collect()
}

impl Service {
    /// A user presses a button of a message; what comes of it as JSON text: `kind` is `callback`
    /// with the `query` (or the `answer` that the client has kept), `url`, `switch_inline_query`
    /// (or `…_current_chat`) with the query, `pay`, or `message` with what was sent.
    pub(super) fn press(
        &mut self,
        now: Time,
        user: i64,
        chat: ChatKey,
        id: Option<i64>,
        which: Which<'_>,
        given: &Parameters,
    ) -> Result<String, Refusal> {
        self.check_presence(now, chat, user)?;
        let found = id.or_else(|| self.reply_keyboard(user, chat).map(|(id, _)| id));
        let found = found.ok_or_else(|| which.not_found(&self.offered(chat)))?;
        let record = self.record(chat, found).ok_or_else(|| Refusal::bad_request("message not found"))?;
        let markup: Map<String, Value> = serde_json::from_str(record.markup()).unwrap_or_default();
        if let Some(rows) = markup.get("inline_keyboard") {
            let button = which.find(rows).and_then(Value::as_object).ok_or_else(|| which.not_found(&texts(rows)))?;
            let button = Parameters::from(button.clone());
            return self.press_inline(now, user, chat, found, &button, given.text("data"));
        }
        let rows = markup.get("keyboard").unwrap_or(&Value::Null);
        let not_found = || {
            let offered = if id.is_some() { Vec::new() } else { self.offered(chat) };
            which.not_found(&[texts(rows), offered].concat())
        };
        let button = which.find(rows).cloned().ok_or_else(not_found)?;
        let id = self.press_reply(now, user, chat, &button, given)?;
        Ok(Members::new().text("kind", "message").number("message_id", id).object())
    }

    /// The texts of the latest inline keyboard of a chat.
    fn offered(&self, chat: ChatKey) -> Vec<String> {
        let Some(state) = self.chats.get(&chat) else { return Vec::new() };
        let mut markups = state.history.messages.from(0).map(|(_, record)| record.markup());
        let latest = markups.rfind(|markup| markup.contains("\"inline_keyboard\":[[")).unwrap_or_default();
        let markup: Value = serde_json::from_str(latest).unwrap_or_default();
        texts(markup.get("inline_keyboard").unwrap_or(&Value::Null))
    }

    fn press_inline(
        &mut self,
        now: Time,
        user: i64,
        chat: ChatKey,
        id: i64,
        button: &Parameters,
        data: Option<&str>,
    ) -> Result<String, Refusal> {
        for (name, kind) in [
            ("url", "url"),
            ("switch_inline_query", "switch_inline_query"),
            ("switch_inline_query_current_chat", "switch_inline_query_current_chat"),
        ] {
            if let Some(text) = button.text(name) {
                let member = if name == "url" { "url" } else { "query" };
                return Ok(Members::new().text("kind", kind).text(member, text).object());
            }
        }
        if button.is_true("pay") {
            return Ok(Members::new().text("kind", "pay").object());
        }
        let record = self.record(chat, id).ok_or_else(|| Refusal::bad_request("message not found"))?;
        let bot = if record.via() == 0 { record.sender() } else { record.via() };
        let game = match &record.content {
            Content::Game(_, name, _) if button.values.contains_key("callback_game") => Some(name.to_string()),
            _ => None,
        };
        let press = Press {
            user,
            bot,
            chat,
            id,
            data: button.text("callback_data").map(|own| data.unwrap_or(own)),
            game: game.as_deref(),
        };
        let start = Members::new().text("kind", "callback");
        Ok(match self.press_callback(now, &press) {
            Ok(query) => start.text("query", &query).object(),
            Err(kept) => start.json("answer", &kept).object(),
        })
    }

    /// A button of a reply keyboard sends its text, or the contact or location that it asks for.
    fn press_reply(
        &mut self,
        now: Time,
        user: i64,
        chat: ChatKey,
        button: &Value,
        given: &Parameters,
    ) -> Result<i64, Refusal> {
        let asks = |name: &str| button.get(name) == Some(&Value::Bool(true));
        let text = button.get("text").or(Some(button)).and_then(Value::as_str).unwrap_or_default().to_owned();
        let members = if asks("request_contact") {
            let mut own = Map::new();
            let person = self.person(user).cloned();
            let name = person.map_or_else(String::new, |person| person.first_name);
            own.insert("phone_number".into(), given.text("phone_number").unwrap_or("+10000000000").into());
            own.insert("first_name".into(), name.into());
            own.insert("user_id".into(), user.into());
            places::contact(self, &Parameters::from(own))?
        } else if asks("request_location") {
            let mut own = given.clone();
            for (name, degrees) in [("latitude", 52.5), ("longitude", 13.4)] {
                own.values.entry(name).or_insert(degrees.into());
            }
            places::location(self, &own)?
        } else {
            return self.write_text(now, chat, user, &text, None);
        };
        self.check_user(now, chat, user, super::member::SEND)?;
        Ok(self.publish(now, chat, Record::new(user, now, Content::Other(members.bare().into()))))
    }
}
