//! Responses without a body.

use gloo_net::http::{Response as Builder, ResponseBuilder};
use web_sys::Response;

/// The response.
pub(super) fn respond(builder: ResponseBuilder) -> Response {
    // It fails for no status and header used here; an error response is the answer to a lost one.
    builder.body(None::<&str>).map_or_else(|_| Response::error(), Response::from)
}

/// A response of that status.
pub(super) fn status(status: u16) -> Response {
    respond(Builder::builder().status(status))
}
