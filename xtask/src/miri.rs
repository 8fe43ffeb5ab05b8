//! `cargo xtask miri`: runs the tests of all `unsafe` code in Miri, which sees what no test of its own can assert.

use crate::failure::Outcome;
use crate::repository::target;
use crate::setup::rust;
use crate::setup::versions::NIGHTLY;
use crate::{process, repository};

/// What is unsafe, or what unsafe code relies on: the allocator, the exports over it, the check of UTF-8.
const TESTS: [&str; 2] = ["js::", "wire::utf8"];
/// What only the exports call.
#[cfg(test)]
const BEHIND_EXPORTS: [&str; 1] = ["wire::compact::whole"];

pub fn command() -> Outcome<()> {
    let _lock = repository::lock()?;
    let nightly = rust::miri(NIGHTLY)?;
    let mut miri = process::command("rustup");
    miri.args([
        "run",
        &nightly,
        "cargo",
        "miri",
        "test",
        "--package",
        "botwire",
        "--lib",
        "--features",
        "js",
        "--target-dir",
    ]);
    miri.arg(target("miri")).args(["--", "--test-threads=1"]).args(TESTS);
    // JavaScript names memory by numbers, and so do the tests of the exports. The arena gives nothing back.
    process::run(miri.env("MIRIFLAGS", "-Zmiri-permissive-provenance -Zmiri-ignore-leaks"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{BEHIND_EXPORTS, TESTS};
    use crate::repository::{files_below, path};

    #[test]
    fn every_file_with_unsafe_code_is_run_by_miri() {
        for folder in ["src", "macros/src"] {
            for file in files_below(&path(folder)) {
                let text = fs::read_to_string(&file).unwrap_or_default();
                let inside = file.strip_prefix(path(folder)).unwrap_or(&file).with_extension("");
                let module = inside.to_string_lossy().replace(['/', '\\'], "::");
                let is_run = BEHIND_EXPORTS.contains(&module.as_str())
                    || TESTS.iter().any(|test| format!("{module}::").starts_with(test) || module == *test);
                assert!(
                    is_run || !text.contains("unsafe {") && !text.contains("unsafe_code"),
                    "{module} has unsafe code"
                );
            }
        }
    }
}
