//! Packs the crates as for the registry, and compiles the archives.

use std::fs;

use crate::failure::{About, Outcome};
use crate::process;
use crate::setup::cargo_home;

/// The archives are in its folder `package`.
pub const FOLDER: &str = "target/registry";

/// Arguments of cargo that pack and compile both crates.
pub const PACKAGE: [&str; 10] = [
    "package",
    "--allow-dirty",
    "--package",
    "botwire-macros",
    "--package",
    "botwire",
    "--features",
    "botwire/client,botwire/emulator",
    "--target-dir",
    FOLDER,
];

/// Arguments of cargo that only pack.
pub const PACKED: [&str; 6] = ["package", "--no-verify", "--package", "botwire-macros", "--package", "botwire"];

/// Removes the crates that cargo unpacked and compiled before: it assumes that the same version has the same content.
pub fn forget() -> Outcome<()> {
    let registry = cargo_home()?.join("registry");
    for folder in ["src", "cache"] {
        for source in fs::read_dir(registry.join(folder)).into_iter().flatten().flatten() {
            for unpacked in fs::read_dir(source.path()).into_iter().flatten().flatten() {
                let path = unpacked.path();
                if unpacked.file_name().to_string_lossy().starts_with("botwire-macros-") {
                    let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
                    removed.about("remove", &path)?;
                }
            }
        }
    }
    process::quiet(process::cargo().args(["clean", "--quiet", "--package", "botwire-macros", "--target-dir", FOLDER]))
        .map(drop)
}
