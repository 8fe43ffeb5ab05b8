//! Typed bindings of a bot messaging service's HTTP interface, for Rust and, through
//! WebAssembly, for JavaScript.
//!
//! Every type and method is said once, as a plain struct in [`types`] and [`methods`], and turned
//! into a static table. [`wire`] walks those tables to check and encode; the npm package, the
//! emulator and the typings are made from the same tables.

pub mod methods;
pub mod policy;
pub mod request;
pub mod text;
pub mod types;
pub mod webhook;
pub mod wire;

#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "emulator")]
pub mod emulator;
#[cfg(all(feature = "js", target_arch = "wasm32"))]
mod js;
#[cfg(all(feature = "client", target_arch = "wasm32"))]
mod platform;
#[cfg(all(feature = "render", not(target_arch = "wasm32")))]
pub mod render;
