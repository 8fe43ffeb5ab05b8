//! What the suites share: the package, the npm packages, browsers, and other programs.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use super::suite::{Run, Suite};
use crate::failure::{Failure, Outcome};
use crate::setup::browser::{self, Browser};
use crate::setup::{firefox, node};
use crate::{build, screen};

/// What the suites share. Each is set up when the first suite asks for it; another suite that asks waits.
#[derive(Default)]
pub struct Tools {
    /// Whether the package could be built, once that was tried.
    package: Option<bool>,
    pub programs: Programs,
    /// The installation of the npm packages of all suites that run, until the first suite needs one.
    npm: Option<JoinHandle<Outcome<()>>>,
    /// The installation of browsers, until the first suite needs one.
    browsers: Option<JoinHandle<Programs>>,
}

/// Where the runners find what is set up.
#[derive(Clone, Default)]
pub struct Programs {
    pub browser: Option<Browser>,
    pub firefox: Option<PathBuf>,
    /// The built site of `www-demo`, for the suite of that name.
    pub site: Option<PathBuf>,
    /// The folder of wasm-bindgen's programs.
    pub wasm_bindgen: Option<PathBuf>,
}

impl Tools {
    /// Installs the npm packages and the browsers of the suites while others run that need none: it waits for the network and the
    /// disk, and those compile.
    pub fn install(&mut self, suites: &[&Suite]) {
        let [chromium, firefox] = ["chromium", "firefox"].map(|name| suites.iter().any(|suite| suite.speaks_of(name)));
        if chromium || firefox {
            self.browsers = Some(thread::spawn(move || Programs {
                browser: if chromium { told(browser::find_or_install()) } else { None },
                firefox: if firefox { told(firefox::find_or_install()) } else { None },
                ..Programs::default()
            }));
        }
        let needs_npm =
            |suite: &&&Suite| suite.runs.iter().any(|run| matches!(run, Run::Package | Run::Project(_) | Run::Node(_)));
        let names: Vec<String> = suites.iter().filter(needs_npm).map(|suite| suite.name.clone()).collect();
        if !names.is_empty() {
            self.npm = Some(thread::spawn(move || {
                node::packages()?;
                names.iter().try_for_each(|name| node::packages_of(name))
            }));
        }
    }

    /// Waits for the npm packages.
    fn packages(&mut self) -> Outcome<()> {
        let installed = self.npm.take().map(JoinHandle::join);
        installed.unwrap_or(Ok(Ok(()))).unwrap_or_else(|_| Err(Failure::new("the npm packages could not be installed")))
    }

    /// Waits for the browsers that the suites speak of. Without one they say themselves what they miss.
    pub fn find_browsers(&mut self) {
        if let Some(Ok(Programs { browser, firefox, .. })) = self.browsers.take().map(JoinHandle::join) {
            self.programs = Programs { browser, firefox, ..self.programs.clone() };
        }
    }

    /// Builds the package, once for all suites; only the first that needs it prints why it could not.
    pub fn package(&mut self) -> Outcome<()> {
        match self.package {
            Some(true) => Ok(()),
            Some(false) => Err(Failure::new("it needs the package, which could not be built (see above)")),
            None => {
                let built = self.packages().and_then(|()| build::package());
                self.package = Some(built.is_ok());
                built.map(drop)
            }
        }
    }
}

pub fn lock(tools: &Mutex<Tools>) -> MutexGuard<'_, Tools> {
    tools.lock().unwrap_or_else(PoisonError::into_inner)
}

fn told<T>(found: Outcome<T>) -> Option<T> {
    found.map_err(|failure| screen::failure(&failure)).ok()
}
