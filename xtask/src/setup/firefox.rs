//! Finds Firefox: on the machine, or as root on Debian from its packages. Its driver, which only the suite `browser` uses,
//! is not installed: no package of Debian has it, and compiling it takes minutes.

use std::fs;
use std::path::{Path, PathBuf};

use super::browser::{program, quoted};
use super::debian;
use crate::failure::{About, Outcome};
use crate::repository::target;

/// Variables in which other tools store its path.
const VARIABLES: [&str; 4] = ["FIREFOX", "FIREFOX_PATH", "FIREFOX_BIN", "PLAYWRIGHT_FIREFOX_EXECUTABLE_PATH"];
const NAMES: [&str; 2] = ["firefox", "firefox-esr"];

/// Where installers put it if it is not on PATH.
const PLACES: [&str; 3] = [
    "/usr/bin/firefox-esr",
    "/Applications/Firefox.app/Contents/MacOS/firefox",
    r"C:\Program Files\Mozilla Firefox\firefox.exe",
];

const ADVICE: &str = "install Firefox (Debian: `apt-get install firefox-esr`; macOS: `brew install --cask firefox`; \
Windows: `choco install firefox`), or set FIREFOX (or FIREFOX_PATH, FIREFOX_BIN) to where it is";

/// Returns the browser's program, and installs it from Debian's packages if it is missing.
pub fn find_or_install() -> Outcome<PathBuf> {
    debian::find_or_install(|| program(&VARIABLES, &NAMES, &PLACES), &["firefox-esr"], "Firefox", ADVICE)
}

/// Returns geckodriver, if the machine has it.
pub fn driver() -> Outcome<Option<PathBuf>> {
    program(&["GECKODRIVER", "GECKOWEBDRIVER"], &["geckodriver"], &[])
}

/// Writes the capabilities that wasm-bindgen's test runner requests from the driver. Returns the file.
pub fn webdriver_file(firefox: &Path) -> Outcome<PathBuf> {
    let file = target("xtask/webdriver-firefox.json");
    let binary = quoted(&firefox.to_string_lossy());
    let json = format!("{{\"moz:firefoxOptions\":{{\"binary\":{binary},\"args\":[\"-headless\"]}}}}\n");
    fs::write(&file, json).about("write", &file)?;
    Ok(file)
}
