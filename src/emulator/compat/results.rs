//! Members of later interfaces that clients written for those cannot read an answer without. The specification has none
//! of them; whoever follows it ignores them, as it says.

use super::super::clock::Time;
use super::super::json::Members;
use super::super::member::{Member, SEND_MEDIA, Status};
use super::super::service::Service;

/// Of the `User` that getMe gives.
pub(in super::super) const ME: &str = concat!(
    r#""can_join_groups":true,"can_read_all_group_messages":true,"supports_inline_queries":true,"#,
    r#""can_connect_to_business":false,"has_main_web_app":false"#
);

/// Of a `Sticker`.
pub(in super::super) const STICKER: &str = r#""type":"regular","is_animated":false,"is_video":false"#;

/// Of a `StickerSet`.
pub(in super::super) const STICKER_SET: &str = r#""sticker_type":"regular","is_animated":false,"is_video":false"#;

/// Of the `Chat` that getChat gives.
pub(in super::super) const CHAT: &str = concat!(
    r#""accent_color_id":0,"max_reaction_count":11,"accepted_gift_types":{"unlimited_gifts":false,"#,
    r#""limited_gifts":false,"unique_gifts":false,"premium_subscription":false,"gifts_from_channels":false}"#
);

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
pub(in super::super) const MEDIA: [&str; 6] = [
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
pub(in super::super) fn unique(compat: bool, number: u64) -> Option<String> {
    compat.then(|| ["unique", &number.to_string()].concat())
}

impl Service {
    /// Members of later interfaces, with compat.
    pub(in super::super) fn compat(&self, members: &'static str) -> &'static str {
        if self.options.compat { members } else { "" }
    }
}

/// Of a `ChatMember`. A restriction or ban without an end has an `until_date` of 0.
pub(in super::super) fn member(member: &Member, now: Time) -> String {
    let all =
        |members: Members, names: &[&str], is: bool| names.iter().fold(members, |members, name| members.flag(name, is));
    let forever = member.until.is_none().then_some(0);
    let sends_media = member.rights & SEND_MEDIA != 0;
    let members = Members::new();
    let members = match member.status(now) {
        Status::Creator => members.flag("is_anonymous", false),
        Status::Administrator => all(members.flag("can_manage_chat", true).flag("is_anonymous", false), &RIGHTS, false),
        Status::Restricted => {
            let members = all(members.maybe_number("until_date", forever).flag("is_member", true), &MEDIA, sends_media);
            all(members, &PERMISSIONS, false)
        }
        Status::Kicked => members.maybe_number("until_date", forever),
        _ => members,
    };
    members.bare()
}
