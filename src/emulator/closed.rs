//! In debug builds, every answer and update is checked against the tables as closed types: known fields only, each
//! once, of their kinds, all required ones there, enumerated values of the specification. With compat further fields
//! are allowed.

use std::collections::BTreeSet;

use crate::emulator::http::answer::Answer;
use crate::types::{Message, ResponseParameters, Update};
use crate::wire::json::{Cursor, Malformed, Text, Type, member, text, type_of};
use crate::wire::{MethodDescriptor, ObjectDescriptor, UnionDescriptor, ValueKind, Wire};

#[cfg(test)]
thread_local! {
    /// Whether answers are checked: not those of a service that was loaded from a forged snapshot.
    pub(crate) static CHECKED: std::cell::Cell<bool> = const { std::cell::Cell::new(true) };
}

/// Asserts that an answer that is there is an envelope, with a result of the method.
pub(crate) fn assert_answer(method: Option<&MethodDescriptor>, answer: &Answer, compat: bool) {
    let Answer::Ready { envelope, .. } = answer else { return };
    assert_fit(envelope, compat, |closed, cursor| closed.envelope(cursor, method));
}

/// Asserts that JSON text is a value of that type.
pub(crate) fn assert_type<T: Wire>(value: &str, compat: bool) {
    assert_fit(value, compat, |closed, cursor| closed.value(cursor, &T::KIND));
}

/// Asserts that a message has what the specification has.
pub(crate) fn assert_message(message: &Message, compat: bool) {
    let mut message = message.clone();
    message.extra.remove("inline_message_id");
    assert_type::<Message>(&serde_json::to_string(&message).unwrap_or_default(), compat);
}

/// Asserts that JSON text is an Update with one kind of content.
pub(crate) fn assert_update(update: &str, compat: bool) {
    assert_type::<Update>(update, compat);
    let members = crate::wire::json::members(update).count();
    assert!(members == 2, "an update needs its identifier and one content: {update}");
}

type Fit = Result<(), String>;

