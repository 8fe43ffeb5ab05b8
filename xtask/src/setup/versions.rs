//! The table of all downloaded tools, with their versions and checksums.
//!
//! A crate's archive includes its `Cargo.lock`, so its checksum covers all compiled code. The checksums of npm packages
//! are in the `package-lock.json` of each folder, and rustup verifies Rust.

/// The Rust version of releases, so that two machines give the same bytes. CI and nightly use it too.
pub const RUST: &str = "1.95.0";

/// The nightly Rust for fuzz targets, which need its instrumentation.
pub const NIGHTLY: &str = "nightly-2026-05-20";

/// A program that `cargo install` builds from its crate.
pub struct Tool {
    pub package: &'static str,
    pub version: &'static str,
    /// SHA-256 of the crate's archive.
    pub sha256: &'static str,
    /// The programs of the crate that are used. The first one names the folder in the cache.
    pub programs: &'static [&'static str],
    /// Further arguments of `cargo install`.
    pub arguments: &'static [&'static str],
    /// The arguments with which each program prints its version.
    pub version_arguments: &'static [&'static str],
    /// The purpose of the tool.
    pub purpose: &'static str,
}

/// The version must be that of the library in `Cargo.lock`: a test compares them.
pub const WASM_BINDGEN: Tool = Tool {
    package: "wasm-bindgen-cli",
    version: "0.2.129",
    sha256: "5fd044ed178958a277eeaf21f3d384287b0f4428d38c019141df01da9c03168c",
    programs: &["wasm-bindgen", "wasm-bindgen-test-runner"],
    arguments: &[
        // Without TLS: the runner connects to the browser's driver on this machine.
        "--no-default-features",
        // Optimizing the slowest crates halves the run time, and makes the build a sixth longer.
        "--config=profile.dev.package.walrus.opt-level=1",
        "--config=profile.dev.package.wasmparser.opt-level=1",
    ],
    version_arguments: &["--version"],
    purpose: "the build",
};

/// Runs the tests of the crate in a browser.
pub const WASM_PACK: Tool = Tool {
    package: "wasm-pack",
    version: "0.15.1",
    sha256: "22dc697492435807dee410b46b66c57e38194d0311e8275c162a9a04c5ab458d",
    programs: &["wasm-pack"],
    arguments: &[],
    version_arguments: &["--version"],
    purpose: "tests in a browser",
};

pub const DENY: Tool = Tool {
    package: "cargo-deny",
    version: "0.20.2",
    sha256: "e528dfcbe739af7ce37a77d3d6df1b29dd6887b1c701d888820c0f16b864f737",
    programs: &["cargo-deny"],
    arguments: &[],
    version_arguments: &["--version"],
    purpose: "licenses and sources of dependencies",
};

pub const FUZZ: Tool = Tool {
    package: "cargo-fuzz",
    version: "0.13.2",
    sha256: "5acfd01930e49823e58c30dd8012d3338a620377d7c7d4cc140ca4b2169400e2",
    programs: &["cargo-fuzz"],
    arguments: &[],
    version_arguments: &["--version"],
    purpose: "fuzzing",
};

pub const MUTANTS: Tool = Tool {
    package: "cargo-mutants",
    version: "27.1.0",
    sha256: "07072e7bcdeb425d5e5fdbfd9f15a2c749e23cb2edf5ef40aee5876760ae1cf9",
    programs: &["cargo-mutants"],
    arguments: &[],
    version_arguments: &["mutants", "--version"],
    purpose: "mutation tests",
};

/// Builds the example of a worker in Rust. Its version is that of the crate `worker`.
pub const WORKER_BUILD: Tool = Tool {
    package: "worker-build",
    version: "0.8.7",
    sha256: "1051c05ef088889a30ad3bad40c22a716ba8ca8d02a3fb01cef8c143ba952222",
    programs: &["worker-build"],
    arguments: &[],
    version_arguments: &["--version"],
    purpose: "the example of a worker in Rust",
};

/// The registry of npm packages in the rehearsal of a release. Its lock is `xtask/release/registry/package-lock.json`.
pub const VERDACCIO: &str = "6.8.0";

#[cfg(test)]
mod tests {
    use super::{DENY, FUZZ, MUTANTS, RUST, VERDACCIO, WASM_BINDGEN, WASM_PACK, WORKER_BUILD};
    use crate::repository;

    #[test]
    fn wasm_bindgen_is_of_the_version_of_the_library() {
        assert_eq!(repository::locked_version("Cargo.lock", "wasm-bindgen").as_deref(), Some(WASM_BINDGEN.version));
    }

    #[test]
    fn worker_build_is_of_the_version_of_the_example() {
        let locked = |name| repository::locked_version("js-tests/rust-worker-example/Cargo.lock", name);
        assert_eq!(locked("worker").as_deref(), Some(WORKER_BUILD.version));
        assert_eq!(locked("wasm-bindgen").as_deref(), Some(WASM_BINDGEN.version));
    }

    fn workflow(name: &str) -> String {
        std::fs::read_to_string(repository::path(".github/workflows").join(name)).expect(name)
    }

    /// Each job of a release that runs cargo uses the Rust version of the table. CI tests the oldest supported version.
    #[test]
    fn workflows_name_the_versions_of_rust() {
        let release = workflow("release.yml");
        let jobs: Vec<&str> = release.split("\n\n").filter(|job| job.contains("run: cargo ")).collect();
        assert_eq!(jobs.len(), 2);
        for job in jobs {
            let (before, _) = job.split_once("run: cargo ").expect("a step");
            assert!(before.contains(&format!("rustup default {RUST}\n")), "{job}");
        }
        let oldest = crate::setup::oldest_rust::version().expect("a version");
        assert!(workflow("ci.yml").contains(&format!("rust: [\"{oldest}\", stable, beta]\n")));
    }

    /// A step with the token of the registry compiles nothing: compiling runs code of dependencies.
    #[test]
    fn nothing_is_compiled_with_the_token_of_the_registry() {
        let release = workflow("release.yml");
        let steps: Vec<&str> =
            release.split("\n      - ").filter(|step| step.contains("CARGO_REGISTRY_TOKEN")).collect();
        assert_eq!(steps.len(), 1);
        for step in steps {
            assert!(step.starts_with("run: cargo publish --locked --no-verify "), "{step}");
        }
    }

    #[test]
    fn the_registry_is_of_the_version_of_its_manifest() {
        let manifest = std::fs::read_to_string(repository::path("xtask/release/registry/package.json"));
        assert!(manifest.expect("a manifest").contains(&format!("\"verdaccio\": \"{VERDACCIO}\"")));
    }

    #[test]
    fn every_checksum_is_a_sha256() {
        for tool in [WASM_BINDGEN, WASM_PACK, DENY, FUZZ, MUTANTS, WORKER_BUILD] {
            let is_hex = tool.sha256.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
            assert!(is_hex && tool.sha256.len() == 64, "{}", tool.package);
        }
    }
}
