//! The reports of the public surface, `api/*.txt`, which make its changes visible in review. `cargo xtask api` writes
//! them; the suite `api` fails if one is stale.

use std::collections::HashSet;
use std::fs;

use crate::failure::{About, Outcome};
use crate::repository::path;
use crate::setup::rust::WASM;
use crate::setup::{node, oldest_rust, rust};
use crate::{build, process, repository, screen};

pub fn command() -> Outcome<()> {
    let _lock = repository::lock()?;
    prepare()?;
    for (name, made) in reports()? {
        let file = path(name);
        fs::write(&file, made).about("write", &file)?;
        screen::step(&format!("{name} is written: `git diff` shows what changed"));
    }
    Ok(())
}

/// Prepares the tools for the reports.
pub fn prepare() -> Outcome<()> {
    build::package()?;
    rust::toolchain(&oldest_rust::version()?)
}

/// Returns the committed reports that are stale, with the first lines that differ.
pub fn stale() -> Outcome<Vec<String>> {
    let reports = reports()?.into_iter().filter_map(|(name, made)| {
        let committed = fs::read_to_string(path(name)).unwrap_or_default().replace('\r', "");
        difference(&committed, &made).map(|lines| format!("{name} is stale; `cargo xtask api` writes it\n{lines}"))
    });
    Ok(reports.collect())
}

fn reports() -> Outcome<Vec<(&'static str, String)>> {
    let typescript = process::quiet(node::script("xtask/release/typings.mjs").arg(path("pkg")))?;
    // The features that a user enables. TLS adds no items.
    let everywhere = rust_report(None, "http,reqwest-no-tls,emulator")?;
    let only_on_wasm = only_in(&rust_report(Some(WASM), "http,emulator")?, &everywhere);
    Ok(vec![("api/typescript.txt", typescript), ("api/rust.txt", everywhere), ("api/rust-wasm32.txt", only_on_wasm)])
}

/// Uses the oldest Rust, so that the report is the same on every machine. Describing a crate needs an unstable option.
fn rust_report(triple: Option<&str>, features: &str) -> Outcome<String> {
    let mut cargo = oldest_rust::cargo("rustdoc")?;
    cargo.args(["--lib", "--features", features]);
    if let Some(triple) = triple {
        cargo.args(["--target", triple]);
    }
    cargo.args(["--", "-Z", "unstable-options", "--output-format", "json", "--cap-lints", "allow"]);
    process::quiet(&mut cargo)?;
    let json = path(oldest_rust::TARGET).join(triple.unwrap_or_default()).join("doc/botwire.json");
    let mut report = process::cargo();
    process::quiet(report.args(["run", "--quiet", "--package", "xtask-api", "--"]).arg(json))
}

/// Returns the lines of a text that are not in another one.
fn only_in(text: &str, other: &str) -> String {
    let others: HashSet<&str> = other.lines().collect();
    text.lines().filter(|line| !others.contains(line)).flat_map(|line| [line, "\n"]).collect()
}

/// Returns the lines of each text that are not in the other, at most ten of each.
fn difference(committed: &str, made: &str) -> Option<String> {
    if committed == made {
        return None;
    }
    let lines = |text: &str, other: &str, sign: char| -> Vec<String> {
        only_in(text, other).lines().take(10).map(|line| format!("{sign} {line}")).collect()
    };
    let mut all = lines(committed, made, '-');
    all.extend(lines(made, committed, '+'));
    // The lines may be equal, but in a different order or number.
    Some(if all.is_empty() { "the order of its lines".to_owned() } else { all.join("\n") })
}

#[cfg(test)]
mod tests {
    use super::{difference, only_in};

    #[test]
    fn only_what_another_text_lacks_is_told() {
        assert_eq!(only_in("a\nb\nc\n", "b\n"), "a\nc\n");
    }

    #[test]
    fn a_report_is_fresh_only_if_equal() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(difference("a\nb\n", "a\nc\n").as_deref(), Some("- b\n+ c"));
        assert!(difference("a\nb\n", "b\na\n").is_some() && difference("", "a\n").is_some());
    }
}
