//! Later parameters, and forms of parameters, converted to those of the specification.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::fields::MEDIA;
use super::markup;
use super::names::rename;
use crate::emulator::http::Parameters;
use crate::emulator::prelude::*;
use crate::text::visible_length;
use crate::wire::{MethodDescriptor, ObjectDescriptor, ValueKind};

/// The currency of later interfaces that ISO 4217 does not have.
pub(crate) const STARS: &str = "XTR";

/// Values that later interfaces spell differently.
const SPELLINGS: [(&str, &str, &str); 2] =
    [("action", "record_voice", "record_audio"), ("action", "upload_voice", "upload_audio")];

impl Parameters {
    /// Converts input that real services accept and the specification does not have: other spellings of `parse_mode`,
    /// empty keyboards, buttons that are plain strings, numbers as texts, any placeholder as `callback_game`, setWebhook without a URL.
    pub(crate) fn tidy(&mut self, method: &MethodDescriptor) {
        let means_nothing = |value: &Value| match value {
            Value::String(text) => text.is_empty() || text == "null",
            Value::Object(object) => object.is_empty(),
            _ => false,
        };
        if self.values.get("reply_markup").is_some_and(means_nothing) {
            self.values.remove("reply_markup");
        }
        if method.name == "setWebhook" {
            self.values.entry("url").or_insert_with(|| "".into());
        }
        for field in method.params.fields.iter().filter(|field| matches!(field.kind, ValueKind::String)) {
            if let Some(Value::Number(number)) = self.values.get(field.name) {
                let text = number.to_string();
                self.values.insert(field.name.into(), text.into());
            }
        }
        tidy_modes(&mut self.values);
        let markups = self.values.get_mut("reply_markup").into_iter();
        markups.for_each(|markup| {
            markup.get_mut("keyboard").and_then(Value::as_array_mut).into_iter().flatten().for_each(spell_out_buttons);
        });
        each_inline_button(&mut self.values, &mut |button| {
            if button.get("callback_game").is_some_and(|game| !game.is_object()) {
                button.insert("callback_game".into(), json!({}));
            }
        });
    }

    /// Converts later parameters to the specification's names and forms.
    pub(crate) fn translate(&mut self, object: &ObjectDescriptor) -> Result<()> {
        rename(&mut self.values);
        for (name, later, spelling) in SPELLINGS {
            if let Some(Value::String(text)) = self.values.get_mut(name).filter(|text| *text == later) {
                spelling.clone_into(text);
            }
        }
        if object.field("png_sticker").is_some() {
            self.unpack_sticker();
        }
        self.spread("reply_parameters", &[("message_id", "reply_to_message_id")]);
        self.spread("link_preview_options", &[("is_disabled", "disable_web_page_preview")]);
        self.spread("button", &[("text", "switch_pm_text"), ("start_parameter", "switch_pm_parameter")]);
        let permissions = ["can_send_messages", "can_send_other_messages", "can_add_web_page_previews"];
        self.spread("permissions", &permissions.map(|name| (name, name)));
        self.spread("permissions", &MEDIA.map(|name| (name, "can_send_media_messages")));
        for name in ["entities", "caption_entities"] {
            if let Some(value) = self.value(name) {
                self.values.insert(name.into(), value);
            }
        }
        if object.field("provider_token").is_some() {
            self.complete_invoice();
        }
        each_inline_button(&mut self.values, &mut older_button);
        markup::convert(&mut self.values)
    }

    /// Adds the parameters of an invoice that later interfaces no longer require.
    fn complete_invoice(&mut self) {
        for (name, value) in [("provider_token", "none"), ("start_parameter", "start")] {
            let is_empty = self.text(name).is_none_or(str::is_empty);
            if is_empty {
                self.values.insert(name.into(), value.into());
            }
        }
    }

    /// Unpacks a sticker. In later interfaces, it is an object, and a new set has an array of them.
    fn unpack_sticker(&mut self) {
        let first = match self.value("stickers") {
            Some(Value::Array(stickers)) if stickers.len() == 1 => stickers.into_iter().next(),
            _ => self.value("sticker").or_else(|| self.values.get("sticker").cloned()),
        };
        let file = match first {
            Some(Value::Object(mut sticker)) => {
                let list = sticker.remove("emoji_list").unwrap_or_default();
                let emojis: String = list.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                self.values.entry("emojis").or_insert(emojis.into());
                sticker.remove("sticker")
            }
            file => file,
        };
        if let Some(file) = file {
            self.values.entry("png_sticker").or_insert(file);
        }
    }

    /// Copies members of an object, which in forms is JSON text, to parameters. Skips false.
    fn spread(&mut self, object: &str, names: &[(&str, &str)]) {
        let Some(object) = self.object(object) else { return };
        for (later, name) in names {
            let Some(value) = object.get(*later).filter(|value| **value != Value::Bool(false)) else { continue };
            self.values.entry(*name).or_insert_with(|| value.clone());
        }
    }

    fn object(&self, name: &str) -> Option<Map<String, Value>> {
        if let Value::Object(object) = self.value(name)? { Some(object) } else { None }
    }

    /// Returns a value that the specification does not know. In a form, it is still JSON text.
    pub(crate) fn value(&self, name: &str) -> Option<Value> {
        match self.values.get(name)? {
            Value::String(text) => Some(serde_json::from_str(text).unwrap_or_else(|_| text.as_str().into())),
            value => Some(value.clone()),
        }
    }
}

