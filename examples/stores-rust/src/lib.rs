//! Stores of claims for servers in Rust: Redis, PostgreSQL and SQLite. Copy the module of your database into your program.

pub mod postgres;
pub mod redis;
pub mod sqlite;
