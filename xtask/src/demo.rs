//! `cargo xtask demo`: builds the package and runs a bot, all on this machine.

use crate::failure::{Failure, Outcome};
use crate::setup::node;
use crate::{build, process, repository, screen};

const WAYS: &str = "`cargo xtask demo`, `cargo xtask demo --serve` or `cargo xtask demo --web [--port <number>]`";

pub fn command(arguments: &[&str]) -> Outcome<()> {
    match arguments {
        [] | ["--serve"] => {
            build(|| build::whole_package().map(drop))?;
            process::run(node::script("xtask/demo/demo.mjs").args(arguments))
        }
        ["--web", port @ ..] => {
            let port = port_of(port)?;
            let mut site = None;
            build(|| build::site().map(|folder| site = Some(folder)))?;
            process::run(node::script("xtask/demo/web.mjs").args(site).arg(port))
        }
        _ => Err(Failure::new(format!("the demo does not know {}", arguments.join(" "))).hint(WAYS)),
    }
}

fn build(work: impl FnOnce() -> Outcome<()>) -> Outcome<()> {
    let _lock = repository::lock()?;
    screen::step("building what the demo shows (a few minutes the first time) …");
    work()
}

/// Returns the requested port, or an empty text if the server chooses.
fn port_of(arguments: &[&str]) -> Outcome<String> {
    let value = match arguments {
        [] => return Ok(String::new()),
        ["--port", port] => *port,
        [one] => one.strip_prefix("--port=").unwrap_or_default(),
        _ => "",
    };
    let port: u16 = value.parse().map_err(|_| Failure::new("--port takes a number from 0 to 65535").hint(WAYS))?;
    Ok(port.to_string())
}

#[cfg(test)]
mod tests {
    use super::port_of;

    #[test]
    fn a_port_is_read_in_both_spellings_and_nothing_else_is() {
        assert_eq!(port_of(&[]).ok().as_deref(), Some(""));
        assert_eq!(port_of(&["--port", "8080"]).ok().as_deref(), Some("8080"));
        assert_eq!(port_of(&["--port=0"]).ok().as_deref(), Some("0"));
        assert!(port_of(&["--port"]).is_err() && port_of(&["--port", "70000"]).is_err() && port_of(&["8080"]).is_err());
    }
}
