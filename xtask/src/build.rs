//! `cargo xtask build`: builds the npm package in `pkg/`. Skips steps whose inputs did not change.

mod create;
mod docs;
mod package;
mod site;
mod size;
mod wasm;

use std::path::PathBuf;
use std::time::Instant;

use crate::failure::Outcome;
use crate::setup::versions::WASM_BINDGEN;
use crate::setup::{node, rust};
use crate::{repository, screen};

pub use package::{NOTICES, unpack};

/// Builds the package. If `record` is true, later builds compare their sizes with this one.
pub fn command(record: bool) -> Outcome<()> {
    let _lock = repository::lock()?;
    package()?;
    size::report(record)
}

/// Installs the tools that compile the package, except npm packages. Returns the folder of wasm-bindgen's programs.
pub fn tools() -> Outcome<PathBuf> {
    rust::target(rust::WASM)?;
    WASM_BINDGEN.folder()
}

/// Builds the package in `pkg/` and installs it in `js-tests/node_modules`, as `npm install` would. If an edge worker
/// with it would exceed the budget, fails and keeps the last package.
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

/// Builds the package that `npm create botwire` runs. Returns its tarball.
pub fn create() -> Outcome<PathBuf> {
    create::build()
}

/// Builds the package, and with it the site: playground and dashboard of `www-demo`, and the documentation. Returns the
/// folder of the site's files.
pub fn site() -> Outcome<PathBuf> {
    let folder = site::build(&package()?)?;
    docs::build(&folder)?;
    Ok(folder)
}
