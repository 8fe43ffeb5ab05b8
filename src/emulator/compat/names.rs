//! Names that later interfaces changed: the only list of them. Used only with
//! [`Options::compat`](crate::emulator::Options::compat).
//!
//! In a call, the later name means the same as that of the specification, which takes precedence. In an answer and an
//! update, the value has both names, so that clients of 2018 and of today read it.

use serde_json::{Map, Value};

use crate::wire::json;

/// Methods: the name in the specification, and the later one.
pub(super) const METHODS: &[(&str, &str)] =
    &[("kickChatMember", "banChatMember"), ("getChatMembersCount", "getChatMemberCount")];

/// Parameters and fields: the name in the specification, and the later one.
const FIELDS: &[(&str, &str)] = &[
    ("platform_payment_charge_id", "telegram_payment_charge_id"),
    ("venuedb_id", "foursquare_id"),
    ("thumb", "thumbnail"),
    ("thumb_url", "thumbnail_url"),
    ("thumb_width", "thumbnail_width"),
    ("thumb_height", "thumbnail_height"),
];

/// Later parameters, and members of parameters, that have an effect.
const EFFECTIVE: &[&str] = &[
    "allow_sending_without_reply",
    "button",
    "caption_entities",
    "copy_text",
    "drop_pending_updates",
    "emoji_list",
    "entities",
    "link_preview_options",
    "login_url",
    "permissions",
    "reply_parameters",
    "secret_token",
    "sticker",
    "stickers",
    "switch_inline_query_chosen_chat",
    "web_app",
];

/// Later parameters, and members of parameters, that are accepted and have no effect. No interface has `hide`, `method` and
/// `suppress`: libraries of today add them to calls.
const IDLE: &[&str] = &[
    "allow_paid_broadcast",
    "business_connection_id",
    "can_delete_stories",
    "can_edit_stories",
    "can_manage_chat",
    "can_manage_direct_messages",
    "can_manage_tags",
    "can_manage_topics",
    "can_manage_video_chats",
    "can_manage_voice_chats",
    "can_post_stories",
    "can_send_polls",
    "can_send_welcome_messages",
    "chat_topic",
    "cover",
    "direct_messages_topic_id",
    "disable_content_type_detection",
    "duration",
    "emoji",
    "ephemeral_message_parameters",
    "force_reply",
    "format",
    "foursquare_type",
    "google_place_id",
    "google_place_type",
    "has_spoiler",
    "heading",
    "height",
    "hide",
    "horizontal_accuracy",
    "icon_custom_emoji_id",
    "input_field_placeholder",
    "ip_address",
    "is_anonymous",
    "is_persistent",
    "keywords",
    "live_period",
    "max_tip_amount",
    "message_effect_id",
    "message_id",
    "message_thread_id",
    "method",
    "needs_repainting",
    "only_if_banned",
    "protect_content",
    "proximity_alert_radius",
    "reply_to_checklist_task_id",
    "request_chat",
    "request_managed_bot",
    "request_poll",
    "request_user",
    "request_users",
    "return_bots",
    "revoke_messages",
    "rich_message",
    "show_caption_above_media",
    "start_timestamp",
    "sticker_format",
    "sticker_type",
    "style",
    "subscription_period",
    "suggested_post_parameters",
    "suggested_tip_amounts",
    "suppress",
    "tgs_sticker",
    "thumb",
    "thumbnail_mime_type",
    "use_independent_chat_permissions",
    "vcard",
    "video_start_timestamp",
    "webm_sticker",
    "width",
];

/// Returns true if a later parameter has an effect.
pub(crate) fn has_effect(name: &str) -> bool {
    EFFECTIVE.contains(&name)
}

/// Returns true if a later interface has the parameter, or the member of a parameter, at the end of a path.
pub(crate) fn is_known(path: &str) -> bool {
    let name = path.rsplit('.').next().unwrap_or_default();
    has_effect(name) || IDLE.contains(&name)
}

/// Returns the later name of a parameter or field that has one.
pub(crate) fn later_name(name: &str) -> Option<&'static str> {
    FIELDS.iter().find(|(renamed, _)| *renamed == name).map(|(_, later)| *later)
}

/// Renames later parameters, and members of objects in them, to the names of the specification.
pub(super) fn rename(members: &mut Map<String, Value>) {
    for (name, later) in FIELDS {
        if let Some(value) = members.remove(*later) {
            members.entry(*name).or_insert(value);
        }
    }
    members.values_mut().for_each(rename_inside);
}

fn rename_inside(value: &mut Value) {
    match value {
        Value::Object(members) => rename(members),
        Value::Array(items) => items.iter_mut().for_each(rename_inside),
        _ => {}
    }
}

/// Adds the later names to the fields of JSON text, with compat. Keeps the order of members, because libraries take the
/// second member of an update for its content.
pub(crate) fn with_later_names(compat: bool, mut json: String) -> String {
    for (name, later) in FIELDS.iter().filter(|_| compat) {
        let [key, later] = [name, later].map(|name| ["\"", name, "\":"].concat());
        if !json.contains(&key) {
            continue;
        }
        let (mut done, mut rest) = (String::new(), json.as_str());
        while let Some((before, after)) = rest.split_once(&key) {
            done.push_str(before);
            done.push_str(&key);
            rest = after;
            // In a string, a backslash precedes the quote.
            let Some(value) = first_value(after).filter(|_| before.ends_with(['{', ','])) else { continue };
            let (value, next) = after.split_at_checked(value).unwrap_or_default();
            done.push_str(value);
            rest = next;
            if !next.strip_prefix(',').is_some_and(|next| next.starts_with(&later)) {
                done.push_str(&[",", &later, value].concat());
            }
        }
        done.push_str(rest);
        json = done;
    }
    json
}

/// Returns the length of the JSON value at the start of a text.
fn first_value(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0, 0);
    loop {
        let rest = text.get(at..)?;
        match rest.bytes().next()? {
            b'"' => at += json::text(rest)?.raw().len() + 2,
            b'{' | b'[' => {
                depth += 1;
                at += 1;
                continue;
            }
            b'}' | b']' | b',' if depth == 0 => return Some(at),
            symbol => {
                depth -= i32::from(matches!(symbol, b'}' | b']'));
                at += 1;
            }
        }
        let ends = text.get(at..)?.starts_with(['}', ']', ',']) || text.len() == at;
        if depth == 0 && ends {
            return Some(at);
        }
    }
}
