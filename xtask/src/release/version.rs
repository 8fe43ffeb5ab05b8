//! One version everywhere, a section of the changelog for it, and a tag of its name.

use std::fs;

use super::{Release, Said};
use crate::failure::{About, Failure, Outcome};
use crate::repository::path;
use crate::setup::versions::RUST;
use crate::{process, repository};

pub fn check(release: &Release) -> Outcome<Said> {
    let read = |name: &str| fs::read_to_string(path(name)).about("read", &path(name));
    let (manifest, changelog) = (read("Cargo.toml")?, read("CHANGELOG.md")?);
    let version = equal(&manifest, &read("pkg-template/package.json")?, &read("Cargo.lock")?)?;
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
        if !repository::is_clean()? {
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

/// The version that all files say.
fn equal(manifest: &str, package: &str, lock: &str) -> Outcome<String> {
    let quoted = |text: &str, start: &str| {
        let line = text.lines().find_map(|line| line.trim_start().strip_prefix(start))?;
        Some(line.split('"').next()?.to_owned())
    };
    let locked = |name: &str| {
        let mut lines = lock.lines().skip_while(|line| *line != format!("name = \"{name}\""));
        quoted(lines.nth(1)?, "version = \"")
    };
    let all = [
        ("Cargo.toml", quoted(manifest, "version = \"")),
        ("Cargo.toml, botwire-macros", quoted(manifest, "botwire-macros = { path = \"macros\", version = \"=")),
        ("Cargo.lock, botwire", locked("botwire")),
        ("Cargo.lock, botwire-macros", locked("botwire-macros")),
        ("package.json", quoted(package, "\"version\": \"")),
    ];
    let (_, first) = &all[0];
    match (first, all.iter().find(|(_, version)| version != first)) {
        (Some(version), None) => Ok(version.clone()),
        (first, other) => Err(Failure::new(format!("the version is {first:?} in Cargo.toml, and {other:?}"))),
    }
}

/// What the changelog says of the version, below a heading with its date.
fn section(changelog: &str, version: &str) -> Option<String> {
    let is_dated = |line: &str| {
        let date = line
            .strip_prefix("## ")
            .and_then(|rest| rest.strip_prefix(version))
            .and_then(|rest| rest.strip_prefix(" ("));
        date.and_then(|date| date.strip_suffix(')')).is_some_and(|date| {
            date.len() == 10
                && date
                    .bytes()
                    .enumerate()
                    .all(|(at, byte)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() })
        })
    };
    let lines = changelog.lines().skip_while(|line| !is_dated(line)).skip(1);
    let text = lines.take_while(|line| !line.starts_with("## ")).collect::<Vec<_>>().join("\n");
    let text = text.trim();
    (!text.is_empty()).then(|| format!("{text}\n"))
}

#[cfg(test)]
mod tests {
    use super::{equal, section};

    const MANIFEST: &str =
        "[workspace.package]\nversion = \"1.2.3\"\nbotwire-macros = { path = \"macros\", version = \"=1.2.3\" }\n";
    const LOCK: &str = "name = \"botwire\"\nversion = \"1.2.3\"\n\nname = \"botwire-macros\"\nversion = \"1.2.3\"\n";

    #[test]
    fn one_version_is_said_everywhere() {
        let package = "{\n  \"name\": \"botwire\",\n  \"version\": \"1.2.3\",\n";
        assert_eq!(equal(MANIFEST, package, LOCK).expect("a version"), "1.2.3");
        let mistakes = [
            (MANIFEST.replace("=1.2.3", "=1.2.2"), package.to_owned(), LOCK.to_owned()),
            (MANIFEST.to_owned(), package.replace("1.2.3", "1.2.4"), LOCK.to_owned()),
            (MANIFEST.to_owned(), package.to_owned(), LOCK.replace("1.2.3", "1.2.2")),
            (String::new(), String::new(), String::new()),
        ];
        for (manifest, package, lock) in mistakes {
            equal(&manifest, &package, &lock).expect_err("a mistake");
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
