//! Queries git about the repository.

use crate::failure::Outcome;
use crate::process;

pub fn is_clean() -> Outcome<bool> {
    process::quiet(process::command("git").args(["status", "--porcelain"])).map(|output| output.is_empty())
}

/// Returns the files that git tracks, as paths with slashes relative to the root.
pub fn tracked() -> Outcome<Vec<String>> {
    let output = process::quiet(process::command("git").args(["ls-files", "-z"]))?;
    Ok(output.split_terminator('\0').map(str::to_owned).collect())
}
