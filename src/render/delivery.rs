//! Renders `updates/delivery-rules.ts`: the rules of `src/policy/delivery` for the interpreter in JavaScript.

use super::json::quote;
use crate::policy::delivery::{Action, BITS, Config, Event, GROUPS, RULES, Rule, State};

const HEADER: &str =
    "// Rendered by botwire-render from src/policy/delivery, which says what each word means; not edited by hand.";

/// The letters of events, and after them those of actions, so that no event is an action.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/// The signs of inner steps.
const SIGNS: &str = "!#$%&()*+-./:<=>?@[]^_{|}~";
/// Bits that the interpreter knows by name.
const NAMED: [&str; 6] = ["Ended", "waits", "givenUp", "accepts", "inline", "sends"];

/// Returns `updates/delivery-rules.ts`. Constants of simple values come first: bundlers inline only those.
pub fn rules() -> String {
    let letters: String = LETTERS.chars().take(BITS.len()).collect();
    let rows: Vec<String> = RULES.iter().map(row).collect();
    let mut lines = vec![HEADER.to_owned()];
    lines.extend(words("ON", Event::NAMES, 0));
    lines.extend(words("DO", Action::NAMES, Event::ALL.len()));
    lines.push("/** The state before the first event, without its configuration. */".to_owned());
    lines.push(format!("export const BEFORE = {};", State::new(Config::default()).bits()));
    lines.extend(NAMED.iter().map(|name| format!("export const {} = {};", constant("IS", name), bit(name))));
    lines.push("/** The letters of the bits of a state, the lowest first. */".to_owned());
    lines.push(format!("export const BITS = \"{letters}\";"));
    lines.push(
        "/** Events or inner steps, phases, all of, none of, any of, clears, sets, actions, next step. */".to_owned(),
    );
    lines.push(format!("export const RULES = {};", quote(&rows.join(";"))));
    lines.push("/** Bits that exclude each other. */".to_owned());
    lines.push(format!("export const GROUPS = {GROUPS:?};"));
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

fn row(rule: &Rule) -> String {
    let groups = GROUPS.iter().filter(|group| rule.sets & **group != 0).fold(0, |all, group| all | group);
    let names = LETTERS.chars().take(Event::ALL.len()).chain(SIGNS.chars());
    let actions = LETTERS.chars().skip(Event::ALL.len());
    let fields: [String; 9] = [
        names.clone().zip(0..).filter(|(_, at)| rule.events >> at & 1 == 1).map(|(letter, _)| letter).collect(),
        letters(rule.phases),
        letters(rule.all),
        letters(rule.none),
        letters(rule.any),
        letters(rule.clears & !groups),
        letters(rule.sets),
        rule.actions.iter().flatten().filter_map(|action| actions.clone().nth(*action as usize)).collect(),
        rule.then.and_then(|step| names.clone().nth(usize::from(step))).into_iter().collect(),
    ];
    fields.join(",").trim_end_matches(',').to_owned()
}

fn letters(bits: u32) -> String {
    LETTERS.chars().zip(0..32).filter(|(_, at)| bits >> at & 1 == 1).map(|(letter, _)| letter).collect()
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
    fn rules_are_rows_of_letters() {
        let text = rules();
        for line in ["export const ON_START = \"a\";", "export const IS_ENDED = 256;", "export const BEFORE = 513;"] {
            assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        }
        assert!(text.contains("export const RULES = \"a,a,,,,,b,K;"), "{text}");
    }
}
