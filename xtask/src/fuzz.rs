//! `cargo xtask fuzz [target] [minutes]`: searches for bytes that break a property of `fuzz/src/properties.rs`.

use std::fs;
use std::path::Path;

use crate::failure::{About, Failure, Outcome};
use crate::repository::{files_below, path, target};
use crate::setup::rust;
use crate::setup::versions::{FUZZ, NIGHTLY};
use crate::{process, repository, screen};

const MINUTES: u64 = 10;

pub fn command(words: &[&str]) -> Outcome<()> {
    let (name, minutes) = match words {
        [] => (None, MINUTES),
        [name] => (Some(*name), MINUTES),
        [name, minutes] => (Some(*name), minutes.parse().map_err(|_| Failure::new(format!("{minutes}: no number")))?),
        _ => return Err(Failure::new("cargo xtask fuzz [target] [minutes]")),
    };
    let targets: Vec<String> =
        targets().into_iter().filter(|target| name.is_none_or(|name| name == "all" || name == target)).collect();
    if targets.is_empty() {
        return Err(Failure::new("no target has that name").hint(format!("there are: {}", self::targets().join(", "))));
    }
    let _lock = repository::lock()?;
    let (nightly, tools) = (rust::nightly(NIGHTLY)?, FUZZ.folder()?);
    let is_broken = |target: &&String| {
        screen::heading(&format!("{target}, {minutes} min"));
        run(target, minutes, &nightly, &tools).map_err(|failure| screen::failure(&failure)).is_err()
    };
    let failed: Vec<&String> = targets.iter().filter(is_broken).collect();
    if failed.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!("a property is broken: {failed:?}")).hint(
        "the input is in fuzz/artifacts; mend the cause, and move the input into fuzz/corpus, where the test fuzz_corpus tries it",
    ))
}

/// The file of each target has its name.
fn targets() -> Vec<String> {
    let files = files_below(&path("fuzz/fuzz_targets"));
    files.iter().filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned())).collect()
}

/// New inputs stay in `target`, so that the committed corpora stay small. `tools` is the folder of `cargo-fuzz`.
fn run(name: &str, minutes: u64, nightly: &str, tools: &Path) -> Outcome<()> {
    let found = target("fuzz/found").join(name);
    fs::create_dir_all(&found).about("make", &found)?;
    let mut fuzz = process::command(tools.join("cargo-fuzz"));
    fuzz.args(["fuzz", "run", "--target-dir"]).arg(target("fuzz/build")).arg(name).arg(&found);
    fuzz.arg(path("fuzz/corpus").join(name)).env("RUSTUP_TOOLCHAIN", nightly);
    fuzz.args(["--", &format!("-max_total_time={}", minutes * 60), "-timeout=10", "-rss_limit_mb=2048"]);
    fuzz.args(["-max_len=4096", "-print_final_stats=1", "-verbosity=0"]);
    process::run(&mut fuzz)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::targets;
    use crate::repository::path;

    #[test]
    fn each_target_has_a_corpus_a_program_and_a_job() {
        let manifest = fs::read_to_string(path("fuzz/Cargo.toml")).expect("a manifest");
        let properties = fs::read_to_string(path("fuzz/src/properties.rs")).expect("properties");
        let nightly = fs::read_to_string(path(".github/workflows/nightly.yml")).expect("a workflow");
        let job = nightly.lines().find(|line| line.trim_start().starts_with("target: [")).expect("a list of targets");
        for name in targets() {
            assert!(manifest.contains(&format!("name = \"{name}\"")), "{name} is not a program");
            assert!(properties.contains(&format!("(\"{name}\", {name})")), "{name} is not a property");
            assert!(path("fuzz/corpus").join(&name).is_dir(), "{name} has no corpus");
            assert!(job.contains(&name), "{name} has no job");
        }
    }
}
