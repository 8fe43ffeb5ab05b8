//! `botwire-render` renders the definitions. Native only, like the rendering.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod program;

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
fn main() -> std::process::ExitCode {
    program::run()
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
fn main() {}
