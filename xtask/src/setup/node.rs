//! Finds Node and installs the npm packages for build, demo, and tests, with the exact versions of
//! `js-tests/package.json` and of the suites with their own manifest.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::{Failure, Outcome};
use crate::repository::{copy, empty, path};
use crate::stamp::{Inputs, unless_fresh};
use crate::{process, screen};

/// The oldest version of Node that the package supports and the tests run on.
const OLDEST: u32 = 20;

const LOCK: &str = "package-lock.json";

/// Installs the npm packages for build, demo, and most tests if they are missing or the lock changed.
pub fn packages() -> Outcome<()> {
    check_version()?;
    install("js-tests")
}

/// Installs the packages of the suite in this folder of `js-tests`, if it has a lock file.
pub fn packages_of(suite: &str) -> Outcome<()> {
    let folder = format!("js-tests/{suite}");
    if path(&folder).join(LOCK).is_file() { install(&folder) } else { Ok(()) }
}

fn install(folder: &str) -> Outcome<()> {
    // Node's version is not an input: no package is compiled for it.
    let inputs = Inputs::new().file(&path(folder).join(LOCK));
    let step = format!("npm-ci-{}", folder.replace('/', "-"));
    unless_fresh(&step, &inputs, &path(folder).join("node_modules/.package-lock.json"), || {
        screen::step(&format!("installing the npm packages of {folder} (some hundred MB, once) …"));
        install_locked(&path(folder)).map_err(|failure| {
            Failure::new(failure.to_string())
                .hint(format!("`npm ci` in {folder} must succeed once; it needs the npm registry"))
        })
    })
    .map(drop)
}

/// Installs the packages of a folder with a lock file.
pub fn packages_in(folder: &str) -> Outcome<()> {
    check_version()?;
    install(folder)
}

/// Installs the packages of a manifest and lock in the repository into another folder, which is emptied before.
pub fn packages_into(folder: &str, place: &Path) -> Outcome<()> {
    check_version()?;
    empty(place)?;
    for file in ["package.json", LOCK] {
        copy(&path(folder).join(file), &place.join(file))?;
    }
    install_locked(place)
}

fn install_locked(folder: &Path) -> Outcome<()> {
    let mut npm = npm();
    // All tools work without install scripts, so none is run. The lock has the digest of each archive, so one in npm's
    // cache need not be asked for again.
    npm.args(["ci", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix"]).arg(folder);
    process::quiet(&mut npm).map(drop)
}

/// Creates a command that runs a program of an npm package, or a script of the repository, in Node.
pub fn script(file: &str) -> Command {
    let mut node = process::command("node");
    node.arg(path(file));
    node
}

/// Creates a command of `npm`, whose program has a different name on Windows.
pub fn npm() -> Command {
    process::command(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

/// Returns the path of a file in an npm package.
pub fn in_package(file: &str) -> PathBuf {
    path("js-tests/node_modules").join(file)
}

/// Fails if Node is missing or too old.
pub fn check_version() -> Outcome<()> {
    let advice = format!("install Node {OLDEST} or later, with npm, so that `node --version` says so");
    let said =
        process::answer("node", &["--version"]).ok_or_else(|| Failure::new("Node is not installed").hint(&*advice))?;
    match major(&said) {
        Some(found) if found >= OLDEST => Ok(()),
        _ => Err(Failure::new(format!("Node {said} is too old")).hint(advice)),
    }
}

fn major(version: &str) -> Option<u32> {
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn the_major_version_is_read() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("v9.0.0"), Some(9));
        assert_eq!(major("command not found"), None);
    }
}
