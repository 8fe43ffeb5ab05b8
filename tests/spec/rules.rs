//! Rules between fields of input, and formats of strings.

use botwire::methods::METHODS;
use botwire::wire::{Format, ObjectDescriptor, Rule};
use serde_json::Value;

use super::definitions::Definitions;
use super::fixture::{Fixture, is_derived, strings, text};
use super::{Places, assert_same};

/// Returns the objects in input and the methods' parameters, by name.
fn sent(definitions: &Definitions) -> Vec<(&'static str, &'static ObjectDescriptor)> {
    let objects = definitions.sent.iter().filter_map(|name| definitions.objects.get_key_value(name));
    let methods = METHODS.iter().map(|method| (method.name, method.params));
    objects.map(|(name, object)| (*name, *object)).chain(methods).collect()
}

#[test]
fn every_rule_between_fields() {
    let (definitions, fixture) = (Definitions::collect(), Fixture::read());
    let sent = sent(&definitions);
    let mut ours = Places::new();
    for (name, object) in &sent {
        for rule in object.rules {
            let (place, what) = match rule {
                Rule::Target => ((*name).to_owned(), "chat_id, message_id or inline_message_id".to_owned()),
                Rule::ExactlyOne(fields) => ((*name).to_owned(), format!("exactly one of {}", fields.join(", "))),
                Rule::AtMostOne(fields) => ((*name).to_owned(), format!("at most one of {}", fields.join(", "))),
                Rule::RequiredWhen { field, when, equals } => {
                    (format!("{name}.{field}"), format!("required when {when} is {}", equals.trim_matches('"')))
                }
                Rule::NoneOf(_) | Rule::ButtonsFirst(_) | Rule::FirstButton(_) => continue,
            };
            ours.insert(place, what);
        }
    }
    let known = |rule: &&Value| sent.iter().any(|(name, _)| rule["where"] == *name);
    let mut theirs = Places::new();
    for rule in fixture.rules("target") {
        let names = [strings(&rule["either"]).join(", "), strings(&rule["or"]).join(", ")];
        theirs.insert(text(&rule["where"]), names.join(" or "));
    }
    for kind in ["exactly one of", "at most one of"] {
        for rule in fixture.rules(kind).filter(known) {
            theirs.insert(text(&rule["where"]), format!("{kind} {}", strings(&rule["fields"]).join(", ")));
        }
    }
    for rule in fixture.rules("required when") {
        let place = format!("{}.{}", text(&rule["where"]), text(&rule["field"]));
        let condition = text(&rule["condition"]);
        // "video_url is an HTML page (mime_type is text/html)": the part in parentheses can be checked.
        let checked = condition.split_once('(').map_or(condition.as_str(), |(_, inner)| inner.trim_end_matches(')'));
        theirs.insert(place, format!("required when {checked}"));
    }
    assert_same(&ours, &theirs);
}

#[test]
fn every_rule_of_button_positions() {
    let (definitions, fixture) = (Definitions::collect(), Fixture::read());
    let mut ours = Places::new();
    for (name, object) in sent(&definitions) {
        for rule in object.rules {
            match rule {
                Rule::ButtonsFirst(fields) => {
                    for field in *fields {
                        ours.insert(format!("InlineKeyboardButton.{field}"), "first of the first row".into());
                    }
                }
                Rule::FirstButton(field) => {
                    ours.insert(format!("{name}.reply_markup"), format!("first button with {field}"));
                }
                _ => {}
            }
        }
    }
    let mut theirs = Places::new();
    for rule in fixture.rules("first button of the first row") {
        theirs.insert(text(&rule["where"]), "first of the first row".into());
    }
    for rule in fixture.rules("first button must use") {
        theirs.insert(text(&rule["where"]), format!("first button with {}", text(&rule["field"])));
    }
    assert_same(&ours, &theirs);
}

/// Our own rule: only the type of inline buttons has these fields.
#[test]
fn a_button_of_a_reply_keyboard_has_no_field_of_an_inline_button() {
    let definitions = Definitions::collect();
    let [reply, inline] = ["KeyboardButton", "InlineKeyboardButton"].map(|name| definitions.objects[name]);
    let refused = reply.rules.iter().find_map(|rule| if let Rule::NoneOf(names) = rule { Some(*names) } else { None });
    let foreign: Vec<&str> =
        inline.fields.iter().map(|field| field.name).filter(|name| reply.field(name).is_none()).collect();
    assert_eq!(refused.unwrap(), foreign);
}

#[test]
fn every_form_of_a_string() {
    let (definitions, fixture) = (Definitions::collect(), Fixture::read());
    let formed = definitions.fields().filter(|(_, one)| !matches!(one.format, Format::Any | Format::NonEmpty));
    let ours: Places = formed.map(|(place, one)| (place, format!("{:?}", one.format))).collect();
    let mut theirs = Places::new();
    let mut state = |rules: &mut dyn Iterator<Item = &Value>, format: Format| {
        for rule in rules {
            theirs.insert(text(&rule["where"]), format!("{format:?}"));
        }
    };
    state(&mut fixture.rules("pattern"), Format::DeepLink);
    state(&mut fixture.rules("suffix"), Format::StickerSetName);
    state(&mut fixture.rules("port"), Format::WebhookUrl);
    state(&mut fixture.rules("file_id or upload"), Format::NotUrl);
    state(
        &mut fixture.rules("format").filter(|rule| rule["formats"][0].to_string().contains("ISO 4217")),
        Format::Currency,
    );
    // The other currencies are received. The fixture marks their length as derived.
    let derived = fixture.limits().filter(|limit| is_derived(limit) && limit["max"] == 3);
    state(&mut derived.filter(|limit| text(&limit["where"]).ends_with(".currency")), Format::Currency);
    state(
        &mut fixture.rules("format").filter(|rule| rule["formats"][0].to_string().contains("ISO 3166")),
        Format::Country,
    );
    assert_same(&ours, &theirs);
}
