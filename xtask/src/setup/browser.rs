//! Finds Chromium and its driver: from a variable, on the machine, or as root on Debian from its packages.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::debian;
use crate::failure::{About, Failure, Outcome};
use crate::process;
use crate::repository::{path, target};

/// The programs of the browser suites.
#[derive(Clone)]
pub struct Browser {
    pub chrome: PathBuf,
    pub driver: PathBuf,
    /// Chromium's headless shell, which has no code for windows, or else the browser. Tests in JavaScript open their
    /// pages in it, which takes a fifth less time.
    pub shell: PathBuf,
}

/// Variables in which other tools and CI machines store the path of the browser. The first one that is set is used.
const CHROME_VARIABLES: [&str; 6] = [
    "CHROME",
    "CHROME_PATH",
    "CHROME_BIN",
    "PUPPETEER_EXECUTABLE_PATH",
    "PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH",
    "GOOGLE_CHROME_BIN",
];
/// The same for the driver. Some contain the folder of the driver.
const DRIVER_VARIABLES: [&str; 3] = ["CHROMEDRIVER", "CHROMEDRIVER_PATH", "CHROMEWEBDRIVER"];

const CHROME: [&str; 5] = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome"];
const SHELL: [&str; 3] = ["chrome-headless-shell", "chromium-headless-shell", "headless_shell"];
const DRIVER: [&str; 2] = ["chromedriver", "chromium.chromedriver"];

/// Where installers put the browser if it is not on PATH.
const CHROME_PLACES: [&str; 6] = [
    "/usr/bin/chromium",
    "/opt/google/chrome/chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
];
const DRIVER_PLACES: [&str; 4] = [
    "/usr/bin/chromedriver",
    "/usr/lib/chromium-browser/chromedriver",
    "/opt/homebrew/bin/chromedriver",
    r"C:\Program Files\chromedriver\chromedriver.exe",
];

const ADVICE: &str = "install Chrome or Chromium and the ChromeDriver of the same version \
(Debian: `apt-get install chromium chromium-driver`; macOS: `brew install --cask google-chrome chromedriver`; \
Windows: `choco install googlechrome chromedriver`), or set CHROME (or CHROME_PATH, CHROME_BIN, PUPPETEER_EXECUTABLE_PATH) and CHROMEDRIVER to where they are";

/// Returns the browser and its driver, and installs missing ones from Debian's packages.
pub fn find_or_install() -> Outcome<Browser> {
    let packages = ["chromium", "chromium-driver", "chromium-headless-shell"];
    debian::find_or_install(find, &packages, "Chrome or Chromium with a ChromeDriver", ADVICE)?.checked()
}

fn find() -> Outcome<Option<Browser>> {
    let chrome = program(&CHROME_VARIABLES, &CHROME, &CHROME_PLACES)?;
    let driver = program(&DRIVER_VARIABLES, &DRIVER, &DRIVER_PLACES)?;
    let shell = program(&CHROME_VARIABLES, &[&SHELL[..], &CHROME].concat(), &CHROME_PLACES)?;
    Ok(chrome.zip(driver).zip(shell).map(|((chrome, driver), shell)| Browser { chrome, driver, shell }))
}

/// Finds a program: first by the first variable that is set, then on PATH, then in one of the places. A variable whose
/// program does not exist is an error, because it requests that program.
pub(super) fn program(variables: &[&'static str], programs: &[&str], places: &[&str]) -> Outcome<Option<PathBuf>> {
    let set = |variable: &&'static str| {
        let value = env::var_os(variable).filter(|value| !value.is_empty())?;
        Some((*variable, PathBuf::from(value)))
    };
    if let Some((variable, value)) = variables.iter().find_map(set) {
        return match at(&value, programs) {
            Some(file) => Ok(Some(file)),
            None => Err(Failure::new(format!("{variable} is {}, where no program is", value.display()))
                .hint(format!("set {variable} to a program, or unset it"))),
        };
    }
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect();
    let on_path = programs.iter().flat_map(|program| folders.iter().filter_map(move |folder| at(folder, &[program])));
    Ok(on_path.chain(places.iter().map(PathBuf::from)).find(|file| file.is_file()))
}

