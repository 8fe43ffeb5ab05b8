//! The package from the view of a registry and of dependent crates.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the workspace package with this name.
fn package(name: &str) -> Value {
    let metadata = cargo(&["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let mut metadata: Value = serde_json::from_str(&metadata).unwrap();
    let packages = metadata["packages"].as_array_mut().unwrap();
    packages.iter_mut().find(|package| package["name"] == name).unwrap().take()
}

/// If the manifest had a `cdylib`, every program that depends on the library would link it.
#[test]
fn dependents_link_no_library_of_their_own() {
    let package = package("botwire");
    let targets = package["targets"].as_array().unwrap();
    let libraries: Vec<&Value> = targets.iter().filter(|target| target["name"] == "botwire").collect();
    assert!(matches!(libraries.as_slice(), [library] if library["crate_types"] == serde_json::json!(["lib"])));
}

/// A program has only one version of these crates, and its other libraries may pin it.
#[test]
fn no_version_of_a_platform_library_is_pinned() {
    for dependency in package("botwire")["dependencies"].as_array().unwrap() {
        let (name, requirement) = (dependency["name"].as_str().unwrap(), dependency["req"].as_str().unwrap());
        assert!(name == "botwire-macros" || !requirement.starts_with('='), "{name} {requirement}");
    }
}

/// The archive for the registry has only the library, with its licenses.
#[test]
fn packages_hold_no_typescript_and_both_licenses() {
    for package in ["botwire", "botwire-macros"] {
        let files = cargo(&["package", "--list", "--allow-dirty", "--offline", "--package", package]);
        let files: Vec<&str> = files.lines().collect();
        assert!(files.contains(&"LICENSE-MIT") && files.contains(&"LICENSE-APACHE"), "{package}: {files:?}");
        let ends = |file: &str, endings: &[&str]| {
            let ending = Path::new(file).extension().and_then(|ending| ending.to_str());
            ending.is_some_and(|ending| endings.contains(&ending))
        };
        assert!(files.iter().any(|file| ends(file, &["rs"])), "{package}: {files:?}");
        assert_eq!(files.iter().find(|file| ends(file, &["ts", "mjs", "js", "html"])), None, "{package}");
        assert!(files.len() < 500, "{package}: {} files", files.len());
    }
}

/// The folders of `examples/` are separate projects, mostly in TypeScript. Cargo omits those with a manifest.
#[test]
fn the_package_holds_the_examples_of_the_crate_alone() {
    let files = cargo(&["package", "--list", "--allow-dirty", "--offline", "--package", "botwire"]);
    let mut packaged: Vec<&str> = files.lines().filter_map(|file| file.strip_prefix("examples/")).collect();
    packaged.sort_unstable();
    let package = package("botwire");
    let targets = package["targets"].as_array().unwrap().iter().filter(|target| target["kind"][0] == "example");
    let paths = targets.filter_map(|target| target["src_path"].as_str().unwrap().split_once("/examples/"));
    let mut named: Vec<&str> = paths.map(|(_, file)| file).filter(|file| !file.contains('/')).collect();
    named.sort_unstable();
    assert_eq!(packaged, named);
    assert!(!named.is_empty());
}

#[test]
fn the_macros_have_the_licenses_of_the_library() {
    let text = |file: &str| std::fs::read_to_string([env!("CARGO_MANIFEST_DIR"), "/", file].concat()).unwrap();
    for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
        assert_eq!(text(license), text(&["macros/", license].concat()), "{license}");
    }
}
