//! Which files of the crate use which others, read from their `use` items and from paths in their code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::graph::Graph;
use crate::repository::{files_below, path};

/// A path of names, such as `wire::json::Cursor`.
type Names = Vec<String>;

/// A module of the crate.
#[derive(Default)]
struct Module {
    file: String,
    uses: Vec<Names>,
    /// Names that the module only passes on, and where they come from. Passing on is no use.
    reexports: BTreeMap<String, Names>,
    passes_on_all_of: Vec<Names>,
}

/// Reads the crate; tests and generated code are left out.
pub fn graph() -> Graph {
    let root = path("src");
    let mut modules: BTreeMap<Names, Module> = BTreeMap::new();
    for file in files_below(&root) {
        let inside = file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let Some(stem) = inside.strip_suffix(".rs") else { continue };
        if stem.split('/').any(|part| part == "tests") {
            continue;
        }
        let name: Names =
            stem.split('/').filter(|part| !matches!(*part, "mod" | "lib" | "main")).map(str::to_owned).collect();
        let text = fs::read_to_string(&file).unwrap_or_default();
        modules.insert(name.clone(), Module { file: inside.clone(), ..Module::read(&name, &text) });
    }
    let mut graph = Graph::default();
    for module in modules.values() {
        for used in &module.uses {
            if let Some(target) = file_of(&modules, used, 0) {
                graph.add(&module.file, target);
            }
        }
    }
    graph
}

/// The file that a path leads to, through the modules that only pass the name on.
fn file_of<'a>(modules: &'a BTreeMap<Names, Module>, names: &[String], depth: usize) -> Option<&'a str> {
    let length = (0..=names.len()).rev().find(|length| modules.contains_key(&names[..*length]))?;
    let module = &modules[&names[..length]];
    let Some(next) = names.get(length).filter(|_| depth < 8) else { return Some(&module.file) };
    if let Some(origin) = module.reexports.get(next) {
        return file_of(modules, &[origin.as_slice(), &names[length + 1..]].concat(), depth + 1);
    }
    let through_glob = module.passes_on_all_of.iter().find_map(|origin| {
        let origin = modules.get_key_value(origin)?;
        let text = fs::read_to_string(path("src").join(&origin.1.file)).ok()?;
        let starts = ["struct", "enum", "fn", "trait", "type", "const", "static"].map(|kind| format!("{kind} {next}"));
        let defines = text.lines().any(|line| {
            let end = starts.iter().find_map(|start| Some(line.split_once(start.as_str())?.1));
            end.is_some_and(|end| !end.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_'))
        });
        defines.then_some(origin.1.file.as_str())
    });
    Some(through_glob.unwrap_or(&module.file))
}

impl Module {
    fn read(name: &[String], text: &str) -> Self {
        let mut module = Self::default();
        let children: BTreeSet<&str> = text.lines().filter_map(child).collect();
        // What follows is for tests only.
        let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        let text = &without_nested(text);
        for (is_public, tree) in items(text) {
            for path in expanded(&tree) {
                let Some(path) = absolute(name, &children, &path) else { continue };
                match path.last().map(String::as_str) {
                    Some("*") if is_public => module.passes_on_all_of.push(path[..path.len() - 1].to_vec()),
                    Some(last) if is_public => drop(module.reexports.insert(last.to_owned(), path)),
                    _ => module.uses.push(path),
                }
            }
        }
        module.uses.extend(code_paths(text).iter().filter_map(|path| absolute(name, &children, path)));
        module
    }
}

