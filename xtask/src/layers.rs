//! Proves the layers of the house: a folder of the crate uses only those above it, and no files import each other in a
//! circle. Tests only.

mod graph;
mod rust;
mod typescript;

use std::collections::BTreeSet;

/// The folders of the crate. Each may use those before it.
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
    let folders = rust::graph().grouped(layer);
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
    // A file outside of all folders counts as one.
    let folder = |file: &str| file.split_once('/').map_or(file, |(folder, _)| folder).to_owned();
    let circles = typescript::graph().grouped(folder).circles();
    assert!(circles.is_empty(), "circles: {circles:#?}");
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let circles: Vec<_> = [rust::graph(), typescript::graph()].into_iter().flat_map(|graph| graph.circles()).collect();
    assert!(circles.is_empty(), "circles: {circles:#?}");
}
