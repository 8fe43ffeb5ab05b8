//! Builds the two wasm files: compiles them, adds their JavaScript glue, and optimizes their size.

use std::ffi::OsStr;
use std::fs;
use std::io::{IsTerminal, stderr};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use crate::failure::{About, Outcome};
use crate::repository::{path, target};
use crate::setup::{self, node, rust};
use crate::stamp::{Inputs, unless_fresh};
use crate::{process, repository, screen};

/// A wasm file of the package: its name, and the cargo feature with its exports for JavaScript.
pub struct Wasm {
    pub name: &'static str,
    feature: &'static str,
    /// True if it needs the glue of wasm-bindgen. Exports with only numbers do not.
    has_glue: bool,
}

/// The wasm file that every user of the package loads.
pub const CLIENT: Wasm = Wasm { name: "botwire", feature: "js", has_glue: false };
/// The emulator, which only users of `botwire/emulator` load.
pub const EMULATOR: Wasm = Wasm { name: "emulator", feature: "emulator-js", has_glue: true };

const BINDGEN: [&str; 5] =
    ["--target=web", "--omit-default-module-path", "--remove-name-section", "--remove-producers-section", "--out-name"];

/// The same features as rustc's. With `--all-features`, wasm-opt would emit features that no runtime supports yet.
const OPTIMIZER: [&str; 15] = [
    "-Oz",
    // Converts loops and blocks to jumps and rebuilds them for a second optimization: saves 69 bytes (gzip).
    "--flatten",
    "--rereloop",
    "-Oz",
    "-Oz",
    // rustc puts the stack into low memory, and the stack does not use all of it.
    "--low-memory-unused",
    // An isolate compiles a whole function at its first call, so rarely used code stays in separate functions: saves 99
    // bytes (gzip).
    "--one-caller-inline-max-function-size=60",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
    "--strip-producers",
    "--strip-target-features",
];

/// Removes the code that reports panics: saves 307 bytes (gzip).
const CUT: &str = "xtask/package/panics.mjs";

/// Builds both files concurrently: each spends most of its time in one step that uses one core.
pub fn build(bindgen: &Path) -> Outcome<()> {
    let (client, emulator) = thread::scope(|scope| {
        let client = scope.spawn(|| CLIENT.build(bindgen));
        (EMULATOR.build(bindgen), client.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    client.and(emulator)
}

impl Wasm {
    /// Returns the folder of `<name>.wasm` and of its glue, if any.
    pub fn folder(&self) -> PathBuf {
        target("xtask/wasm").join(self.name)
    }

    fn build(&self, bindgen: &Path) -> Outcome<()> {
        screen::step(&format!("{}.wasm: cargo rustc --features {}", self.name, self.feature));
        let compiled = self.compile()?;
        let inputs = BINDGEN.iter().chain(&OPTIMIZER).fold(Inputs::new(), |inputs, flag| inputs.text(flag));
        let inputs = inputs
            .file(&compiled)
            .file(&path(CUT))
            .text(&bindgen.to_string_lossy())
            .file(&path("js-tests/package-lock.json"));
        unless_fresh(&format!("wasm-{}", self.name), &inputs, &self.folder(), || self.finish(bindgen, &compiled))
            .map(drop)
    }

    /// Uses a separate folder: both are compiled from the same library, so one would overwrite the other.
    fn compile(&self) -> Outcome<PathBuf> {
        let folder = target("wasm").join(self.name);
        let mut cargo = process::cargo();
        // Not in the manifest: otherwise, each program that depends on botwire would link a `cdylib`.
        cargo.args(["rustc", "--crate-type", "cdylib"]);
        cargo.args(["--release", "--lib", "--package", "botwire", "--target", rust::WASM]);
        cargo.args(["--features", self.feature, "--target-dir"]).arg(&folder);
        cargo.env("CARGO_ENCODED_RUSTFLAGS", remapped()?);
        // The code that reports panics is found by name, so names must stay. The published file has none.
        cargo.env("CARGO_PROFILE_RELEASE_STRIP", "debuginfo");
        if !stderr().is_terminal() {
            cargo.arg("--quiet");
        }
        process::run(&mut cargo)?;
        Ok(folder.join(rust::WASM).join("release/botwire.wasm"))
    }

    fn finish(&self, bindgen: &Path, compiled: &Path) -> Outcome<()> {
        screen::step(&format!("{}.wasm: panics out, wasm-bindgen, wasm-opt", self.name));
        let folder = self.folder();
        repository::empty(&folder)?;
        let without_panics = folder.join("without-panics.wasm");
        let mut cut = process::command("node");
        process::quiet(cut.arg(path(CUT)).args([compiled, &without_panics]))?;
        let mut glue = process::command(bindgen.join("wasm-bindgen"));
        process::quiet(glue.args(BINDGEN).arg(self.name).arg("--out-dir").arg(&folder).arg(&without_panics))?;
        fs::remove_file(&without_panics).about("remove", &without_panics)?;
        let whole = folder.join(format!("{}_bg.wasm", self.name));
        let small = folder.join(format!("{}.wasm", self.name));
        let mut optimizer = process::command("node");
        optimizer.arg(node::in_package("binaryen/bin/wasm-opt")).args(OPTIMIZER);
        process::quiet(optimizer.args([OsStr::new("-o"), small.as_os_str(), whole.as_os_str()]))?;
        let mut left_over = vec!["_bg.wasm", "_bg.wasm.d.ts"];
        if !self.has_glue {
            left_over.extend([".js", ".d.ts"]);
        }
        for ending in left_over {
            let file = folder.join(format!("{}{ending}", self.name));
            fs::remove_file(&file).about("remove", &file)?;
        }
        Ok(())
    }
}

/// Returns flags that replace the paths of this machine (the crates of each registry, and the repository), so that
/// builds in two folders give the same bytes.
fn remapped() -> Outcome<String> {
    let sources = setup::cargo_home()?.join("registry/src");
    let folders = |place: &Path| fs::read_dir(place).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_ours =
        |package: &PathBuf| package.file_name().is_some_and(|name| name.to_string_lossy().starts_with("botwire"));
    // `cargo package` unpacks our own crates into a separate registry. A flag for it would cause a full rebuild.
    let registries = folders(&sources).filter(|registry| !folders(registry).all(|package| is_ours(&package)));
    let mut places: Vec<(PathBuf, &str)> = registries.map(|registry| (registry, "/crates")).collect();
    places.push((repository::root().to_owned(), "/botwire"));
    places.sort();
    let flags = places.iter().map(|(place, name)| format!("--remap-path-prefix={}={name}", place.display()));
    Ok(flags.collect::<Vec<_>>().join("\x1f"))
}
