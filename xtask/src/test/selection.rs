//! The tests that a command line selects.

use std::path::{Path, PathBuf};

/// Parts of names; an absent part selects everything.
#[derive(Debug, Default)]
pub struct Selection {
    suite: Option<String>,
    /// Part of a file's path.
    pub file: Option<String>,
    /// Part of a test's name.
    pub name: Option<String>,
}

impl Selection {
    /// Parses the words after `cargo xtask test`: suite, file, name.
    pub fn from_words(words: &[&str]) -> Self {
        let word = |index: usize| words.get(index).map(|word| (*word).to_owned());
        Self { suite: word(0), file: word(1), name: word(2) }
    }

    /// Returns the name as a part of a function's name, such as `a_call` for `a call`.
    pub fn function(&self) -> Option<String> {
        self.name.as_ref().map(|name| name.replace(' ', "_"))
    }

    pub fn has_suite(&self, name: &str) -> bool {
        self.suite.as_ref().is_none_or(|part| name.contains(part))
    }

    pub fn has_file(&self, path: &Path) -> bool {
        self.file.as_ref().is_none_or(|part| path.to_string_lossy().replace('\\', "/").contains(part))
    }

    pub fn files(&self, all: &[PathBuf]) -> Vec<PathBuf> {
        all.iter().filter(|path| self.has_file(path)).cloned().collect()
    }

    /// Returns the arguments of `cargo test`, where a file is a test target.
    pub fn cargo_arguments(&self) -> Vec<String> {
        let target = self.file.iter().flat_map(|file| ["--test".to_owned(), file.clone()]);
        target.chain(self.function()).collect()
    }

    /// Returns the arguments of `cargo test` for those of these test targets, such as `client`, that are selected.
    pub fn targets_among(&self, targets: &[String]) -> Vec<String> {
        let file = self.file.as_deref().unwrap_or_default();
        let chosen = targets.iter().filter(|target| target.contains(file)).flat_map(|target| match target.as_str() {
            "lib" => vec!["--lib".to_owned()],
            name => vec!["--test".to_owned(), name.to_owned()],
        });
        chosen.collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Selection;
    use crate::repository::{files_below, path};

    #[test]
    fn the_nightly_workflow_names_files_that_there_are() {
        let workflow = std::fs::read_to_string(path(".github/workflows/nightly.yml")).expect("the workflow");
        let named: Vec<&str> = workflow
            .lines()
            .filter_map(|line| line.trim().strip_prefix("- { tool: ")?.split_once("file: ")?.1.strip_suffix(" }"))
            .collect();
        assert!(!named.is_empty());
        let mut tests = files_below(&path("js-tests/packaging"));
        tests.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
        for part in named {
            let selection = Selection::from_words(&["packaging", &format!("packaging/{part}")]);
            assert!(!selection.files(&tests).is_empty(), "no test file has a path with packaging/{part}");
        }
    }

    #[test]
    fn absent_words_select_everything() {
        let selection = Selection::from_words(&[]);
        assert!(selection.has_suite("calls") && selection.has_file(Path::new("calls/files.test.mjs")));
        assert!(selection.cargo_arguments().is_empty());
    }

    #[test]
    fn each_word_narrows() {
        let selection = Selection::from_words(&["calls", "files", "a stream"]);
        assert!(selection.has_suite("calls") && !selection.has_suite("native"));
        assert!(
            selection.has_file(Path::new("calls/files.test.mjs")) && !selection.has_file(Path::new("calls/limits.mjs"))
        );
        assert_eq!(selection.cargo_arguments(), ["--test", "files", "a_stream"]);
    }

    #[test]
    fn targets_are_chosen_among_those_with_tests() {
        let targets = ["lib".to_owned(), "client".to_owned(), "emulator".to_owned()];
        let arguments = |words: &[&str]| Selection::from_words(words).targets_among(&targets).join(" ");
        assert_eq!(arguments(&[]), "--lib --test client --test emulator");
        assert_eq!(arguments(&["browser", "client", "a call"]), "--test client");
        assert_eq!(arguments(&["browser", "lib"]), "--lib");
    }
}
