//! Tools that the commands need on a machine. Each is installed once, when a command needs it.

pub mod browser;
mod cache;
mod cargo_tools;
pub mod databases;
mod debian;
pub mod firefox;
pub mod node;
pub mod oldest_rust;
pub mod python;
pub mod rust;
pub mod rust_workers;
pub mod versions;

pub use cache::cargo_home;
