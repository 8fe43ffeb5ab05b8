//! Waits for a bot's actions: when they end, and their messages after a timeout.

use std::pin::pin;
#[cfg(not(target_arch = "wasm32"))]
use std::sync::Arc;
#[cfg(not(target_arch = "wasm32"))]
use std::task::Wake;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use botwire::emulator::{Emulator, NewBot, Refusal, WaitTimeout, WebhookResponse};
use botwire::methods::{GetUpdates, SendMessage, SetWebhook};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::{started, text_of};

#[test]
fn a_wait_ends_when_the_bot_writes() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let alice = started(&emulator, "Alice")?;
    let mut waiting = pin!(alice.wait_for_message());
    let mut context = Context::from_waker(Waker::noop());
    assert!(waiting.as_mut().poll(&mut context).is_pending());
    emulator.bot().call(SendMessage::new(alice.id(), "hi"))?;
    let Poll::Ready(seen) = waiting.as_mut().poll(&mut context) else { panic!("still waiting") };
    assert_eq!(text_of(seen.ok()).as_deref(), Some("hi"));
    Ok(())
}

/// A wait whose time is over at its first check.
fn late<T>(wait: impl Future<Output = Result<T, WaitTimeout>>) -> String {
    match pin!(wait).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Err(timeout)) => timeout.to_string(),
        Poll::Ready(Ok(_)) => panic!("it came"),
        Poll::Pending => panic!("no end"),
    }
}

#[test]
fn at_the_end_of_the_clock_long_polls_and_deadlines_end() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    emulator.advance(Duration::from_secs(1 << 40));
    assert!(emulator.bot().call(GetUpdates::new().timeout(3))?.is_empty());
    #[cfg(feature = "client")]
    {
        let deadline = pin!(botwire::client::Transport::deadline(&emulator, Duration::from_secs(1)));
        assert!(deadline.poll(&mut Context::from_waker(Waker::noop())).is_ready());
    }
    Ok(())
}

#[test]
fn a_wait_for_nothing_fails_with_the_latest_of_the_log() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let (alice, bot) = (started(&emulator, "Alice")?, emulator.bot());
    emulator.set_wait_timeout(Duration::ZERO);
    assert_eq!(late(alice.wait_for_message()), "no message of a bot within 0 ms; the log is empty");
    for _ in 0..6 {
        bot.updates()?;
    }
    assert!(bot.call(SendMessage::new(5, "x")).is_err());
    bot.call(SetWebhook::new("https://bot.example/hook"))?;
    emulator.on_delivery(|_| WebhookResponse::new(500));
    let id = alice.write("hi\u{1b}")?.message_id;
    let update = emulator.log(0).pop().and_then(|entry| entry["update"]["update_id"].as_i64()).expect("a delivery");
    let expected = format!(
        "no edit of a message within 0 ms; the log ends with:\n  getUpdates 200\n  getUpdates 200\n  \
         sendMessage 400: Bad Request: chat not found\n  setWebhook 200\n  \
         delivery of message {update} \"hi\\u001b\" answered 500"
    );
    assert_eq!(late(alice.wait_for_edit()), expected);
    assert!(late(alice.type_inline("q", "")?.answered()).starts_with("no answer to the inline query within 0 ms"));
    assert!(alice.message(id).is_some());
    Ok(())
}

#[test]
fn a_wait_that_fails_says_that_updates_wait_where_no_webhook_is_set() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let (alice, other) = (started(&emulator, "Alice")?, emulator.add_bot(NewBot::default())?);
    emulator.set_wait_timeout(Duration::ZERO);
    for (count, waiting) in [(1, "1 update waits"), (2, "2 updates wait")] {
        alice.write("hi")?;
        let expected = format!(
            "no message of a bot within 0 ms; {waiting} for getUpdates, as no webhook is set by setWebhook; the log is empty"
        );
        assert_eq!(late(alice.wait_for_message()), expected, "{count}");
    }
    emulator.on_delivery(|_| WebhookResponse::new(200));
    emulator.bot().call(SetWebhook::new("https://bot.example/hook"))?;
    assert!(!late(alice.wait_for_message()).contains("wait"), "they were delivered");
    alice.with(&other).write("hi")?;
    assert!(late(alice.wait_for_message()).contains("1 update waits for getUpdates"));
    Ok(())
}

#[cfg(not(target_arch = "wasm32"))]
struct Unpark(std::thread::Thread);

#[cfg(not(target_arch = "wasm32"))]
impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

#[cfg(not(target_arch = "wasm32"))] // callbacks of the host, not threads
#[test]
fn a_wait_is_woken_when_its_time_is_over() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let alice = started(&emulator, "Alice")?;
    emulator.set_wait_timeout(Duration::from_millis(1));
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut waiting = pin!(alice.wait_for_message());
    while waiting.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
        std::thread::park();
    }
    Ok(())
}
