//! The studio, a part of the package that the emulator's command serves. It is built from the site's sources.

use std::path::PathBuf;

use super::{package, size};
use crate::failure::Outcome;
use crate::repository::{self, copy_folder, path, target};
use crate::setup::node;
use crate::stamp::{Inputs, unless_fresh};
use crate::{process, screen};

/// The folder with the sources of the site and the studio.
const SITE: &str = "www-demo";
/// Its place in the package.
const PLACE: &str = "pkg/studio";

/// Builds the studio within its budget and puts it into `pkg/`.
pub fn add() -> Outcome<()> {
    let files = build()?;
    repository::remove(&path(PLACE))?;
    copy_folder(&files, &path(PLACE))
}

/// Returns true if an earlier command has built the studio.
pub fn was_built() -> bool {
    target("studio/studio.html").exists()
}

/// Builds the studio. Does not use the built package. Returns the folder of its files.
fn build() -> Outcome<PathBuf> {
    node::packages_in(SITE)?;
    let (folder, files) = (path(SITE), target("studio"));
    let inputs = ["src", "public"].iter().fold(Inputs::new(), |inputs, part| inputs.folder(&folder.join(part)));
    let inputs = ["studio.html", "vite.studio.config.ts", "package-lock.json"]
        .iter()
        .fold(inputs, |inputs, file| inputs.file(&folder.join(file)))
        .file(&package::rendered().join("schema.json"))
        .folder(&path("xtask/size"));
    unless_fresh("studio", &inputs, &files.join("studio.html"), || {
        screen::step("studio: vite");
        let mut vite = node::script("www-demo/node_modules/vite/bin/vite.js");
        vite.args(["build", "--config", "vite.studio.config.ts", "--logLevel", "warn", "--emptyOutDir", "--outDir"]);
        process::quiet(vite.arg(&files).current_dir(&folder))?;
        size::measure_studio(&files)
    })?;
    Ok(files)
}
