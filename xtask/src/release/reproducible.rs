//! Checks that two builds of a commit, in different folders and target folders, give the same bytes.

use std::fs;
use std::path::{Path, PathBuf};

use super::step::{Release, Said};
use crate::failure::{About, Failure, Outcome};
use crate::repository::{self, files_below, remove, target};
use crate::{build, git, process, registry, screen};

/// Longer than the repository's path, and different, so that a path in the bytes would be noticed.
const OTHER: &str = "reproduced/in/another/folder/of/a/longer/name";

pub fn check(release: &Release) -> Outcome<Said> {
    if !git::is_clean()? {
        return Ok(Said::Left(
            "there are changes that are not committed, so that no commit can be built twice".to_owned(),
        ));
    }
    let ours = build::whole_package()?;
    let other = target(OTHER);
    remove(&other)?;
    let compared = build_in(&other).and_then(|theirs| compare(release, &ours, &theirs));
    // Two gigabytes, which are removed even if a byte differs. The unpacked packages stay.
    remove(&target("reproduced"))?;
    compared
}

/// Builds the commit in another folder, with the tools of this one. Returns the folder of its archives.
fn build_in(other: &Path) -> Outcome<PathBuf> {
    let mut clone = process::command("git");
    clone.args(["clone", "--quiet", "--no-local", "--depth", "1"]).arg(url(repository::root())).arg(other);
    process::quiet(&mut clone)?;
    screen::step(&format!("building the same commit in {OTHER} …"));
    let made = other.join("made");
    let mut build = process::cargo();
    process::quiet(build.args(["xtask", "build", "--whole"]).current_dir(other).env("CARGO_TARGET_DIR", &made))?;
    let mut crates = process::cargo();
    crates.args(registry::PACKED).current_dir(other).env("CARGO_TARGET_DIR", &made);
    process::quiet(&mut crates)?;
    Ok(made)
}

/// Compares the npm package and the crates of both folders.
fn compare(release: &Release, ours: &Path, made: &Path) -> Outcome<Said> {
    let theirs = packed(&made.join("xtask/packed"))?;
    let (unpacked_ours, unpacked_theirs) = (unpacked(ours, "ours")?, unpacked(&theirs, "theirs")?);
    let mut different = different(&unpacked_ours, &unpacked_theirs);
    let mut archives = vec![(ours.to_owned(), theirs)];
    for file in
        files_below(&release.files).into_iter().filter(|file| file.extension().is_some_and(|end| end == "crate"))
    {
        let theirs = made.join("package").join(file.file_name().unwrap_or_default());
        archives.push((file, theirs));
    }
    if archives.len() != 3 {
        return Err(Failure::new("the step `cargo package` left no archives to compare with"));
    }
    let read = |file: &Path| fs::read(file).about("read", file);
    for (ours, theirs) in &archives {
        if read(ours)? != read(theirs)? {
            different.push(ours.file_name().unwrap_or_default().to_string_lossy().into_owned());
        }
    }
    if !different.is_empty() {
        let text = format!("these files differ: {}", different.join(", "));
        return Err(Failure::new(text).hint("both packages are in target/xtask/reproduced"));
    }
    if let Some(file) = with_path_of_machine(&unpacked_ours) {
        return Err(Failure::new(format!("{} holds a path of this machine", file.display())));
    }
    let count = files_below(&unpacked_ours).len();
    Ok(Said::Done(format!("{count} files of the npm package, its archive and those of both crates are the same")))
}

/// `--depth` works only with URLs.
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

/// Returns the files that differ, or that only one folder has.
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

/// Returns a file that contains the path of the repository or the crates on this machine.
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
