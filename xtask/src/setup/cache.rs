//! The folder of this project's tools on this machine: one for all clones, separate from the user's own tools.

use std::env;
use std::path::PathBuf;

use crate::failure::{Failure, Outcome};

/// Returns the folder in which cargo stores downloaded crates.
pub fn cargo_home() -> Outcome<PathBuf> {
    let home = || set("HOME").or_else(|| set("USERPROFILE")).map(|home| home.join(".cargo"));
    set("CARGO_HOME").or_else(home).ok_or_else(|| Failure::new("no folder of cargo is known").hint("set CARGO_HOME"))
}

fn set(name: &str) -> Option<PathBuf> {
    env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// Returns `BOTWIRE_CACHE`, or `botwire` in the platform's cache folder.
pub fn folder() -> Outcome<PathBuf> {
    if let Some(own) = set("BOTWIRE_CACHE") {
        // Relative to the user's working directory, because cargo installs from another one.
        return env::current_dir().map(|here| here.join(own)).map_err(|error| Failure::new(error.to_string()));
    }
    let home = || set("HOME").or_else(|| set("USERPROFILE"));
    let caches = if cfg!(windows) {
        set("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Caches"))
    } else {
        set("XDG_CACHE_HOME").or_else(|| home().map(|home| home.join(".cache")))
    };
    caches.map(|caches| caches.join("botwire")).ok_or_else(|| {
        Failure::new("no folder for the tools is known").hint("set BOTWIRE_CACHE to one that may be written to")
    })
}
