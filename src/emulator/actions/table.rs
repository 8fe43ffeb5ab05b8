//! The acts that exist, and what each takes.

use serde_json::Value;

use crate::emulator::http::parameters::Parameters;
use crate::emulator::refusal::Refusal;

/// A kind of parameter.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Text,
    Whole,
    Float,
    Flag,
    Wholes,
    Object,
    /// A whole number between two.
    Between(i64, i64),
    /// 0 to 1.
    Share,
    /// A parameter of that kind that must be there.
    Needed(&'static Kind),
}

use Kind::{Between, Flag, Float, Needed, Object, Share, Text, Whole, Wholes};

const TEXT: Kind = Needed(&Text);
const WHOLE: Kind = Needed(&Whole);
/// What fits in 32 bits and is not negative.
const BITS_31: Kind = Between(0, i32::MAX as i64);
/// A status of HTTP that tells of a failure.
const FAILURE: Kind = Between(400, 599);

type Takes = &'static [(&'static str, Kind)];

/// What every act takes: who acts, and where.
const ALL: Takes = &[("user", Whole), ("bot", Whole), ("chat", Whole)];

/// The acts by their names. A file is an upload, a URL or the identifier of a file. What is not listed is not checked.
const ACTS: &[(&str, Takes)] = &[
    (
        "add_bot",
        &[
            ("token", Text),
            ("username", Text),
            ("first_name", Text),
            ("inline_feedback", Flag),
            ("inline_location", Flag),
            ("games", Object),
        ],
    ),
    (
        "add_user",
        &[("id", Whole), ("first_name", Text), ("last_name", Text), ("username", Text), ("language_code", Text)],
    ),
    ("game", &[("game_short_name", TEXT), ("title", Text), ("description", Text), ("type", Text), ("file", Text)]),
    (
        "add_chat",
        &[
            ("type", Text),
            ("title", Text),
            ("username", Text),
            ("creator", WHOLE),
            ("members", Wholes),
            ("administrators", Wholes),
            ("all_members_are_administrators", Flag),
            ("signs", Flag),
        ],
    ),
    ("write", &[("user", WHOLE), ("text", TEXT), ("reply_to_message_id", Whole)]),
    (
        "send",
        &[
            ("user", WHOLE),
            ("type", Text),
            ("file", Text),
            ("caption", Text),
            ("media_group_id", Text),
            ("reply_to_message_id", Whole),
            ("duration", Whole),
            ("width", Whole),
            ("height", Whole),
            ("performer", Text),
            ("title", Text),
            ("latitude", Float),
            ("longitude", Float),
            ("live_period", Whole),
            ("address", Text),
            ("venuedb_id", Text),
            ("phone_number", Text),
            ("first_name", Text),
            ("last_name", Text),
            ("user_id", Whole),
        ],
    ),
    ("log_in", &[("user", WHOLE), ("website", TEXT)]),
    (
        "edit",
        &[
            ("user", WHOLE),
            ("message_id", WHOLE),
            ("text", Text),
            ("caption", Text),
            ("latitude", Float),
            ("longitude", Float),
        ],
    ),
    ("delete", &[("user", WHOLE), ("message_id", WHOLE)]),
    ("forward", &[("user", WHOLE), ("message_id", WHOLE), ("to_chat", Whole), ("to_bot", Whole)]),
    (
        "press",
        &[
            ("user", WHOLE),
            ("message_id", Whole),
            ("text", Text),
            ("row", Whole),
            ("column", Whole),
            ("data", Text),
            ("phone_number", Text),
            ("latitude", Float),
            ("longitude", Float),
        ],
    ),
    ("query", &[("query", TEXT)]),
    ("type", &[("user", WHOLE), ("query", Text), ("offset", Text), ("location", Object)]),
    ("choose", &[("user", WHOLE), ("query", TEXT), ("result_id", TEXT), ("location", Object)]),
    ("switch", &[("user", WHOLE), ("query", TEXT)]),
    (
        "pay",
        &[
            ("user", WHOLE),
            ("message_id", WHOLE),
            ("name", Text),
            ("phone_number", Text),
            ("email", Text),
            ("shipping_address", Object),
        ],
    ),
    ("ship", &[("payment", WHOLE), ("option", Text)]),
    ("payment", &[("payment", WHOLE)]),
    ("join", &[("user", WHOLE), ("link", Text)]),
    ("leave", &[("user", WHOLE)]),
    ("block", &[("user", WHOLE)]),
    ("unblock", &[("user", WHOLE)]),
    ("add", &[("member", WHOLE)]),
    ("remove", &[("member", WHOLE), ("until_date", Whole)]),
    (
        "promote",
        &[
            ("member", WHOLE),
            ("can_change_info", Flag),
            ("can_post_messages", Flag),
            ("can_edit_messages", Flag),
            ("can_delete_messages", Flag),
            ("can_invite_users", Flag),
            ("can_restrict_members", Flag),
            ("can_pin_messages", Flag),
            ("can_promote_members", Flag),
        ],
    ),
    ("title", &[("title", TEXT)]),
    ("photo", &[("file", Text)]),
    ("pin", &[("message_id", WHOLE)]),
    ("invite_link", &[]),
    ("profile_photo", &[("user", WHOLE), ("file", Text)]),
    ("migrate", &[("chat", WHOLE)]),
    ("messages", &[("after", Whole)]),
    ("message", &[("message_id", WHOLE)]),
    ("edits", &[("after", Whole)]),
    ("chat", &[]),
    ("chats", &[]),
    ("bots", &[]),
    ("users", &[]),
    ("members", &[]),
    ("keyboard", &[]),
    ("action", &[]),
    (
        "fault",
        &[
            ("kind", TEXT),
            ("retry_after", BITS_31),
            ("error_code", FAILURE),
            ("description", Text),
            ("status", FAILURE),
            ("millis", BITS_31),
            ("times", BITS_31),
            ("method", Text),
            ("probability", Share),
            ("seed", Whole),
            ("deliveries", Flag),
        ],
    ),
    ("clear_faults", &[("fault", Whole)]),
    ("host", &[("url", TEXT), ("type", Text), ("file", Text)]),
];

