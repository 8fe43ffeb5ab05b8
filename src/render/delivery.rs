//! Renders `updates/delivery-rules.ts`: the rules of `src/policy/delivery` for the interpreter in JavaScript.

use super::json::quote;
use crate::policy::delivery::{Action, BITS, Config, Event, RULES, Rule, STEPS, State};

const HEADER: &str =
    "// Rendered by botwire-render from src/policy/delivery, which says what each word means; not edited by hand.";

/// The letters of events, and after them those of actions, so that no event is an action.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/// The signs of inner steps.
const SIGNS: &str = "!#$%&()*+-./:<=>?@[]^_{|}~";
/// Bits that the interpreter knows by name.
const NAMED: [&str; 5] = ["Ended", "givenUp", "accepts", "inline", "sends"];

/// Returns `updates/delivery-rules.ts`. Constants of simple values come first: bundlers inline only those.
pub fn rules() -> String {
    let mut lines = vec![HEADER.to_owned()];
    lines.extend(words("ON", Event::NAMES, 0));
    lines.extend(words("DO", Action::NAMES, Event::ALL.len()));
    lines.push("/** The state before the first event, without its configuration. */".to_owned());
    lines.push(format!("export const BEFORE = {};", State::new(Config::default()).bits()));
    lines.extend(NAMED.iter().map(|name| format!("export const {} = {};", constant("IS", name), bit(name))));
    lines.push("/** JSON: by event and inner step, the rules: phases, all of, none of, any of, clears, sets, actions, next step. */".to_owned());
    lines.push(format!("export const RULES = {};", quote(&table())));
    lines.push(union("DeliveryEvent", "An event of an update.", "ON", Event::NAMES));
    lines.push(union("DeliveryAction", "An action of a driver.", "DO", Action::NAMES));
    lines.push(String::new());
    lines.join("\n")
}

fn words(prefix: &str, names: &[&str], first: usize) -> Vec<String> {
    let word = |(name, letter): (&&str, char)| format!("export const {} = \"{letter}\";", constant(prefix, name));
    names.iter().zip(LETTERS.chars().skip(first)).map(word).collect()
}

fn union(name: &str, about: &str, prefix: &str, names: &[&str]) -> String {
    let members: Vec<String> = names.iter().map(|name| format!("typeof {}", constant(prefix, name))).collect();
    format!("/** {about} */\nexport type {name} =\n  | {};", members.join("\n  | "))
}

/// Returns `ON_OWNED_LAST` for `OwnedLast`.
fn constant(prefix: &str, name: &str) -> String {
    let mut text = prefix.to_owned();
    for (at, letter) in name.char_indices() {
        if at == 0 || letter.is_ascii_uppercase() {
            text.push('_');
        }
        text.push(letter.to_ascii_uppercase());
    }
    text
}

fn bit(name: &str) -> u32 {
    BITS.iter().zip(0..).filter(|(other, _)| **other == name).map(|(_, at)| 1 << at).sum()
}

/// Returns the rules as JSON, which takes a new isolate a quarter of the time that rows of letters take.
fn table() -> String {
    let steps = names().take(Event::ALL.len() + STEPS.len()).zip(0..);
    let of_step = |(name, at): (char, usize)| {
        let rows: Vec<String> = RULES.iter().filter(|rule| rule.events >> at & 1 == 1).map(row).collect();
        format!("\"{name}\":[{}]", rows.join(","))
    };
    format!("{{{}}}", steps.map(of_step).collect::<Vec<_>>().join(","))
}

/// The names of events, and after them those of inner steps.
fn names() -> impl Iterator<Item = char> {
    LETTERS.chars().take(Event::ALL.len()).chain(SIGNS.chars())
}

fn row(rule: &Rule) -> String {
    // -1 has all bits.
    let or_all = |bits: u32| if bits == 0 { "-1".to_owned() } else { bits.to_string() };
    let actions =
        rule.actions.iter().flatten().filter_map(|action| LETTERS.chars().nth(Event::ALL.len() + *action as usize));
    let then: String = rule
        .then
        .and_then(|step| names().nth(usize::from(step)))
        .map(|name| format!(",\"{name}\""))
        .unwrap_or_default();
    let (phases, any) = (or_all(rule.phases), or_all(rule.any));
    format!(
        "[{phases},{},{},{any},{},{},\"{}\"{then}]",
        rule.all,
        rule.none,
        rule.clears,
        rule.sets,
        actions.collect::<String>()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::delivery::STEPS;

    #[test]
    fn each_word_has_a_letter() {
        assert!(Event::ALL.len() + Action::ALL.len() <= LETTERS.len());
        assert!(STEPS.len() <= SIGNS.len() && BITS.len() <= LETTERS.len());
    }

    #[test]
    fn rules_are_json_by_step() {
        let text = rules();
        for line in ["export const ON_START = \"a\";", "export const IS_ENDED = 256;", "export const BEFORE = 513;"] {
            assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        }
        assert!(text.contains(r#"export const RULES = "{\"a\":[[1,0,0,-1,511,2,\"K\"]],"#), "{text}");
    }
}
