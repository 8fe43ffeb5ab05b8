//! The build script: lists the methods that the files beside it define, in the order of mod.rs.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=src/methods");
    let folder = Path::new(&variable("CARGO_MANIFEST_DIR")?).join("src").join("methods");
    let sections = sections(&fs::read_to_string(folder.join("mod.rs"))?);
    let mut list = String::new();
    for section in &sections {
        let file = folder.join(format!("{section}.rs"));
        for name in methods(&file)? {
            writeln!(list, "    <{section}::{name} as Method>::DESCRIPTOR,")?;
        }
    }
    refuse_undeclared(&folder, &sections)?;
    let text = format!(
        "/// Every method of the specification, in its order.\n\
         pub static METHODS: &[&wire::Method] = &[\n{list}];\n"
    );
    fs::write(PathBuf::from(variable("OUT_DIR")?).join("methods.rs"), text)?;
    Ok(())
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|error| format!("{name}: {error}"))
}

/// The modules that mod.rs declares, without its tests.
fn sections(text: &str) -> Vec<String> {
    text.lines()
        .map(|line| line.strip_prefix("pub ").unwrap_or(line))
        .filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'))
        .filter(|name| *name != "tests")
        .map(str::to_owned)
        .collect()
}

/// The structs of a file that carry `#[method(...)]`.
fn methods(file: &Path) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut names = Vec::new();
    let mut open = None;
    for (line, number) in text.lines().zip(1..) {
        if line.starts_with("#[method(") {
            refuse_open(open.replace(number), file)?;
        } else if let Some(rest) = line.strip_prefix("pub struct ")
            && open.take().is_some()
        {
            let name = rest.split(|letter: char| !letter.is_alphanumeric()).next();
            names.push(name.unwrap_or(rest).to_owned());
        }
    }
    refuse_open(open, file)?;
    Ok(names)
}

fn refuse_open(open: Option<i32>, file: &Path) -> Result<(), String> {
    let Some(line) = open else { return Ok(()) };
    Err(format!("{}:{line}: no `pub struct` follows this #[method(...)]", file.display()))
}

/// A file whose methods nobody would find is a mistake.
fn refuse_undeclared(folder: &Path, sections: &[String]) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let file = entry?.path();
        let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        let is_rust = file.extension().is_some_and(|extension| extension == "rs");
        if is_rust && !sections.contains(&stem) && !methods(&file)?.is_empty() {
            return Err(format!("{}: methods/mod.rs lacks `mod {stem};`", file.display()).into());
        }
    }
    Ok(())
}
