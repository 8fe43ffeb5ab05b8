//! Parameters and fields of later interfaces, for clients of those. Used only with
//! [`Options::compat`](crate::emulator::Options::compat).
//!
//! Parameters are accepted in their later names and forms, because such clients send no others. A parameter in the
//! specification's form takes precedence. Results contain the fields that such clients need; a client of the
//! specification ignores them.

use serde_json::{Map, Value, json};

use crate::emulator::http::Parameters;
use crate::emulator::prelude::*;
use crate::wire::ObjectDescriptor;

/// Later names of parameters and of members of inline results.
const NAMES: [(&str, &str); 3] =
    [("thumbnail_url", "thumb_url"), ("thumbnail_width", "thumb_width"), ("thumbnail_height", "thumb_height")];

/// Values that clients spell differently from the specification.
const SPELLINGS: [(&str, &str, &str); 4] = [
    ("parse_mode", "markdown", "Markdown"),
    ("parse_mode", "html", "HTML"),
    ("action", "record_voice", "record_audio"),
    ("action", "upload_voice", "upload_audio"),
];

/// Additional fields of the `User` that getMe returns.
pub(crate) const ME: &str = r#"{
    "can_join_groups": true,
    "can_read_all_group_messages": true,
    "supports_inline_queries": true,
    "can_connect_to_business": false,
    "has_main_web_app": false
}"#;

/// Additional fields of a `Sticker`.
pub(crate) const STICKER: &str = r#"{ "type": "regular", "is_animated": false, "is_video": false }"#;

/// Additional fields of a `StickerSet`.
pub(crate) const STICKER_SET: &str = r#"{ "sticker_type": "regular", "is_animated": false, "is_video": false }"#;

/// Additional fields of the `Chat` that getChat returns.
pub(crate) const CHAT: &str = r#"{
    "accent_color_id": 0,
    "max_reaction_count": 11,
    "accepted_gift_types": {
        "unlimited_gifts": false,
        "limited_gifts": false,
        "unique_gifts": false,
        "premium_subscription": false,
        "gifts_from_channels": false
    }
}"#;

/// Additional fields of the `ChatMember` of an administrator.
const ADMINISTRATOR: &str = r#"{
    "can_manage_chat": true,
    "is_anonymous": false,
    "can_manage_video_chats": false,
    "can_manage_direct_messages": false,
    "can_send_welcome_messages": false,
    "can_post_stories": false,
    "can_edit_stories": false,
    "can_delete_stories": false,
    "can_manage_topics": false
}"#;

/// Additional fields of a restricted `ChatMember`, except [`MEDIA`].
const RESTRICTED: &str = r#"{
    "is_member": true,
    "can_send_polls": false,
    "can_react_to_messages": false,
    "can_edit_tag": false,
    "can_change_info": false,
    "can_invite_users": false,
    "can_pin_messages": false,
    "can_manage_topics": false
}"#;

/// The permissions that replaced `can_send_media_messages`. Here, each of them allows all media.
const MEDIA: [&str; 6] = [
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
];

impl Parameters {
    /// Converts later parameters to the specification's names and forms.
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

    /// Replaces later spellings, and removes empty texts and objects that mean nothing.
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

    /// Removes kinds of updates that the specification does not know, if others remain.
    fn forget_unknown_updates(&mut self) {
        let Some(Value::Array(kinds)) = self.values.get_mut("allowed_updates") else { return };
        let unknown = |kind: &Value| kind.as_str().is_some_and(|kind| matches!(kind.into(), UpdateKind::Unknown(_)));
        if !kinds.iter().all(unknown) {
            kinds.retain(|kind| !unknown(kind));
        }
    }

    /// Converts buttons that are plain strings to objects, because services accept both.
    fn spell_out_buttons(&mut self) {
        let keyboard = self.values.get_mut("reply_markup").and_then(|markup| markup.get_mut("keyboard"));
        let rows = keyboard.and_then(Value::as_array_mut).into_iter().flatten();
        for button in rows.filter_map(Value::as_array_mut).flatten().filter(|button| button.is_string()) {
            *button = json!({ "text": button.take() });
        }
    }

    /// Unpacks a sticker. In later interfaces, it is an object, and a new set has an array of them.
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

    /// Copies members of an object, which in forms is JSON text, to parameters. Skips false.
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

    /// Returns a value that the specification does not know. In a form, it is still JSON text.
    fn parsed(&self, name: &str) -> Option<Value> {
        match self.values.get(name)? {
            Value::String(text) => serde_json::from_str(text).ok(),
            value => Some(value.clone()),
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

/// Returns `file_unique_id` with compat. It is the same for all bots and not accepted in calls.
pub(crate) fn unique(compat: bool, number: u64) -> Map<String, Value> {
    let mut members = Map::new();
    if compat {
        members.insert("file_unique_id".into(), ["unique", &number.to_string()].concat().into());
    }
    members
}

/// Returns true if a Boolean that the specification does not know is true. In a form, it is text.
pub(crate) fn says(members: &Map<String, Value>, name: &str) -> bool {
    match members.get(name) {
        Some(Value::Bool(said)) => *said,
        Some(Value::String(said)) => said == "1" || said.eq_ignore_ascii_case("true"),
        _ => false,
    }
}

impl Service {
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

    /// Parses additional fields, with compat.
    pub(crate) fn compat(&self, members: &str) -> Map<String, Value> {
        if self.state.compat { serde_json::from_str(members).unwrap_or_default() } else { Map::new() }
    }

    /// Completes a `ChatMember`, with compat. A restriction or ban without an end has an `until_date` of 0.
    pub(crate) fn complete_member(&self, shown: &mut ChatMember, member: &StoredMember) {
        match shown.status {
            _ if !self.state.compat => {}
            ChatMemberStatus::Creator => shown.extra = self.compat(r#"{ "is_anonymous": false }"#),
            ChatMemberStatus::Administrator => shown.extra = self.compat(ADMINISTRATOR),
            ChatMemberStatus::Restricted => {
                let has_media = Value::Bool(member.rights & SEND_MEDIA != 0);
                shown.extra = self.compat(RESTRICTED);
                shown.extra.extend(MEDIA.map(|name| (name.to_owned(), has_media.clone())));
                shown.until_date.get_or_insert(0);
            }
            ChatMemberStatus::Kicked => drop(shown.until_date.get_or_insert(0)),
            _ => {}
        }
    }
}
