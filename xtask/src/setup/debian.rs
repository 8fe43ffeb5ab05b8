//! Installs Debian's packages, if a program cannot be found in another way. Asks on the terminal first, if possible.

use std::fs;
use std::io::{BufRead, IsTerminal, Write, stdin, stdout};
use std::thread::sleep;
use std::time::{Duration, Instant};

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
    apt_get(&["update"])?;
    apt_get(&[&["install", "-y", "--no-install-recommends"], packages].concat())
}

fn apt_get(arguments: &[&str]) -> Outcome<()> {
    let mut apt = process::command("apt-get");
    apt.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    when_unlocked(|| process::quiet(&mut apt).map(drop), PAUSE)
}

/// How long another apt may hold its locks, as on a new machine that updates itself.
const PATIENCE: Duration = Duration::from_secs(600);
/// The pause before the locks are tried again.
const PAUSE: Duration = Duration::from_secs(5);

/// Runs apt again while another apt holds its locks, and says so. An option of apt waits for one of its locks only.
fn when_unlocked(mut run: impl FnMut() -> Outcome<()>, pause: Duration) -> Outcome<()> {
    let started = Instant::now();
    let mut has_said = false;
    loop {
        match run() {
            Err(failure) if is_locked(&failure.text) && started.elapsed() < PATIENCE => {
                if !has_said {
                    screen::step("another apt is running: waiting up to 10 minutes for its lock …");
                }
                has_said = true;
                sleep(pause);
            }
            ended => return ended,
        }
    }
}

/// Returns true for the failure of an apt that did not get a lock.
fn is_locked(text: &str) -> bool {
    ["Could not get lock", "Unable to lock", "Unable to acquire the dpkg frontend lock"]
        .iter()
        .any(|said| text.contains(said))
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
    use std::time::Duration;

    use super::{is_yes, when_unlocked};
    use crate::failure::Failure;

    #[test]
    fn apt_is_run_again_while_another_one_holds_its_lock() {
        const LOCKED: &str =
            "`apt-get update` ended with 100\n    E: Could not get lock /var/lib/apt/lists/lock. It is held by 7";
        let mut outcomes = [Err(Failure::new(LOCKED)), Err(Failure::new(LOCKED)), Ok(())].into_iter();
        assert!(when_unlocked(|| outcomes.next().unwrap_or(Ok(())), Duration::ZERO).is_ok());
        assert!(outcomes.next().is_none());
        let mut others = [Err(Failure::new("E: Unable to locate package x")), Ok(())].into_iter();
        assert!(when_unlocked(|| others.next().unwrap_or(Ok(())), Duration::ZERO).is_err());
    }

    #[test]
    fn an_end_of_input_is_no_yes() {
        assert!(is_yes("\n") && is_yes("Y\n") && is_yes(" yes \n"));
        assert!(!is_yes("") && !is_yes("n\n") && !is_yes("no\n"));
    }
}
