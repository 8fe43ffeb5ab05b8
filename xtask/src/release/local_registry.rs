//! Publishes the packages to a registry on loopback, and installs botwire from it in each runtime.

use super::step::{Release, Said};
use crate::failure::Outcome;
use crate::repository::{remove, target};
use crate::setup::node;
use crate::setup::versions::VERDACCIO;
use crate::{build, process, screen};

/// Manifest and lock of the registry's program.
const PROGRAM: &str = "xtask/release/registry";
const SCRIPT: &str = "xtask/release/local-registry.mjs";

pub fn check(_: &Release) -> Outcome<Said> {
    let (tarball, create) = (build::whole_package()?, build::create()?);
    // Deno and Bun are from the packaging tests.
    node::packages_of("packaging")?;
    let folder = target("xtask/verdaccio");
    screen::step(&format!("installing verdaccio {VERDACCIO} …"));
    let done = node::packages_into(PROGRAM, &folder).and_then(|()| {
        let mut script = node::script(SCRIPT);
        process::quiet(script.arg(&folder).arg(tarball).arg(create).arg(target("xtask/local-registry")))
    });
    remove(&folder)?;
    Ok(Said::Done(done?.trim_end().replace('\n', "\n  ")))
}
