//! Paths of the repository, versions in its files, and changes of folders.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::failure::{About, Failure, Outcome};
use crate::screen;

/// Searched at run time: a path from compile time would lead from a copied checkout to the original.
static ROOT: LazyLock<Option<PathBuf>> = LazyLock::new(|| checkout_around(&env::current_dir().ok()?));

/// Returns the root of the checkout in which the command is run.
pub fn root() -> &'static Path {
    ROOT.as_deref().unwrap_or(Path::new("."))
}

/// Fails outside a checkout.
pub fn check_root() -> Outcome<()> {
    let outside = || Failure::new("this is not a checkout of botwire").hint("run the command inside one");
    ROOT.as_ref().map(drop).ok_or_else(outside)
}

/// Returns the innermost folder around this one that contains the sources of this program.
fn checkout_around(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().find(|folder| folder.join("xtask/src/repository.rs").is_file()).map(Path::to_owned)
}

/// Returns a path inside the repository. `inside` has slashes.
pub fn path(inside: &str) -> PathBuf {
    root().join(inside)
}

/// Returns a path inside the folder of build outputs: `target`, or `CARGO_TARGET_DIR`.
pub fn target(inside: &str) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| path("target"), |value| root().join(value)).join(inside)
}

/// Returns the version of a crate in a lock file.
#[cfg(test)]
pub fn locked_version(lock: &str, name: &str) -> Option<String> {
    version_in(&fs::read_to_string(path(lock)).ok()?, name)
}

#[cfg(test)]
fn version_in(lock: &str, name: &str) -> Option<String> {
    let mut lines = lock.lines().skip_while(|line| *line != format!("name = \"{name}\""));
    let version = lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')?;
    Some(version.to_owned())
}

/// Locks `target` and `pkg` while a command writes to them. A second command waits.
pub fn lock() -> Outcome<File> {
    let folder = target("xtask");
    fs::create_dir_all(&folder).about("make", &folder)?;
    let file = folder.join("lock");
    let lock = File::create(&file).about("write", &file)?;
    if lock.try_lock().is_err() {
        screen::step("waiting for another `cargo xtask` in this folder to end …");
        lock.lock().about("lock", &file)?;
    }
    Ok(lock)
}

/// Returns the files of a folder and its subfolders, sorted, without `node_modules`.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            if !path.is_dir() {
                found.push(path);
            } else if entry.file_name() != "node_modules" {
                open.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Replaces a folder by an empty one.
pub fn empty(folder: &Path) -> Outcome<()> {
    remove(folder)?;
    fs::create_dir_all(folder).about("make", folder)
}

/// Removes a folder if it exists.
pub fn remove(folder: &Path) -> Outcome<()> {
    if folder.exists() { fs::remove_dir_all(folder).about("remove", folder) } else { Ok(()) }
}

/// Copies a file, and creates its folder.
pub fn copy(from: &Path, to: &Path) -> Outcome<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).about("make", folder)?;
    }
    fs::copy(from, to).map(drop).about("copy", from)
}

/// Copies the files of a folder and its subfolders.
pub fn copy_folder(from: &Path, to: &Path) -> Outcome<()> {
    files_below(from).iter().try_for_each(|file| copy(file, &to.join(file.strip_prefix(from).unwrap_or(file))))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{checkout_around, target, version_in};

    #[test]
    fn the_checkout_is_the_innermost_around_the_folder() {
        let outer = target("xtask/checkouts");
        let inner = outer.join("copy");
        for checkout in [&outer, &inner] {
            fs::create_dir_all(checkout.join("xtask/src")).expect("a folder");
            fs::write(checkout.join("xtask/src/repository.rs"), "").expect("a file");
        }
        fs::create_dir_all(inner.join("docs/guide")).expect("a folder");
        assert_eq!(checkout_around(&inner.join("docs/guide")), Some(inner.clone()));
        assert_eq!(checkout_around(&inner), Some(inner));
        assert_eq!(checkout_around(&outer.join("xtask")), Some(outer.clone()));
        assert_eq!(checkout_around(std::path::Path::new("/")), None);
        fs::remove_dir_all(outer).expect("no folder");
    }

    #[test]
    fn the_version_is_that_of_the_crate_named_and_of_no_longer_name() {
        let lock = "[[package]]\nname = \"wasm-bindgen-futures\"\nversion = \"0.4.1\"\n\n[[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.129\"\n";
        assert_eq!(version_in(lock, "wasm-bindgen").as_deref(), Some("0.2.129"));
        assert_eq!(version_in(lock, "wasm"), None);
    }
}
