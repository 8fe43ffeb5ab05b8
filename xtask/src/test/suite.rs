//! The suites there are: native, in a browser, the build itself, and each folder of `js-tests` that holds tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::selection::Selection;
use super::tools::{Needs, Programs, Tools, lock};
use super::{features, runners};
use crate::failure::Outcome;
use crate::repository::{files_below, path};
use crate::setup::{cargo_tools, node, oldest_rust, rust, rust_workers};
use crate::{api, build, registry};

pub struct Suite {
    pub name: String,
    runs: Vec<Run>,
}

/// What a suite consists of.
#[derive(Clone)]
pub enum Run {
    /// A cargo command that is a check by itself, passed or failed, such as `cargo fmt --check`.
    Check { arguments: Vec<&'static str>, component: Option<&'static str>, rustdoc_flags: &'static str },
    /// `cargo test` of everything that runs natively.
    Native,
    /// Each feature of the crate, compiled by the oldest Rust.
    Features,
    /// Both crates, compiled from what a registry would get.
    Registry,
    /// The committed reports of the public surface are those of the sources.
    Api,
    /// `cargo test` of what has tests for wasm32, in a headless Chromium.
    Browser,
    /// The package can be built, within its budget.
    Package,
    /// A TypeScript project that must compile, against the package.
    Project(PathBuf),
    /// Files for `node --test`, against the package.
    Node(Vec<PathBuf>),
}

/// Programs of somebody else, in a workspace of their own, whose dependencies are of other versions than ours.
const DEPENDENTS: [&str; 2] = ["tests/dependents/oldest/Cargo.toml", "tests/dependents/newer/Cargo.toml"];

fn dependent(manifest: &'static str) -> Run {
    // What their macros depend on is that of our own workspace, compiled already.
    let shared = ["--config", "build.build-dir='target'", "--config", "profile.dev.debug=false"];
    let target = ["--target", rust::WASM, "--target-dir", "target/dependents"];
    let arguments = [&["check", "--quiet", "--manifest-path", manifest], &target[..], &shared].concat();
    Run::Check { arguments, component: None, rustdoc_flags: "" }
}

/// The folders of tests that take longest, the longest first. They start first, so that both lanes end with short suites.
const LONGEST: [&str; 13] = [
    "packaging",
    "www-demo",
    "docs",
    "create",
    "webhook",
    "platforms",
    "emulator",
    "garbage",
    "updates",
    "faults",
    "types",
    "models",
    "calls",
];

/// Every suite, in the order they run: native first, which finds a broken core fastest, then the longest of each lane. Those of
/// programs in Rust wait for each other's cargo, so they do not come last, when both lanes would have nothing else.
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
        // The longest first, here too.
        one("browser", Run::Browser),
        Suite { name: "dependents".to_owned(), runs: DEPENDENTS.map(dependent).to_vec() },
        one("registry", Run::Registry),
        one("api", Run::Api),
    ]);
    suites.extend(others);
    suites
}

impl Run {
    /// Whether it uses what the suites share.
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

    /// A folder is a suite if it holds a `*.test.mjs` or a `tsconfig*.json`: to add one takes no list.
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

    /// Whether most of its time is cargo's, or what cargo runs. Such suites run one after the other, beside those of Node.
    pub fn is_cargos(&self) -> bool {
        self.name.contains("rust") || !self.needs_npm()
    }

    /// What is installed for these suites beforehand.
    pub fn needs(suites: &[&Self]) -> Needs {
        let [chromium, firefox, databases] = ["chromium", "firefox", "support/databases.mjs"]
            .map(|name| suites.iter().any(|suite| suite.speaks_of(name)));
        let npm = suites.iter().filter(|suite| suite.needs_npm()).map(|suite| suite.name.clone()).collect();
        Needs { chromium, firefox, databases, npm }
    }

    /// Whether it needs npm packages: to build the package, or to run.
    fn needs_npm(&self) -> bool {
        self.runs.iter().any(|run| matches!(run, Run::Package | Run::Project(_) | Run::Node(_)))
    }

    /// Whether its tests use a program of that name.
    fn speaks_of(&self, program: &str) -> bool {
        self.runs.iter().any(|run| match run {
            Run::Browser => program == "chromium",
            Run::Node(files) => {
                files.iter().any(|file| fs::read_to_string(file).is_ok_and(|text| text.contains(program)))
            }
            _ => false,
        })
    }

    /// Installs and builds what the suite needs; progress is printed.
    pub fn prepare(&self, tools: &Mutex<Tools>) -> Outcome<Programs> {
        self.runs.iter().try_for_each(|run| self.set_up(run, tools))?;
        if !self.runs.iter().any(Run::needs_tools) {
            // Not even the lock: who holds it builds the package for minutes.
            return Ok(Programs::default());
        }
        // Needs nothing that is shared, and minutes.
        if self.runs.iter().any(|run| matches!(run, Run::Node(_))) {
            rust_workers::compiled(&self.name)?;
        }
        Ok(lock(tools).programs.clone())
    }

    fn set_up(&self, run: &Run, tools: &Mutex<Tools>) -> Outcome<()> {
        match run {
            Run::Native | Run::Registry => Ok(()),
            Run::Check { arguments, component, .. } => {
                // The other lane would install the same.
                let _tools = lock(tools);
                rust::wasm_target()?;
                if arguments.contains(&rust::WASI) {
                    rust::target(rust::WASI)?;
                }
                component.map_or(Ok(()), rust::component)
            }
            Run::Features => rust::toolchain(&oldest_rust::version()?),
            Run::Browser => {
                let mut tools = lock(tools);
                rust::wasm_target()?;
                tools.programs.wasm_bindgen = Some(cargo_tools::wasm_bindgen()?);
                tools.wait_for_system_programs();
                Ok(())
            }
            Run::Package | Run::Project(_) => lock(tools).package(),
            Run::Api => {
                let mut tools = lock(tools);
                tools.package()?;
                api::prepare()
            }
            Run::Node(_) => {
                let mut tools = lock(tools);
                tools.package()?;
                tools.wait_for_packages()?;
                node::packages_of(&self.name)?;
                if ["models", "create", "rust-examples", "rust-worker-example"].contains(&self.name.as_str()) {
                    // Whose runtimes run some of them.
                    node::packages_of("packaging")?;
                }
                if self.name == "docs" {
                    // The libraries that samples are compared with, axe, and the runtimes of the quick start.
                    ["emulator", "www-demo", "packaging"].into_iter().try_for_each(node::packages_of)?;
                }
                if ["www-demo", "docs"].contains(&self.name.as_str()) {
                    tools.programs.site = Some(build::site()?);
                }
                tools.wait_for_system_programs();
                Ok(())
            }
        }
    }

    /// Runs what is selected of the suite into its log. Says whether its runners called it a success.
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
                Run::Browser => runners::browser(selection, programs, log)?,
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
