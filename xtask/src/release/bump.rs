//! `cargo xtask release --bump <version>`: writes a version in all places, and dates the changelog's section.

use std::fs;
use std::path::Path;

use super::places::with_version;
use super::step::{Release, Said};
use super::version::{self, UNRELEASED};
use crate::failure::{About, Failure, Outcome};
use crate::repository::{self, path, target};
use crate::{git, process, screen};

/// The test that compares the package's version with the one that the examples install.
const MANIFESTS: &str = "js-tests/packaging/examples/manifests.test.mjs";

/// Writes the version into the files of the repository. Does not commit.
pub fn command(version: &str) -> Outcome<()> {
    let _lock = repository::lock()?;
    let changed = bump(repository::root(), version)?;
    for file in &changed {
        screen::step(file);
    }
    screen::step(&format!(
        "{} files say {version}; commit them, tag the commit v{version} and push the tag",
        changed.len()
    ));
    Ok(())
}

/// Bumps the version in a copy of the repository's files. Cargo and the test of the examples then check the copy.
pub fn rehearse(_: &Release) -> Outcome<Said> {
    let copy = target("xtask/bumped");
    let made = rehearse_in(&copy);
    repository::remove(&copy)?;
    made
}

fn rehearse_in(copy: &Path) -> Outcome<Said> {
    for file in git::tracked()? {
        let from = path(&file);
        if from.is_file() {
            repository::copy(&from, &copy.join(&file))?;
        }
    }
    let now = version::of(copy)?;
    let next = next(&now)?;
    let changed = bump(copy, &next)?;
    if version::of(copy)? != next {
        return Err(Failure::new(format!("not every place says {next}")));
    }
    let stale = lines_with(copy, &now)?;
    if !stale.is_empty() {
        let text = format!("these lines still say {now}:\n  {}", stale.join("\n  "));
        return Err(Failure::new(text).hint("the rules of what says a version are in xtask/src/release/places.rs"));
    }
    let locks = git::tracked()?.into_iter().filter(|file| file.ends_with("Cargo.lock"));
    for lock in locks {
        let manifest = copy.join(lock.replace("Cargo.lock", "Cargo.toml"));
        let mut cargo = process::cargo();
        cargo.args(["update", "--quiet", "--workspace", "--locked", "--manifest-path"]).arg(manifest);
        process::quiet(&mut cargo)?;
    }
    let mut test = process::command("node");
    process::quiet(test.arg("--test").arg(copy.join(MANIFESTS)).current_dir(copy))?;
    Ok(Said::Done(format!("{now} → {next} in {} files of a copy, no file says {now} any more", changed.len())))
}

/// Writes the version into the tracked files below a folder. Returns the files that changed.
fn bump(root: &Path, version: &str) -> Outcome<Vec<String>> {
    next(version)?;
    let today = process::quiet(process::command("node").args(["-p", "new Date().toISOString().slice(0, 10)"]))?;
    let mut changed = Vec::new();
    for file in git::tracked()? {
        let whole = root.join(&file);
        // Binary files do not contain the version.
        let Ok(text) = fs::read_to_string(&whole) else { continue };
        let bumped = match file.as_str() {
            "CHANGELOG.md" => text.replacen(UNRELEASED, &format!("\n## {version} ({})\n", today.trim()), 1),
            _ => with_version(&file, &text, version).0,
        };
        if bumped != text {
            fs::write(&whole, bumped).about("write", &whole)?;
            changed.push(file);
        }
    }
    Ok(changed)
}

/// Returns the lines of manifests and texts that mention botwire with that version.
fn lines_with(root: &Path, version: &str) -> Outcome<Vec<String>> {
    let mut found = Vec::new();
    for file in git::tracked()?.into_iter().filter(|file| !file.contains("CHANGELOG")) {
        let text = fs::read_to_string(root.join(&file)).unwrap_or_default();
        let lines = text.lines().filter(|line| line.contains("botwire") && line.contains(version));
        found.extend(lines.map(|line| format!("{file}: {}", line.trim())));
    }
    Ok(found)
}

/// Returns the next minor version.
fn next(version: &str) -> Outcome<String> {
    let numbers: Option<Vec<u32>> = version.split('.').map(|part| part.parse().ok()).collect();
    match numbers.as_deref() {
        Some([major, minor, _]) => Ok(format!("{major}.{}.0", minor + 1)),
        _ => Err(Failure::new(format!("{version} is not a version such as 1.2.3"))),
    }
}

#[cfg(test)]
mod tests {
    use super::next;

    #[test]
    fn the_next_version_is_the_next_minor_one() {
        assert_eq!(next("0.1.0").expect("a version"), "0.2.0");
        assert_eq!(next("1.9.7").expect("a version"), "1.10.0");
        for wrong in ["1.2", "v1.2.3", "1.2.3-rc", ""] {
            next(wrong).expect_err(wrong);
        }
    }
}
