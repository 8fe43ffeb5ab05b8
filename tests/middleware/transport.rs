//! A transport that wraps another one.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use botwire::client::{Bot, Request, Response, Transport, TransportError};
use pollster::block_on;

use super::world;

#[derive(Clone)]
struct Counted<T>(T, Arc<AtomicUsize>);

impl<T: Transport> Transport for Counted<T> {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.send(request).await
    }

    async fn sleep(&self, wait: Duration) -> Result<(), TransportError> {
        self.0.sleep(wait).await
    }

    async fn deadline(&self, limit: Duration) -> Result<(), TransportError> {
        self.0.deadline(limit).await
    }
}

#[test]
fn a_transport_is_wrapped() {
    let (emulator, _, _) = world();
    let count = Arc::new(AtomicUsize::new(0));
    let transport = Counted(emulator.clone(), count.clone());
    let bot = Bot::with_transport("https://service.example", emulator.bot().token(), transport).unwrap();
    block_on(async { bot.get_me().await }).unwrap();
    assert_eq!(count.load(Ordering::Relaxed), 1);
}
