//! Finds Redis and PostgreSQL for the suites of stores: on the machine, or as root on Debian from its packages.

use std::fs;
use std::path::PathBuf;

use super::browser::program;
use super::debian;
use crate::failure::Outcome;

const REDIS: [&str; 2] = ["redis-server", "valkey-server"];
const REDIS_PLACES: [&str; 2] = ["/opt/homebrew/bin/redis-server", "/usr/local/bin/redis-server"];
const REDIS_ADVICE: &str = "install Redis or Valkey (Debian: `apt-get install redis-server`; macOS: `brew install redis`), \
or set BOTWIRE_TEST_REDIS to the URL of one whose data may be deleted";

const POSTGRES: [&str; 1] = ["postgres"];
/// Folders of PostgreSQL versions, because Debian does not put the server on PATH.
const POSTGRES_PLACES: [&str; 2] = ["/usr/lib/postgresql", "/opt/homebrew/opt"];
const POSTGRES_ADVICE: &str = "install PostgreSQL (Debian: `apt-get install postgresql`; macOS: `brew install postgresql`), \
or set BOTWIRE_TEST_POSTGRES to the URL of one whose data may be deleted";

/// Returns the program `redis-server`, and installs it from Debian's packages if it is missing.
pub fn redis() -> Outcome<PathBuf> {
    debian::find_or_install(|| program(&[], &REDIS, &REDIS_PLACES), &["redis-server"], "Redis", REDIS_ADVICE)
}

/// Returns the program `postgres`, with `initdb` and `pg_isready` in its folder. Installs Debian's if missing.
pub fn postgres() -> Outcome<PathBuf> {
    let find = || {
        let mut versions: Vec<PathBuf> = POSTGRES_PLACES
            .iter()
            .flat_map(|place| fs::read_dir(place).into_iter().flatten().flatten())
            .map(|version| version.path().join("bin/postgres"))
            .filter(|file| file.is_file())
            .collect();
        versions.sort();
        let newest = versions.pop();
        let on_path = program(&[], &POSTGRES, &[]);
        on_path.map(|found| newest.or(found).map(|file| fs::canonicalize(&file).unwrap_or(file)))
    };
    debian::find_or_install(find, &["postgresql"], "PostgreSQL", POSTGRES_ADVICE)
}
