//! Debian's packages, installed unasked where that is possible and usual: as root, which is what containers are.

use std::fs;

use crate::failure::Outcome;
use crate::{process, screen};

/// Whether `install` can be used.
pub fn is_ours() -> bool {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    release.lines().any(|line| line == "ID=debian") && is_root()
}

pub fn install(packages: &[&str]) -> Outcome<()> {
    screen::step(&format!("installing {} from Debian's packages (once) …", packages.join(" and ")));
    // An old index names versions that the mirror no longer has, so it is brought up to date first.
    process::quiet(process::command("apt-get").arg("update"))?;
    let mut install = process::command("apt-get");
    install.args(["install", "-y", "--no-install-recommends"]).args(packages).env("DEBIAN_FRONTEND", "noninteractive");
    process::quiet(&mut install).map(drop)
}

pub fn is_root() -> bool {
    cfg!(unix) && process::answer("id", &["-u"]).is_some_and(|id| id == "0")
}
