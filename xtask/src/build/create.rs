//! `create-botwire`, which `npm create botwire` runs, with templates made from the examples.

use std::path::PathBuf;

use super::package;
use crate::failure::Outcome;
use crate::process;
use crate::repository::{path, target};
use crate::setup::node;
use crate::stamp::{Inputs, unless_fresh};

/// Builds and packs it. Returns the tarball.
pub fn build() -> Outcome<PathBuf> {
    node::packages()?;
    let (folder, packed) = (target("create-botwire"), target("xtask/packed-create"));
    let inputs = ["create-botwire", "examples"].iter().fold(Inputs::new(), |inputs, name| inputs.folder(&path(name)));
    let inputs = inputs.file(&path("js-tests/package-lock.json"));
    unless_fresh("create-botwire", &inputs, &folder.join("templates.json"), || {
        process::quiet(node::script("create-botwire/build.mjs").arg(&folder))?;
        package::pack(&folder, &packed)
    })?;
    package::tarball(&packed)
}
