//! Runs the suites, and writes all output to the suite's log.

use std::cmp::Reverse;
use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use super::selection::Selection;
use super::tools::{DATABASES, Programs};
use crate::failure::{About, Outcome};
use crate::process;
use crate::repository::path;
use crate::setup::node;

/// The features for native tests.
pub const NATIVE: &str =
    "botwire/render,botwire/emulator,botwire/http,botwire/reqwest-no-tls,botwire/tower,botwire/tracing";

/// The time limit of node for a file of tests, in milliseconds: Node 20 applies it to the whole file. The longest file
/// takes a fortieth of it on two idle cores, and up to twenty times as long on a slow, busy machine.
const NODE_LIMIT_MS: u64 = 900_000;

pub fn check(arguments: &[&str], rustdoc_flags: &str, log: &Path) -> Outcome<bool> {
    let mut cargo = process::cargo();
    cargo.args(arguments);
    if !rustdoc_flags.is_empty() {
        cargo.env("RUSTDOCFLAGS", rustdoc_flags);
    }
    let passed = process::logged(process::not_incremental(&mut cargo), log)?;
    one_check(&process::line(&cargo), passed, log)
}

pub fn native(selection: &Selection, log: &Path) -> Outcome<bool> {
    let mut cargo = process::cargo();
    cargo.args(["test", "--workspace", "--no-fail-fast", "--features", NATIVE]).args(selection.cargo_arguments());
    process::logged(process::not_incremental(&mut cargo), log)
}

/// Compiles a project with the newest TypeScript and with the last one that is written in JavaScript.
pub fn project(file: &Path, log: &Path) -> Outcome<bool> {
    let mut all = true;
    for compiler in ["typescript", "typescript-6"] {
        let mut tsc = node_program();
        tsc.arg(node::in_package(compiler).join("bin/tsc")).args(["--noEmit", "--pretty", "false", "--project"]);
        let passed = process::logged(tsc.arg(file), log)?;
        all &= one_check(&process::line(&tsc), passed, log)?;
    }
    Ok(all)
}

pub fn node(files: &[PathBuf], name: Option<&str>, programs: &Programs, log: &Path) -> Outcome<bool> {
    // Without a file, node would search for tests itself.
    if files.is_empty() {
        return Ok(true);
    }
    let mut runner = node_program();
    // The nightly run of the models takes this many seconds for each, and time to shrink failures.
    let model_seconds: u64 = env::var("MODEL_SECONDS").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(0);
    let limit = format!("--test-timeout={}", NODE_LIMIT_MS + 4000 * model_seconds);
    runner.args(["--test", "--test-reporter=spec", &limit, &concurrency()]);
    if let Some(name) = name {
        runner.args(["--test-name-pattern", name]);
    }
    runner.args(longest_first(files));
    runner.env("NO_COLOR", "1");
    if let Some(browser) = &programs.browser {
        runner.env("CHROME", &browser.shell).env("CHROMEDRIVER", &browser.driver);
    }
    if let Some(firefox) = &programs.firefox {
        runner.env("FIREFOX", firefox);
    }
    for (variable, url) in DATABASES.into_iter().zip([&programs.redis, &programs.postgres]) {
        if let Some(url) = url {
            runner.env(variable, url);
        }
    }
    if let Some(site) = &programs.site {
        runner.env("WWW_DEMO", site);
    }
    process::logged(process::not_incremental(&mut runner), log)
}

/// Sorts files of tests by size, so that a suite does not end with one long file beside an idle core.
fn longest_first(files: &[PathBuf]) -> Vec<&PathBuf> {
    let mut files: Vec<&PathBuf> = files.iter().collect();
    files.sort_by_key(|file| Reverse(fs::metadata(file).map_or(0, |file| file.len())));
    files
}

/// Returns the number of test files that run concurrently: one per core. By default, Node leaves one core idle.
fn concurrency() -> String {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    format!("--test-concurrency={cores}")
}

/// Adds a line that counts a check without its own count as one test.
pub fn one_check(what: &str, passed: bool, log: &Path) -> Outcome<bool> {
    let (word, counts) = if passed { ("ok", "1 passed; 0 failed") } else { ("FAILED", "0 passed; 1 failed") };
    note(&format!("{what}\ntest result: {word}. {counts}"), log)?;
    Ok(passed)
}

pub fn note(text: &str, log: &Path) -> Outcome<()> {
    let mut file = File::options().create(true).append(true).open(log).about("write", log)?;
    writeln!(file, "{text}").about("write", log)
}

fn node_program() -> Command {
    let mut program = process::command("node");
    program.current_dir(path("js-tests"));
    program
}
