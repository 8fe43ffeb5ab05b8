//! The places of the version in the repository's files.

/// The text before a version, in the files that a pattern selects.
struct Rule {
    file: &'static str,
    before: &'static str,
    /// True if the version is written as `1.2`, as in the manifests of Rust.
    is_minor: bool,
}

/// `/x` selects the file with that path, `x` each file with that name, and `.x` each file with that extension.
const RULES: [Rule; 10] = [
    Rule { file: "/Cargo.toml", before: "\nversion = \"", is_minor: false },
    Rule { file: "/Cargo.toml", before: "\nbotwire-macros = { path = \"macros\", version = \"=", is_minor: false },
    Rule { file: "Cargo.lock", before: "\nname = \"botwire\"\nversion = \"", is_minor: false },
    Rule { file: "Cargo.lock", before: "\nname = \"botwire-macros\"\nversion = \"", is_minor: false },
    Rule { file: "/pkg-template/package.json", before: "\n  \"version\": \"", is_minor: false },
    Rule { file: "/create-botwire/package.json", before: "\n  \"version\": \"", is_minor: false },
    Rule { file: "package.json", before: "\"botwire\": \"^", is_minor: false },
    Rule { file: "deno.json", before: "\"botwire\": \"npm:botwire@^", is_minor: false },
    Rule { file: "Cargo.toml", before: "\nbotwire = { version = \"", is_minor: true },
    Rule { file: ".md", before: "\nbotwire = { version = \"", is_minor: true },
];

impl Rule {
    fn is_for(&self, file: &str) -> bool {
        match self.file.strip_prefix('/') {
            Some(path) => file == path,
            None if self.file.starts_with('.') => file.ends_with(self.file),
            None => file.rsplit('/').next() == Some(self.file),
        }
    }
}

/// Returns the text with the version in each place of the file, and the number of places. The path has slashes.
pub fn with_version(file: &str, text: &str, version: &str) -> (String, usize) {
    let minor = version.rsplit_once('.').map_or(version, |(minor, _)| minor);
    let (mut changed, mut places) = (text.to_owned(), 0);
    for Rule { before, is_minor, .. } in RULES.iter().filter(|rule| rule.is_for(file)) {
        let wanted = if *is_minor { minor } else { version };
        let mut parts = changed.split(before);
        let mut joined = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (_, after) = part.split_once('"').unwrap_or_default();
            joined += &[before, wanted, "\"", after].concat();
            places += 1;
        }
        changed = joined;
    }
    (changed, places)
}

#[cfg(test)]
mod tests {
    use super::with_version;

    #[test]
    fn the_version_is_replaced_in_each_form_and_nothing_else_is() {
        let examples = [
            (
                "Cargo.toml",
                "[p]\nversion = \"1.2.3\"\nserde = { version = \"1.2.3\" }\n",
                "[p]\nversion = \"2.0.0\"\nserde = { version = \"1.2.3\" }\n",
            ),
            (
                "x/Cargo.toml",
                "[p]\nversion = \"1.2.3\"\nbotwire = { version = \"1.2\", a }",
                "[p]\nversion = \"1.2.3\"\nbotwire = { version = \"2.0\", a }",
            ),
            (
                "x/Cargo.lock",
                "\nname = \"botwire\"\nversion = \"1.2.3\"\n\nname = \"a\"\nversion = \"1.2.3\"\n",
                "\nname = \"botwire\"\nversion = \"2.0.0\"\n\nname = \"a\"\nversion = \"1.2.3\"\n",
            ),
            ("pkg-template/package.json", "{\n  \"version\": \"1.2.3\"\n}", "{\n  \"version\": \"2.0.0\"\n}"),
            ("create-botwire/package.json", "{\n  \"version\": \"1.2.3\"\n}", "{\n  \"version\": \"2.0.0\"\n}"),
            (
                "x/package.json",
                "{\n  \"version\": \"1.2.3\",\n  \"botwire\": \"^1.2.3\"\n}",
                "{\n  \"version\": \"1.2.3\",\n  \"botwire\": \"^2.0.0\"\n}",
            ),
            ("x/deno.json", "\"botwire\": \"npm:botwire@^1.2.3\"", "\"botwire\": \"npm:botwire@^2.0.0\""),
            ("a.txt", "\"botwire\": \"^1.2.3\"", "\"botwire\": \"^1.2.3\""),
        ];
        for (file, before, after) in examples {
            assert_eq!(with_version(file, before, "2.0.0").0, after, "{file}");
            assert_eq!(with_version(file, after, "1.2.3").0, before, "{file}");
        }
    }
}
