//! Runs the suites, and writes all output to the suite's log.

use std::cmp::Reverse;
use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::iter;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use super::selection::Selection;
use super::tools::{DATABASES, Programs};
use crate::failure::{About, Failure, Outcome};
use crate::process;
use crate::repository::{files_below, path};
use crate::setup::node;

/// The features for native tests.
pub const NATIVE: &str =
    "botwire/render,botwire/emulator,botwire/http,botwire/reqwest-no-tls,botwire/tower,botwire/tracing";
/// The features for tests in the browser.
pub const IN_BROWSER: &str = "client,emulator";

/// The time limit of node for a file of tests, in milliseconds: Node 20 applies it to the whole file. The longest file
/// takes a fortieth of it on two idle cores, and up to twenty times as long on a slow, busy machine.
const NODE_LIMIT_MS: u64 = 900_000;
/// The time limit of wasm-bindgen's runner for a file of tests, in seconds.
const BROWSER_LIMIT: &str = "1800";

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

/// Runs the tests for wasm32 with wasm-pack, in Chromium only.
pub fn browser(selection: &Selection, programs: &Programs, log: &Path) -> Outcome<bool> {
    let Some([wasm_pack, bindgen]) = &programs.wasm_pack else { return Err(Failure::new("wasm-pack is not set up")) };
    let Some(browser) = &programs.browser else { return Err(Failure::new("no browser is set up")) };
    let targets = selection.targets_among(&targets_in_browser());
    if targets.is_empty() {
        return Err(Failure::new("no test target of the suite `browser` has a name like that"));
    }
    let mut pack = process::command(wasm_pack.join("wasm-pack"));
    pack.args(["test", "--headless", "--chrome", "--mode", "no-install", "--chromedriver"]).arg(&browser.driver);
    pack.args(["--", "--features", IN_BROWSER]).args(targets);
    pack.args(selection.function().iter().flat_map(|name| ["--", name]));
    // It takes the programs of wasm-bindgen from there.
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = iter::once(bindgen.clone()).chain(env::split_paths(&path));
    pack.env("PATH", env::join_paths(folders).map_err(|error| Failure::new(error.to_string()))?);
    pack.env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", browser.webdriver_file()?);
    pack.env("WASM_BINDGEN_TEST_TIMEOUT", BROWSER_LIMIT).env("NO_COLOR", "1");
    process::logged(process::not_incremental(&mut pack), log)
}

/// Returns the test targets with tests for wasm32: `lib`, and files or folders of `tests`. The others would be
/// compiled, linked, and opened in vain.
fn targets_in_browser() -> Vec<String> {
    let has_tests = |file: &PathBuf| {
        let is_rust = file.extension().is_some_and(|ending| ending == "rs");
        is_rust && fs::read_to_string(file).is_ok_and(|text| text.contains("wasm_bindgen_test"))
    };
    let mut targets = Vec::new();
    if files_below(&path("src")).iter().any(has_tests) {
        targets.push("lib".to_owned());
    }
    let tests = path("tests");
    for file in files_below(&tests).iter().filter(|file| has_tests(file)) {
        let inside = file.strip_prefix(&tests).unwrap_or(file).components().next();
        let name = inside.map(|first| first.as_os_str().to_string_lossy().replace(".rs", "")).unwrap_or_default();
        if !targets.contains(&name) {
            targets.push(name);
        }
    }
    targets
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
