//! Sets the conditions of platforms that many files have, so that each has one word.
//!
//! - `web`: JavaScript runs the wasm, as in browsers and edge runtimes. Not WASI and not Emscripten.
//! - `npm`: the wasm file of the npm package, which has its own allocator and gets checked JSON.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(web, npm)");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let has = |feature: &str| env::var_os(format!("CARGO_FEATURE_{feature}")).is_some();
    if is("CARGO_CFG_TARGET_ARCH", "wasm32") && is("CARGO_CFG_TARGET_OS", "unknown") {
        println!("cargo::rustc-cfg=web");
        if has("JS") && !has("CLIENT") && !has("EMULATOR") {
            println!("cargo::rustc-cfg=npm");
        }
    }
}
