//! `cargo xtask demo`: builds the package and shows a bot at work, everything on this machine.

use crate::failure::{Failure, Outcome};
use crate::setup::node;
use crate::{build, process, repository, screen};

pub fn command(arguments: &[&str]) -> Outcome<()> {
    if let Some(other) = arguments.iter().find(|argument| **argument != "--serve") {
        return Err(Failure::new(format!("the demo does not know {other}"))
            .hint("`cargo xtask demo` or `cargo xtask demo --serve`"));
    }
    {
        let _lock = repository::lock()?;
        screen::step("building the package that the demo uses (a few minutes the first time) …");
        build::package()?;
    }
    process::run(node::script("xtask/demo/demo.mjs").args(arguments))
}
