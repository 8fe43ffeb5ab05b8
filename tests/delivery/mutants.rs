//! The rules with one change. The promises must notice each.

use botwire::policy::delivery::{Rule, TEXT, read};

/// The rules with one change, and what it is.
pub struct Mutant {
    pub change: String,
    pub rules: Vec<Rule>,
}

/// The lines of the rules.
pub fn lines() -> Vec<&'static str> {
    TEXT.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// The fields of a rule, with their words.
fn fields(line: &str) -> Vec<Vec<&str>> {
    line.split('|').map(|field| field.split_whitespace().collect()).collect()
}

fn joined(fields: &[Vec<&str>]) -> String {
    fields.iter().map(|words| words.join(" ")).collect::<Vec<_>>().join(" | ")
}

/// Every rule, every word, and every pair of actions: dropped or swapped.
pub fn mutants() -> Vec<Mutant> {
    let lines = lines();
    let with = |at: usize, line: Option<&str>| -> Vec<Rule> {
        let others = lines.iter().enumerate().filter(|(place, _)| *place != at).map(|(place, line)| (place, *line));
        let mut all: Vec<(usize, &str)> = others.chain(line.map(|line| (at, line))).collect();
        all.sort_unstable();
        all.into_iter().map(|(_, line)| read(line)).collect()
    };
    let mut mutants = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        mutants.push(Mutant { change: format!("{line}: dropped"), rules: with(at, None) });
        // Phases only say where an event can come.
        for (field, words) in fields(line).iter().enumerate().filter(|(field, _)| *field != 1) {
            for word in 0..words.len() {
                let mut changed = fields(line);
                changed[field].remove(word);
                // A rule without events is dropped.
                if !changed[0].is_empty() {
                    let change = format!("{line}: without {}", words[word]);
                    mutants.push(Mutant { change, rules: with(at, Some(&joined(&changed))) });
                }
                if field == 4 && word + 1 < words.len() {
                    let mut changed = fields(line);
                    changed[field].swap(word, word + 1);
                    let change = format!("{line}: {} first", words[word + 1]);
                    mutants.push(Mutant { change, rules: with(at, Some(&joined(&changed))) });
                }
            }
        }
    }
    mutants
}
