//! The test suites: native, browser, build, and each folder of `js-tests` with tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::selection::Selection;
use super::tools::{Needs, Programs, Tools, lock};
use super::{features, in_browser, runners, tools as shared};
use crate::failure::Outcome;
use crate::repository::{files_below, path};
use crate::setup::versions::{WASM_BINDGEN, WASM_PACK};
use crate::setup::{firefox, node, oldest_rust, python, rust, rust_workers};
use crate::{api, registry};

pub struct Suite {
    pub name: String,
    runs: Vec<Run>,
}

/// A part of a suite.
#[derive(Clone)]
pub enum Run {
    /// A cargo command that passes or fails as a whole, such as `cargo fmt --check`.
    Check { arguments: Vec<&'static str>, component: Option<&'static str>, rustdoc_flags: &'static str },
    /// `cargo test` of all native tests.
    Native,
    /// Compiles each feature of the crate with the oldest Rust.
    Features,
    /// Compiles both crates from the archives for the registry.
    Registry,
    /// Compares the committed reports of the public surface with the sources.
    Api,
    /// `wasm-pack test` of the tests for wasm32, in headless browsers.
    Browser,
    /// Builds the package and checks its budget.
    Package,
    /// A TypeScript project that must compile, against the package.
    Project(PathBuf),
    /// Files for `node --test`, against the package.
    Node(Vec<PathBuf>),
}

/// Programs of users, in separate workspaces, with other versions of our dependencies.
const DEPENDENTS: [&str; 2] = ["tests/dependents/oldest/Cargo.toml", "tests/dependents/newer/Cargo.toml"];

fn dependent(manifest: &'static str) -> Run {
    // Our own workspace has already compiled the dependencies of their macros.
    let shared = ["--config", "build.build-dir='target'"];
    let target = ["--target", rust::WASM, "--target-dir", "target/dependents"];
    let arguments = [&["check", "--quiet", "--manifest-path", manifest], &target[..], &shared].concat();
    Run::Check { arguments, component: None, rustdoc_flags: "" }
}

/// The slowest folders of tests, the slowest first. They start first, so that both lanes end with short suites.
const LONGEST: [&str; 15] = [
    "packaging",
    "www-demo",
    "docs",
    "create",
    "stores",
    "webhook",
    "platforms",
    "emulator",
    "foreign",
    "garbage",
    "updates",
    "faults",
    "types",
    "models",
    "calls",
];

/// The suites whose tests open the built site, with the documentation.
const SITE: [&str; 2] = ["www-demo", "docs"];

/// The suites whose tests open the studio.
const STUDIO: [&str; 4] = ["www-demo", "docs", "create", "emulator"];

/// Returns every suite in order: native first, because it finds a broken core fastest, then the slowest of each lane.
/// Suites with Rust programs wait for each other's cargo, so they do not come last, when both lanes would only wait.
pub fn all() -> Vec<Suite> {
    let entries = fs::read_dir(path("js-tests")).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|folder| folder.is_dir()).collect();
    let rank = |folder: &PathBuf| LONGEST.iter().position(|name| folder.ends_with(name)).unwrap_or(LONGEST.len());
    folders.sort_by_key(|folder| (rank(folder), folder.clone()));
    let (in_rust, others): (Vec<Suite>, Vec<Suite>) =
        folders.iter().filter_map(|folder| Suite::in_folder(folder)).partition(Suite::is_cargos);
    let one = |name: &str, run| Suite { name: name.to_owned(), runs: vec![run] };
    let mut suites = vec![one("native", Run::Native), one("features", Run::Features)];
    suites.extend(in_rust);
    suites.extend([
        one("package", Run::Package),
        // The slowest first, as above.
        one("browser", Run::Browser),
        Suite { name: "dependents".to_owned(), runs: DEPENDENTS.map(dependent).to_vec() },
        one("registry", Run::Registry),
        one("api", Run::Api),
    ]);
    suites.extend(others);
    suites
}

impl Run {
    /// Returns true if it uses the shared tools.
    fn needs_tools(&self) -> bool {
        !matches!(self, Self::Native | Self::Registry | Self::Features)
    }
}

impl Suite {
    pub fn check(
        name: &str,
        component: Option<&'static str>,
        arguments: &[&'static str],
        rustdoc_flags: &'static str,
    ) -> Self {
        let run = Run::Check { arguments: arguments.to_vec(), component, rustdoc_flags };
        Self { name: name.to_owned(), runs: vec![run] }
    }

    /// Detects a suite: a folder with a `*.test.mjs` or a `tsconfig*.json`, so that no list has to be changed.
    fn in_folder(folder: &Path) -> Option<Self> {
        if folder.ends_with("node_modules") {
            return None;
        }
        let named = |file: &Path, start: &str, end: &str| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(start) && name.ends_with(end)
        };
        let (tests, others): (Vec<_>, Vec<_>) =
            files_below(folder).into_iter().partition(|file| named(file, "", ".test.mjs"));
        let projects = others.into_iter().filter(|file| named(file, "tsconfig", ".json"));
        let mut runs: Vec<Run> = projects.map(Run::Project).collect();
        if !tests.is_empty() {
            runs.push(Run::Node(tests));
        }
        let name = folder.file_name()?.to_string_lossy().into_owned();
        if runs.is_empty() { None } else { Some(Self { name, runs }) }
    }

    /// Returns true if cargo takes most of its time. Such suites run one after another, in parallel to those of Node.
    pub fn is_cargos(&self) -> bool {
        self.name.contains("rust") || !self.needs_npm()
    }

