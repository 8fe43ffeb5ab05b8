//! `cargo xtask bench`: the benchmarks, each a program in `js-tests/bench`, run on the built package.

use std::path::PathBuf;

use crate::failure::{Failure, Outcome};
use crate::repository::{files_below, path};
use crate::setup::{browser, node, rust_workers};
use crate::test::database::Database;
use crate::test::tools::DATABASES;
use crate::{build, process, repository};

/// The benchmark that measures the built site in a browser.
const OF_THE_SITE: &str = "lighthouse";
/// The benchmark of stores, which starts servers and runtimes itself.
const OF_STORES: &str = "stores";
/// The benchmark that builds workers in Rust.
const OF_RUST_WORKERS: &str = "worker-rust";

pub fn command(arguments: &[&str]) -> Outcome<()> {
    match arguments {
        [] => {
            println!("cargo xtask bench <name>, with name one of: {}", names().join(", "));
            Ok(())
        }
        [name, rest @ ..] => {
            if !names().iter().any(|known| known == name) {
                return Err(Failure::new(format!("there is no benchmark {name}"))
                    .hint(format!("there are: {}", names().join(", "))));
            }
            let _lock = repository::lock()?;
            if *name == "studio" {
                build::whole_package()?
            } else {
                build::package()?
            };
            node::packages_of("bench")?;
            let mut program = node::script(&format!("js-tests/bench/{name}.mjs"));
            if [OF_THE_SITE, "studio"].contains(name) {
                program.env("CHROME", browser::find_or_install()?.chrome);
            }
            if *name == OF_THE_SITE {
                program.env("WWW_DEMO", build::site()?);
            }
            if *name == OF_RUST_WORKERS {
                rust_workers::compiled("rust-worker-example")?;
            }
            let mut servers = Vec::new();
            if *name == OF_STORES {
                node::packages_of("packaging")?;
                servers = vec![Database::redis()?, Database::postgres()?];
                program.envs(DATABASES.into_iter().zip(servers.iter().map(|server| &server.url)));
            }
            let ran = process::run(program.args(rest));
            drop(servers);
            ran
        }
    }
}

fn names() -> Vec<String> {
    let folder = path("js-tests/bench");
    let programs = files_below(&folder);
    // Files in subfolders are the programs that the benchmarks measure.
    let is_benchmark = |file: &&PathBuf| file.parent() == Some(&folder) && file.extension() == Some("mjs".as_ref());
    let names = programs.iter().filter(is_benchmark);
    names.filter_map(|file| file.file_stem()).map(|stem| stem.to_string_lossy().into_owned()).collect()
}
