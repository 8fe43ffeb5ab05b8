//! `botwire-render`: writes what is rendered from the definitions. Native, as the rendering is.

#[cfg(not(target_arch = "wasm32"))]
mod program;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    program::run()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
