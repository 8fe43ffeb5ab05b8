//! The transport of the platform.

use std::time::Duration;

use super::response::Response;
use super::transport::{Request, Transport};
use super::transport_error::TransportError;
use crate::platform::{abort, fetch};

/// The platform's `fetch` and timers, in pages, workers, workerd, Node, Deno and Bun.
#[derive(Debug, Clone, Copy, Default)]
pub struct Fetch;

impl Transport for Fetch {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let incoming = fetch::send(&request.url, request.is_get, &request.body).await?;
        Ok(Response::platform(incoming))
    }

    async fn sleep(&self, wait: Duration) -> Result<(), TransportError> {
        Ok(abort::sleep(wait).await?)
    }
}
