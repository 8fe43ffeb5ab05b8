//! Limits, identifiers beyond 32 bits, and defaults.

use botwire::wire::{FieldDescriptor, Format, KB, Limit, MB, ValueKind};
use serde_json::Value;

use super::definitions::Definitions;
use super::fixture::{Fixture, is_derived, text};
use super::{Places, assert_same};

#[test]
fn every_limit_with_its_unit() {
    let (definitions, fixture) = (Definitions::collect(), Fixture::read());
    let ours: Places = definitions.fields().filter_map(|(place, one)| Some((place, defined(one)?))).collect();
    let mut theirs = Places::new();
    for limit in fixture.limits() {
        let place = text(&limit["where"]);
        let Some(mut limit_text) = stated(limit) else { continue };
        // Not counting markup refuses less than counting every character, which other texts and captions do.
        let visible = limit_text.replace("characters", "visible characters");
        if ours.get(&place) == Some(&visible) {
            limit_text = visible;
        }
        if !is_derived(limit) || ours.contains_key(&place) {
            theirs.insert(place, limit_text);
        }
    }
    assert_same(&ours, &theirs);
}

/// Describes a limit of the definitions.
fn defined(field: &FieldDescriptor) -> Option<String> {
    let between = |unit: &str, min: u32, max: u32| bounds(unit, Some(min.into()), Some(max.into()));
    Some(match field.limit {
        // For a URL, non-empty is not a separate limit.
        Limit::None if field.format == Format::NonEmpty && field.name != "url" => bounds("emoji", Some(1), None),
        Limit::None => return None,
        Limit::Chars(min, max) => between("characters", min, max),
        Limit::VisibleChars(min, max) => between("visible characters", min, max),
        Limit::Bytes(min, max) => between("bytes", min, max),
        Limit::Items(min, max) => between("items", min, max),
        Limit::Range(min, max) => bounds("value", Some(min.into()), (max < i32::MAX).then_some(max.into())),
        Limit::UploadBytes(max) => bounds("upload bytes", Some(0), Some(max.into())),
    })
}

/// Describes a limit of the fixture. Other units are not properties of a sent value: pixels of an image, seconds after
/// which a restriction is permanent, and bits (see below).
fn stated(limit: &Value) -> Option<String> {
    let (min, max) = (limit["min"].as_i64(), limit["max"].as_i64());
    let counted = |unit: &str| Some(bounds(unit, min.or(Some(0)), max));
    match text(&limit["unit"]).as_str() {
        unit @ ("characters" | "visible characters" | "bytes" | "items") => counted(unit),
        "value" => Some(bounds("value", min, max)),
        "emoji" => Some(bounds("emoji", min, max)),
        "kilobytes" => Some(bounds("upload bytes", Some(0), max.map(|max| max * i64::from(KB)))),
        "megabytes" => Some(bounds("upload bytes", Some(0), max.map(|max| max * i64::from(MB)))),
        _ => None,
    }
}

fn bounds(unit: &str, min: Option<i64>, max: Option<i64>) -> String {
    format!("{min:?} to {max:?} {unit}")
}

#[test]
fn every_identifier_that_may_exceed_32_bits() {
    let (definitions, fixture) = (Definitions::collect(), Fixture::read());
    let wide: Vec<String> = definitions
        .fields()
        .filter(|(_, one)| matches!(one.kind, ValueKind::Id | ValueKind::ChatId))
        .map(|(place, _)| place)
        .collect();
    let narrow: Vec<String> = fixture
        .limits()
        .filter(|limit| limit["unit"] == "bits")
        .map(|limit| text(&limit["where"]))
        .filter(|place| !wide.contains(place))
        .collect();
    assert!(narrow.is_empty(), "checked as 32 bits: {narrow:?}");
    // In the other direction, only identifiers of users may be wide: a private chat has its user's identifier.
    let stated: Vec<String> =
        fixture.limits().filter(|limit| limit["unit"] == "bits").map(|limit| text(&limit["where"])).collect();
    for place in wide.iter().filter(|place| !stated.contains(place)) {
        assert!(place == "User.id" || place.ends_with(".user_id"), "{place} is wide in the definitions only");
    }
}

#[test]
fn every_default() {
    let (definitions, fixture) = (Definitions::collect(), Fixture::read());
    let defaults = definitions.fields().filter(|(_, one)| !one.default.is_empty());
    let ours: Places = defaults.map(|(place, one)| (place, one.default.to_owned())).collect();
    // A default in words ("all") is not a value that can be sent.
    let stated = fixture.rules("default").filter(|rule| !rule["value"].is_string());
    let theirs = stated
        .map(|rule| (text(&rule["where"]), rule))
        .filter(|(place, rule)| !is_derived(rule) || ours.contains_key(place))
        .map(|(place, rule)| (place, rule["value"].to_string()));
    assert_same(&ours, &theirs.collect());
}
