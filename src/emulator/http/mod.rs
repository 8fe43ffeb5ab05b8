//! Requests and answers as they are on the wire, and the log of them.

pub(crate) mod answer;
pub(crate) mod excerpt;
pub(crate) mod log;
pub(crate) mod logging;
mod multipart;
pub(crate) mod parameters;
pub(crate) mod percent;
pub(crate) mod request;
pub(crate) mod secrets;
pub(crate) mod unknown;
