//! A bot whose calls a function answers.

use std::time::Duration;

use botwire::client::{Bot, Request, Response, Transport, TransportError};

struct Served<F>(F);

impl<F: Fn(Request) -> Result<Response, TransportError> + Send + Sync + 'static> Transport for Served<F> {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        (self.0)(request)
    }

    async fn sleep(&self, _: Duration) -> Result<(), TransportError> {
        std::future::pending().await
    }
}

/// Creates a bot whose calls this function answers. Its waits never end.
pub fn served(
    base_url: &str,
    token: &str,
    answer: impl Fn(Request) -> Result<Response, TransportError> + Send + Sync + 'static,
) -> Bot {
    Bot::with_transport(base_url, token, Served(answer)).unwrap()
}
