//! `botwire-render` renders the definitions. Native only, like the rendering.

#[cfg(not(web))]
mod program;

#[cfg(not(web))]
fn main() -> std::process::ExitCode {
    program::run()
}

#[cfg(web)]
fn main() {}
