//! Which files in JavaScript and TypeScript use which others, read from their `import` and `export … from` lines.

use std::fs;
use std::path::Path;

use super::graph::Graph;
use crate::repository::files_below;

const ENDINGS: [&str; 6] = [".ts", ".tsx", ".mts", ".js", ".mjs", ".jsx"];

/// Reads a folder. What is imported from elsewhere, or rendered by the build, is left out: it imports nothing of the folder.
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

/// The relative path that a line imports, the last line of an import of several lines included.
fn imported(line: &str) -> Option<&str> {
    let line = line.trim();
    let is_import = ["import ", "export ", "} from "].iter().any(|start| line.starts_with(start));
    let (_, quoted) = line.rsplit_once(" \"").filter(|_| is_import)?;
    quoted.split('"').next().filter(|path| path.starts_with('.'))
}

/// The path from the folder of a relative import such as `../errors.js`.
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

/// The file itself, or the TypeScript that it is compiled from.
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
