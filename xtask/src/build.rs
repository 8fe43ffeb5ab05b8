//! `cargo xtask build`: from the Rust definitions to the npm package in `pkg/`, steps whose inputs did not change skipped.

mod create;
mod docs;
mod package;
mod site;
mod size;
mod wasm;

use std::path::PathBuf;
use std::time::Instant;

use crate::failure::Outcome;
use crate::setup::{cargo_tools, node, rust};
use crate::{repository, screen};

pub use package::{NOTICES, unpack};

/// Builds, and keeps the sizes as those that later builds compare with if `record` says so.
pub fn command(record: bool) -> Outcome<()> {
    let _lock = repository::lock()?;
    package()?;
    size::report(record)
}

/// What compiles the package and is not an npm package. Gives the folder of wasm-bindgen's programs.
pub fn tools() -> Outcome<PathBuf> {
    rust::wasm_target()?;
    cargo_tools::wasm_bindgen()
}

/// Leaves the package in `pkg/` and, as a user would have it after `npm install`, in `js-tests/node_modules`.
/// Fails, and leaves the last package, if an edge worker with it would be larger than the budget.
pub fn package() -> Outcome<PathBuf> {
    let started = Instant::now();
    let bindgen = tools()?;
    node::packages()?;
    package::compact()?;
    wasm::build(&bindgen)?;
    package::render()?;
    let changed = package::assemble()?;
    let package = package::install()?;
    let news = if changed { "built" } else { "up to date" };
    screen::step(&format!("pkg/ is {news} ({})", screen::seconds(started.elapsed())));
    Ok(package)
}

/// Builds the package that `npm create botwire` runs. Gives its tarball.
pub fn create() -> Outcome<PathBuf> {
    create::build()
}

/// Builds the package, and on it the site: playground and dashboard of `www-demo`, and the documentation.
/// Gives the folder of the site's files.
pub fn site() -> Outcome<PathBuf> {
    let folder = site::build(&package()?)?;
    docs::build(&folder)?;
    Ok(folder)
}
