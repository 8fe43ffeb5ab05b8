//! `cargo xtask setup`: installs the tools of all commands.

use crate::failure::Outcome;
use crate::setup::versions::{WASM_BINDGEN, WASM_PACK, WORKER_BUILD};
use crate::setup::{browser, databases, firefox, node, oldest_rust, python, rust};
use crate::test::suite;
use crate::{repository, screen};

pub fn command() -> Outcome<()> {
    let _lock = repository::lock()?;
    rust::target(rust::WASM)?;
    rust::target(rust::WASI)?;
    rust::component("clippy")?;
    rust::component("rustfmt")?;
    rust::toolchain(&oldest_rust::version()?)?;
    let bindgen = WASM_BINDGEN.folder()?;
    WASM_PACK.folder()?;
    WORKER_BUILD.folder()?;
    node::packages()?;
    for suite in suite::all() {
        node::packages_of(&suite.name)?;
    }
    python::environments()?;
    node::packages_of("bench")?;
    node::packages_in("www-demo")?;
    node::packages_in("docs")?;
    let browser = browser::find_or_install()?;
    let firefox = firefox::find_or_install()?;
    let (redis, postgres) = (databases::redis()?, databases::postgres()?);
    screen::step(&format!("wasm-bindgen: {}", bindgen.display()));
    let browser::Browser { chrome, driver, shell } = browser;
    screen::step(&format!("Chromium: {}, {} and {}", chrome.display(), driver.display(), shell.display()));
    screen::step(&format!("Firefox: {}", firefox.display()));
    screen::step(&format!("Redis: {}, PostgreSQL: {}", redis.display(), postgres.display()));
    Ok(())
}
