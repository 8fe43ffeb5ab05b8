//! Renders the definitions to files.

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

const USAGE: &str = "botwire-render <directory>        writes the sources, schema.json and openapi.json
botwire-render --compact <file>   writes the compact form of the descriptors
botwire-render --examples <file>  writes the examples in the documentation of methods
botwire-render --docs <directory> writes the pages of the documentation's reference";

pub fn run() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["--compact", file] => compact(Path::new(file)),
        ["--examples", file] => examples(Path::new(file)),
        ["--docs", directory] => docs(Path::new(directory)),
        [directory] if !directory.starts_with('-') => write(Path::new(directory)),
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the files. Unchanged files are not touched, so that later build steps can skip them.
fn write(directory: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(directory.join("updates"))?;
    for (name, text) in botwire::render::files(&botwire::render::catalog())? {
        write_changed(&directory.join(name), &text)?;
    }
    Ok(())
}

fn compact(file: &Path) -> Result<(), Box<dyn Error>> {
    write_changed(file, &botwire::render::compact()?)
}

fn examples(file: &Path) -> Result<(), Box<dyn Error>> {
    write_changed(file, botwire::render::method_examples(&botwire::render::catalog())?)
}

/// Writes the pages of the reference and what its examples need, and removes those of methods and types that no longer
/// exist.
fn docs(directory: &Path) -> Result<(), Box<dyn Error>> {
    let catalog = botwire::render::catalog();
    let pages = botwire::render::reference(&catalog)?;
    for folder in ["methods", "types"] {
        let folder = directory.join(folder);
        fs::create_dir_all(&folder)?;
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if !pages.iter().any(|(name, _)| path == directory.join(name)) {
                fs::remove_file(&path)?;
            }
        }
    }
    for (name, text) in pages {
        write_changed(&directory.join(name), &text)?;
    }
    let examples = directory.join("examples");
    fs::create_dir_all(&examples)?;
    for (name, bytes) in botwire::render::examples(&catalog)? {
        write_changed(&examples.join(name), bytes)?;
    }
    Ok(())
}

fn write_changed(file: &Path, content: impl AsRef<[u8]>) -> Result<(), Box<dyn Error>> {
    let content = content.as_ref();
    if fs::read(file).is_ok_and(|old| old == content) {
        return Ok(());
    }
    fs::write(file, content).map_err(|error| format!("{}: {error}", file.display()).into())
}
