//! `xtask-api <rustdoc JSON>` prints the public surface of a crate, one item per line.

use std::error::Error;
use std::io::{Write, stdout};

use public_api::Builder;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args_os().nth(1).ok_or("which file of rustdoc?")?;
    // Omits the blanket, derived, and auto traits that every type has.
    let surface = Builder::from_rustdoc_json(file)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()?;
    write!(stdout(), "{surface}")?;
    Ok(())
}
