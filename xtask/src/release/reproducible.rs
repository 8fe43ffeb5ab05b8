//! Two builds of one commit, in two folders and with two target folders, give the same bytes.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Release, Said};
use crate::failure::{About, Failure, Outcome};
use crate::repository::{files_below, target};
use crate::{build, process, repository, screen};

/// Longer than that of the repository, and of other letters: a path in the bytes would show.
const OTHER: &str = "reproduced/in/another/folder/of/a/longer/name";

pub fn check(_: &Release) -> Outcome<Said> {
    if !repository::is_clean()? {
        return Ok(Said::Left(
            "there are changes that are not committed, so that no commit can be built twice".to_owned(),
        ));
    }
    let ours = build::package()?;
    let other = target(OTHER);
    if other.exists() {
        fs::remove_dir_all(&other).about("remove", &other)?;
    }
    let mut clone = process::command("git");
    clone.args(["clone", "--quiet", "--no-local", "--depth", "1"]).arg(url(repository::root())).arg(&other);
    process::quiet(&mut clone)?;
    screen::step(&format!("building the same commit in {OTHER} …"));
    let mut build = process::cargo();
    build.args(["xtask", "build"]).current_dir(&other).env("CARGO_TARGET_DIR", other.join("made"));
    let theirs = process::quiet(&mut build).and_then(|_| packed(&other.join("made/xtask/packed")))?;
    let (ours, theirs) = (unpacked(&ours, "ours")?, unpacked(&theirs, "theirs")?);
    let different = different(&ours, &theirs);
    if !different.is_empty() {
        return Err(Failure::new(format!("these files differ: {}", different.join(", "))));
    }
    if let Some(file) = with_path_of_machine(&ours) {
        return Err(Failure::new(format!("{} holds a path of this machine", file.display())));
    }
    fs::remove_dir_all(target("reproduced")).about("remove", &other)?;
    Ok(Said::Done(format!("{} files are the same", files_below(&ours).len())))
}

/// `--depth` is for URLs only.
fn url(folder: &Path) -> String {
    format!("file://{}", folder.display())
}

fn packed(folder: &Path) -> Outcome<PathBuf> {
    files_below(folder).into_iter().next().ok_or_else(|| Failure::new("the other build left no package"))
}

fn unpacked(tarball: &Path, name: &str) -> Outcome<PathBuf> {
    let folder = target("xtask/reproduced").join(name);
    build::unpack(tarball, &folder).map(|()| folder)
}

/// The files that one folder has and the other has not, or has with other bytes.
fn different(one: &Path, other: &Path) -> Vec<String> {
    let names = |folder: &Path| -> Vec<PathBuf> {
        files_below(folder).iter().filter_map(|file| file.strip_prefix(folder).ok().map(Path::to_owned)).collect()
    };
    let mut all = names(one);
    all.extend(names(other));
    all.sort();
    all.dedup();
    let differs = |name: &PathBuf| fs::read(one.join(name)).ok() != fs::read(other.join(name)).ok();
    all.iter().filter(|name| differs(name)).map(|name| name.display().to_string()).collect()
}

/// A file that holds where this machine keeps the repository or the crates.
fn with_path_of_machine(folder: &Path) -> Option<PathBuf> {
    let homes = ["HOME", "USERPROFILE", "CARGO_HOME", "RUSTUP_HOME"].iter().filter_map(std::env::var_os);
    let homes = homes.map(|home| home.to_string_lossy().into_owned()).filter(|home| home.len() > 4);
    let machine: Vec<String> =
        homes.chain([repository::root().to_string_lossy().into_owned(), ".cargo/registry".to_owned()]).collect();
    files_below(folder).into_iter().find(|file| {
        let bytes = fs::read(file).unwrap_or_default();
        machine.iter().any(|place| bytes.windows(place.len()).any(|window| window == place.as_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{different, with_path_of_machine};
    use crate::repository::{root, target};

    #[test]
    fn a_byte_a_file_or_a_path_more_is_seen() {
        let folder = target("xtask/tests/reproducible");
        let (one, other) = (folder.join("one"), folder.join("other"));
        for place in [&one, &other] {
            fs::create_dir_all(place).expect("a folder");
            fs::write(place.join("a"), "same").expect("a file");
        }
        let _ = fs::remove_file(other.join("b"));
        assert!(different(&one, &other).is_empty());
        assert_eq!(with_path_of_machine(&other), None);
        fs::write(other.join("b"), format!("at {}/src", root().display())).expect("a file");
        fs::write(other.join("a"), "other").expect("a file");
        assert_eq!(different(&one, &other), ["a", "b"]);
        assert_eq!(with_path_of_machine(&other), Some(other.join("b")));
    }
}
