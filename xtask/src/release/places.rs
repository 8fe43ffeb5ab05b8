//! Where the version stands in the repository's files.

use std::ops::Range;

/// A version in a text.
#[derive(Debug, PartialEq)]
pub struct Place {
    at: Range<usize>,
    form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Form {
    /// `1.2.3`
    Whole,
    /// `1.2`, as manifests of Rust ask for it.
    Minor,
}

/// What stands before a version, in the files that a pattern names.
struct Rule {
    file: &'static str,
    before: &'static str,
    form: Form,
}

/// `/x` is the file of that path, `x` each file of that name, `.x` each with that ending.
const RULES: [Rule; 10] = [
    Rule { file: "/Cargo.toml", before: "\nversion = \"", form: Form::Whole },
    Rule { file: "/Cargo.toml", before: "\nbotwire-macros = { path = \"macros\", version = \"=", form: Form::Whole },
    Rule { file: "Cargo.lock", before: "\nname = \"botwire\"\nversion = \"", form: Form::Whole },
    Rule { file: "Cargo.lock", before: "\nname = \"botwire-macros\"\nversion = \"", form: Form::Whole },
    Rule { file: "/pkg-template/package.json", before: "\n  \"version\": \"", form: Form::Whole },
    Rule { file: "/create-botwire/package.json", before: "\n  \"version\": \"", form: Form::Whole },
    Rule { file: "package.json", before: "\"botwire\": \"^", form: Form::Whole },
    Rule { file: "deno.json", before: "\"botwire\": \"npm:botwire@^", form: Form::Whole },
    Rule { file: "Cargo.toml", before: "\nbotwire = { version = \"", form: Form::Minor },
    Rule { file: ".md", before: "\nbotwire = { version = \"", form: Form::Minor },
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

/// The versions in a file, in order; its path is written with slashes.
pub fn places(file: &str, text: &str) -> Vec<Place> {
    let rules = RULES.iter().filter(|rule| rule.is_for(file));
    let found = rules.flat_map(|rule| {
        text.match_indices(rule.before).map(|(at, before)| {
            let start = at + before.len();
            let length = text.get(start..).and_then(|rest| rest.find('"')).unwrap_or(0);
            Place { at: start..start + length, form: rule.form }
        })
    });
    let mut found: Vec<Place> = found.collect();
    found.sort_by_key(|place| place.at.start);
    found
}

impl Place {
    /// What stands there.
    pub fn said<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.at.clone()).unwrap_or_default()
    }

    /// What has to stand there for that version.
    pub fn wanted(&self, version: &str) -> String {
        match self.form {
            Form::Whole => version.to_owned(),
            Form::Minor => version.splitn(3, '.').take(2).collect::<Vec<_>>().join("."),
        }
    }
}

/// The text with that version in each place of the file.
pub fn with_version(file: &str, text: &str, version: &str) -> String {
    let mut changed = text.to_owned();
    // From the end, since the others then stay where they are.
    for place in places(file, text).iter().rev() {
        changed.replace_range(place.at.clone(), &place.wanted(version));
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::{places, with_version};

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
            assert_eq!(with_version(file, before, "2.0.0"), after, "{file}");
            assert_eq!(with_version(file, after, "1.2.3"), before, "{file}");
        }
    }

    #[test]
    fn a_place_tells_what_it_says_and_should_say() {
        let text = "\nbotwire = { version = \"1.2\" }\n";
        let found = places("docs/a.md", text);
        let said: Vec<_> = found.iter().map(|place| (place.said(text), place.wanted("1.10.3"))).collect();
        assert_eq!(said, [("1.2", "1.10".to_owned())]);
    }
}
