//! A Firefox: that of the machine, or on Debian as root that of its packages. No driver: its page reports to the tests itself.

use std::path::PathBuf;

use super::browser::program;
use super::debian;
use crate::failure::{Failure, Outcome};

/// Variables by which other tools say where it is.
const VARIABLES: [&str; 4] = ["FIREFOX", "FIREFOX_PATH", "FIREFOX_BIN", "PLAYWRIGHT_FIREFOX_EXECUTABLE_PATH"];
const NAMES: [&str; 2] = ["firefox", "firefox-esr"];

/// Where installers put it when they do not put it on PATH.
const PLACES: [&str; 3] = [
    "/usr/bin/firefox-esr",
    "/Applications/Firefox.app/Contents/MacOS/firefox",
    r"C:\Program Files\Mozilla Firefox\firefox.exe",
];

const ADVICE: &str = "install Firefox (Debian: `apt-get install firefox-esr`; macOS: `brew install --cask firefox`; \
Windows: `choco install firefox`), or set FIREFOX (or FIREFOX_PATH, FIREFOX_BIN) to where it is";

/// The browser's program, installed from Debian's packages where none is found.
pub fn find_or_install() -> Outcome<PathBuf> {
    if let Some(found) = find()? {
        return Ok(found);
    }
    if debian::is_ours() {
        debian::install(&["firefox-esr"]).map_err(|failure| failure.hint(ADVICE))?;
    }
    find()?.ok_or_else(|| Failure::new("no Firefox was found").hint(ADVICE))
}

fn find() -> Outcome<Option<PathBuf>> {
    program(&VARIABLES, &NAMES, &PLACES)
}
