//! The README's table of methods is the one rendered from the definitions (`UPDATE=1` rewrites it), its recipe one that runs.
#![cfg(feature = "render")]

use std::path::Path;
use std::{env, fs};

#[test]
fn the_table_of_methods_is_fresh() -> Result<(), String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let about = |error: std::io::Error| format!("README.md: {error}");
    let text = fs::read_to_string(&file).map_err(about)?;
    let fresh = botwire::render::readme(&botwire::render::catalogue(), &text)?;
    if env::var("UPDATE").is_ok_and(|value| value == "1") {
        return fs::write(&file, fresh).map_err(about);
    }
    assert!(
        text == fresh,
        "the table of methods in README.md is stale; UPDATE=1 cargo test --features render rewrites it"
    );
    Ok(())
}

#[test]
fn the_recipe_is_the_test_that_runs() -> Result<(), String> {
    let (_, recipe) = include_str!("recipe.rs").split_once("]\n\n").ok_or("tests/recipe.rs has no head")?;
    let block = ["```rust\n", recipe, "```\n"].concat();
    assert!(include_str!("../README.md").contains(&block), "README.md does not hold tests/recipe.rs as it is");
    Ok(())
}
