//! Turns wake: in one process, the end of a turn lets the next update begin at once.

use std::time::Duration;

use botwire::client::{Bot, Request, Response, Transport, TransportError};
use botwire::webhook::stores::MemoryStore;
use botwire::webhook::{Order, Webhook};
use futures_util::future::join_all;
use tokio::time::{Instant, sleep};

use super::host::{HOOK, message};

/// The clock of tokio, which the test pauses.
struct Clock;

impl Transport for Clock {
    async fn send(&self, _: Request) -> Result<Response, TransportError> {
        Err(TransportError::message("no call is made"))
    }

    async fn sleep(&self, wait: Duration) -> Result<(), TransportError> {
        sleep(wait).await;
        Ok(())
    }
}

#[tokio::test(start_paused = true)]
async fn sixty_updates_of_a_chat_take_the_time_of_their_handlers() {
    const UPDATES: u32 = 60;
    const HANDLER: Duration = Duration::from_millis(50);
    let bot = Bot::with_transport("https://service.example", "123456:secret", Clock).unwrap();
    let webhook = Webhook::new(HOOK).bot(bot).store(MemoryStore::default()).in_order(Order::by_chat());
    let start = Instant::now();
    let deliveries = (1..=UPDATES).map(|id| webhook.handle(message(id.into()), async |_, _| sleep(HANDLER).await));
    let statuses: Vec<u16> = join_all(deliveries).await.iter().map(botwire::webhook::Response::status).collect();
    assert_eq!(statuses, [200; UPDATES as usize]);
    let (took, handlers) = (start.elapsed(), HANDLER * UPDATES);
    assert!(took < handlers + Duration::from_millis(100), "{took:?}, and the handlers {handlers:?}");
}
