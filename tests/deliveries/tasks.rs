//! Tasks of handlers that the response waits for.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use botwire::webhook::stores::MemoryStore;
use botwire::webhook::{Order, Session, Sessions, Webhook};
use tokio::sync::oneshot;
use tokio::time::sleep;

use super::host::{HOOK, message};

#[tokio::test]
async fn an_update_whose_task_outlasts_the_lease_is_handled_once() {
    let webhook = Webhook::new(HOOK).lease(Duration::from_millis(100));
    let runs = Arc::new(AtomicUsize::new(0));
    let deliver = || {
        let runs = runs.clone();
        webhook.handle(message(1), async move |_, context| {
            runs.fetch_add(1, Ordering::SeqCst);
            context.wait_until(sleep(Duration::from_millis(400)));
        })
    };
    let second = async {
        sleep(Duration::from_millis(200)).await;
        deliver().await
    };
    let (first, second) = tokio::join!(deliver(), second);
    assert_eq!((first.status(), second.status(), runs.load(Ordering::SeqCst)), (200, 200, 1));
}

#[tokio::test]
async fn tasks_run_at_the_same_time() {
    let (sender, receiver) = oneshot::channel::<()>();
    let webhook = Webhook::new(HOOK);
    let handled = webhook.handle(message(1), async move |_, context| {
        context.wait_until(async { drop(receiver.await) });
        context.wait_until(async move { drop(sender) });
    });
    assert_eq!(tokio::time::timeout(Duration::from_secs(5), handled).await.unwrap().status(), 200);
}

#[tokio::test]
async fn turns_wake_so_60_updates_of_a_chat_take_the_time_of_their_handlers() {
    for has_sessions in [false, true] {
        let (store, since) = (MemoryStore::default(), std::time::Instant::now());
        let webhook = Webhook::new(HOOK).store(store.clone());
        let webhook = if has_sessions { webhook } else { webhook.in_order(Order::by_chat()) };
        let sessions = Sessions::<u32>::new(store);
        let handler = sessions.handler(async |_, _, mut session: Session<u32>| {
            *session += 1;
            sleep(Duration::from_millis(5)).await;
        });
        let deliver = |id| {
            let (webhook, handler) = (webhook.clone(), handler.clone());
            tokio::spawn(async move {
                let without = async |_, _| sleep(Duration::from_millis(5)).await;
                let response = if has_sessions {
                    webhook.handle(message(id), handler).await
                } else {
                    webhook.handle(message(id), without).await
                };
                response.status()
            })
        };
        let deliveries: Vec<_> = (1..=60).map(deliver).collect();
        for delivery in deliveries {
            assert_eq!(delivery.await.unwrap(), 200);
        }
        // 60 pauses of 200 ms would take 12 s.
        assert!(since.elapsed() < Duration::from_secs(3), "{:?}", since.elapsed());
    }
}
