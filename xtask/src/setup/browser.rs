//! A Chromium and its driver: those of the machine, or on Debian as root those of its packages.

use std::env;
use std::fs;
use std::path::PathBuf;

use super::debian;
use crate::failure::{About, Failure, Outcome};
use crate::process;
use crate::repository::target;

/// What the browser suites start.
pub struct Browser {
    pub chrome: PathBuf,
    pub driver: PathBuf,
}

const CHROME: [&str; 5] = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome"];
const DRIVER: [&str; 2] = ["chromedriver", "chromium.chromedriver"];

/// Where installers put the browser when they do not put it on PATH.
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
Windows: `choco install googlechrome chromedriver`), or set CHROME and CHROMEDRIVER to where they are";

/// The browser and its driver, installed from Debian's packages where that can be done unasked.
pub fn find_or_install() -> Outcome<Browser> {
    if let Some(browser) = find() {
        return browser.checked();
    }
    if debian::is_ours() {
        debian::install(&["chromium", "chromium-driver"]).map_err(|failure| failure.hint(ADVICE))?;
    }
    find().ok_or_else(|| Failure::new("no Chrome or Chromium with a ChromeDriver was found").hint(ADVICE))?.checked()
}

fn find() -> Option<Browser> {
    Some(Browser {
        chrome: program("CHROME", &CHROME, &CHROME_PLACES)?,
        driver: program("CHROMEDRIVER", &DRIVER, &DRIVER_PLACES)?,
    })
}

/// A program: where the variable says, else on PATH, else in one of the places.
pub(super) fn program(variable: &str, names: &[&str], places: &[&str]) -> Option<PathBuf> {
    if let Some(given) = env::var_os(variable).map(PathBuf::from) {
        return Some(given).filter(|given| given.is_file());
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let on_path = names.iter().flat_map(|name| {
        let name = format!("{name}{}", env::consts::EXE_SUFFIX);
        env::split_paths(&path).map(move |folder| folder.join(&name)).collect::<Vec<_>>()
    });
    on_path.chain(places.iter().map(PathBuf::from)).find(|file| file.is_file())
}

impl Browser {
    /// Refuses a pair of different major versions, which fails later in a way that is hard to read.
    fn checked(self) -> Outcome<Self> {
        // Chrome on Windows opens a window instead of answering.
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

    /// What Chromium is started with. Its own traffic is switched off: on a closed network it delays each start.
    pub fn arguments() -> Vec<&'static str> {
        let mut arguments = vec![
            "--headless=new",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ];
        if debian::is_root() {
            // Its sandbox refuses to run as root, which is what containers are.
            arguments.push("--no-sandbox");
        }
        arguments
    }

    /// `arguments` as a JSON array, for the suites' programs.
    pub fn arguments_json() -> String {
        let quoted: Vec<String> = Self::arguments().iter().map(|argument| quoted(argument)).collect();
        format!("[{}]", quoted.join(","))
    }

    /// Writes the capabilities that wasm-bindgen's test runner asks the driver for; gives the file.
    pub fn webdriver_file(&self) -> Outcome<PathBuf> {
        let file = target("xtask/webdriver.json");
        let chrome = quoted(&self.chrome.to_string_lossy());
        let json = format!("{{\"goog:chromeOptions\":{{\"binary\":{chrome},\"args\":{}}}}}\n", Self::arguments_json());
        fs::write(&file, json).about("write", &file)?;
        Ok(file)
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// `Chromium 156.0.8078.79 built on …` → 156.
fn major(version: &str) -> Option<u32> {
    version.split_whitespace().find_map(|word| word.split_once('.')?.0.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::{major, quoted};

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
