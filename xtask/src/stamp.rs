//! Skips a step whose inputs have not changed since its last success.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use crate::failure::{About, Outcome};
use crate::repository::{self, target};

/// A digest of a step's inputs. It covers contents and not times, so that fresh clones and touched files do not matter.
pub struct Inputs(DefaultHasher);

impl Inputs {
    pub fn new() -> Self {
        Self(DefaultHasher::new())
    }

    pub fn text(mut self, text: &str) -> Self {
        text.hash(&mut self.0);
        self
    }

    pub fn file(mut self, path: &Path) -> Self {
        path.strip_prefix(repository::root()).unwrap_or(path).hash(&mut self.0);
        fs::read(path).ok().hash(&mut self.0);
        self
    }

    pub fn folder(self, path: &Path) -> Self {
        repository::files_below(path).iter().fold(self, |inputs, file| inputs.file(file))
    }

    fn digest(&self) -> String {
        format!("{:016x}", self.0.finish())
    }
}

/// Runs `work` unless `output` exists and was made from the same inputs. Returns true if it ran.
pub fn unless_fresh(step: &str, inputs: &Inputs, output: &Path, work: impl FnOnce() -> Outcome<()>) -> Outcome<bool> {
    let stamp = target("xtask/stamps").join(step);
    let digest = inputs.digest();
    if output.exists() && fs::read_to_string(&stamp).is_ok_and(|last| last == digest) {
        return Ok(false);
    }
    // Removed during the work, so that interrupted work does not count as done.
    let _ = fs::remove_file(&stamp);
    work()?;
    let folder = target("xtask/stamps");
    fs::create_dir_all(&folder).about("make", &folder)?;
    fs::write(&stamp, digest).about("write", &stamp)?;
    Ok(true)
}
