//! Rules between fields: targets, one-of, conditional requirements, positions of buttons.

use super::compact::{Names, RuleRecords, rule};
use super::faults::{Faults, Stop};
use super::json;
use super::members::Members;
use super::strings::{concat, join};
use super::validation_error::{CheckResult, ValidationError, received};

/// Checks the rules of an object on its members. Without limits, only required members are checked.
#[inline(always)]
pub(super) fn check(rules: RuleRecords, members: &Members<'_>, limits: bool, faults: &mut Faults) -> Result<(), Stop> {
    // An isolate compiles a whole function at its first call, so the long one is not called without rules.
    if rules.are_none() { Ok(()) } else { check_each(rules, members, limits, faults) }
}

#[inline(never)]
fn check_each(rules: RuleRecords, members: &Members<'_>, limits: bool, faults: &mut Faults) -> Result<(), Stop> {
    for (rule, names) in rules {
        faults.add(check_rule(rule, names, members, limits))?;
    }
    Ok(())
}

fn check_rule(rule: u8, names: Names, members: &Members<'_>, limits: bool) -> CheckResult {
    match rule {
        rule::TARGET => target(members),
        rule::REQUIRED_WHEN => required_when(members, names),
        _ if !limits => Ok(()),
        rule::EXACTLY_ONE => used(members, names, "exactly one of ", 1),
        rule::AT_MOST_ONE => used(members, names, "at most one of ", 0),
        rule::NONE_OF => none_of(members, names),
        rule::BUTTONS_FIRST => buttons_first(members, names),
        rule::FIRST_BUTTON => first_button(members, names),
        _ => Ok(()),
    }
}

fn target(members: &Members<'_>) -> CheckResult {
    let has = |name: &[u8]| members.get(name).is_some();
    let (at, came) = match (has(b"chat_id"), has(b"message_id"), has(b"inline_message_id")) {
        (true, true, false) | (false, false, true) => return Ok(()),
        (_, _, true) => ("inline_message_id", "both"),
        (true, false, false) => ("message_id", "chat_id without message_id"),
        (false, true, false) => ("chat_id", "message_id without chat_id"),
        (false, false, false) => ("chat_id", "neither"),
    };
    Err(ValidationError::new("either chat_id and message_id, or inline_message_id", came).in_field(at))
}

fn required_when(members: &Members<'_>, names: Names) -> CheckResult {
    let mut names = names.texts();
    let (Some(field), Some(when), Some(equals)) = (names.next(), names.next(), names.next()) else { return Ok(()) };
    let same = members.get(when.as_bytes()).is_some_and(|value| match (json::text(value), equals.as_bytes()) {
        (Some(text), [b'"', expected @ .., b'"']) => text == *expected,
        _ => value == equals,
    });
    if !same || members.get(field.as_bytes()).is_some() {
        return Ok(());
    }
    Err(ValidationError::new(&concat(&["a value, required when ", when, " is ", equals]), "nothing").in_field(field))
}

/// Checks the number of fields that are present and not `false`: exactly one, or at most one if `least` is 0.
fn used(members: &Members<'_>, fields: Names, rule: &str, least: usize) -> CheckResult {
    let mut used = fields.texts().filter(|field| members.uses(field.as_bytes()));
    if (least..=1).contains(&used.clone().count()) {
        return Ok(());
    }
    let came = join(&mut used, " and ");
    let came = if came.is_empty() { "none of them" } else { &came };
    Err(ValidationError::new(&concat(&[rule, &join(&mut fields.texts(), ", ")]), came))
}

fn none_of(members: &Members<'_>, foreign: Names) -> CheckResult {
    match first_used(members.text, foreign) {
        Some(name) => Err(ValidationError::new("nothing in such an object", "a value").in_field(name)),
        None => Ok(()),
    }
}

fn buttons_first(members: &Members<'_>, fields: Names) -> CheckResult {
    let Some(rows) = members.get(b"inline_keyboard") else { return Ok(()) };
    for (row, buttons) in json::items(rows).enumerate() {
        for (column, button) in json::items(buttons).enumerate() {
            let Some(field) = first_used(button, fields).filter(|_| (row, column) != (0, 0)) else { continue };
            return Err(ValidationError::new("such a button only as the first of the first row", &received(button))
                .in_field(field)
                .in_item(column)
                .in_item(row)
                .in_field("inline_keyboard"));
        }
    }
    Ok(())
}

fn first_button(members: &Members<'_>, fields: Names) -> CheckResult {
    let keyboard = members.get(b"reply_markup").and_then(|markup| json::member(markup, "inline_keyboard"));
    let first = keyboard.and_then(|rows| json::items(rows).find_map(|row| json::items(row).next()));
    let Some(button) = first.filter(|button| first_used(button, fields).is_none()) else {
        return Ok(());
    };
    Err(ValidationError::new(&concat(&["a button with ", fields.first(), " first"]), &received(button))
        .in_item(0)
        .in_item(0)
        .in_field("inline_keyboard")
        .in_field("reply_markup"))
}

/// Returns the first of the fields that is present in the object and not `false`.
#[inline(never)]
fn first_used(object: &str, fields: Names) -> Option<&'static str> {
    fields.texts().find(|field| json::member(object, field).is_some_and(|value| value != "false"))
}