/// The text, in which modules within the file name the file itself as `self`.
fn without_nested(text: &str) -> String {
    let mut is_nested = false;
    let lines = text.lines().map(|line| {
        is_nested =
            (is_nested && line != "}") || (line.contains("mod ") && line.ends_with('{') && !line.starts_with(' '));
        if is_nested { line.replace("super::", "self::") } else { line.to_owned() }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The name of the module that a line declares.
fn child(line: &str) -> Option<&str> {
    let line = line.trim();
    let line = line.strip_prefix("pub ").or_else(|| line.strip_prefix("pub(crate) ")).unwrap_or(line);
    line.strip_prefix("mod ")?.strip_suffix(';')
}

/// The trees of the `use` items, and whether each is passed on to others.
fn items(text: &str) -> Vec<(bool, String)> {
    let mut found = Vec::new();
    let mut open: Option<(bool, String)> = None;
    for line in text.lines() {
        let trimmed = line.trim();
        if open.is_none() {
            let (visibility, rest) = match trimmed.split_once("use ") {
                Some((visibility, rest)) if visibility.is_empty() || visibility.starts_with("pub") => {
                    (visibility, rest)
                }
                _ => continue,
            };
            open = Some((!visibility.is_empty(), rest.to_owned()));
        } else if let Some((_, tree)) = &mut open {
            tree.push_str(trimmed);
        }
        if trimmed.ends_with(';') {
            found.extend(open.take());
        }
    }
    found
}

/// The paths of several names in the code, such as `super::json::quote`: without those of `use` items, comments and texts.
fn code_paths(text: &str) -> Vec<Names> {
    let mut in_item = false;
    let mut found = Vec::new();
    for line in text.lines().map(str::trim) {
        let starts_item =
            line.split_once("use ").is_some_and(|(start, _)| start.is_empty() || start.starts_with("pub"));
        if in_item || starts_item {
            in_item = !line.ends_with(';');
            continue;
        }
        let code = line.split("//").next().unwrap_or_default();
        // A visibility is no use.
        let code = code.strip_prefix("pub(in ").and_then(|rest| rest.split_once(')')).map_or(code, |(_, rest)| rest);
        // Every second part is between quotes.
        for part in code.split('"').step_by(2) {
            let words = part.split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '_' | ':'));
            let paths = words.map(|word| word.split("::").map(str::to_owned).collect::<Names>());
            found.extend(paths.filter(|path| path.len() > 1 && path.iter().all(|name| !name.is_empty())));
        }
    }
    found
}

/// Every path of a tree such as `a::{b, c::{d, e as f}}`.
fn expanded(tree: &str) -> Vec<Names> {
    let tree = tree.trim().trim_end_matches(';').trim();
    let Some((head, rest)) = tree.split_once('{') else {
        let plain = tree.split(" as ").next().unwrap_or_default();
        return vec![plain.split("::").map(|name| name.trim().to_owned()).filter(|name| name != "self").collect()];
    };
    let head: Names = head.split("::").map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
    let inner = rest.strip_suffix('}').unwrap_or(rest);
    let mut depth = 0_u32;
    let parts = inner.split(|letter| {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    });
    parts
        .filter(|part| !part.trim().is_empty())
        .flat_map(|part| expanded(part).into_iter().map(|rest| [head.clone(), rest].concat()).collect::<Vec<_>>())
        .collect()
}

/// The path from the crate's root, which its own binary names `botwire`; nothing for other crates.
fn absolute(here: &[String], children: &BTreeSet<&str>, path: &[String]) -> Option<Names> {
    let first = path.first()?.as_str();
    if first == "crate" || first == "botwire" {
        return Some(path[1..].to_vec());
    }
    if first == "super" {
        let up = path.iter().take_while(|name| *name == "super").count();
        return Some([&here[..here.len().checked_sub(up)?], &path[up..]].concat());
    }
    children.contains(first).then(|| [here, path].concat())
}

#[test]
fn trees_are_expanded() {
    let paths: Vec<String> = expanded("a::{b, c::{d, e as f}};").iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["a::b", "a::c::d", "a::c::e"]);
}

#[test]
fn paths_in_code_are_found() {
    let text = "use a::b;\npub use {\n  c::d,\n};\npub(in m::n) let x = super::e::f(\"g::h\"); // i::j\nk::<l>()";
    assert_eq!(code_paths(text), [["super", "e", "f"]]);
    assert_eq!(without_nested("super::a();\nmod b {\n    super::c();\n}\nsuper::d();").matches("self::").count(), 1);
}
