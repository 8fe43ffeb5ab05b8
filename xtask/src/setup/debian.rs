//! Installs Debian's packages, if a program cannot be found in another way. Asks on the terminal first, if possible.

use std::fs;
use std::io::{BufRead, IsTerminal, Write, stdin, stdout};

use crate::failure::{Failure, Outcome};
use crate::{process, screen};

/// Returns true if `install` works: as root, as in containers.
fn is_ours() -> bool {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    release.lines().any(|line| line == "ID=debian") && is_root()
}

/// Finds programs. If they are missing, installs these packages as root on Debian, and searches again.
pub fn find_or_install<T>(
    find: impl Fn() -> Outcome<Option<T>>,
    packages: &[&str],
    what: &str,
    advice: &str,
) -> Outcome<T> {
    if let Some(found) = find()? {
        return Ok(found);
    }
    if is_ours() {
        install(packages).map_err(|failure| failure.hint(advice))?;
    }
    find()?.ok_or_else(|| Failure::new(format!("no {what} was found")).hint(advice))
}

fn install(packages: &[&str]) -> Outcome<()> {
    let packages_named = packages.join(" and ");
    screen::step(&format!(
        "none was found on PATH, in the usual places or by a variable: the system packages {packages_named} of Debian are needed"
    ));
    if stdin().is_terminal() && stdout().is_terminal() && !is_agreed(&packages_named) {
        return Err(Failure::new(format!("{packages_named} are not installed, as you chose")));
    }
    screen::step(&format!("apt-get install {} (once) …", packages.join(" ")));
    // An old index lists versions that the mirror no longer has, so it is updated first.
    process::quiet(process::command("apt-get").arg("update"))?;
    let mut install = process::command("apt-get");
    install.args(["install", "-y", "--no-install-recommends"]).args(packages).env("DEBIAN_FRONTEND", "noninteractive");
    process::quiet(&mut install).map(drop)
}

fn is_agreed(packages: &str) -> bool {
    print!("  install {packages} by apt-get? [Y/n] ");
    let _ = stdout().flush();
    let mut line = String::new();
    stdin().lock().read_line(&mut line).is_ok_and(|_| is_yes(&line))
}

fn is_yes(line: &str) -> bool {
    matches!(line.trim().to_lowercase().as_str(), "" | "y" | "yes") && line.ends_with('\n')
}

pub fn is_root() -> bool {
    cfg!(unix) && process::answer("id", &["-u"]).is_some_and(|id| id == "0")
}

#[cfg(test)]
mod tests {
    use super::is_yes;

    #[test]
    fn an_end_of_input_is_no_yes() {
        assert!(is_yes("\n") && is_yes("Y\n") && is_yes(" yes \n"));
        assert!(!is_yes("") && !is_yes("n\n") && !is_yes("no\n"));
    }
}
