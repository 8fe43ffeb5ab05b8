//! Runs the lines of the documentation that compile Rust for minutes, as a reader copies them.

use super::step::{Release, Said};
use crate::failure::Outcome;
use crate::setup::versions::{WASM_BINDGEN, WASM_PACK};
use crate::setup::{browser, node, rust};
use crate::{build, process};

pub fn check(release: &Release) -> Outcome<Said> {
    if !release.is_named {
        return Ok(Said::Left("it compiles for half an hour, with the newest Rust: `--only Rust` runs it".to_owned()));
    }
    build::whole_package()?;
    node::packages_of("packaging")?;
    rust::target(rust::WASM)?;
    rust::target(rust::WASI)?;
    let driver = browser::find_or_install()?.driver;
    let folder = driver.parent().map(ToOwned::to_owned);
    let mut lines = process::command("node");
    process::with_programs(&mut lines, [WASM_BINDGEN.folder()?, WASM_PACK.folder()?].into_iter().chain(folder))?;
    lines.args(["--test", "--test-reporter=spec", "js-tests/docs/rust-lines.mjs"]);
    process::run(&mut lines)?;
    Ok(Said::Done("each of them ran".to_owned()))
}
