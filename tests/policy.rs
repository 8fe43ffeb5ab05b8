//! The rules that JavaScript has too, with the vectors of both.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

#[macro_use]
#[path = "vectors/run.rs"]
mod vectors;

test_rules!(test);
