//! Finds out which JavaScript and TypeScript files use each other, from their `import` and `export … from` lines.

use std::fs;
use std::path::Path;

use super::graph::Graph;
use crate::repository::files_below;

const ENDINGS: [&str; 6] = [".ts", ".tsx", ".mts", ".js", ".mjs", ".jsx"];

/// Reads a folder. Imports from other folders and rendered files are omitted: they do not import from this folder.
pub fn graph(root: &Path) -> Graph {
    let mut graph = Graph::default();
    for file in files_below(root) {
        let inside = file.strip_prefix(root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        if inside.contains(".d.") || !ENDINGS.iter().any(|ending| inside.ends_with(ending)) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap_or_default();
        for imported in text.lines().filter_map(imported) {
            if let Some(target) = joined(&inside, imported).and_then(|path| source(root, path)) {
                graph.add(&inside, &target);
            }
        }
    }
    graph
}

/// Returns the relative path in an import line, which may be the last line of a longer import.
fn imported(line: &str) -> Option<&str> {
    let line = line.trim();
    let is_import = ["import ", "export ", "} from "].iter().any(|start| line.starts_with(start));
    let (_, quoted) = line.rsplit_once(" \"").filter(|_| is_import)?;
    quoted.split('"').next().filter(|path| path.starts_with('.'))
}

/// Resolves a relative import such as `../errors.js` to a path from the folder.
fn joined(file: &str, imported: &str) -> Option<String> {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in imported.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// Returns the file itself, or the TypeScript source that it is compiled from.
fn source(root: &Path, path: String) -> Option<String> {
    let compiled = path.strip_suffix(".js").map(|stem| format!("{stem}.ts"));
    [Some(path), compiled].into_iter().flatten().find(|path| root.join(path).is_file())
}

#[test]
fn relative_imports_are_joined() {
    assert_eq!(imported("import { a } from \"../b.js\";"), Some("../b.js"));
    assert_eq!(imported("} from \"./c.js\";"), Some("./c.js"));
    assert_eq!(imported("const text = \"./c.js\";"), None);
    assert_eq!(joined("webhook/a.ts", "../b.js").as_deref(), Some("b.js"));
}