/// Returns the file itself, or one of these names in the folder.
fn at(place: &Path, names: &[&str]) -> Option<PathBuf> {
    let inside = names.iter().map(|name| place.join(format!("{name}{}", env::consts::EXE_SUFFIX)));
    std::iter::once(place.to_owned()).chain(inside).find(|file| file.is_file())
}

/// The command line of Chromium: one switch per line, and comments.
const ARGUMENTS: &str = "js-tests/support/chromium-arguments.txt";

impl Browser {
    /// Refuses different major versions, which fail later with unclear errors.
    fn checked(self) -> Outcome<Self> {
        // On Windows, Chrome opens a window instead of printing its version.
        if cfg!(windows) {
            return Ok(self);
        }
        let chrome = process::answer(&self.chrome, &["--version"]);
        let driver = process::answer(&self.driver, &["--version"]);
        match (chrome.as_deref().and_then(major), driver.as_deref().and_then(major)) {
            (Some(ours), Some(theirs)) if ours != theirs => {
                let text = format!(
                    "{} is version {ours}, {} is version {theirs}",
                    self.chrome.display(),
                    self.driver.display()
                );
                Err(Failure::new(text).hint(ADVICE))
            }
            _ => Ok(self),
        }
    }

    /// Writes the capabilities that wasm-bindgen's test runner requests from the driver. Returns the file.
    pub fn webdriver_file(&self) -> Outcome<PathBuf> {
        let file = target("xtask/webdriver.json");
        let chrome = quoted(&self.chrome.to_string_lossy());
        // Chromium's sandbox does not work as root, as in containers.
        let as_root = debian::is_root().then_some("--no-sandbox");
        let switches = path(ARGUMENTS);
        let switches = fs::read_to_string(&switches).about("read", &switches)?;
        let arguments = switches.lines().filter(|line| line.starts_with("--")).chain(as_root);
        let arguments = arguments.map(quoted).collect::<Vec<_>>().join(",");
        let json = format!("{{\"goog:chromeOptions\":{{\"binary\":{chrome},\"args\":[{arguments}]}}}}\n");
        fs::write(&file, json).about("write", &file)?;
        Ok(file)
    }
}

pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// `Chromium 156.0.8078.79 built on …` → 156.
fn major(version: &str) -> Option<u32> {
    version.split_whitespace().find_map(|word| word.split_once('.')?.0.parse().ok())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{at, major, program, quoted};

    #[test]
    fn a_variable_names_a_program_or_its_folder() {
        let program_of_cargo = std::env::current_exe().expect("a path");
        let folder = program_of_cargo.parent().expect("a folder");
        let stem = program_of_cargo.file_stem().expect("a name").to_string_lossy().into_owned();
        assert_eq!(at(&program_of_cargo, &["chrome"]), Some(program_of_cargo.clone()));
        assert_eq!(at(folder, &["no-such-program", &stem]), Some(program_of_cargo.clone()));
        assert_eq!(at(folder, &["no-such-program"]), None);
        assert_eq!(at(Path::new("/no/such/folder"), &["chrome"]), None);
    }

    /// Cargo sets `CARGO_MANIFEST_DIR` to a folder without such a program.
    #[test]
    fn a_variable_that_names_no_program_is_an_error_that_names_the_variable() {
        let failure = program(&["BOTWIRE_NOT_SET", "CARGO_MANIFEST_DIR"], &["chrome"], &[]).expect_err("an error");
        assert!(failure.text.starts_with("CARGO_MANIFEST_DIR is "), "{failure}");
        assert_eq!(program(&["BOTWIRE_NOT_SET"], &["no-such-program"], &[]).expect("no error"), None);
    }

    #[test]
    fn the_major_version_is_found_among_the_words() {
        assert_eq!(major("Chromium 156.0.8078.79 built on Debian"), Some(156));
        assert_eq!(major("ChromeDriver 156.0.8078.79 (abc)"), Some(156));
        assert_eq!(major("nothing"), None);
    }

    #[test]
    fn a_windows_path_is_quoted_for_json() {
        assert_eq!(quoted(r"C:\chrome"), r#""C:\\chrome""#);
    }
}
