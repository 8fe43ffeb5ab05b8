//! Starts other programs without this machine's secrets, and reports their failures clearly.

use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::failure::{About, Failure, Outcome};
use crate::{repository, screen};

/// Words in the name of an environment variable that mark it as a secret.
const SECRET: [&str; 6] = ["TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL", "_KEY"];

/// Creates a command in the repository's root. It inherits no secrets: tests and install scripts do not need any.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(repository::root()).stdin(Stdio::null());
    for (name, _) in env::vars_os() {
        if is_secret(&name.to_string_lossy()) {
            command.env_remove(&name);
        }
    }
    command
}

/// Returns the cargo that runs this program.
pub fn cargo() -> Command {
    command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Puts folders of programs in front of the command's PATH.
pub fn with_programs(command: &mut Command, folders: impl IntoIterator<Item = PathBuf>) -> Outcome<()> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = folders.into_iter().chain(env::split_paths(&path));
    command.env("PATH", env::join_paths(folders).map_err(|error| Failure::new(error.to_string()))?);
    Ok(())
}

/// Turns incremental compilation off for the command and the programs that it starts. Its files take a seventh of the
/// time of a complete build, and are only useful if a developer then changes and compiles the same crate again.
pub fn not_incremental(command: &mut Command) -> &mut Command {
    command.env("CARGO_INCREMENTAL", "0")
}

fn is_secret(name: &str) -> bool {
    let name = name.to_uppercase();
    SECRET.iter().any(|word| name.contains(word))
}

/// Runs a command and shows its output.
pub fn run(command: &mut Command) -> Outcome<()> {
    run_unless(command, &[])
}

/// Does the same as [`run`], but accepts these exit codes, which the caller evaluates.
pub fn run_unless(command: &mut Command, codes: &[i32]) -> Outcome<()> {
    let status = command.status().map_err(|error| not_started(command, &error))?;
    let is_report = status.code().is_some_and(|code| codes.contains(&code));
    if status.success() || is_report {
        Ok(())
    } else {
        Err(Failure::new(format!("{} ended with {status}", line(command))))
    }
}

/// Runs a command and shows its output only if it fails. Returns its standard output.
pub fn quiet(command: &mut Command) -> Outcome<String> {
    let output = command.output().map_err(|error| not_started(command, &error))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(said);
    }
    let complained = String::from_utf8_lossy(&output.stderr).into_owned();
    let both = screen::indented(&format!("{said}{complained}"));
    Err(Failure::new(format!("{} ended with {}\n{both}", line(command), output.status)))
}

/// Runs a command and writes its output to a file. Returns true if it succeeded.
pub fn logged(command: &mut Command, log: &Path) -> Outcome<bool> {
    let file = File::options().create(true).append(true).open(log).about("write", log)?;
    let errors = file.try_clone().about("write", log)?;
    let status = command.stdout(file).stderr(errors).status().map_err(|error| not_started(command, &error))?;
    Ok(status.success())
}

/// Returns the first line that a command prints, such as for `--version`, if it succeeds.
pub fn answer(program: impl AsRef<OsStr>, arguments: &[&str]) -> Option<String> {
    let output = command(program).args(arguments).stderr(Stdio::null()).output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout).lines().next().map(|line| line.trim().to_owned());
    if output.status.success() { said } else { None }
}

/// Returns the command as a user would type it.
pub fn line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_name().unwrap_or(command.get_program()).to_string_lossy();
    let arguments = command.get_args().map(|argument| format!(" {}", argument.to_string_lossy()));
    let root = format!("{}{}", repository::root().display(), std::path::MAIN_SEPARATOR);
    format!("`{program}{}`", arguments.collect::<String>().replace(&root, ""))
}

/// Returns the failure of a command whose program is missing, for example.
pub fn not_started(command: &Command, error: &std::io::Error) -> Failure {
    Failure::new(format!("{} cannot be started: {error}", line(command)))
}

#[cfg(test)]
mod tests {
    use super::is_secret;

    #[test]
    fn secrets_are_recognized_by_name() {
        assert!(is_secret("CARGO_REGISTRY_TOKEN") && is_secret("aws_secret_access_key") && is_secret("OPENAI_API_KEY"));
        assert!(!is_secret("PATH") && !is_secret("CARGO_HOME") && !is_secret("KEYBOARD"));
    }
}
