//! Conversions of the stored state to objects of the specification, as one bot sees them.

mod file;
mod message;
