//! The features of the crate: none, each alone and all, natively and for wasm32, without a warning, by the oldest Rust
//! that `rust-version` promises.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::runners::one_check;
use crate::failure::{About, Failure, Outcome};
use crate::process;
use crate::repository::path;
use crate::setup::rust::WASM;

/// A folder of its own, so that the other commands need not compile anew.
pub const TARGET: &str = "target/oldest";

/// What is compiled natively, and for wasm32. Tests are not: with what they depend on they take as long again, and the suites
/// `native` and `browser` compile them.
const TARGETS: [&[&str]; 2] = [&["--lib", "--bins"], &["--lib", "--target", WASM]];

/// The oldest Rust that the crate promises to compile with.
pub fn oldest_rust() -> Outcome<String> {
    let manifest = manifest()?;
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'));
    version.map(str::to_owned).ok_or_else(|| Failure::new("Cargo.toml has no rust-version"))
}

/// A command of the oldest Rust's cargo on the crate. What it depends on is compiled once for all of them, so they have one
/// environment.
pub fn cargo(command: &str) -> Outcome<Command> {
    let mut cargo = process::command("rustup");
    cargo.args(["run", &oldest_rust()?, "cargo", command, "--quiet", "--package", "botwire", "--target-dir", TARGET]);
    // Less than half of the folder.
    cargo.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0").env("RUSTFLAGS", "-D warnings");
    // Lets rustdoc describe this crate, by an unstable option. Build scripts look at the variable, and run anew if it changes.
    cargo.env("RUSTC_BOOTSTRAP", "botwire");
    Ok(cargo)
}

pub fn run(log: &Path) -> Outcome<bool> {
    let manifest = manifest()?;
    let mut all = true;
    for features in combinations(&manifest) {
        for target in TARGETS {
            let mut cargo = cargo("check")?;
            cargo.args(target).args(["--no-default-features", "--features", &features]);
            let passed = process::logged(&mut cargo, log)?;
            all &= one_check(&process::line(&cargo), passed, log)?;
        }
    }
    Ok(all)
}

fn manifest() -> Outcome<String> {
    let file = path("Cargo.toml");
    fs::read_to_string(&file).about("read", &file)
}

/// None, each feature alone, all together.
fn combinations(manifest: &str) -> Vec<String> {
    let section = manifest.lines().skip_while(|line| *line != "[features]").skip(1);
    let entries = section.take_while(|line| !line.starts_with('[')).filter_map(|line| line.split_once(" = "));
    let features: Vec<&str> = entries.map(|(name, _)| name).filter(|name| is_feature(name)).collect();
    let mut combinations = vec![String::new(), features.join(",")];
    combinations.extend(features.into_iter().map(str::to_owned));
    combinations
}

fn is_feature(name: &str) -> bool {
    name != "default" && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::combinations;

    #[test]
    fn features_are_combined_with_none_and_all() {
        let manifest =
            "[a]\nb = 1\n\n[features]\ndefault = []\n# c = []\njs = [\n  \"dep:d\",\n]\ne-f = []\n\n[g]\nh = 1\n";
        assert_eq!(combinations(manifest), ["", "js,e-f", "js", "e-f"]);
    }
}
