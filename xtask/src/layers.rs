//! Tests the layers of the repository: a folder of the crate uses only the folders above it, and no files anywhere
//! import each other in a circle.

mod graph;
mod rust;
mod typescript;

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::git;
use crate::repository::path;

/// The folders of the crate. Each may use the folders before it.
const LAYERS: [&str; 13] = [
    "text", "wire", "types", "methods", "policy", "request", "platform", "client", "webhook", "emulator", "js",
    "render", "bin",
];

fn layer(file: &str) -> String {
    file.split_once('/').map_or("", |(folder, _)| folder).to_owned()
}

#[test]
fn folders_of_the_crate_use_only_those_above() {
    let place = |name: &str| LAYERS.iter().position(|layer| *layer == name);
    let folders = rust::graph(&path("src")).grouped(layer);
    let named = folders.edges().filter(|(from, to)| !from.is_empty() && !to.is_empty());
    let wrong: BTreeSet<String> =
        named.filter(|(from, to)| place(to) > place(from)).map(|(from, to)| format!("{from} -> {to}")).collect();
    assert!(wrong.is_empty(), "folders of src that use one below them: {wrong:?}");
    let unknown: Vec<&str> =
        folders.edges().map(|(from, _)| from).filter(|from| !from.is_empty() && place(from).is_none()).collect();
    assert_eq!(unknown, [""; 0], "folders of src without a place in LAYERS");
}

#[test]
fn no_folders_of_the_package_import_each_other_in_a_circle() {
    // A file outside all folders counts as a folder. The emulator is four folders: core, testing, server, entries.
    let folder = |file: &str| {
        let depth = if file.starts_with("emulator/") { 2 } else { 1 };
        file.splitn(depth + 1, '/').take(depth).collect::<Vec<_>>().join("/")
    };
    let circles = typescript::graph(&path("pkg-template")).grouped(folder).circles();
    assert!(circles.is_empty(), "circles: {circles:#?}");
}

/// Types of the wire that contain each other, as they do in the specification: a chat has a pinned message.
const RECURSIVE_TYPES: [&str; 2] = ["types/chat.rs", "types/message.rs"];

/// Folders of JavaScript and TypeScript sources that import each other.
const SCRIPTS: [&str; 6] = ["pkg-template", "www-demo", "js-tests", "xtask", "docs/.vitepress", "examples"];

/// Returns the source folder of each crate, and of each test target with several files.
fn crates() -> BTreeSet<PathBuf> {
    let is_root = |file: &String| ["/lib.rs", "/main.rs"].iter().any(|name| file.ends_with(name));
    let files = git::tracked().expect("the files of the repository");
    files.iter().filter(|file| is_root(file)).filter_map(|file| path(file).parent().map(PathBuf::from)).collect()
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let crates = crates();
    for folder in ["src", "macros/src", "xtask/src", "js-tests/webhook-rust/src", "tests/client"] {
        assert!(crates.contains(&path(folder)), "{folder} is not among {crates:?}");
    }
    let rust = crates.iter().map(|folder| (folder.clone(), rust::graph(folder)));
    let scripts = SCRIPTS.map(path).into_iter().map(|folder| (folder.clone(), typescript::graph(&folder)));
    let circles: Vec<(PathBuf, Vec<String>)> = rust
        .chain(scripts)
        .flat_map(|(folder, graph)| graph.circles().into_iter().map(move |circle| (folder.clone(), circle)))
        .filter(|(_, circle)| circle != &RECURSIVE_TYPES)
        .collect();
    assert!(circles.is_empty(), "circles: {circles:#?}");
}
