//! Rules between fields: targets, one-of, conditional requirements, positions of buttons.

use super::descriptor::Rule;
use super::fault::{Fault, Outcome, list, received, words};
use super::json;

/// Checks the rules of an object on its text; without limits only what must be present.
pub(super) fn check(rules: &[Rule], object: &str, limits: bool) -> Outcome {
    for rule in rules {
        match rule {
            Rule::Target => target(object)?,
            Rule::RequiredWhen { field, when, equals } => required_when(object, field, when, equals)?,
            _ if !limits => {}
            Rule::ExactlyOne(fields) => exactly_one(object, fields)?,
            Rule::AtMostOne(fields) => at_most_one(object, fields)?,
            Rule::ButtonsFirst(fields) => buttons_first(object, fields)?,
            Rule::FirstButton(field) => first_button(object, field)?,
        }
    }
    Ok(())
}

fn target(object: &str) -> Outcome {
    let has = |name: &str| json::member(object, name).is_some();
    let at = match (has("chat_id"), has("message_id"), has("inline_message_id")) {
        (true, true, false) | (false, false, true) => return Ok(()),
        (_, _, true) => ("inline_message_id", "both"),
        (true, false, false) => ("message_id", "chat_id without message_id"),
        (false, true, false) => ("chat_id", "message_id without chat_id"),
        (false, false, false) => ("chat_id", "neither"),
    };
    Err(Fault::new("either chat_id and message_id, or inline_message_id", at.1).in_field(at.0))
}

fn required_when(object: &str, field: &str, when: &str, equals: &str) -> Outcome {
    let same = json::member(object, when).is_some_and(|value| match json::text(value) {
        Some(text) => json::quote(&text.decode()) == equals,
        None => value == equals,
    });
    if !same || json::member(object, field).is_some() {
        return Ok(());
    }
    Err(Fault::new(&words(&["a value, required when ", when, " is ", equals]), "nothing").in_field(field))
}

/// The fields that are present and not `false`.
fn used<'f>(object: &str, fields: &[&'f str]) -> Vec<&'f str> {
    fields.iter().copied().filter(|field| is_used(object, field)).collect()
}

fn is_used(object: &str, field: &str) -> bool {
    json::member(object, field).is_some_and(|value| value != "false")
}

fn exactly_one(object: &str, fields: &[&str]) -> Outcome {
    let used = used(object, fields);
    if used.len() == 1 { Ok(()) } else { Err(too_few_or_many("exactly one of ", fields, &used)) }
}

fn at_most_one(object: &str, fields: &[&str]) -> Outcome {
    let used = used(object, fields);
    if used.len() <= 1 { Ok(()) } else { Err(too_few_or_many("at most one of ", fields, &used)) }
}

fn too_few_or_many(rule: &str, fields: &[&str], used: &[&str]) -> Box<Fault> {
    let came = if used.is_empty() { "none of them".to_owned() } else { list(used.iter().copied(), " and ") };
    Fault::new(&words(&[rule, &list(fields.iter().copied(), ", ")]), &came)
}

fn buttons_first(markup: &str, fields: &[&str]) -> Outcome {
    let rows = json::member(markup, "inline_keyboard").map(json::items).into_iter().flatten();
    for (row, buttons) in rows.enumerate() {
        for (column, button) in json::items(buttons).enumerate() {
            let Some(field) = used(button, fields).first().copied().filter(|_| (row, column) != (0, 0)) else {
                continue;
            };
            return Err(Fault::new("such a button only as the first of the first row", &received(button))
                .in_field(field)
                .in_item(column)
                .in_item(row)
                .in_field("inline_keyboard"));
        }
    }
    Ok(())
}

fn first_button(parameters: &str, field: &str) -> Outcome {
    let keyboard = json::member(parameters, "reply_markup").and_then(|markup| json::member(markup, "inline_keyboard"));
    let first = keyboard.and_then(|rows| json::items(rows).find_map(|row| json::items(row).next()));
    let Some(button) = first.filter(|button| !is_used(button, field)) else {
        return Ok(());
    };
    Err(Fault::new(&words(&["a button with ", field, " first"]), &received(button))
        .in_item(0)
        .in_item(0)
        .in_field("inline_keyboard")
        .in_field("reply_markup"))
}