    /// Returns the tools to install for these suites.
    pub fn needs(suites: &[&Self]) -> Needs {
        let [chromium, firefox, databases] = ["chromium", "firefox", "support/databases.mjs"]
            .map(|name| suites.iter().any(|suite| suite.speaks_of(name)));
        let [studio, site] =
            [&STUDIO[..], &SITE].map(|names| suites.iter().any(|suite| names.contains(&suite.name.as_str())));
        let npm = suites.iter().filter(|suite| suite.needs_npm()).map(|suite| suite.name.clone()).collect();
        Needs { chromium, firefox, databases, studio, site, npm }
    }

    /// Returns true if it needs npm packages, to build the package or to run.
    fn needs_npm(&self) -> bool {
        self.runs.iter().any(|run| matches!(run, Run::Package | Run::Project(_) | Run::Node(_)))
    }

    /// Returns true if its tests use a program with that name.
    fn speaks_of(&self, program: &str) -> bool {
        self.runs.iter().any(|run| match run {
            Run::Browser => program == "chromium" || program == "firefox" && matches!(firefox::driver(), Ok(Some(_))),
            Run::Node(files) => {
                files.iter().any(|file| fs::read_to_string(file).is_ok_and(|text| text.contains(program)))
            }
            _ => false,
        })
    }

    /// Installs and builds the suite's tools, and prints the progress.
    pub fn prepare(&self, tools: &Mutex<Tools>) -> Outcome<Programs> {
        self.runs.iter().try_for_each(|run| self.set_up(run, tools))?;
        if !self.runs.iter().any(Run::needs_tools) {
            // Does not take the lock either: another suite may hold it for minutes to build the package.
            return Ok(Programs::default());
        }
        // It needs no shared tools, but takes minutes.
        if self.runs.iter().any(|run| matches!(run, Run::Node(_))) {
            rust_workers::compiled(&self.name)?;
        }
        let site = if SITE.contains(&self.name.as_str()) { Some(shared::site(tools)?) } else { None };
        if self.name == "foreign" {
            python::environments()?;
        }
        Ok(Programs { site, ..lock(tools).programs.clone() })
    }

    fn set_up(&self, run: &Run, tools: &Mutex<Tools>) -> Outcome<()> {
        match run {
            Run::Native | Run::Registry => Ok(()),
            Run::Check { arguments, component, .. } => {
                // Keeps the other lane from installing the same.
                let _tools = lock(tools);
                rust::target(rust::WASM)?;
                if arguments.contains(&rust::WASI) {
                    rust::target(rust::WASI)?;
                }
                component.map_or(Ok(()), rust::component)
            }
            Run::Features => rust::toolchain(&oldest_rust::version()?),
            Run::Browser => {
                let mut tools = lock(tools);
                rust::target(rust::WASM)?;
                tools.programs.wasm_pack = Some([WASM_PACK.folder()?, WASM_BINDGEN.folder()?]);
                tools.wait_for_system_programs();
                Ok(())
            }
            Run::Package | Run::Project(_) => lock(tools).package(),
            Run::Api => {
                let mut tools = lock(tools);
                tools.package()?;
                rust::toolchain(&oldest_rust::version()?)
            }
            Run::Node(_) => {
                let mut tools = lock(tools);
                tools.package()?;
                tools.wait_for_packages()?;
                node::packages_of(&self.name)?;
                if ["models", "create", "rust-examples", "rust-worker-example"].contains(&self.name.as_str()) {
                    // Some tests run in the runtimes of this suite.
                    node::packages_of("packaging")?;
                }
                if self.name == "docs" {
                    // Installs the libraries that samples are compared with, axe, and the runtimes of the quick start.
                    ["emulator", "www-demo", "packaging"].into_iter().try_for_each(node::packages_of)?;
                }
                tools.wait_for_system_programs();
                Ok(())
            }
        }
    }

    /// Runs the selected tests of the suite into its log. Returns true if its runners succeeded.
    pub fn run(&self, selection: &Selection, programs: &Programs, log: &Path) -> Outcome<bool> {
        let mut all = true;
        for run in &self.runs {
            all &= match run {
                Run::Check { arguments, rustdoc_flags, .. } => runners::check(arguments, rustdoc_flags, log)?,
                Run::Native => runners::native(selection, log)?,
                Run::Features => features::run(log)?,
                Run::Registry => {
                    registry::forget()?;
                    runners::check(&registry::PACKAGE, "", log)?
                }
                Run::Browser => in_browser::run(selection, programs, log)?,
                Run::Api => {
                    let stale = api::stale()?;
                    stale.iter().try_for_each(|text| runners::note(text, log))?;
                    runners::one_check("cargo xtask api", stale.is_empty(), log)?
                }
                Run::Package => runners::one_check("cargo xtask build", true, log)?,
                Run::Project(file) if selection.has_file(file) => runners::project(file, log)?,
                Run::Project(_) => true,
                Run::Node(files) => runners::node(&selection.files(files), selection.name.as_deref(), programs, log)?,
            };
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, all};

    #[test]
    fn the_map_of_the_suites_names_each() {
        let contributing = std::fs::read_to_string(crate::repository::path("CONTRIBUTING.md")).expect("a file");
        let (_, map) = contributing.split_once("## The suites").expect("the map");
        for suite in all() {
            assert!(map.contains(&format!("`{}`", suite.name)), "{} is not in the map of CONTRIBUTING.md", suite.name);
        }
    }

    #[test]
    fn the_longest_suites_of_node_come_first() {
        let suites = all();
        let folders: Vec<&str> =
            suites.iter().skip_while(|suite| suite.name != LONGEST[0]).map(|suite| suite.name.as_str()).collect();
        assert!(folders.starts_with(&LONGEST), "{folders:?}");
        assert!(folders.contains(&"calls"), "{folders:?}");
    }
}
