//! Members of later interfaces that clients written for those cannot read an answer without. The specification has none
//! of them; whoever follows it ignores them, as it says.

use serde_json::{Map, Value, json};

use crate::emulator::prelude::*;

type JsonObject = Map<String, Value>;

/// Of the `User` that getMe gives.
pub(crate) fn me() -> Value {
    json!({
        "can_join_groups": true,
        "can_read_all_group_messages": true,
        "supports_inline_queries": true,
        "can_connect_to_business": false,
        "has_main_web_app": false,
    })
}

/// Of a `Sticker`.
pub(crate) fn sticker() -> Value {
    json!({ "type": "regular", "is_animated": false, "is_video": false })
}

/// Of a `StickerSet`.
pub(crate) fn sticker_set() -> Value {
    json!({ "sticker_type": "regular", "is_animated": false, "is_video": false })
}

/// Of the `Chat` that getChat gives.
pub(crate) fn chat() -> Value {
    json!({
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": {
            "unlimited_gifts": false,
            "limited_gifts": false,
            "unique_gifts": false,
            "premium_subscription": false,
            "gifts_from_channels": false,
        },
    })
}

/// Rights of an administrator that the specification does not know.
const RIGHTS: [&str; 7] = [
    "can_manage_video_chats",
    "can_manage_direct_messages",
    "can_send_welcome_messages",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_manage_topics",
];

/// What `can_send_media_messages` became; whoever has one of them may send media here.
pub(crate) const MEDIA: [&str; 6] = [
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
];

/// Rights of a restricted member that the specification does not know.
const PERMISSIONS: [&str; 7] = [
    "can_send_polls",
    "can_react_to_messages",
    "can_edit_tag",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
];

/// `file_unique_id`, with compat: the same for all bots, and of no use in calls.
pub(crate) fn unique(compat: bool, number: u64) -> JsonObject {
    let mut members = JsonObject::new();
    if compat {
        members.insert("file_unique_id".into(), ["unique", &number.to_string()].concat().into());
    }
    members
}

/// Whether a Boolean that the specification does not know is true, in a form as text.
pub(crate) fn says(members: &JsonObject, name: &str) -> bool {
    match members.get(name) {
        Some(Value::Bool(said)) => *said,
        Some(Value::String(said)) => said == "1" || said.eq_ignore_ascii_case("true"),
        _ => false,
    }
}

impl Service {
    /// Members of later interfaces, with compat.
    pub(crate) fn compat(&self, members: fn() -> Value) -> JsonObject {
        match self.state.compat.then(members) {
            Some(Value::Object(members)) => members,
            _ => Map::new(),
        }
    }
}

/// Completes a `ChatMember`. A restriction or ban without an end has an `until_date` of 0.
pub(crate) fn complete_member(shown: &mut ChatMember, member: &StoredMember) {
    let mut flags = |names: &[&str], is: bool| {
        shown.extra.extend(names.iter().map(|name| ((*name).to_owned(), is.into())));
    };
    match shown.status {
        ChatMemberStatus::Creator => flags(&["is_anonymous"], false),
        ChatMemberStatus::Administrator => {
            flags(&["can_manage_chat"], true);
            flags(&["is_anonymous"], false);
            flags(&RIGHTS, false);
        }
        ChatMemberStatus::Restricted => {
            flags(&["is_member"], true);
            flags(&MEDIA, member.rights & SEND_MEDIA != 0);
            flags(&PERMISSIONS, false);
        }
        _ => {}
    }
    if matches!(shown.status, ChatMemberStatus::Restricted | ChatMemberStatus::Kicked) {
        shown.until_date.get_or_insert(0);
    }
}
