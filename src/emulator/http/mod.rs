//! Requests and answers as they are on the wire, and the log of them.

mod answer;
mod log;
mod parameters;
mod request;

pub(crate) use log::*;
pub use {answer::*, parameters::*, request::*};
