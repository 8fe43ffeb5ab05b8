//! `cargo xtask mutants <part> [shard or files]`: mutates the sources and checks that a test fails.

use std::fs;
use std::path::Path;

use crate::failure::{About, Failure, Outcome};
use crate::repository::{path, target};
use crate::setup::node;
use crate::setup::versions::MUTANTS;
use crate::test::runners::NATIVE;
use crate::{build, process, repository, screen};

/// Folders of the crate.
const RUST: [&str; 5] = ["wire", "request", "policy", DELIVERY, "webhook"];
/// A part of its own: the folder `policy/delivery`, and the text of its rules, which its own test changes word by word.
const DELIVERY: &str = "delivery";
/// The test of that folder, which needs no feature: compiled with those of the other folders, a mutant takes ten times as long.
const OF_DELIVERY: [&str; 2] = ["--test", "delivery"];
/// Folders of `pkg-template`, with parts of the paths of their tests.
const TYPESCRIPT: [&str; 3] = ["ts-request", "ts-transport", "ts-updates"];

/// The percentage of mutants that tests must catch. Mutants that no test can catch are listed in `.cargo/mutants.toml`,
/// and for TypeScript in `js-tests/mutants/survivors.mjs`.
const CAUGHT_PERCENT: usize = 90;

/// The exit codes of cargo-mutants if a mutant survives, or if the tests run too long with one.
const MISSED_OR_TIMEOUT: [i32; 2] = [2, 3];

pub fn command(words: &[&str]) -> Outcome<()> {
    let parts: Vec<&str> = RUST.into_iter().chain(TYPESCRIPT).collect();
    let (part, some) = match words {
        [part] if parts.contains(part) => (*part, None),
        [part, shard] if RUST.contains(part) && shard.contains('/') => (*part, Some(*shard)),
        [part, files] if TYPESCRIPT.contains(part) => (*part, Some(*files)),
        _ => {
            return Err(Failure::new("cargo xtask mutants <part> [shard of a Rust part, such as 0/8, or files of the others, such as retry,send]")
                .hint(format!("there are: {}", parts.join(", "))));
        }
    };
    let _lock = repository::lock()?;
    let report = target("mutants").join(part);
    fs::create_dir_all(&report).about("make", &report)?;
    match part.strip_prefix("ts-") {
        Some(folder) => typescript(folder, some),
        None => rust(part, some, &report),
    }?;
    screen::step(&format!("the report: {}", report.display()));
    Ok(())
}

/// Compiles and tests each mutant natively, in a copy of the repository.
fn rust(part: &str, shard: Option<&str>, report: &Path) -> Outcome<()> {
    let mut mutants = process::command(MUTANTS.folder()?.join("cargo-mutants"));
    mutants.args(["mutants", "--package", "botwire", "--no-shuffle", "--colors", "never"]);
    if part != DELIVERY {
        mutants.args(["--features", NATIVE]);
    }
    match part {
        DELIVERY => {
            rules()?;
            mutants.args(["--file", "src/policy/delivery/**"]);
        }
        "policy" => {
            mutants.args(["--file", "src/policy/**", "--exclude", "src/policy/delivery/**"]);
        }
        _ => {
            mutants.args(["--file", &format!("src/{part}/**")]);
        }
    }
    mutants.arg("--output").arg(report);
    if let Some(shard) = shard {
        mutants.args(["--shard", shard]);
    }
    if part == DELIVERY {
        mutants.arg("--").args(OF_DELIVERY);
    }
    process::run_unless(&mut mutants, &MISSED_OR_TIMEOUT)?;
    let [caught, timeout, missed] = ["caught", "timeout", "missed"].map(|outcome| mutants_of(report, outcome));
    let (caught, all) = (caught + timeout, caught + timeout + missed);
    screen::step(&format!("{caught} of {all} mutants were caught"));
    if is_enough(caught, all) {
        return Ok(());
    }
    Err(Failure::new(format!("fewer than {CAUGHT_PERCENT} % of the mutants were caught")))
}

/// Changes each word of the rules of the end of an update, and visits every state.
fn rules() -> Outcome<()> {
    screen::step("the rules of the end of an update, each word changed");
    let mut cargo = process::cargo();
    cargo.args(["test", "--profile", "explore", "--test", "delivery", "--", "--ignored", "--nocapture"]);
    process::run(&mut cargo)
}

/// Returns the number of mutants with that outcome.
fn mutants_of(report: &Path, outcome: &str) -> usize {
    fs::read_to_string(report.join(format!("mutants.out/{outcome}.txt"))).map_or(0, |list| list.lines().count())
}

fn is_enough(caught: usize, all: usize) -> bool {
    caught * 100 >= all * CAUGHT_PERCENT
}

/// Tests mutants that are switches in the compiled package, so that it is compiled only once.
fn typescript(folder: &str, files: Option<&str>) -> Outcome<()> {
    build::package()?;
    node::packages_of("mutants")?;
    let mut stryker = node::script("js-tests/mutants/run.mjs");
    process::run(stryker.arg(folder).arg(target("mutants")).args(files).current_dir(path("js-tests")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ninety_of_a_hundred_mutants_are_enough() {
        assert!(is_enough(90, 100) && is_enough(1, 1) && is_enough(0, 0) && !is_enough(89, 100) && !is_enough(0, 1));
    }

    #[test]
    fn mutants_are_counted_by_the_lists_of_the_report() {
        let report = std::env::temp_dir().join(format!("botwire-mutants-{}", std::process::id()));
        fs::create_dir_all(report.join("mutants.out")).expect("a folder");
        fs::write(report.join("mutants.out/caught.txt"), "src/a.rs:1\nsrc/a.rs:2\n").expect("a list");
        assert_eq!([mutants_of(&report, "caught"), mutants_of(&report, "missed")], [2, 0]);
        fs::remove_dir_all(report).expect("the folder");
    }

    #[test]
    fn each_part_has_a_job_in_the_nightly_workflow() {
        let nightly = fs::read_to_string(path(".github/workflows/nightly.yml")).expect("a workflow");
        for part in RUST.into_iter().chain(TYPESCRIPT) {
            assert!(nightly.contains(&format!("- {{ part: {part}")), "{part}");
        }
    }
}
