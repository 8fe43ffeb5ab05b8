//! `botwire-render`: writes what is rendered from the definitions. Native, as the rendering is.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod program;

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
fn main() -> std::process::ExitCode {
    program::run()
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
fn main() {}
