//! `cargo xtask bench`: the benchmarks, each a program in `js-tests/bench`, run on the built package.

use crate::failure::{Failure, Outcome};
use crate::repository::{files_below, path};
use crate::setup::node;
use crate::{build, process, repository};

pub fn command(arguments: &[&str]) -> Outcome<()> {
    match arguments {
        [] => {
            println!("cargo xtask bench <name>, with name one of: {}", names().join(", "));
            Ok(())
        }
        ["size"] => build::command(false),
        [name, rest @ ..] => {
            if !names().iter().any(|known| known == name) {
                return Err(Failure::new(format!("there is no benchmark {name}"))
                    .hint(format!("there are: {}", names().join(", "))));
            }
            let _lock = repository::lock()?;
            build::package()?;
            process::run(node::script(&format!("js-tests/bench/{name}.mjs")).args(rest))
        }
    }
}

/// `size` is the build's own table; the others are the programs there are.
fn names() -> Vec<String> {
    let programs = files_below(&path("js-tests/bench"));
    let names = programs.iter().filter(|file| file.extension().is_some_and(|ending| ending == "mjs"));
    let names = names.filter_map(|file| file.file_stem()).map(|stem| stem.to_string_lossy().into_owned());
    std::iter::once("size".to_owned()).chain(names).collect()
}
