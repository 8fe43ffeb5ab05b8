//! Runs Redis and PostgreSQL for the suites, each on a free port of the loopback, with its data in a temporary folder.
//! Dropping the value stops the server.

use std::env;
use std::fs;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::failure::{About, Failure, Outcome};
use crate::process;
use crate::setup::debian;

/// The time limit for a server's start. It usually takes a second, but slow machines need longer.
const PATIENCE: Duration = Duration::from_secs(120);
/// The user of PostgreSQL if this program runs as root, which PostgreSQL refuses.
const POSTGRES_USER: &str = "postgres";

/// A running server.
pub struct Database {
    /// The URL for clients.
    pub url: String,
    child: Child,
    folder: PathBuf,
    /// The command that stops it. If it is `None`, the child is killed.
    stop: Option<Command>,
}

impl Database {
    /// Starts Redis without persistence.
    pub fn redis(program: &Path) -> Outcome<Self> {
        let folder = temporary(None)?;
        let port = free_port()?;
        let mut server = process::command(program);
        server.args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir"]);
        server.arg(&folder);
        let child = spawn(&mut server)?;
        let database = Self { url: format!("redis://127.0.0.1:{port}"), child, folder, stop: None };
        database.answering(|| TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok())
    }

    /// Starts PostgreSQL with a new cluster, whose only user needs no password.
    pub fn postgres(program: &Path) -> Outcome<Self> {
        let user = debian::is_root().then_some(POSTGRES_USER);
        let folder = temporary(user)?;
        let port = free_port()?.to_string();
        let run = |name: &str| as_user(user, &program.with_file_name(name));
        let data = folder.join("data");
        process::quiet(
            run("initdb")
                .args(["--username=botwire", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "-D"])
                .arg(&data),
        )?;
        let mut server = run("postgres");
        server.arg("-D").arg(&data).args(["-h", "127.0.0.1", "-p", &port, "-k", "", "-c", "fsync=off"]);
        let child = spawn(&mut server)?;
        let mut stop = run("pg_ctl");
        stop.arg("-D").arg(&data).args(["stop", "--mode=immediate", "--silent"]);
        let url = format!("postgres://botwire@127.0.0.1:{port}/postgres");
        let database = Self { url, child, folder, stop: Some(stop) };
        let is_ready = || {
            let mut ask = run("pg_isready");
            ask.args(["--quiet", "-h", "127.0.0.1", "-p", &port]);
            ask.status().is_ok_and(|status| status.success())
        };
        database.answering(is_ready)
    }

    fn answering(mut self, is_ready: impl Fn() -> bool) -> Outcome<Self> {
        let started = Instant::now();
        while !is_ready() {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Err(Failure::new(format!("{} could not be started: it ended with {status}", self.url)));
            }
            if started.elapsed() > PATIENCE {
                return Err(Failure::new(format!("{} did not answer within {} s", self.url, PATIENCE.as_secs())));
            }
            sleep(Duration::from_millis(20));
        }
        Ok(self)
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let is_asked = self.stop.as_mut().is_some_and(|stop| stop.status().is_ok_and(|status| status.success()));
        if !is_asked {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn spawn(server: &mut Command) -> Outcome<Child> {
    // The output is dropped; a test shows the answers.
    let started = server.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    started.map_err(|error| Failure::new(format!("{} cannot be started: {error}", process::line(server))))
}

/// Creates a command of that user, or of the current one.
fn as_user(user: Option<&str>, program: &Path) -> Command {
    let Some(user) = user else { return process::command(program) };
    let mut command = process::command("runuser");
    command.args(["-u", user, "--"]).arg(program);
    // The checkout may be in a folder that the user cannot enter.
    command.current_dir(env::temp_dir());
    command
}

/// Creates a folder that belongs to that user, or to the current one.
fn temporary(user: Option<&str>) -> Outcome<PathBuf> {
    if user.is_some() {
        let pattern = env::temp_dir().join("botwire-XXXXXXXX");
        let made = process::quiet(as_user(user, Path::new("mktemp")).arg("-d").arg(pattern))?;
        return Ok(PathBuf::from(made.trim_end()));
    }
    let folder = env::temp_dir().join(format!("botwire-{}-{}", std::process::id(), free_port()?));
    fs::create_dir(&folder).about("make", &folder)?;
    Ok(folder)
}

fn free_port() -> Outcome<u16> {
    let found = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr());
    found.map(|address| address.port()).map_err(|error| Failure::new(format!("no port is free: {error}")))
}
