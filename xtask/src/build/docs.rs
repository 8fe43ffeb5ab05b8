//! The documentation: the rendered reference, the guide, and rustdoc's pages of the crate, as plain files.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::package;
use crate::failure::{About, Outcome};
use crate::repository::{path, target};
use crate::setup::node;
use crate::stamp::{Inputs, unless_fresh};
use crate::{process, repository, screen};

const FOLDER: &str = "docs";
/// The folders and files that are written by hand. The others are rendered.
const WRITTEN: [&str; 7] = ["guide", "hosts", "coming-from", "parts", "samples", "public", ".vitepress"];
const FILES: [&str; 5] = ["index.md", "build.mjs", "markdown.mjs", "package-lock.json", "reference/rust.md"];
/// The sources of the site that the theme uses: the header and the tokens.
const OF_SITE: [&str; 2] = ["www-demo/src/shell", "www-demo/src/style"];
/// The parts of rustdoc's output that the site needs. Pages of other crates are omitted.
const OF_RUSTDOC: [&str; 6] = ["botwire", "static.files", "search.index", "src", "trait.impl", "type.impl"];

/// Builds the documentation into the folder of the site.
pub fn build(site: &Path) -> Outcome<()> {
    node::packages_in(FOLDER)?;
    let folder = path(FOLDER);
    package::renderer(&["--docs".as_ref(), folder.join("reference").as_os_str()])?;
    let made = target("xtask/docs");
    let inputs = WRITTEN.iter().fold(Inputs::new(), |inputs, name| inputs.folder(&folder.join(name)));
    let inputs = FILES.iter().fold(inputs, |inputs, name| inputs.file(&folder.join(name)));
    let inputs =
        ["methods", "types"].iter().fold(inputs, |inputs, name| inputs.folder(&folder.join("reference").join(name)));
    let inputs = OF_SITE.iter().fold(inputs, |inputs, name| inputs.folder(&path(name)));
    let inputs =
        inputs.folder(&path("examples")).file(&path("xtask/size/budget.json")).folder(&node::in_package("botwire"));
    unless_fresh("docs", &inputs, &made.join("index.html"), || {
        screen::step("docs: typedoc, vitepress");
        let mut build = node::script("docs/build.mjs");
        build.arg(node::in_package("botwire")).arg(&made).arg(target("xtask/docs-work"));
        process::quiet(&mut build).map(drop)
    })?;
    let rust = rustdoc()?;
    let place = site.join(FOLDER);
    let inputs = Inputs::new().folder(&made).folder(&rust);
    unless_fresh("docs-in-site", &inputs, &place.join("index.html"), || {
        repository::empty(&place)?;
        repository::copy_folder(&made, &place)?;
        repository::copy_folder(&rust, &place.join("rust"))
    })
    .map(drop)
}

/// Builds the pages of the crate into a folder without those of other crates.
fn rustdoc() -> Outcome<PathBuf> {
    let made = target("xtask/rustdoc");
    let inputs = Inputs::new().folder(&path("src")).folder(&path("macros")).file(&path("Cargo.lock"));
    unless_fresh("rustdoc", &inputs, &made.join("botwire/index.html"), || {
        screen::step("docs: rustdoc");
        let mut cargo = process::cargo();
        cargo.args(["doc", "--quiet", "--no-deps", "--package", "botwire", "--features", "http,emulator"]);
        process::quiet(&mut cargo)?;
        repository::empty(&made)?;
        let pages = target("doc");
        for entry in fs::read_dir(&pages).about("read", &pages)?.flatten() {
            let name = entry.file_name();
            if entry.path().is_file() {
                repository::copy(&entry.path(), &made.join(&name))?;
            } else if OF_RUSTDOC.iter().any(|known| name == OsStr::new(known)) {
                repository::copy_folder(&entry.path(), &made.join(&name))?;
            }
        }
        Ok(())
    })?;
    Ok(made)
}
