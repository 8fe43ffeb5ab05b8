//! Compiles the crate without features, with each one that is for users, and with all, on every target, without warnings,
//! and with the oldest Rust version that `rust-version` promises.

use std::path::Path;

use super::runners::one_check;
use crate::failure::Outcome;
use crate::process;
use crate::setup::oldest_rust;
use crate::setup::rust::{WASI, WASI_P1, WASM};

/// The arguments for each target, and the features that are only checked with all others there, because they have no code
/// for that target alone. Tests are not compiled: their dependencies would double the time, and the suites `native` and
/// `browser` compile them.
const TARGETS: [(&[&str], &[&str]); 2] =
    [(&["--lib", "--bins"], &[]), (&["--lib", "--target", WASM], &["reqwest-no-tls", "axum", "tower", "tracing"])];
/// The features for this repository only, which are only checked with all others: the suite `package` compiles each alone.
const OURS: [&str; 3] = ["js", "emulator-js", "render"];
/// WASI shares its code with the native targets, so it is enough to check no feature and all features there.
const WASI_TARGETS: &[&str] = &["--lib", "--target", WASI, "--target", WASI_P1];
/// Adds no code of ours to `reqwest-no-tls`, and a minute of C. `rust-examples` compiles it, and `tests/crates.rs` checks
/// which Rust it needs.
const TLS: &str = "reqwest";

pub fn run(log: &Path) -> Outcome<bool> {
    let manifest = oldest_rust::manifest()?;
    let combinations = combinations(&manifest);
    let everywhere = TARGETS.iter().flat_map(|(target, absent)| {
        combinations.iter().filter(|features| !absent.contains(&features.as_str())).map(|features| (features, *target))
    });
    let on_wasi = combinations.iter().take(2).map(|features| (features, WASI_TARGETS));
    let mut all = true;
    for (features, target) in everywhere.chain(on_wasi) {
        let mut cargo = oldest_rust::cargo("check")?;
        cargo.args(target).args(["--no-default-features", "--features", features]);
        let passed = process::logged(&mut cargo, log)?;
        all &= one_check(&process::line(&cargo), passed, log)?;
    }
    Ok(all)
}

/// Returns the combinations of features: none, each one, and all.
fn combinations(manifest: &str) -> Vec<String> {
    let section = manifest.lines().skip_while(|line| *line != "[features]").skip(1);
    let entries = section.take_while(|line| !line.starts_with('[')).filter_map(|line| line.split_once(" = "));
    let features: Vec<&str> = entries.map(|(name, _)| name).filter(|name| is_feature(name)).collect();
    let mut combinations = vec![String::new(), features.join(",")];
    combinations.extend(features.into_iter().filter(|name| !OURS.contains(name)).map(str::to_owned));
    combinations
}

fn is_feature(name: &str) -> bool {
    !["default", TLS].contains(&name) && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::combinations;

    #[test]
    fn features_are_combined_with_none_and_all() {
        let manifest = "[a]\nb = 1\n\n[features]\ndefault = []\n# c = []\nreqwest = []\njs = []\nd = [\n  \"dep:d\",\n]\ne-f = []\n\n[g]\nh = 1\n";
        assert_eq!(combinations(manifest), ["", "js,d,e-f", "d", "e-f"]);
    }
}
