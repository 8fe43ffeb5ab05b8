//! The table of methods in the README, between its markers.

use super::catalogue::Catalogue;
use super::sentences;
use crate::wire::{MethodDescriptor, Rule};

const BEGIN: &str = "<!-- methods:begin -->";
const END: &str = "<!-- methods:end -->";

/// The text of a README with a fresh table.
///
/// # Errors
/// The marker that is missing.
pub fn readme(catalogue: &Catalogue, text: &str) -> Result<String, String> {
    let missing = |marker: &str| format!("no line {marker}");
    let (before, rest) = text.split_once(BEGIN).ok_or_else(|| missing(BEGIN))?;
    let (_, after) = rest.split_once(END).ok_or_else(|| missing(END))?;
    Ok(format!("{before}{BEGIN}\n{}{END}{after}", table(catalogue)))
}

fn table(catalogue: &Catalogue) -> String {
    let mut table = String::from(
        "\n| Section | Method | Parameters (required ones named) | Returns | What it does |\n|---|---|---|---|---|\n",
    );
    let mut last = "";
    for method in &catalogue.methods {
        let section = if method.section() == last { "" } else { method.section() };
        last = method.section();
        let row = [
            section.to_owned(),
            format!("`{}`", method.name),
            parameters(method),
            sentences::kind(&method.returns),
            sentences::first_sentence(method.params.doc).replace('|', "\\|"),
        ];
        table.extend(["| ", &row.join(" | "), " |\n"]);
    }
    table.push('\n');
    table
}

fn parameters(method: &MethodDescriptor) -> String {
    let required = method.params.fields.iter().filter(|field| field.required);
    let mut names: Vec<String> = required.map(|field| format!("`{}`", field.name)).collect();
    if method.params.rules.iter().any(|rule| matches!(rule, Rule::Target)) {
        names.insert(0, "(`chat_id` and `message_id`) or `inline_message_id`".into());
    }
    match (method.params.fields.len(), names.is_empty()) {
        (0, _) => "0".into(),
        (count, true) => count.to_string(),
        (count, false) => format!("{count}: {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::samples;

    #[test]
    fn only_what_is_between_the_markers_is_replaced() -> Result<(), String> {
        let old = format!("# Title\n{BEGIN}\nstale\n{END}\nThe end.\n");
        let new = readme(&samples::catalogue(), &old)?;
        assert!(new.starts_with("# Title\n") && new.ends_with("\nThe end.\n") && !new.contains("stale"));
        assert!(new.contains("| sending | `sendThing` | 7: `chat_id`, `text` | Array of Member | Sends a thing. |\n"));
        assert!(
            new.contains("| `editThing` | 4: (`chat_id` and `message_id`) or `inline_message_id` | Mask or True |")
        );
        assert_eq!(readme(&samples::catalogue(), &new).as_ref(), Ok(&new));
        assert!(readme(&samples::catalogue(), "no markers").is_err());
        Ok(())
    }
}