/// Refuses an act that does not exist, and parameters of the wrong kind.
pub(super) fn check(name: &str, given: &Parameters) -> Result<(), Refusal> {
    let Some((_, takes)) = ACTS.iter().find(|(act, _)| *act == name) else {
        let names: Vec<&str> = ACTS.iter().map(|(act, _)| *act).collect();
        return Err(Refusal::bad_request(&["unknown act: ", name, "; there are ", &names.join(", ")].concat()));
    };
    // A misspelt member of a fault would strike more than was meant.
    let is_fault = name == "fault";
    let known = |parameter: &str| ALL.iter().chain(takes.iter()).any(|(known, _)| *known == parameter);
    if let Some(parameter) = given.values.keys().find(|parameter| is_fault && !known(parameter)) {
        return Err(Refusal::bad_request(&["fault.", parameter, ": there is no such member"].concat()));
    }
    ALL.iter().chain(takes.iter()).try_for_each(|(parameter, kind)| {
        let value = given.values.get(*parameter).filter(|value| !value.is_null());
        let path = if is_fault { ["fault.", parameter].concat() } else { (*parameter).to_owned() };
        if fits(kind, value) { Ok(()) } else { Err(wrong(&path, kind, value)) }
    })
}

fn fits(kind: &Kind, value: Option<&Value>) -> bool {
    let Some(value) = value else { return !matches!(kind, Needed(_)) };
    match kind {
        Text => value.is_string(),
        Whole => value.is_i64(),
        Between(least, most) => value.as_i64().is_some_and(|number| (*least..=*most).contains(&number)),
        Float => value.is_number(),
        Share => value.as_f64().is_some_and(|share| (0.0..=1.0).contains(&share)),
        Flag => value.is_boolean(),
        Wholes => value.as_array().is_some_and(|items| items.iter().all(Value::is_i64)),
        Object => value.is_object(),
        Needed(kind) => fits(kind, Some(value)),
    }
}

fn wrong(parameter: &str, kind: &Kind, value: Option<&Value>) -> Refusal {
    let range;
    let expected = match kind {
        Between(least, most) => {
            range = ["an integer from ", &least.to_string(), " to ", &most.to_string()].concat();
            range.as_str()
        }
        Share => "a number from 0 to 1",
        Text | Needed(Text) => "a string",
        Whole | Needed(Whole) => "an integer",
        Float => "a number",
        Flag => "true or false",
        Wholes => "an array of integers",
        Object | Needed(_) => "an object",
    };
    let got = match value {
        None => "nothing".to_owned(),
        Some(Value::String(_)) => "a string".to_owned(),
        Some(Value::Array(_)) => "an array".to_owned(),
        Some(Value::Object(_)) => "an object".to_owned(),
        Some(value) => value.to_string(),
    };
    Refusal::bad_request(&[parameter, ": expected ", expected, ", got ", &got].concat())
}
