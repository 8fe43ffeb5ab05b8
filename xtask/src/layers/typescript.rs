//! Which files of the npm package use which others, read from their `import` and `export … from` lines.

use std::fs;

use super::graph::Graph;
use crate::repository::{files_below, path};

/// Reads `pkg-template`. Imports of rendered files, which import nothing of it, are left out.
pub fn graph() -> Graph {
    let root = path("pkg-template");
    let mut graph = Graph::default();
    for file in files_below(&root) {
        let inside = file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        if inside.contains(".d.") || file.extension().is_none_or(|ending| ending != "ts") {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap_or_default();
        for imported in text.lines().filter_map(imported) {
            if let Some(target) = joined(&inside, imported).filter(|target| root.join(target).is_file()) {
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

/// The source behind a relative import such as `../errors.js`.
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
    Some(format!("{}.ts", parts.join("/").strip_suffix(".js")?))
}

#[test]
fn relative_imports_are_joined() {
    assert_eq!(imported("import { a } from \"../b.js\";"), Some("../b.js"));
    assert_eq!(imported("} from \"./c.js\";"), Some("./c.js"));
    assert_eq!(imported("const text = \"./c.js\";"), None);
    assert_eq!(joined("webhook/a.ts", "../b.js").as_deref(), Some("b.ts"));
}
