//! The README and the manifests name the same repository. The README's links, and its sample in Rust, match the tree.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

use std::path::Path;
use std::{env, fs};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// The only definition of the repository's URL: `repository` in `Cargo.toml`.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");
const README: &str = "README.md";
const MANIFESTS: [&str; 2] = ["pkg-template/package.json", "create-botwire/package.json"];

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(file)).unwrap()
}

/// Returns the text between the first occurrences of two others.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    text.split_once(start).and_then(|(_, rest)| rest.split_once(end)).unwrap().0
}

#[test]
fn every_link_to_the_repository_leads_where_cargo_toml_says() {
    let stale = between(&read(README), "\n[repository]: ", "\n").to_owned();
    if env::var("UPDATE").is_ok_and(|value| value == "1") {
        for file in [&[README][..], &MANIFESTS].concat() {
            fs::write(Path::new(ROOT).join(file), read(file).replace(&stale, REPOSITORY)).unwrap();
        }
    }
    let advice = "after a change of `repository` in Cargo.toml: UPDATE=1 cargo test --test readme";
    assert_eq!(between(&read(README), "\n[repository]: ", "\n"), REPOSITORY, "{advice}");
    for manifest in MANIFESTS {
        let manifest: serde_json::Value = serde_json::from_str(&read(manifest)).unwrap();
        assert_eq!(manifest["repository"]["url"], format!("git+{REPOSITORY}.git"), "{advice}");
        assert_eq!(manifest["bugs"]["url"], format!("{REPOSITORY}/issues"), "{advice}");
        assert_eq!(manifest["homepage"], format!("{REPOSITORY}#readme"), "{advice}");
    }
    assert!(stale == REPOSITORY || !read(README).contains(&stale), "{advice}");
}

#[test]
fn the_readme_says_how_many_methods_and_object_types_there_are() {
    let fixture: serde_json::Value = serde_json::from_str(&read("tests/fixtures/spec.json")).unwrap();
    let methods = fixture["methods"].as_object().unwrap().len();
    let types = fixture["types"].as_object().unwrap();
    let objects = types.iter().filter(|(name, one)| one.get("oneOf").is_none() && *name != "InputFile").count();
    let sentence = format!("{methods} methods, {objects} object types,");
    assert!(read(README).contains(&sentence), "{README}: {sentence}");
}

/// The registries show the README without the rest of the repository, so each link is absolute, and its file exists.
#[test]
fn links_of_the_readme_are_absolute_and_lead_to_files() {
    let readme = read(README);
    let definitions = readme.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: "));
    let definitions: Vec<(&str, &str)> = definitions.collect();
    let text = readme.split("\n[repository]: ").next().unwrap();
    for (name, url) in &definitions {
        assert!(*name == "repository" || text.contains(&format!("][{name}]")), "nobody uses the link {name}");
        let inside = url.strip_prefix(REPOSITORY).unwrap();
        let file = inside.splitn(4, '/').nth(3).unwrap_or_default();
        assert!(Path::new(ROOT).join(file).exists(), "{url}");
    }
    for used in text.split("][").skip(1).map(|rest| rest.split(']').next().unwrap()) {
        assert!(definitions.iter().any(|(name, _)| *name == used), "there is no link {used}");
    }
    for target in text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
        assert!(target.starts_with("https://"), "{target}");
    }
}

/// Registries remove or keep `<picture>`. Either way, the URLs of its files are absolute.
#[test]
fn the_pictures_of_the_readme_are_absolute_files_of_at_most_82_kb() {
    let readme = read(README);
    let values =
        |name: &str| readme.split(&format!(" {name}=\"")).skip(1).map(|rest| between(rest, "", "\"")).collect();
    let (sources, fallbacks): (Vec<&str>, Vec<&str>) = (values("srcset"), values("src"));
    assert_eq!((sources.len(), fallbacks.len()), (1, 1), "one picture, in two themes");
    for url in [sources, fallbacks].concat() {
        let file = url.strip_prefix(REPOSITORY).unwrap().strip_prefix("/raw/HEAD/").unwrap();
        let bytes = fs::metadata(Path::new(ROOT).join(file)).unwrap().len();
        assert!(bytes <= 82_000, "{file}: {bytes} bytes");
    }
    assert!(between(&readme, "<img ", ">").contains(" alt=\"The studio"), "the picture has a text");
}

#[test]
fn the_sample_in_rust_is_the_example_that_runs() {
    let example = read("examples/echo.rs");
    let (_, code) = example.split_once("\n\n").unwrap();
    assert!(
        read(README).contains(&format!("```rust\n{code}```\n")),
        "README.md does not hold examples/echo.rs as it is"
    );
}

#[test]
fn the_two_commands_stay_in_the_readme() {
    for command in ["\ncargo xtask demo ", "\ncargo xtask test "] {
        assert!(read(README).contains(command), "{command}");
    }
}
