//! Members of later interfaces that clients written for those cannot read an answer without. The specification has none
//! of them; whoever follows it ignores them, as it says.

use serde_json::{Map, Value};

use crate::emulator::prelude::*;

type JsonObject = Map<String, Value>;

/// Of the `User` that getMe gives.
pub(crate) const ME: &str = r#"{
    "can_join_groups": true,
    "can_read_all_group_messages": true,
    "supports_inline_queries": true,
    "can_connect_to_business": false,
    "has_main_web_app": false
}"#;

/// Of a `Sticker`.
pub(crate) const STICKER: &str = r#"{ "type": "regular", "is_animated": false, "is_video": false }"#;

/// Of a `StickerSet`.
pub(crate) const STICKER_SET: &str = r#"{ "sticker_type": "regular", "is_animated": false, "is_video": false }"#;

/// Of the `Chat` that getChat gives.
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

/// Of the `ChatMember` of a creator.
const CREATOR: &str = r#"{ "is_anonymous": false }"#;

/// Of the `ChatMember` of an administrator: rights that the specification does not know.
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

/// Of the `ChatMember` of a restricted member, beside [`MEDIA`].
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

/// What `can_send_media_messages` became; whoever has one of them may send media here.
pub(crate) const MEDIA: [&str; 6] = [
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
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
    pub(crate) fn compat(&self, members: &str) -> JsonObject {
        if self.state.compat { serde_json::from_str(members).unwrap_or_default() } else { Map::new() }
    }

    /// Completes a `ChatMember`, with compat. A restriction or ban without an end has an `until_date` of 0.
    pub(crate) fn complete_member(&self, shown: &mut ChatMember, member: &StoredMember) {
        match shown.status {
            _ if !self.state.compat => {}
            ChatMemberStatus::Creator => shown.extra = self.compat(CREATOR),
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
