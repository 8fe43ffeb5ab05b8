//! The tools that are Rust programs themselves, built from source into the cache: wasm-bindgen and wasm-pack.

use std::fs;
use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};

use super::cache;
use crate::failure::{About, Outcome};
use crate::{process, repository, screen};

struct Tool<'a> {
    /// The crate that `cargo install` builds.
    package: &'a str,
    version: &'a str,
    /// The programs of it that are used; the first gives the folder in the cache its name.
    programs: &'a [&'a str],
}

/// The folder that holds `wasm-bindgen` and its test runner. The version must be that of the library, so `Cargo.lock` says it.
pub fn wasm_bindgen() -> Outcome<PathBuf> {
    let version = repository::locked_version("wasm-bindgen")?;
    Tool { package: "wasm-bindgen-cli", version: &version, programs: &["wasm-bindgen", "wasm-bindgen-test-runner"] }
        .folder()
}

/// The folder that holds `wasm-pack`, which runs the suites in a browser. The build does not need it.
pub fn wasm_pack() -> Outcome<PathBuf> {
    Tool { package: "wasm-pack", version: "0.15.1", programs: &["wasm-pack"] }.folder()
}

impl Tool<'_> {
    /// Where the programs are: the user's own if they have the version, else ours, built now if need be.
    fn folder(&self) -> Outcome<PathBuf> {
        if let Some(folder) = self.on_path() {
            return Ok(folder);
        }
        let [name, ..] = self.programs else {
            return Ok(PathBuf::new());
        };
        let root = cache::folder()?.join(format!("{name}-{}", self.version));
        let folder = root.join("bin");
        if !self.complete(&folder) {
            self.install(&root)?;
        }
        Ok(folder)
    }

    fn on_path(&self) -> Option<PathBuf> {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).find(|folder| self.complete(folder))
    }

    /// Whether each program is there and says that it is of the version; a half-written one says nothing.
    fn complete(&self, folder: &Path) -> bool {
        self.programs.iter().all(|program| {
            let file = folder.join(format!("{program}{}", std::env::consts::EXE_SUFFIX));
            let said = if file.is_file() { process::answer(file, &["--version"]) } else { None };
            said.is_some_and(|said| said.split_whitespace().any(|word| word == self.version))
        })
    }

    fn install(&self, root: &Path) -> Outcome<()> {
        screen::step(&format!(
            "installing {} {} (one to two minutes on two cores, once) …",
            self.package, self.version
        ));
        // Outlives an interruption, so that a second try goes on where the first stopped.
        let build = root.with_file_name(format!("{}-{}-build", self.package, self.version));
        let mut install = process::cargo();
        install.args(["install", self.package, "--version", self.version, "--locked", "--root"]).arg(root);
        // Unoptimised they are built in a third of the time, and cost a test run 12 s and a build less than one.
        install.arg("--debug").env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_TARGET_DIR", &build);
        if !stderr().is_terminal() {
            install.arg("--quiet");
        }
        process::run(&mut install).map_err(|failure| {
            failure.hint(format!(
                "a network that reaches the crates' registry is needed; or install {} {} yourself, anywhere on PATH",
                self.package, self.version
            ))
        })?;
        if build.exists() {
            fs::remove_dir_all(&build).about("remove", &build)?;
        }
        Ok(())
    }
}
