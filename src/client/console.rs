//! The console: standard error natively.

/// Writes a line for people who watch the program.
pub(crate) fn log(line: &str) {
    #[cfg(web)]
    web_sys::console::error_1(&line.into());
    #[cfg(not(web))]
    eprintln!("{line}");
}