/// Replaces other spellings of `parse_mode`, here and in objects inside, and removes empty ones.
fn tidy_modes(members: &mut Map<String, Value>) {
    const NAME: &str = "parse_mode";
    if let Some(Value::String(mode)) = members.get_mut(NAME) {
        let spelling = ["HTML", "Markdown", "MarkdownV2"].into_iter().find(|known| known.eq_ignore_ascii_case(mode));
        if let Some(spelling) = spelling {
            spelling.clone_into(mode);
        } else if mode.is_empty() || mode == "null" {
            members.remove(NAME);
        }
    }
    each_object(members.values_mut(), &mut tidy_modes);
}

fn each_object<'a>(values: impl Iterator<Item = &'a mut Value>, run: &mut dyn FnMut(&mut Map<String, Value>)) {
    for value in values {
        match value {
            Value::Object(members) => run(members),
            Value::Array(items) => each_object(items.iter_mut(), run),
            _ => {}
        }
    }
}

/// Calls a function with each button of an inline keyboard, in inline results too.
fn each_inline_button(members: &mut Map<String, Value>, run: &mut dyn FnMut(&mut Map<String, Value>)) {
    for (name, value) in members {
        match value {
            Value::Array(rows) if name == "inline_keyboard" => each_object(rows.iter_mut(), run),
            Value::Object(members) => each_inline_button(members, run),
            Value::Array(items) => each_object(items.iter_mut(), &mut |members| each_inline_button(members, run)),
            _ => {}
        }
    }
}

/// Converts buttons that are plain strings to objects, because services accept both.
fn spell_out_buttons(row: &mut Value) {
    for button in row.as_array_mut().into_iter().flatten().filter(|button| button.is_string()) {
        *button = json!({ "text": button.take() });
    }
}

/// The actions of an inline button that the specification has.
const ACTIONS: [&str; 6] =
    ["url", "callback_data", "switch_inline_query", "switch_inline_query_current_chat", "callback_game", "pay"];

/// Gives a button of a later kind the closest action of the specification.
fn older_button(button: &mut Map<String, Value>) {
    if ACTIONS.iter().any(|name| button.contains_key(*name)) {
        return;
    }
    let member = |object: &str, name: &str| button.get(object)?.get(name).cloned();
    let (name, value) = if let Some(url) = member("web_app", "url").or_else(|| member("login_url", "url")) {
        ("url", url)
    } else if let Some(text) = member("copy_text", "text") {
        ("switch_inline_query_current_chat", text)
    } else if let Some(chosen) = button.get("switch_inline_query_chosen_chat") {
        ("switch_inline_query", chosen.get("query").cloned().unwrap_or_else(|| "".into()))
    } else if let Some(kind) =
        button.keys().find(|name| !matches!(name.as_str(), "text" | "style" | "icon_custom_emoji_id"))
    {
        ("callback_data", kind.as_str().into())
    } else {
        return;
    };
    button.insert(name.into(), value);
}

/// Returns true if a Boolean that the specification does not know is true. In a form, it is text.
pub(crate) fn says(members: &Map<String, Value>, name: &str) -> bool {
    match members.get(name) {
        Some(Value::Bool(said)) => *said,
        Some(Value::String(said)) => said == "1" || said.eq_ignore_ascii_case("true"),
        _ => false,
    }
}

/// The most characters of a caption in later interfaces.
pub(crate) const LONGEST_CAPTION: usize = 1024;

/// Replaces captions that only later interfaces accept, for the check of a call.
fn shorten_captions(members: &mut Map<String, Value>) {
    let mode = members.get("parse_mode").and_then(Value::as_str).map(str::to_owned);
    if let Some(Value::String(caption)) = members.get_mut("caption")
        && visible_length(caption, mode.as_deref()) <= LONGEST_CAPTION
    {
        caption.clear();
    }
    each_object(members.values_mut(), &mut shorten_captions);
}

impl Service {
    /// Returns the parameters without values that only later interfaces have, for the check of a call.
    pub(crate) fn without_later_values<'a>(&self, parameters: &'a Parameters) -> Cow<'a, Map<String, Value>> {
        if !self.state.compat {
            return Cow::Borrowed(&parameters.values);
        }
        let mut values = parameters.values.clone();
        shorten_captions(&mut values);
        if let Some(Value::Array(kinds)) = values.get_mut("allowed_updates") {
            let is_known =
                |kind: &Value| !kind.as_str().is_some_and(|kind| matches!(kind.into(), UpdateKind::Unknown(_)));
            kinds.retain(is_known);
        }
        if let Some(currency) = values.get_mut("currency").filter(|currency| *currency == STARS) {
            *currency = "EUR".into();
        }
        Cow::Owned(values)
    }

    /// Removes the reply target if it does not exist and the call allows that.
    pub(crate) fn forgive_reply(&self, bot: i64, parameters: &mut Parameters) {
        const NAME: &str = "allow_sending_without_reply";
        let inside = parameters.object("reply_parameters").and_then(|mut reply| reply.remove(NAME));
        let is_allowed = inside == Some(Value::Bool(true)) || says(&parameters.values, NAME);
        let chat = parameters.chat("chat_id").and_then(|chat| self.chat_of(bot, &chat).ok());
        let id = parameters.integer("reply_to_message_id");
        if is_allowed && chat.is_some_and(|chat| self.check_reply(chat, id).is_err()) {
            parameters.values.remove("reply_to_message_id");
        }
    }
}
