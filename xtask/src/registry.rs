//! The crates as a registry gets them: packed, and compiled from their archives.

use std::fs;

use crate::failure::{About, Outcome};
use crate::process;
use crate::setup::cargo_home;

/// Where the archives are left, in its folder `package`.
pub const FOLDER: &str = "target/registry";

/// Arguments of cargo that pack both crates and compile them, without debug information, since nothing of them runs.
pub const PACKAGE: [&str; 12] = [
    "package",
    "--config",
    "profile.dev.debug=false",
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

/// What cargo is asked for to pack and not to compile.
pub const PACKED: [&str; 6] = ["package", "--no-verify", "--package", "botwire-macros", "--package", "botwire"];

/// Removes what cargo unpacked and compiled before: it takes a crate of the same version for the same crate.
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
