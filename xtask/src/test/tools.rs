//! Tools that the suites share: the package, npm packages, browsers, and other programs.

use std::env;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use super::database::Database;
use crate::failure::{Failure, Outcome};
use crate::setup::browser::{self, Browser};
use crate::setup::{firefox, node};
use crate::{build, screen};

/// Variables that contain the URLs of Redis and PostgreSQL for the suites.
pub const DATABASES: [&str; 2] = ["BOTWIRE_TEST_REDIS", "BOTWIRE_TEST_POSTGRES"];

/// Shared tools. Each is set up when a suite first asks for it; other suites that ask then wait.
#[derive(Default)]
pub struct Tools {
    /// The result of building the package, after the first attempt.
    package: Option<bool>,
    /// True if a suite needs the package with its studio. It is then built only once.
    studio: bool,
    pub programs: Programs,
    /// The installation of the npm packages for all suites of Node. The first such suite waits for it.
    npm: Option<JoinHandle<Outcome<()>>>,
    /// The installation of additional packages of single suites. The first suite of Node waits for it.
    more_npm: Option<JoinHandle<Outcome<()>>>,
    /// The installation of browsers and the start of databases, one after another, because system packages must be
    /// installed that way. The first suite that needs one waits for it.
    system: Option<JoinHandle<System>>,
    /// Dropped after the last suite, which stops them.
    databases: Vec<Database>,
    /// The built site. It takes minutes, so it has a lock of its own, and suites that do not need it do not wait.
    site: Arc<Mutex<Option<PathBuf>>>,
}

/// Programs of the system. `None` if they could not be installed.
#[derive(Default)]
struct System {
    browser: Option<Browser>,
    firefox: Option<PathBuf>,
    redis: Option<Database>,
    postgres: Option<Database>,
}

/// The tools that the selected suites need.
#[allow(clippy::struct_excessive_bools)] // one for each tool
pub struct Needs {
    pub chromium: bool,
    pub firefox: bool,
    /// Redis and PostgreSQL.
    pub databases: bool,
    /// The studio in the package.
    pub studio: bool,
    /// The site, with the documentation.
    pub site: bool,
    /// The suites that need npm packages: to build the package, or to run.
    pub npm: Vec<String>,
}

/// The paths and URLs of the tools, for the runners.
#[derive(Clone, Default)]
pub struct Programs {
    pub browser: Option<Browser>,
    pub firefox: Option<PathBuf>,
    /// URLs of the running servers.
    pub redis: Option<String>,
    pub postgres: Option<String>,
    /// The built site of `www-demo`, for the suite of that name.
    pub site: Option<PathBuf>,
    /// The folders of the programs of wasm-pack and of wasm-bindgen, which it uses.
    pub wasm_pack: Option<[PathBuf; 2]>,
}

impl Tools {
    /// Installs the npm packages and the browsers while suites without them run. Installing waits for the network and
    /// the disk, and those suites compile.
    pub fn install(&mut self, needs: Needs) {
        let Needs { chromium, firefox, databases, studio, site, npm } = needs;
        self.studio = studio;
        // A database whose variable is set is used as it is.
        let [redis, postgres] = DATABASES.map(|variable| databases && env::var_os(variable).is_none());
        if chromium || firefox || databases {
            self.system = Some(thread::spawn(move || System {
                browser: chromium.then(browser::find_or_install).and_then(or_print_why),
                firefox: firefox.then(firefox::find_or_install).and_then(or_print_why),
                redis: redis.then(Database::redis).and_then(or_print_why),
                postgres: postgres.then(Database::postgres).and_then(or_print_why),
            }));
        }
        if !npm.is_empty() {
            let of_studio = studio.then_some("www-demo");
            self.npm = Some(thread::spawn(move || {
                node::packages().and_then(|()| of_studio.map_or(Ok(()), node::packages_in))
            }));
            let of_site = site.then_some("docs");
            self.more_npm = Some(thread::spawn(move || {
                npm.iter().try_for_each(|name| node::packages_of(name))?;
                of_site.map_or(Ok(()), node::packages_in)
            }));
        }
    }

    pub fn wait_for_packages(&mut self) -> Outcome<()> {
        ended(self.more_npm.take())
    }

    /// Waits for the browsers and databases of the suites. If one is missing, its tests report that.
    pub fn wait_for_system_programs(&mut self) {
        let Some(Ok(system)) = self.system.take().map(JoinHandle::join) else { return };
        let System { browser, firefox, redis, postgres } = system;
        let url = |database: &Option<Database>| database.as_ref().map(|database| database.url.clone());
        let (redis_url, postgres_url) = (url(&redis), url(&postgres));
        self.databases.extend([redis, postgres].into_iter().flatten());
        self.programs =
            Programs { browser, firefox, redis: redis_url, postgres: postgres_url, ..self.programs.clone() };
    }

    /// Builds the package once for all suites. Only the first suite that needs it reports why the build failed.
    pub fn package(&mut self) -> Outcome<()> {
        match self.package {
            Some(true) => Ok(()),
            Some(false) => Err(Failure::new("it needs the package, which could not be built (see above)")),
            None => {
                // Builds the tools that compile the package while npm waits for the network.
                let has_tools = node::check_version().and_then(|()| build::tools());
                let built = has_tools
                    .and_then(|_| ended(self.npm.take()))
                    .and_then(|()| if self.studio { build::whole_package() } else { build::package() });
                self.package = Some(built.is_ok());
                built.map(drop)
            }
        }
    }
}

/// Builds the site once for all suites. Returns the folder of its files.
pub fn site(tools: &Mutex<Tools>) -> Outcome<PathBuf> {
    let site = Arc::clone(&lock(tools).site);
    let mut site = site.lock().unwrap_or_else(PoisonError::into_inner);
    match &*site {
        Some(folder) => Ok(folder.clone()),
        None => Ok(site.insert(build::site()?).clone()),
    }
}

/// Waits until npm ends. Succeeds if npm was not started, or if another suite has already waited for it.
fn ended(installation: Option<JoinHandle<Outcome<()>>>) -> Outcome<()> {
    let ended = installation.map_or(Ok(Ok(())), JoinHandle::join);
    ended.unwrap_or_else(|_| Err(Failure::new("the npm packages could not be installed")))
}

pub fn lock(tools: &Mutex<Tools>) -> MutexGuard<'_, Tools> {
    tools.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the found tool, or prints why it is missing. Suites that need it report that it is missing.
fn or_print_why<T>(found: Outcome<T>) -> Option<T> {
    found.map_err(|failure| screen::failure(&failure)).ok()
}
