//! `cargo xtask release --dry-run [--tag v1.2.3]`: runs every step of a release except the upload. Leaves the files of
//! the release in `target/release-files`. With a tag, steps that only a release needs must succeed too.

mod bump;
mod local_registry;
mod places;
mod reproducible;
mod rust_lines;
mod step;
mod version;

use std::fs;
use std::path::Path;
use std::time::Instant;

use self::step::{Release, Said};
use crate::failure::{About, Failure, Outcome};
use crate::repository::{path, target};
use crate::setup::node;
use crate::setup::versions::DENY;
use crate::{api, build, process, registry, repository, screen};

type Step = (&'static str, fn(&Release) -> Outcome<Said>);

const STEPS: [Step; 13] = [
    ("version, changelog, tag", version::check),
    ("version bump, in a copy", bump::rehearse),
    ("public surface", surface),
    ("npm pack and publish, dry run", npm),
    ("a registry on loopback, an install in each runtime", local_registry::check),
    ("cargo package", crates),
    ("bill of materials", materials),
    ("third-party notices", notices),
    ("licenses, bans, sources", deny),
    ("advisories", advisories),
    ("signatures of npm packages", signatures),
    ("two folders, the same bytes", reproducible::check),
    ("the shell lines of Rust, as copied", rust_lines::check),
];

pub fn command(arguments: &[&str]) -> Outcome<()> {
    let (tag, only) = match arguments {
        ["--dry-run"] => (None, None),
        ["--dry-run", "--only", part] => (None, Some(*part)),
        ["--dry-run", "--tag", tag] => (Some((*tag).to_owned()), None),
        ["--bump", version] => return bump::command(version),
        _ => {
            return Err(Failure::new(
                "a release is made by pushing a tag, which `.github/workflows/release.yml` publishes",
            )
            .hint(
                "cargo xtask release --bump 1.2.3 writes the version into all files; \
                 cargo xtask release --dry-run [--tag v1.2.3] does every step but the upload",
            ));
        }
    };
    let _lock = repository::lock()?;
    let files = target("release-files");
    let steps: Vec<Step> = STEPS.into_iter().filter(|(name, _)| only.is_none_or(|part| name.contains(part))).collect();
    if steps.is_empty() {
        let names = STEPS.map(|(name, _)| name).join("; ");
        return Err(Failure::new("no step has a name like that").hint(format!("there are: {names}")));
    }
    // A single step continues with the files of the other steps.
    if only.is_none() {
        repository::remove(&files)?;
    }
    fs::create_dir_all(&files).about("make", &files)?;
    let release = Release { tag, is_named: only.is_some(), files };
    let (mut failed, mut left) = (Vec::new(), Vec::new());
    for (name, step) in &steps {
        screen::heading(name);
        let started = Instant::now();
        let took = || screen::seconds(started.elapsed());
        match step(&release) {
            Ok(Said::Done(text)) => println!("{} {text} ({})", screen::green("done:"), took()),
            Ok(Said::Left(text)) => {
                println!("{} {text} ({})", screen::bold("not done:"), took());
                left.push(*name);
            }
            Err(failure) => {
                screen::failure(&failure);
                failed.push(*name);
            }
        }
    }
    let done = steps.len() - failed.len() - left.len();
    println!("\n{done} steps done, {} failed, {} not done here: {}", failed.len(), left.len(), named_or_none(&left));
    if failed.is_empty() { Ok(()) } else { Err(Failure::new(format!("no release: {}", failed.join("; ")))) }
}

fn surface(_: &Release) -> Outcome<Said> {
    api::prepare()?;
    match api::stale()?.as_slice() {
        [] => Ok(Said::Done("the committed reports are those of the sources".to_owned())),
        stale => Err(Failure::new(stale.join("\n"))),
    }
}

fn npm(release: &Release) -> Outcome<Said> {
    let tarballs = [build::whole_package()?, build::create()?];
    for tarball in &tarballs {
        let kept = release.files.join(tarball.file_name().unwrap_or_default());
        fs::copy(tarball, &kept).about("copy", tarball)?;
        let mut publish = node::npm();
        publish.args(["publish", "--dry-run", "--access", "public", "--ignore-scripts"]).arg(&kept);
        process::quiet(&mut publish)?;
    }
    Ok(Said::Done(tarballs.iter().map(|tarball| named(tarball)).collect::<Vec<_>>().join(", ")))
}

fn crates(release: &Release) -> Outcome<Said> {
    registry::forget()?;
    process::quiet(process::cargo().args(registry::PACKAGE))?;
    let folder = path(registry::FOLDER).join("package");
    for file in repository::files_below(&folder) {
        let is_crate = file.extension().is_some_and(|ending| ending == "crate");
        if let (true, Some(name)) = (is_crate && file.parent() == Some(folder.as_path()), file.file_name()) {
            fs::copy(&file, release.files.join(name)).about("copy", &file)?;
        }
    }
    Ok(Said::Done("both crates compile from their archives".to_owned()))
}

fn materials(release: &Release) -> Outcome<Said> {
    build::whole_package()?;
    let file = release.files.join("botwire.cdx.json");
    process::quiet(node::script("xtask/release/sbom.mjs").arg(path("pkg")).arg(&file))?;
    Ok(Said::Done(named(&file)))
}

fn notices(release: &Release) -> Outcome<Said> {
    let file = release.files.join(build::NOTICES);
    process::quiet(node::script("xtask/release/notices.mjs").arg(&file))?;
    let read = |file: &Path| fs::read_to_string(file).about("read", file);
    if read(&path(build::NOTICES))?.replace('\r', "") != read(&file)? {
        return Err(Failure::new(format!("{} is stale", build::NOTICES)).hint("`cargo xtask build` writes it"));
    }
    Ok(Said::Done(named(&file)))
}

fn deny(_: &Release) -> Outcome<Said> {
    check_crates(&["licenses", "bans", "sources"])?;
    Ok(Said::Done("cargo-deny denies nothing".to_owned()))
}

fn advisories(_: &Release) -> Outcome<Said> {
    match check_crates(&["advisories"]) {
        Ok(()) => Ok(Said::Done("no advisory is known".to_owned())),
        // A crate with an advisory is a failure; a database that cannot be fetched is not.
        Err(failure) if failure.text.contains("advisory database") || failure.text.contains("failed to fetch") => {
            Ok(Said::Left("cargo-deny fetches the database of advisories by git, and did not reach it".to_owned()))
        }
        Err(failure) => Err(failure),
    }
}

fn check_crates(what: &[&str]) -> Outcome<()> {
    let mut deny = process::command(DENY.folder()?.join("cargo-deny"));
    process::quiet(deny.args(["--all-features", "--log-level", "warn", "check"]).args(what)).map(drop)
}

fn signatures(_: &Release) -> Outcome<Said> {
    node::packages()?;
    let mut audit = node::npm();
    audit.args(["audit", "signatures", "--prefix", "js-tests"]);
    Ok(match process::quiet(&mut audit) {
        Ok(text) => Said::Done(text.lines().filter(|line| line.contains("signature")).collect::<Vec<_>>().join(", ")),
        Err(failure) if is_unreachable(&failure.text) => {
            Said::Left("the registry in use gives no signatures or keys".to_owned())
        }
        Err(failure) => return Err(failure),
    })
}

/// Returns true for npm's message about a mirror without keys. The message for an invalid signature is different.
fn is_unreachable(text: &str) -> bool {
    let codes = ["ENOTFOUND", "ECONNREFUSED", "ETIMEDOUT", "E404", "E403"];
    let mut unreachable = codes.iter().chain(&["No dependencies found to audit", "no keys", "-/npm/v1/keys"]);
    !text.contains("invalid registry signature") && unreachable.any(|part| text.contains(part))
}

fn named_or_none(names: &[&str]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join("; ") }
}

fn named(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
