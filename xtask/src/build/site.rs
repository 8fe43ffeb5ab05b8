//! The site of `www-demo`: plain files, built on the packed package, for any static host.

use std::path::{Path, PathBuf};

use super::package;
use crate::failure::Outcome;
use crate::repository::{path, target};
use crate::setup::node;
use crate::stamp::{Inputs, unless_fresh};
use crate::{process, screen};

const FOLDER: &str = "www-demo";
/// The files with the figures and the code of the start page.
const FIGURES: [&str; 3] = ["docs/figures.json", "docs/guide/any-bot.md", "README.md"];

/// Builds the site with a tarball of the package, and fails on type errors. Returns the folder of its files.
pub fn build(tarball: &Path) -> Outcome<PathBuf> {
    node::packages_in(FOLDER)?;
    let folder = path(FOLDER);
    let installed = folder.join("node_modules/botwire");
    let inputs = Inputs::new().file(tarball).file(&folder.join("package-lock.json"));
    unless_fresh("site-install", &inputs, &installed.join("package.json"), || package::unpack(tarball, &installed))?;
    let files = target(FOLDER);
    let inputs = FIGURES.iter().fold(inputs, |inputs, name| inputs.file(&path(name)));
    unless_fresh("site", &inputs.folder(&folder).folder(&path("docs/samples")), &files.join("index.html"), || {
        screen::step(&format!("{FOLDER}: typescript, vite"));
        let mut check = node::npm();
        process::quiet(check.args(["run", "--silent", "check", "--prefix", FOLDER]))?;
        let mut vite = node::script(&format!("{FOLDER}/node_modules/vite/bin/vite.js"));
        vite.args(["build", "--logLevel", "warn", "--emptyOutDir", "--outDir"]).arg(&files);
        process::quiet(vite.current_dir(&folder)).map(drop)
    })?;
    Ok(files)
}
