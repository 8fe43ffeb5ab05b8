//! Requests and answers as they are on the wire, and the log of them.

mod answer;
mod log;
mod logging;
mod multipart;
mod parameters;
mod request;
mod secrets;

pub use {answer::*, parameters::*, request::*};
pub(crate) use {log::*, secrets::*};
