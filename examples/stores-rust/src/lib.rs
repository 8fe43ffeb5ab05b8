//! Stores of claims for servers in Rust: Redis and PostgreSQL. Copy the module of your database into your program.

pub mod postgres;
pub mod redis;
