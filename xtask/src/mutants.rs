//! `cargo xtask mutants [part] [shard]`: changes the sources here and there, and asks whether a test fails.

use std::fs;

use crate::failure::{About, Failure, Outcome};
use crate::repository::{path, target};
use crate::setup::node;
use crate::setup::versions::MUTANTS;
use crate::test::runners::NATIVE;
use crate::{build, process, repository, screen};

/// Folders of the crate.
const RUST: [&str; 4] = ["wire", "request", "policy", "webhook"];
/// Folders of `pkg-template`, with the parts of the paths of the tests that know them.
const TYPESCRIPT: [&str; 3] = ["ts-request", "ts-transport", "ts-updates"];

pub fn command(words: &[&str]) -> Outcome<()> {
    let parts: Vec<&str> = RUST.into_iter().chain(TYPESCRIPT).collect();
    let (part, shard) = match words {
        [part] if parts.contains(part) => (*part, None),
        [part, shard] if RUST.contains(part) && shard.contains('/') => (*part, Some(*shard)),
        _ => {
            return Err(Failure::new("cargo xtask mutants <part> [shard of a Rust part, such as 0/8]")
                .hint(format!("there are: {}", parts.join(", "))));
        }
    };
    let _lock = repository::lock()?;
    let report = target("mutants").join(part);
    fs::create_dir_all(&report).about("make", &report)?;
    match part.strip_prefix("ts-") {
        Some(folder) => typescript(folder),
        None => rust(part, shard),
    }?;
    screen::step(&format!("the report: {}", report.display()));
    Ok(())
}

/// Each mutant is compiled and tested natively, in a copy of the repository.
fn rust(part: &str, shard: Option<&str>) -> Outcome<()> {
    let mut mutants = process::command(MUTANTS.folder()?.join("cargo-mutants"));
    mutants.args(["mutants", "--package", "botwire", "--features", NATIVE, "--no-shuffle", "--colors", "never"]);
    mutants.args(["--file", &format!("src/{part}/**"), "--output"]).arg(target("mutants").join(part));
    if let Some(shard) = shard {
        mutants.args(["--shard", shard]);
    }
    process::run(&mut mutants)
}

/// Each mutant is a switch in the compiled package, so that nothing is compiled for it.
fn typescript(folder: &str) -> Outcome<()> {
    build::package()?;
    node::packages_of("mutants")?;
    let mut stryker = node::script("js-tests/mutants/run.mjs");
    process::run(stryker.arg(folder).arg(target("mutants")).current_dir(path("js-tests")))
}
