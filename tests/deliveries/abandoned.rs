//! Deliveries whose client disconnects, on a host that keeps no task up, over a store that awaits something.

use std::collections::HashSet;
use std::future::poll_fn;
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use botwire::methods::SendMessage;
use botwire::types::UpdateId;
use botwire::webhook::Webhook;
use botwire::webhook::stores::{BoxError, ClaimStore};
use pollster::block_on;

use super::host::{HOOK, message, poll, status_and_body};

/// A database, each of whose answers takes a while.
#[derive(Clone, Default)]
struct Database(Arc<Mutex<HashSet<UpdateId>>>);

/// Ready when it is polled for the third time.
async fn answer() {
    let mut polls = 0;
    poll_fn(|context| {
        polls += 1;
        context.waker().wake_by_ref();
        if polls < 3 { Poll::Pending } else { Poll::Ready(()) }
    })
    .await;
}

impl ClaimStore for Database {
    async fn claim(&self, update_id: UpdateId, _: Duration) -> Result<bool, BoxError> {
        let is_new = self.0.lock().unwrap().insert(update_id);
        answer().await;
        Ok(is_new)
    }

    async fn release(&self, update_id: UpdateId) -> Result<(), BoxError> {
        answer().await;
        self.0.lock().unwrap().remove(&update_id);
        Ok(())
    }
}

#[test]
fn the_next_delivery_is_handled_wherever_the_first_was_dropped() {
    for polls in 1..8 {
        let database = Database::default();
        let webhook = Webhook::new(HOOK).store(database.clone()).on_error(|_| None);
        // In the claim, in the handler, and in the release after its failure.
        let mut first = Box::pin(webhook.handle(message(1), async |_, _| {
            answer().await;
            Err::<(), BoxError>("no".into())
        }));
        let is_over = (0..polls).any(|_| poll(&mut first.as_mut()).is_ready());
        drop(first);
        // Another one that does not wait long enough either.
        let mut second = Box::pin(webhook.handle(message(1), async |_, _| SendMessage::new(1, "second")));
        let is_second_over = poll(&mut second.as_mut()).is_ready();
        drop(second);
        assert!(!is_second_over, "{polls}");
        // An update that nobody has claimed waits for nothing of another one.
        let other = block_on(webhook.handle(message(2), async |_, _| SendMessage::new(1, "other")));
        assert!(status_and_body(other).1.contains("other"), "{polls}");
        let third = block_on(webhook.handle(message(1), async |_, _| SendMessage::new(1, "third")));
        assert!(status_and_body(third).1.contains("third"), "{polls} {is_over}");
        assert_eq!(*database.0.lock().unwrap(), HashSet::from([1, 2].map(UpdateId)), "{polls}");
    }
}

#[test]
fn a_delivery_that_only_waited_releases_no_claim_of_another() {
    let webhook = Webhook::new(HOOK);
    let mut first = Box::pin(webhook.handle(message(1), async |_, _| {
        answer().await;
        SendMessage::new(1, "first")
    }));
    assert!(poll(&mut first.as_mut()).is_pending());
    let mut second = Box::pin(webhook.handle(message(1), async |_, _| SendMessage::new(1, "second")));
    assert!(poll(&mut second.as_mut()).is_pending());
    drop(second);
    assert!(status_and_body(block_on(first)).1.contains("first"));
    let third = block_on(webhook.handle(message(1), async |_, _| SendMessage::new(1, "third")));
    assert_eq!(status_and_body(third), (200, String::new()));
}