fn assert_fit(value: &str, compat: bool, fits: impl Fn(&Closed, &mut Cursor<'_>) -> Fit) {
    #[cfg(test)]
    if !CHECKED.get() {
        return;
    }
    let what = fault(value, compat, fits).unwrap_or_default();
    assert!(what.is_empty(), "the emulator sends what the specification does not have: {what} in {value}");
}

fn fault(value: &str, compat: bool, fits: impl Fn(&Closed, &mut Cursor<'_>) -> Fit) -> Option<String> {
    let mut cursor = Cursor::new(value);
    let found = fits(&Closed { compat }, &mut cursor);
    found.and_then(|()| cursor.end().map_err(malformed)).err()
}

fn malformed(_: impl Into<Malformed>) -> String {
    "malformed JSON".into()
}

struct Closed {
    compat: bool,
}

impl Closed {
    fn envelope(&self, cursor: &mut Cursor<'_>, method: Option<&MethodDescriptor>) -> Fit {
        let mut names = Vec::new();
        self.members(cursor, |closed, cursor, name| {
            names.push(name.to_owned());
            match (name, method) {
                ("ok", _) => closed.value(cursor, &ValueKind::Boolean),
                ("result", Some(method)) => closed.value(cursor, &method.returns),
                ("error_code", _) => closed.value(cursor, &ValueKind::Integer),
                ("description", _) => closed.value(cursor, &ValueKind::String),
                ("parameters", _) => closed.value(cursor, &ResponseParameters::KIND),
                _ => Err("unknown member of the envelope".into()),
            }
        })?;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let known: [&[&str]; 3] = [
            &["ok", "result"],
            &["ok", "error_code", "description"],
            &["ok", "error_code", "description", "parameters"],
        ];
        if known.contains(&names.as_slice()) { Ok(()) } else { Err(format!("an envelope of {names:?}")) }
    }

    /// Goes through the members of an object, none of which may come twice.
    fn members(&self, cursor: &mut Cursor<'_>, mut member: impl FnMut(&Self, &mut Cursor<'_>, &str) -> Fit) -> Fit {
        let mut seen = BTreeSet::new();
        let mut more = cursor.enter(b'}');
        while more {
            let name = cursor.key().map_err(malformed)?.decode().into_owned();
            member(self, cursor, &name).map_err(|what| format!("{name}: {what}"))?;
            if !seen.insert(name.clone()) {
                return Err(format!("{name} comes twice"));
            }
            more = cursor.next(b'}').map_err(malformed)?;
        }
        Ok(())
    }

    fn object(&self, cursor: &mut Cursor<'_>, object: &ObjectDescriptor) -> Fit {
        let mut present = Vec::new();
        let whole = cursor.clone().value(0).map_err(malformed)?;
        self.members(cursor, |closed, cursor, name| {
            let Some(field) = object.field(name) else {
                cursor.value(0).map_err(malformed)?;
                return if closed.compat { Ok(()) } else { Err(format!("no field of {}", object.name)) };
            };
            present.push(field.name);
            let status = member(whole, "status").and_then(text).map(|status| status.decode().into_owned());
            if !(field.only.is_empty() || closed.compat || status.is_some_and(|status| field.only.contains(&&*status)))
            {
                return Err(format!("only for {:?}", field.only));
            }
            closed.value(cursor, &field.kind)
        })?;
        match object.fields.iter().find(|field| field.required && !present.contains(&field.name)) {
            Some(field) => Err(format!("{} of {} is missing", field.name, object.name)),
            None => Ok(()),
        }
    }

    fn value(&self, cursor: &mut Cursor<'_>, kind: &ValueKind) -> Fit {
        match (kind, cursor.peek()) {
            (ValueKind::Object(object), b'{') => self.object(cursor, object),
            (ValueKind::Union(union), b'{') => self.union(cursor, union),
            (ValueKind::OrTrue(other), b'{') => self.value(cursor, other),
            (ValueKind::Array(item), b'[') => {
                let mut more = cursor.enter(b']');
                while more {
                    self.value(cursor, item)?;
                    more = cursor.next(b']').map_err(malformed)?;
                }
                Ok(())
            }
            (_, b'"') => string(kind, cursor.string().map_err(malformed)?),
            (_, b'{' | b'[') => Err(format!("expected {kind:?}")),
            _ => scalar(kind, cursor.scalar().map_err(malformed)?),
        }
    }

    fn union(&self, cursor: &mut Cursor<'_>, union: &UnionDescriptor) -> Fit {
        let mut all = Vec::new();
        for object in union.variants {
            let mut ahead = cursor.clone();
            match self.object(&mut ahead, object) {
                Ok(()) => {
                    *cursor = ahead;
                    return Ok(());
                }
                Err(what) => all.push(what),
            }
        }
        Err(format!("no {}: {all:?}", union.name))
    }
}

fn string(kind: &ValueKind, text: Text<'_>) -> Fit {
    let fits = match kind {
        ValueKind::String | ValueKind::ChatId => text.is_unicode(),
        ValueKind::Literal(name) => text == **name,
        ValueKind::Enum(enumeration) => enumeration.values.iter().any(|known| text == *known.name),
        _ => false,
    };
    if fits { Ok(()) } else { Err(format!("expected {kind:?}, got {}", text.quoted())) }
}

fn scalar(kind: &ValueKind, value: &str) -> Fit {
    let whole = value.parse::<i64>().ok();
    let fits = match (kind, type_of(value)) {
        (ValueKind::Integer, Type::Number) => whole.is_some_and(|whole| i32::try_from(whole).is_ok()),
        (ValueKind::Id | ValueKind::ChatId, Type::Number) => whole.is_some_and(|whole| whole.unsigned_abs() < 1 << 52),
        (ValueKind::Float, Type::Number) | (ValueKind::Boolean, Type::Boolean) => true,
        (ValueKind::True | ValueKind::OrTrue(_), Type::Boolean) => value == "true",
        _ => false,
    };
    if fits { Ok(()) } else { Err(format!("expected {kind:?}, got {value}")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods;
    use crate::types::{ChatMember, Message};

    fn of<T: Wire>(value: &str) -> Option<String> {
        fault(value, false, |closed, cursor| closed.value(cursor, &T::KIND))
    }

    #[test]
    fn a_closed_type_has_its_fields_once_and_no_others() {
        let user = |more: &str| format!(r#"{{"id":7,"is_bot":false,"first_name":"A"{more}}}"#);
        let message = |chat: &str, more: &str| {
            format!(r#"{{"message_id":1,"date":2,"chat":{{"id":7,"type":"{chat}","first_name":"A"}}{more}}}"#)
        };
        assert_eq!(of::<Message>(&message("private", "")), None);
        let nested = [format!(r#","from":{}"#, user("")), format!(r#","new_chat_members":[{}]"#, user(""))];
        for good in &nested {
            assert_eq!(of::<Message>(&message("private", good)), None, "{good}");
        }
        for (bad, what) in [
            (message("secret", ""), "chat: type: expected"),
            (message("private", r#","via_bot":true"#), "via_bot: no field of Message"),
            (message("private", r#","date":2"#), "date comes twice"),
            (message("private", r#","text":null"#), "text: expected"),
            (message("private", r#","edit_date":2147483648"#), "edit_date: expected"),
            (message("private", r#","delete_chat_photo":false"#), "delete_chat_photo: expected"),
            (
                message("private", &format!(r#","from":{}"#, user(r#","is_premium":true"#))),
                "from: is_premium: no field",
            ),
            (
                message("private", &format!(r#","new_chat_members":[{}]"#, user(r#","x":[1,{"a":2}]"#))),
                "new_chat_members: x",
            ),
            (message("private", r#","photo":{}"#), "photo: expected"),
            (message("private", "") + "x", "malformed"),
            ("{}".into(), "message_id of Message is missing"),
            (String::new(), "malformed"),
        ] {
            let found = of::<Message>(&bad).unwrap_or_default();
            assert!(found.starts_with(what), "{bad}: {found}");
        }
        let member = |status: &str| format!(r#"{{"user":{},"status":"{status}","can_pin_messages":false}}"#, user(""));
        assert_eq!(of::<ChatMember>(&member("administrator")), None);
        assert!(of::<ChatMember>(&member("restricted")).is_some_and(|what| what.contains("only for")));
    }

    #[test]
    fn an_envelope_has_a_result_of_the_method_or_a_reason() {
        let of = |name: &str, envelope: &str| {
            fault(envelope, false, |closed, cursor| closed.envelope(cursor, methods::find(name)))
        };
        for (name, envelope, fits) in [
            ("sendChatAction", r#"{"ok":true,"result":true}"#, true),
            ("sendChatAction", r#"{"ok":true,"result":1}"#, false),
            ("sendChatAction", r#"{"ok":true}"#, false),
            ("sendChatAction", r#"{"ok":true,"result":true,"description":""}"#, false),
            ("getChatMembersCount", r#"{"ok":true,"result":3}"#, true),
            ("getUpdates", r#"{"ok":true,"result":[{"update_id":1}]}"#, true),
            ("getUpdates", r#"{"ok":true,"result":[{"update_id":1,"poll":{}}]}"#, false),
            ("editMessageText", r#"{"ok":true,"result":true}"#, true),
            ("editMessageText", r#"{"ok":true,"result":false}"#, false),
            ("unknown", r#"{"ok":false,"error_code":404,"description":"Not Fit"}"#, true),
            ("unknown", r#"{"ok":false,"error_code":404,"description":"","parameters":{"retry_after":1}}"#, true),
            ("unknown", r#"{"ok":false,"error_code":404,"description":"","parameters":{"retry":1}}"#, false),
            ("unknown", r#"{"ok":false,"description":"Not Fit"}"#, false),
        ] {
            assert_eq!(of(name, envelope).is_none(), fits, "{name} {envelope} {:?}", of(name, envelope));
        }
    }
}
