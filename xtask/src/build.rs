//! `cargo xtask build`: builds the npm package in `pkg/`. Skips steps whose inputs did not change.

mod create;
mod docs;
mod package;
mod site;
mod size;
mod studio;
mod wasm;

use std::path::PathBuf;
use std::time::Instant;

use crate::failure::{Failure, Outcome};
use crate::setup::versions::WASM_BINDGEN;
use crate::setup::{node, rust};
use crate::{repository, screen};

pub use package::{NOTICES, unpack};

/// Builds the package: `--whole` with the studio. With `--record`, later builds compare their sizes with this one.
pub fn command(arguments: &[&str]) -> Outcome<()> {
    if let Some(other) = arguments.iter().find(|argument| !["--whole", "--record"].contains(argument)) {
        return Err(
            Failure::new(format!("the build does not know {other}")).hint("cargo xtask build [--whole] [--record]")
        );
    }
    let _lock = repository::lock()?;
    if arguments.contains(&"--whole") {
        whole_package()?
    } else {
        package()?
    };
    size::report(arguments.contains(&"--record"))
}

/// Installs the tools that compile the package, except npm packages. Returns the folder of wasm-bindgen's programs.
pub fn tools() -> Outcome<PathBuf> {
    rust::target(rust::WASM)?;
    WASM_BINDGEN.folder()
}

/// Builds the package in `pkg/`, and installs it in `js-tests/node_modules`, as `npm install` would. If an edge worker
/// with it would exceed the budget, fails and keeps the last package. Returns the tarball.
///
/// The studio takes minutes the first time, and few tests need it, so the package contains it only if it was built
/// before.
pub fn package() -> Outcome<PathBuf> {
    built(false)
}

/// Builds the package as it is published, with the studio.
pub fn whole_package() -> Outcome<PathBuf> {
    built(true)
}

fn built(with_studio: bool) -> Outcome<PathBuf> {
    let started = Instant::now();
    let bindgen = tools()?;
    node::packages()?;
    package::compact()?;
    wasm::build(&bindgen)?;
    package::render()?;
    let changed = package::assemble()?;
    if with_studio || studio::was_built() {
        studio::add()?;
    }
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
    let folder = site::build(&whole_package()?)?;
    docs::build(&folder)?;
    Ok(folder)
}
