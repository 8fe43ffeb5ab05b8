//! What the service shows: the specification's objects, made from what is stored as one bot sees it.

mod file;
mod message;
