//! Runs Redis and PostgreSQL for the suites, by the program of the tests that stop and start servers themselves.
//! Dropping the value stops the server.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use crate::failure::{Failure, Outcome};
use crate::process;
use crate::setup::{databases, node};

/// A running server.
pub struct Database {
    /// The URL for clients.
    pub url: String,
    child: Child,
}

impl Database {
    pub fn redis() -> Outcome<Self> {
        databases::redis()?;
        Self::start("redis")
    }

    pub fn postgres() -> Outcome<Self> {
        databases::postgres()?;
        Self::start("postgres")
    }

    fn start(name: &str) -> Outcome<Self> {
        let mut program = node::script("js-tests/support/own-servers.mjs");
        let started = program.arg(name).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| process::not_started(&program, &error))?;
        let line = child.stdout.take().and_then(|output| BufReader::new(output).lines().next()?.ok());
        let url = line.ok_or_else(|| Failure::new(format!("{name} could not be started")))?;
        Ok(Self { url, child })
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // The program stops the server when its input ends.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
