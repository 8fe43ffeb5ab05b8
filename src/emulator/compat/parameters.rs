//! Parameters under the names and in the shapes that later interfaces gave them, since clients written for those send
//! nothing else. What a call has under the specification's name wins.

use serde_json::{Map, Value, json};

use super::results::{MEDIA, says};
use crate::emulator::http::Parameters;
use crate::emulator::prelude::*;
use crate::wire::ObjectDescriptor;

/// Later names of parameters and of members of inline results.
const NAMES: [(&str, &str); 3] =
    [("thumbnail_url", "thumb_url"), ("thumbnail_width", "thumb_width"), ("thumbnail_height", "thumb_height")];

/// Values that clients write otherwise than the specification does.
const SPELLINGS: [(&str, &str, &str); 4] = [
    ("parse_mode", "markdown", "Markdown"),
    ("parse_mode", "html", "HTML"),
    ("action", "record_voice", "record_audio"),
    ("action", "upload_voice", "upload_audio"),
];

impl Parameters {
    /// Gives later parameters the specification's names and shapes.
    pub(crate) fn translate(&mut self, object: &ObjectDescriptor) {
        rename(&mut self.values);
        self.respell();
        self.forget_unknown_updates();
        self.spell_out_buttons();
        if object.field("png_sticker").is_some() {
            self.unpack_sticker();
        }
        if let Some(Value::Array(results)) = self.values.get_mut("results") {
            results.iter_mut().filter_map(Value::as_object_mut).for_each(rename);
        }
        self.spread("reply_parameters", &[("message_id", "reply_to_message_id")]);
        self.spread("button", &[("text", "switch_pm_text"), ("start_parameter", "switch_pm_parameter")]);
        let permissions = ["can_send_messages", "can_send_other_messages", "can_add_web_page_previews"];
        self.spread("permissions", &permissions.map(|name| (name, name)));
        self.spread("permissions", &MEDIA.map(|name| (name, "can_send_media_messages")));
    }

    /// Values as clients write them: `html`, an empty text or object for nothing, later names of actions.
    fn respell(&mut self) {
        let nothing = |value: &Value| match value {
            Value::String(text) => text.is_empty() || text == "null",
            Value::Object(object) => object.is_empty(),
            _ => false,
        };
        for name in ["parse_mode", "reply_markup"] {
            if self.values.get(name).is_some_and(nothing) {
                self.values.remove(name);
            }
        }
        for (name, other, spelling) in SPELLINGS {
            let Some(Value::String(text)) = self.values.get_mut(name) else { continue };
            if text.eq_ignore_ascii_case(other) {
                spelling.clone_into(text);
            }
        }
    }

    /// Forgets kinds of updates that the specification does not know beside those that it does:
    /// clients know later ones.
    fn forget_unknown_updates(&mut self) {
        let Some(Value::Array(kinds)) = self.values.get_mut("allowed_updates") else { return };
        let unknown = |kind: &Value| kind.as_str().is_some_and(|kind| matches!(kind.into(), UpdateKind::Unknown(_)));
        if !kinds.iter().all(unknown) {
            kinds.retain(|kind| !unknown(kind));
        }
    }

    /// Makes buttons of reply keyboards that are plain strings objects: clients shorten them so, and
    /// services take them.
    fn spell_out_buttons(&mut self) {
        let keyboard = self.values.get_mut("reply_markup").and_then(|markup| markup.get_mut("keyboard"));
        let rows = keyboard.and_then(Value::as_array_mut).into_iter().flatten();
        for button in rows.filter_map(Value::as_array_mut).flatten().filter(|button| button.is_string()) {
            *button = json!({ "text": button.take() });
        }
    }

    /// A sticker that is to be uploaded or put into a set came to be an object, and those of a new set an array, of which
    /// the specification has one.
    fn unpack_sticker(&mut self) {
        let first = match self.parsed("stickers") {
            Some(Value::Array(stickers)) if stickers.len() == 1 => stickers.into_iter().next(),
            _ => self.parsed("sticker").or_else(|| self.values.get("sticker").cloned()),
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

    /// Copies true, texts and numbers of an object, which in forms is JSON text, to parameters.
    fn spread(&mut self, object: &str, names: &[(&str, &str)]) {
        let Some(object) = self.object(object) else { return };
        for (later, name) in names {
            let Some(value) = object.get(*later).filter(|value| **value != Value::Bool(false)) else { continue };
            self.values.entry(*name).or_insert_with(|| value.clone());
        }
    }

    fn object(&self, name: &str) -> Option<Map<String, Value>> {
        if let Value::Object(object) = self.parsed(name)? { Some(object) } else { None }
    }

    /// A value that the specification does not know, and which therefore still is text when it came in a form.
    fn parsed(&self, name: &str) -> Option<Value> {
        match self.values.get(name)? {
            Value::String(text) => serde_json::from_str(text).ok(),
            value => Some(value.clone()),
        }
    }

    /// Whether a reply to a message that is gone is to be sent all the same.
    fn sends_without_reply(&self) -> bool {
        const NAME: &str = "allow_sending_without_reply";
        let inside = self.object("reply_parameters").and_then(|reply| reply.get(NAME).cloned());
        inside.is_some_and(|said| said == Value::Bool(true)) || says(&self.values, NAME)
    }
}

impl Service {
    /// Forgets what the call replies to if that is gone and the call allows it.
    pub(crate) fn forgive_reply(&self, bot: i64, parameters: &mut Parameters) {
        let Some(id) = parameters.integer("reply_to_message_id") else { return };
        if !parameters.sends_without_reply() {
            return;
        }
        let chat = parameters.chat("chat_id").and_then(|chat| self.chat_of(bot, &chat).ok());
        if chat.is_some_and(|chat| self.check_reply(chat, Some(id)).is_err()) {
            parameters.values.remove("reply_to_message_id");
        }
    }
}

fn rename(members: &mut Map<String, Value>) {
    for (later, name) in NAMES {
        if let Some(value) = members.remove(later) {
            members.entry(name).or_insert(value);
        }
    }
}
