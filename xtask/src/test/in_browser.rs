//! Runs the tests for wasm32 with wasm-pack: in Chromium, and in Firefox if there is a geckodriver.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::selection::Selection;
use super::tools::Programs;
use crate::failure::{Failure, Outcome};
use crate::repository::{files_below, path};
use crate::setup::firefox;
use crate::{process, screen};

/// The features for these tests.
pub const FEATURES: &str = "client,emulator";

/// The time limit of wasm-bindgen's runner for a file of tests, in seconds.
const LIMIT: &str = "1800";

pub fn run(selection: &Selection, programs: &Programs, log: &Path) -> Outcome<bool> {
    let Some(folders) = &programs.wasm_pack else { return Err(Failure::new("wasm-pack is not set up")) };
    let Some(chromium) = &programs.browser else { return Err(Failure::new("no browser is set up")) };
    let targets = selection.targets_among(&targets());
    if targets.is_empty() {
        return Err(Failure::new("no test target of the suite `browser` has a name like that"));
    }
    let test = |browser: &str, driver: &Path, capabilities: &Path| {
        let mut pack = wasm_pack(folders)?;
        pack.args(["test", "--headless", "--mode", "no-install"]);
        pack.args([format!("--{browser}"), format!("--{browser}driver").replace("firefox", "gecko")]).arg(driver);
        pack.args(["--", "--features", FEATURES]).args(&targets);
        pack.args(selection.function().iter().flat_map(|name| ["--", name]));
        pack.env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", capabilities);
        process::logged(process::not_incremental(&mut pack), log)
    };
    let in_chromium = test("chrome", &chromium.driver, &chromium.webdriver_file()?)?;
    let Some((program, driver)) = programs.firefox.as_ref().zip(firefox::driver()?) else {
        screen::step(
            "browser: Firefox is left out, because geckodriver is missing (`cargo install geckodriver --locked`)",
        );
        return Ok(in_chromium);
    };
    Ok(test("firefox", &driver, &firefox::webdriver_file(program)?)? && in_chromium)
}

/// wasm-pack, which takes the programs of wasm-bindgen from PATH.
fn wasm_pack([wasm_pack, bindgen]: &[PathBuf; 2]) -> Outcome<Command> {
    let mut pack = process::command(wasm_pack.join("wasm-pack"));
    process::with_programs(&mut pack, [bindgen.clone()])?;
    pack.env("WASM_BINDGEN_TEST_TIMEOUT", LIMIT).env("NO_COLOR", "1");
    Ok(pack)
}

/// Returns the test targets with tests for wasm32: `lib`, and files or folders of `tests`. The others would be
/// compiled, linked, and opened in vain.
fn targets() -> Vec<String> {
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
