//! Fields of later interfaces in answers and updates, which clients of those need. A client of the specification ignores
//! them.

use serde_json::{Map, Value};

use crate::emulator::prelude::*;

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
pub(super) const MEDIA: [&str; 6] = [
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
];

/// Returns `file_unique_id` with compat. It is the same for all bots and not accepted in calls.
pub(crate) fn unique(compat: bool, number: u64) -> Map<String, Value> {
    let mut members = Map::new();
    if compat {
        members.insert("file_unique_id".into(), ["unique", &number.to_string()].concat().into());
    }
    members
}

impl Service {
    /// Returns the size and the duration of an animation, with compat.
    pub(crate) fn compat_sides(&self, file: &StoredFile) -> Map<String, Value> {
        let mut members = Map::new();
        if self.state.compat {
            let MediaAttributes { width, height, duration, .. } = file.details;
            for (name, number) in [("width", width), ("height", height), ("duration", duration)] {
                members.insert(name.into(), number.unwrap_or_default().into());
            }
        }
        members
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
