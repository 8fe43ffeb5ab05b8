//! Output for people: headings, progress lines, and failures, colored on a terminal only.

use std::env;
use std::io::{IsTerminal, stdout};
use std::sync::OnceLock;
use std::time::Duration;

use crate::failure::Failure;

/// Returns true if standard output supports colors: it is a terminal, and `NO_COLOR` is not set.
pub fn is_colored() -> bool {
    static IS_COLORED: OnceLock<bool> = OnceLock::new();
    *IS_COLORED.get_or_init(|| stdout().is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()))
}

fn paint(code: &str, text: &str) -> String {
    if is_colored() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
}

pub fn bold(text: &str) -> String {
    paint("1", text)
}

pub fn dim(text: &str) -> String {
    paint("2", text)
}

pub fn green(text: &str) -> String {
    paint("32", text)
}

pub fn red(text: &str) -> String {
    paint("31", text)
}

/// Prints one line about the current step.
pub fn step(text: &str) {
    println!("{} {text}", paint("36", "•"));
}

pub fn heading(text: &str) {
    println!("\n{} {}", paint("36", "──"), bold(text));
}

pub fn failure(failure: &Failure) {
    eprintln!("{} {failure}", paint("31", "failed:"));
}

/// Formats a duration: `0.4 s`, `12.0 s`, `3 min 05 s`.
pub fn seconds(duration: Duration) -> String {
    let whole = duration.as_secs();
    if whole < 60 {
        format!("{:.1} s", duration.as_secs_f64())
    } else {
        format!("{} min {:02} s", whole / 60, whole % 60)
    }
}

/// Indents the output of another program, to distinguish it from ours.
pub fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}
