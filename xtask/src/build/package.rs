//! Builds the npm package: compiles the entries, checks the size, and installs the package atomically.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::{size, wasm};
use crate::failure::{About, Failure, Outcome};
use crate::repository::{copy, copy_folder, empty, files_below, path, remove, target};
use crate::setup::node;
use crate::stamp::{Inputs, unless_fresh};
use crate::{process, screen};

/// The files that all our packages contain in addition to code.
const PAPERS: [&str; 4] = ["README.md", "LICENSE-MIT", "LICENSE-APACHE", NOTICES];
/// The notices of third-party code in the wasm files.
pub const NOTICES: &str = "THIRD-PARTY-NOTICES.txt";
/// Rendered files that are shipped unchanged. The others are compiled with the entries.
const RENDERED_DATA: [&str; 2] = ["schema.json", "openapi.json"];

pub fn rendered() -> PathBuf {
    target("xtask/rendered")
}

/// Renders the compact tables, and the examples of methods. They are compiled into the library, so this is the first step.
pub fn compact() -> Outcome<()> {
    screen::step("compact tables: botwire-render");
    renderer(&["--compact".as_ref(), "src/wire/compact/tables.rs".as_ref()])?;
    renderer(&["--examples".as_ref(), "src/methods/examples.rs".as_ref()])
}

/// Renders typings and schemas from the definitions.
pub fn render() -> Outcome<()> {
    screen::step("typings and schemas: botwire-render");
    let folder = rendered();
    empty(&folder)?;
    renderer(&[folder.as_os_str()])?;
    let inputs = Inputs::new().file(&path("Cargo.lock")).file(&path("Cargo.toml")).folder(&path("xtask/release"));
    unless_fresh("notices", &inputs.file(&path(NOTICES)), &path(NOTICES), || {
        process::quiet(node::script("xtask/release/notices.mjs").arg(path(NOTICES))).map(drop)
    })
    .map(drop)
}

pub fn renderer(arguments: &[&OsStr]) -> Outcome<()> {
    let mut cargo = process::cargo();
    cargo.args(["run", "--quiet", "--package", "botwire", "--features", "render", "--bin", "botwire-render", "--"]);
    process::quiet(cargo.args(arguments)).map(drop)
}

/// Builds the package in another folder and swaps it with the last one. Returns true if anything changed.
pub fn assemble() -> Outcome<bool> {
    let folders = [path("pkg-template"), path("xtask/package"), path("xtask/size"), rendered()];
    let inputs = folders.iter().fold(Inputs::new(), |inputs, folder| inputs.folder(folder));
    let inputs = inputs.folder(&wasm::CLIENT.folder()).folder(&wasm::EMULATOR.folder());
    let inputs = PAPERS.iter().fold(inputs, |inputs, paper| inputs.file(&path(paper)));
    let inputs = inputs.file(&path("js-tests/package-lock.json"));
    unless_fresh("package", &inputs, &path("pkg/package.json"), || {
        screen::step("pkg/: typescript, esbuild");
        let stage = target("pkg-build");
        let package = stage.join("node_modules/botwire");
        empty(&stage)?;
        compile(&stage.join("src"), &package)?;
        fill(&package)?;
        process::run(node::script("xtask/package/finish.mjs").arg(&package))?;
        size::measure(&stage)?;
        swap(&package, &path("pkg"))
    })
}

/// Compiles the entries of `pkg-template`, with the rendered sources and the glue that they import.
fn compile(source: &Path, package: &Path) -> Outcome<()> {
    copy_folder(&path("pkg-template"), source)?;
    copy_folder(&rendered(), source)?;
    copy_folder(&wasm::CLIENT.folder(), source)?;
    copy_folder(&wasm::EMULATOR.folder(), &source.join("emulator"))?;
    let project = source.join("tsconfig.build.json");
    fs::write(&project, r#"{ "extends": "./tsconfig.json", "include": ["**/*.ts"] }"#).about("write", &project)?;
    let mut tsc = process::command("node");
    tsc.arg(node::in_package("typescript/bin/tsc")).args(["--pretty", "false", "--project"]).arg(project);
    // wasm-bindgen's declarations need newer libraries than the package. The type tests check the shipped ones.
    tsc.arg("--skipLibCheck");
    process::quiet(tsc.arg("--rootDir").arg(source).arg("--outDir").arg(package)).map(drop)
}

/// Adds the files that are shipped unchanged.
fn fill(package: &Path) -> Outcome<()> {
    copy_folder(&wasm::CLIENT.folder(), package)?;
    copy_folder(&wasm::EMULATOR.folder(), &package.join("emulator"))?;
    copy(&path("pkg-template/package.json"), &package.join("package.json"))?;
    for name in RENDERED_DATA {
        copy(&rendered().join(name), &package.join(name))?;
    }
    PAPERS.iter().try_for_each(|paper| copy(&path(paper), &package.join(paper)))
}

/// Renames twice, so that an incomplete package is never in the place of the last one.
fn swap(made: &Path, place: &Path) -> Outcome<()> {
    let old = target("pkg-old");
    remove(&old)?;
    if place.exists() {
        fs::rename(place, &old).about("move away", place)?;
    }
    fs::rename(made, place).about("put the new package in", place)?;
    remove(&old)
}

/// Packs `pkg/` as for the registry and unpacks it where the tests and the demo import it from, as `npm install` would.
/// Returns the tarball.
pub fn install() -> Outcome<PathBuf> {
    let folder = target("xtask/packed");
    let place = node::in_package("botwire");
    let inputs = Inputs::new().folder(&path("pkg")).file(&path("js-tests/package-lock.json"));
    unless_fresh("install", &inputs, &place.join("package.json"), || {
        pack(&path("pkg"), &folder)?;
        unpack(&tarball(&folder)?, &place)
    })?;
    tarball(&folder)
}

/// Packs a package as for the registry, into a folder that is emptied before.
pub fn pack(package: &Path, folder: &Path) -> Outcome<()> {
    empty(folder)?;
    let mut pack = node::npm();
    pack.args(["pack", "--silent", "--ignore-scripts", "--pack-destination"]).arg(folder).arg(package);
    process::quiet(&mut pack).map(drop)
}

/// Replaces a folder by the contents of an npm tarball.
pub fn unpack(tarball: &Path, place: &Path) -> Outcome<()> {
    empty(place)?;
    let mut tar = process::command("tar");
    tar.arg("-xzf").arg(tarball).args(["--strip-components", "1", "-C"]).arg(place);
    process::quiet(&mut tar).map(drop)
}

pub fn tarball(folder: &Path) -> Outcome<PathBuf> {
    let packed = files_below(folder).into_iter().find(|file| file.extension().is_some_and(|ending| ending == "tgz"));
    packed.ok_or_else(|| Failure::new(format!("npm pack left no tarball in {}", folder.display())))
}
