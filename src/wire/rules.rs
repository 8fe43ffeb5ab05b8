//! Rules between fields: targets, one-of, conditional requirements, positions of buttons.

use super::descriptor::Rule;
use super::fault::{Fault, Outcome, list, received, words};
use super::json;
use super::members::Members;

/// Checks the rules of an object on its members; without limits only what must be present.
#[inline(never)]
pub(super) fn check(rules: &[Rule], members: &Members<'_>, limits: bool) -> Outcome {
    for rule in rules {
        match rule {
            Rule::Target => target(members)?,
            Rule::RequiredWhen { field, when, equals } => required_when(members, field, when, equals)?,
            _ if !limits => {}
            Rule::ExactlyOne(fields) => used(members, fields, "exactly one of ", 1)?,
            Rule::AtMostOne(fields) => used(members, fields, "at most one of ", 0)?,
            Rule::ButtonsFirst(fields) => buttons_first(members, fields)?,
            Rule::FirstButton(field) => first_button(members, field)?,
        }
    }
    Ok(())
}

fn target(members: &Members<'_>) -> Outcome {
    let has = |name: &str| members.get(name).is_some();
    let (at, came) = match (has("chat_id"), has("message_id"), has("inline_message_id")) {
        (true, true, false) | (false, false, true) => return Ok(()),
        (_, _, true) => ("inline_message_id", "both"),
        (true, false, false) => ("message_id", "chat_id without message_id"),
        (false, true, false) => ("chat_id", "message_id without chat_id"),
        (false, false, false) => ("chat_id", "neither"),
    };
    Err(Fault::new("either chat_id and message_id, or inline_message_id", came).in_field(at))
}

fn required_when(members: &Members<'_>, field: &str, when: &str, equals: &str) -> Outcome {
    let same = members.get(when).is_some_and(|value| match json::text(value) {
        Some(text) => json::quote(&text.decode()) == equals,
        None => value == equals,
    });
    if !same || members.get(field).is_some() {
        return Ok(());
    }
    Err(Fault::new(&words(&["a value, required when ", when, " is ", equals]), "nothing").in_field(field))
}

/// How many of the fields are present and not `false`: one, or with `least` 0 one at most.
fn used(members: &Members<'_>, fields: &[&str], rule: &str, least: usize) -> Outcome {
    let used = || fields.iter().copied().filter(|field| members.uses(field));
    if (least..=1).contains(&used().count()) {
        return Ok(());
    }
    let came = list(used(), " and ");
    let came = if came.is_empty() { "none of them" } else { &came };
    Err(Fault::new(&words(&[rule, &list(fields.iter().copied(), ", ")]), came))
}

fn buttons_first(members: &Members<'_>, fields: &[&str]) -> Outcome {
    let rows = members.get("inline_keyboard").map(json::items).into_iter().flatten();
    for (row, buttons) in rows.enumerate() {
        for (column, button) in json::items(buttons).enumerate() {
            let field = fields.iter().find(|field| (row, column) != (0, 0) && is_used(button, field));
            let Some(field) = field else { continue };
            return Err(Fault::new("such a button only as the first of the first row", &received(button))
                .in_field(field)
                .in_item(column)
                .in_item(row)
                .in_field("inline_keyboard"));
        }
    }
    Ok(())
}

fn first_button(members: &Members<'_>, field: &str) -> Outcome {
    let keyboard = members.get("reply_markup").and_then(|markup| json::member(markup, "inline_keyboard"));
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

fn is_used(button: &str, field: &str) -> bool {
    json::member(button, field).is_some_and(|value| value != "false")
}
