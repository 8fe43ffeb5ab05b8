//! Requests and answers as they are on the wire, and the log of them.

mod answer;
mod excerpt;
mod log;
mod logging;
mod multipart;
mod parameters;
pub(crate) mod percent;
mod request;
mod secrets;
mod unknown;

pub use {answer::*, parameters::*, request::*};
pub(crate) use {excerpt::*, log::*, secrets::*, unknown::*};
