//! Checks that the version is the same everywhere, and has a section of the changelog and a tag.

use std::fs;
use std::path::Path;

use super::places::with_version;
use super::step::{Release, Said};
use crate::failure::{About, Failure, Outcome};
use crate::repository::{self, path};
use crate::setup::versions::RUST;
use crate::{git, process};

/// The heading of unreleased changes.
pub const UNRELEASED: &str = "\n## Unreleased\n";
/// Files that contain the version, and the minimum number of places in each.
const NEEDED: [(&str, usize); 4] =
    [("Cargo.toml", 2), ("Cargo.lock", 2), ("pkg-template/package.json", 1), ("create-botwire/package.json", 1)];

pub fn check(release: &Release) -> Outcome<Said> {
    let read = |name: &str| fs::read_to_string(path(name)).about("read", &path(name));
    let (manifest, changelog) = (read("Cargo.toml")?, read("CHANGELOG.md")?);
    let version = of(repository::root())?;
    let mut missing = Vec::new();
    let notes = section(&changelog, &version);
    if notes.is_none() {
        missing.push(format!("CHANGELOG.md has no section `## {version} (<year>-<month>-<day>)` with a text"));
    }
    if manifest.contains("repository.example") {
        missing.push("Cargo.toml says no real repository, which provenance names".to_owned());
    }
    if process::answer("rustc", &["--version"]).is_none_or(|said| !said.starts_with(&format!("rustc {RUST} "))) {
        missing.push(format!("rustc is not {RUST}, whose bytes a release has"));
    }
    if let Some(tag) = &release.tag {
        if *tag != format!("v{version}") {
            missing.push(format!("the tag is {tag}, and the version {version}"));
        }
        if process::answer("git", &["tag", "--points-at", "HEAD", "--list", tag]).is_none_or(|said| said != *tag) {
            missing.push(format!("HEAD has no tag {tag}"));
        }
        if !git::is_clean()? {
            missing.push("there are changes that are not committed".to_owned());
        }
    }
    let notes_file = release.files.join("notes.md");
    fs::write(&notes_file, notes.unwrap_or_default()).about("write", &notes_file)?;
    match (missing.as_slice(), &release.tag) {
        ([], _) => Ok(Said::Done(format!("{version} everywhere"))),
        (_, None) => Ok(Said::Left(format!("{version} everywhere; before a tag:\n  {}", missing.join("\n  ")))),
        (_, Some(_)) => Err(Failure::new(missing.join("\n"))),
    }
}

/// Returns the version in the files below a folder, which must be the same in all places.
pub fn of(root: &Path) -> Outcome<String> {
    let mut files = Vec::new();
    for file in git::tracked()? {
        // Binary files do not contain the version.
        if let Ok(text) = fs::read_to_string(root.join(&file)) {
            files.push((file, text));
        }
    }
    equal(&files)
}

/// Returns the version that all places share. The first place is that of `Cargo.toml`.
fn equal(files: &[(String, String)]) -> Outcome<String> {
    let text_of = |name: &str| files.iter().find(|(file, _)| file == name).map_or("", |(_, text)| text);
    let manifest = text_of("Cargo.toml").split_once("\nversion = \"").and_then(|(_, rest)| rest.split_once('"'));
    let (version, _) = manifest.ok_or_else(|| Failure::new("Cargo.toml says no version"))?;
    let advice = "`cargo xtask release --bump <version>` writes a version into all files";
    if let Some((file, _)) = files.iter().find(|(file, text)| with_version(file, text, version).0 != *text) {
        return Err(Failure::new(format!("{file} says another version than {version}")).hint(advice));
    }
    for (file, needed) in NEEDED {
        let (_, places) = with_version(file, text_of(file), version);
        if places < needed {
            let text = format!("{file} says the version in {places} places instead of {needed}");
            return Err(Failure::new(text).hint(advice));
        }
    }
    Ok(version.to_owned())
}

/// Returns the changelog's section of the version, below a heading with its date.
fn section(changelog: &str, version: &str) -> Option<String> {
    let heading = format!("## {version} (");
    let is_dated = |line: &str| {
        let date = line.strip_prefix(&heading).and_then(|rest| rest.strip_suffix(')')).unwrap_or_default();
        date.split('-').map(str::len).eq([4, 2, 2]) && date.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit())
    };
    let lines = changelog.lines().skip_while(|line| !is_dated(line)).skip(1);
    let text = lines.take_while(|line| !line.starts_with("## ")).collect::<Vec<_>>().join("\n");
    let text = text.trim();
    (!text.is_empty()).then(|| format!("{text}\n"))
}

#[cfg(test)]
mod tests {
    use super::{equal, section};

    const FILES: [(&str, &str); 5] = [
        (
            "Cargo.toml",
            "[workspace.package]\nversion = \"1.2.3\"\nbotwire-macros = { path = \"macros\", version = \"=1.2.3\" }\n",
        ),
        ("Cargo.lock", "\nname = \"botwire\"\nversion = \"1.2.3\"\n\nname = \"botwire-macros\"\nversion = \"1.2.3\"\n"),
        ("pkg-template/package.json", "{\n  \"name\": \"botwire\",\n  \"version\": \"1.2.3\",\n"),
        ("create-botwire/package.json", "{\n  \"name\": \"create-botwire\",\n  \"version\": \"1.2.3\",\n"),
        ("examples/a/package.json", "{ \"botwire\": \"^1.2.3\" }"),
    ];

    #[test]
    fn one_version_is_said_everywhere() {
        let files = || FILES.map(|(file, text)| (file.to_owned(), text.to_owned()));
        assert_eq!(equal(&files()).expect("a version"), "1.2.3");
        for at in 0..FILES.len() {
            let mut wrong = files();
            // Its last number: the version of the macros in the manifest and in the lock.
            let text = &mut wrong[at].1;
            let number = text.rfind("1.2.3").expect("a version");
            text.replace_range(number..number + 5, "1.2.4");
            equal(&wrong).expect_err("another version");
        }
        for at in 0..4 {
            let mut missing = files();
            missing[at].1.clear();
            equal(&missing).expect_err("no version");
        }
    }

    #[test]
    fn a_version_needs_a_dated_section_with_a_text() {
        let changelog = "# Changelog\n\n## Unreleased\n\n- Later.\n\n## 1.2.3 (2026-11-22)\n\n- New.\n\n## 1.2.2 (2026-10-01)\n\n- Old.\n";
        assert_eq!(section(changelog, "1.2.3").as_deref(), Some("- New.\n"));
        assert_eq!(section(changelog, "1.2.2").as_deref(), Some("- Old.\n"));
        for version in ["1.2.4", "1.2", "Unreleased"] {
            assert_eq!(section(changelog, version), None, "{version}");
        }
        assert_eq!(section("## 1.2.3\n\n- New.\n", "1.2.3"), None);
        assert_eq!(section("## 1.2.3 (soon-month)\n\n- New.\n", "1.2.3"), None);
        assert_eq!(section("## 1.2.3 (2026-11-22)\n\n## 1.2.2 (2026-10-01)\n\n- Old.\n", "1.2.3"), None);
    }
}
