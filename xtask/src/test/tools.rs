//! What the suites share: the package, the npm packages, browsers, and other programs.

use std::env;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use super::database::Database;
use crate::failure::{Failure, Outcome};
use crate::setup::browser::{self, Browser};
use crate::setup::{databases, firefox, node};
use crate::{build, screen};

/// Variables by which the suites find Redis and PostgreSQL.
pub const DATABASES: [&str; 2] = ["BOTWIRE_TEST_REDIS", "BOTWIRE_TEST_POSTGRES"];

/// What the suites share. Each is set up when the first suite asks for it; another suite that asks waits.
#[derive(Default)]
pub struct Tools {
    /// Whether the package could be built, once that was tried.
    package: Option<bool>,
    pub programs: Programs,
    /// The installation of the npm packages that all suites of Node need, until the first of them is set up.
    npm: Option<JoinHandle<Outcome<()>>>,
    /// The installation of those that single suites need in addition, until the first suite of Node is set up.
    more_npm: Option<JoinHandle<Outcome<()>>>,
    /// The installation of browsers and the start of databases, until the first suite needs one. One after the other, as
    /// packages of the system are.
    system: Option<JoinHandle<System>>,
    /// They end with the last suite.
    databases: Vec<Database>,
}

/// Programs of the system, without those that could not be had.
#[derive(Default)]
struct System {
    browser: Option<Browser>,
    firefox: Option<PathBuf>,
    redis: Option<Database>,
    postgres: Option<Database>,
}

/// What suites need of it.
pub struct Needs {
    pub chromium: bool,
    pub firefox: bool,
    /// Redis and PostgreSQL.
    pub databases: bool,
    /// The suites that need npm packages: to build the package, or to run.
    pub npm: Vec<String>,
}

/// Where the runners find what is set up.
#[derive(Clone, Default)]
pub struct Programs {
    pub browser: Option<Browser>,
    pub firefox: Option<PathBuf>,
    /// URLs of the running servers.
    pub redis: Option<String>,
    pub postgres: Option<String>,
    /// The built site of `www-demo`, for the suite of that name.
    pub site: Option<PathBuf>,
    /// The folder of wasm-bindgen's programs.
    pub wasm_bindgen: Option<PathBuf>,
}

impl Tools {
    /// Installs the npm packages and the browsers of the suites while others run that need none: it waits for the network and the
    /// disk, and those compile.
    pub fn install(&mut self, needs: Needs) {
        let Needs { chromium, firefox, databases, npm } = needs;
        // One that a variable names is used as it is.
        let [redis, postgres] = DATABASES.map(|variable| databases && env::var_os(variable).is_none());
        if chromium || firefox || databases {
            self.system = Some(thread::spawn(move || System {
                browser: chromium.then(browser::find_or_install).and_then(or_print_why),
                firefox: firefox.then(firefox::find_or_install).and_then(or_print_why),
                redis: redis.then(|| Database::redis(&databases::redis()?)).and_then(or_print_why),
                postgres: postgres.then(|| Database::postgres(&databases::postgres()?)).and_then(or_print_why),
            }));
        }
        if !npm.is_empty() {
            self.npm = Some(thread::spawn(node::packages));
            self.more_npm = Some(thread::spawn(move || npm.iter().try_for_each(|name| node::packages_of(name))));
        }
    }

    /// Waits for the npm packages of single suites.
    pub fn wait_for_packages(&mut self) -> Outcome<()> {
        ended(self.more_npm.take())
    }

    /// Waits for the browsers and databases that the suites speak of. Without one they say themselves what they miss.
    pub fn wait_for_system_programs(&mut self) {
        let Some(Ok(system)) = self.system.take().map(JoinHandle::join) else { return };
        let System { browser, firefox, redis, postgres } = system;
        let url = |database: &Option<Database>| database.as_ref().map(|database| database.url.clone());
        let (redis_url, postgres_url) = (url(&redis), url(&postgres));
        self.databases.extend([redis, postgres].into_iter().flatten());
        self.programs =
            Programs { browser, firefox, redis: redis_url, postgres: postgres_url, ..self.programs.clone() };
    }

    /// Builds the package, once for all suites; only the first that needs it prints why it could not.
    pub fn package(&mut self) -> Outcome<()> {
        match self.package {
            Some(true) => Ok(()),
            Some(false) => Err(Failure::new("it needs the package, which could not be built (see above)")),
            None => {
                // What compiles it is built while npm waits for the network.
                let has_tools = node::check_version().and_then(|()| build::tools());
                let built = has_tools.and_then(|_| ended(self.npm.take())).and_then(|()| build::package());
                self.package = Some(built.is_ok());
                built.map(drop)
            }
        }
    }
}

/// Waits until npm ends. Succeeds where npm was not started, or another suite has waited for it already.
fn ended(installation: Option<JoinHandle<Outcome<()>>>) -> Outcome<()> {
    let ended = installation.map_or(Ok(Ok(())), JoinHandle::join);
    ended.unwrap_or_else(|_| Err(Failure::new("the npm packages could not be installed")))
}

pub fn lock(tools: &Mutex<Tools>) -> MutexGuard<'_, Tools> {
    tools.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What was found. Why it was not is printed: what needs it says itself that it is missing.
fn or_print_why<T>(found: Outcome<T>) -> Option<T> {
    found.map_err(|failure| screen::failure(&failure)).ok()
}
