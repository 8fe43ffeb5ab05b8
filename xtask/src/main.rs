//! The repository's commands, `cargo xtask <command>`: the list of commands, and their dispatch.

mod api;
mod bench;
mod build;
mod ci;
mod demo;
mod failure;
mod fuzz;
mod git;
#[cfg(test)]
mod layers;
mod mutants;
mod process;
mod registry;
mod release;
mod repository;
mod screen;
mod setup;
mod setup_all;
mod stamp;
mod test;

use std::process::ExitCode;

use failure::{Failure, Outcome};
use test::selection::Selection;

const USAGE: &str = "\
cargo xtask <command>

  demo [--serve]     a bot in a real edge runtime answers a user, everything on this machine;
                     --serve keeps it running so that you can write to it
  demo --web [--port N]
                     the playground and the dashboard, served to a browser on this machine
  build [--whole] [--record]
                     leaves the npm package in pkg/ and prints its sizes; --whole includes the studio;
                     --record keeps them as the figures that later builds compare with
  test [suite] [file] [name]
                     all suites, or those whose name contains the first word; of them only the files whose
                     path contains the second, and the tests whose name contains the third
  bench [name]       runs a benchmark; without a name, lists them
  ci [--checks]      format, clippy and rustdoc with warnings denied, then all suites unless --checks
  api                writes the reports of the public surface, api/*.txt
  release --dry-run [--tag v1.2.3 | --only step]
                     runs every step of a release except the upload, or only the steps whose name contains the word
  release --bump 1.2.3
                     writes the version into every file that contains it, and dates its section of the changelog
  fuzz [target] [minutes]
                     fuzzes the properties in fuzz/src/properties.rs, 10 minutes each
  mutants <part> [shard or files]
                     runs mutation tests: changes the sources and checks that a test fails
  setup              installs what the commands above need, and nothing else

Each command installs what it needs by itself, once, into a cache of its own (BOTWIRE_CACHE says where).";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match dispatch(&arguments) {
        Ok(code) => code,
        Err(failure) => {
            screen::failure(&failure);
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[&str]) -> Outcome<ExitCode> {
    repository::check_root()?;
    match arguments {
        ["test", words @ ..] if words.len() <= 3 => return test::command(&Selection::from_words(words)),
        ["ci"] => return ci::command(true),
        ["ci", "--checks"] => return ci::command(false),
        ["api"] => api::command()?,
        ["release", rest @ ..] => release::command(rest)?,
        [] | ["help" | "--help" | "-h"] => println!("{USAGE}"),
        ["build", rest @ ..] => build::command(rest)?,
        ["demo", rest @ ..] => demo::command(rest)?,
        ["bench", rest @ ..] => bench::command(rest)?,
        ["fuzz", rest @ ..] => fuzz::command(rest)?,
        ["mutants", rest @ ..] => mutants::command(rest)?,
        ["setup"] => setup_all::command()?,
        other => return Err(Failure::new(format!("there is no `cargo xtask {}`", other.join(" "))).hint(USAGE)),
    }
    Ok(ExitCode::SUCCESS)
}
