//! Tools that are Rust programs, built from source into the cache after their archive was verified.

use std::env;
use std::fs;
use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::cache;
use super::versions::Tool;
use crate::failure::{About, Failure, Outcome};
use crate::{process, screen};

impl Tool {
    /// Returns the folder of the programs: the user's if the version is right, or else ours, built if necessary.
    pub fn folder(&self) -> Outcome<PathBuf> {
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
        let path = env::var_os("PATH")?;
        env::split_paths(&path).find(|folder| self.complete(folder))
    }

    /// Returns true if each program exists and reports the version. An incomplete program reports nothing.
    fn complete(&self, folder: &Path) -> bool {
        self.programs.iter().all(|program| {
            let file = folder.join(format!("{program}{}", env::consts::EXE_SUFFIX));
            let said = if file.is_file() { process::answer(file, self.version_arguments) } else { None };
            said.is_some_and(|said| said.split_whitespace().any(|word| word == self.version))
        })
    }

    fn install(&self, root: &Path) -> Outcome<()> {
        screen::step(&format!(
            "installing {} {} for {} (one to four minutes on two cores, once) …",
            self.package, self.version, self.purpose
        ));
        self.check_archive()?;
        // Survives an interruption, so that the next attempt continues the build.
        let build = root.with_file_name(format!("{}-{}-build", self.package, self.version));
        let mut install = process::cargo();
        install.args(["install", self.package, "--version", self.version, "--locked", "--root"]).arg(root);
        install.args(self.programs.iter().flat_map(|program| ["--bin", program])).args(self.arguments);
        // Building without optimization takes a third of the time.
        install.arg("--debug").env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_TARGET_DIR", &build);
        if !stderr().is_terminal() {
            install.arg("--quiet");
        }
        process::run(&mut install).map_err(|failure| failure.hint(self.advice()))?;
        if build.exists() {
            fs::remove_dir_all(&build).about("remove", &build)?;
        }
        Ok(())
    }

    /// Downloads the crate's archive and compares it with the table before `install` builds it.
    fn check_archive(&self) -> Outcome<()> {
        let Self { package, version, .. } = self;
        let mut info = process::cargo();
        info.args(["info", "--quiet", &format!("{package}@{version}")]);
        process::quiet(&mut info).map_err(|failure| failure.hint(self.advice()))?;
        let archive = format!("{package}-{version}.crate");
        let archives = cache::cargo_home()?.join("registry/cache");
        let registries = fs::read_dir(&archives).about("read", &archives)?.flatten();
        let found: Vec<PathBuf> =
            registries.map(|registry| registry.path().join(&archive)).filter(|file| file.is_file()).collect();
        if found.is_empty() {
            return Err(Failure::new(format!("{} holds no {archive}", archives.display())));
        }
        found.iter().try_for_each(|file| {
            let bytes = fs::read(file).about("read", file)?;
            let digest = Sha256::digest(bytes).iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
            if digest == self.sha256 {
                return Ok(());
            }
            let text = format!("{} has the SHA-256 {digest}, not {}", file.display(), self.sha256);
            Err(Failure::new(text).hint("it is not built; the table is xtask/src/setup/versions.rs"))
        })
    }

    fn advice(&self) -> String {
        format!(
            "a network that reaches the crates' registry is needed; or install {} {} yourself, anywhere on PATH",
            self.package, self.version
        )
    }
}
