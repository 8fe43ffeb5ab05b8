//! Tasks of handlers that the response waits for.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use botwire::webhook::Webhook;
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
