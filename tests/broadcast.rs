//! Broadcasts with the emulator's clock.
#![cfg(all(feature = "client", feature = "emulator", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::collections::HashSet;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use botwire::client::{Broadcast, BroadcastOutcome, BroadcastResult, Error, Retry, Throttle};
use botwire::emulator::{Emulator, EmulatorUser, Fault, FaultKind, NewChat};
use botwire::methods::{ForwardMessage, SendMessage};
use botwire::types::{ChatId, ChatRef, Message};
use futures_core::Stream;
use pollster::block_on;

use support::{Log, world_of};

type Done = BroadcastResult<Message>;

fn chats(users: &[EmulatorUser]) -> Vec<ChatId> {
    users.iter().map(|user| user.id().into()).collect()
}

fn news(chat: ChatRef) -> SendMessage {
    SendMessage::new(chat, "News!")
}

fn all<T>(mut broadcast: Broadcast<T>) -> Vec<BroadcastResult<T>>
where
    Broadcast<T>: Stream<Item = BroadcastResult<T>>,
{
    let mut results = Vec::new();
    block_on(async {
        while let Some(done) = broadcast.next().await {
            results.push(done);
        }
        assert!(broadcast.next().await.is_none());
    });
    results
}

fn status(done: &Done) -> &'static str {
    match done.outcome {
        BroadcastOutcome::Sent(_) => "sent",
        BroadcastOutcome::Moved(_) => "moved",
        BroadcastOutcome::Blocked(_) => "blocked",
        BroadcastOutcome::Failed(_) => "failed",
    }
}

/// Returns the time of each call in seconds since the first one.
fn seconds(emulator: &Emulator) -> Vec<i64> {
    let times: Vec<i64> = emulator.log(0).iter().map(|entry| entry["time"].as_i64().unwrap()).collect();
    times.iter().map(|time| (time - times[0]) / 1000).collect()
}

fn group(emulator: &Emulator, creator: &EmulatorUser) -> ChatId {
    emulator.chat(NewChat { members: vec![emulator.bot().id()], ..NewChat::new(creator.id()) }).unwrap().id()
}

#[test]
fn each_chat_has_its_result_in_order() {
    let (emulator, users, bot) = world_of(3);
    users[1].block().unwrap();
    let group = group(&emulator, &users[0]);
    let mut chats = chats(&users);
    chats.extend([group, ChatId(999_999)]);
    emulator.fault(Fault { times: Some(1), chat: Some(group.0), ..Fault::new(FaultKind::Migration) });
    let results = all(bot.broadcast(chats.clone(), news).per_second(0.0));
    assert_eq!(results.iter().map(status).collect::<Vec<_>>(), ["sent", "blocked", "sent", "moved", "failed"]);
    assert_eq!(results.iter().map(|done| done.cursor).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert!(results.iter().map(|done| done.chat.clone()).eq(chats.into_iter().map(ChatRef::from)));
    let BroadcastOutcome::Moved(sent) = &results[3].outcome else { panic!("{:?}", results[3]) };
    assert!(sent.chat.id != group && results[3].migrated_to == Some(sent.chat.id));
    assert!(results.iter().filter(|done| done.cursor != 4).all(|done| done.migrated_to.is_none()));
}

#[test]
fn a_bot_that_follows_migrations_hears_of_them_and_sends_once() {
    let (emulator, users, bot) = world_of(1);
    let group = group(&emulator, &users[0]);
    emulator.fault(Fault { times: Some(1), ..Fault::new(FaultKind::Migration) });
    let migrations = Log::default();
    let log = migrations.clone();
    let bot = bot.follow_migration(move |from, to| log.push((from, to)));
    let results = all(bot.broadcast([group], news));
    assert_eq!(status(&results[0]), "moved");
    assert_eq!(migrations.take(), [(group, results[0].migrated_to.unwrap())]);
    assert_eq!(seconds(&emulator).len(), 2);
}

#[test]
fn a_forward_between_two_groups_fails_when_one_moves() {
    let (emulator, users, bot) = world_of(1);
    let groups = [group(&emulator, &users[0]), group(&emulator, &users[0])];
    let sent = block_on(async { bot.send_message(groups[0], "hi").await }).unwrap();
    emulator.fault(Fault { times: Some(1), ..Fault::new(FaultKind::Migration) });
    let results = all(bot.broadcast([groups[1]], move |to| ForwardMessage::new(to, groups[0], sent.message_id)));
    assert_eq!((status(&results[0]), results[0].migrated_to), ("failed", None));
}

#[test]
fn one_refusal_pauses_all_calls() {
    let (emulator, users, bot) = world_of(4);
    emulator.fault(Fault { times: Some(1), ..Fault::new(FaultKind::RateLimit { retry_after: 600 }) });
    let results = all(bot.broadcast(chats(&users), news).per_second(0.0).concurrency(4));
    assert!(results.iter().all(|done| status(done) == "sent"), "{results:?}");
    let seconds = seconds(&emulator);
    assert!(seconds.len() == 5 && seconds[1..].iter().all(|second| (599..=601).contains(second)), "{seconds:?}");
    assert!(users.iter().all(|user| user.messages().len() == 1));
}

#[test]
fn calls_are_spread_also_after_a_pause() {
    let (emulator, users, bot) = world_of(4);
    let results = all(bot.broadcast(chats(&users), news).per_second(0.001));
    assert_eq!(results.len(), 4);
    let expected = [0, 1021, 2042, 3063];
    let seconds = seconds(&emulator);
    assert!(seconds.iter().zip(expected).all(|(second, at)| (at - 5..=at).contains(second)), "{seconds:?}");
}

#[test]
fn a_chat_is_retried_as_often_as_the_option_says() {
    let (emulator, users, bot) = world_of(1);
    emulator.fault(Fault::new(FaultKind::RateLimit { retry_after: 100_000 }));
    let results = all(bot.retry(Retry::times(9)).broadcast(chats(&users), news).retries(2));
    let BroadcastOutcome::Failed(error) = &results[0].outcome else { panic!("{results:?}") };
    assert_eq!(error.retry_after(), Some(Duration::from_secs(100_000)));
    // No pause exceeds an hour.
    let seconds = seconds(&emulator);
    assert!(seconds.len() == 3 && seconds[2] <= 7200, "{seconds:?}");
}

#[test]
fn other_errors_are_not_retried() {
    let (emulator, users, bot) = world_of(2);
    emulator.fault(Fault { times: Some(1), ..Fault::new(FaultKind::Page { status: 502 }) });
    let results = all(bot.clone().retry(Retry::times(9)).broadcast(chats(&users), news));
    assert_eq!(results.iter().map(status).collect::<Vec<_>>(), ["failed", "sent"]);
    let invalid = all(bot.broadcast(chats(&users), |chat| SendMessage::new(chat, "x".repeat(5000))));
    assert!(invalid.iter().all(|done| matches!(done.outcome, BroadcastOutcome::Failed(Error::Validation { .. }))));
}

#[test]
fn a_broadcast_continues_from_its_cursor() {
    let (_, users, bot) = world_of(9);
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let end = std::future::poll_fn(move |_| if flag.load(Ordering::SeqCst) { Poll::Ready(()) } else { Poll::Pending });
    let mut broadcast = bot.broadcast(chats(&users), news).concurrency(3).until(end);
    let mut cursor = 0;
    block_on(async {
        while let Some(done) = broadcast.next().await {
            cursor = done.cursor;
            stop.store(cursor >= 2, Ordering::SeqCst);
        }
    });
    assert!((2..9).contains(&cursor), "{cursor}");
    let rest = all(bot.broadcast(chats(&users), news).cursor(cursor));
    assert_eq!((rest[0].cursor, rest.last().unwrap().cursor), (cursor + 1, 9));
    assert!(users.iter().all(|user| user.messages().len() == 1), "each chat once");
}

#[test]
fn an_end_during_a_pause_leaves_what_was_not_sent() {
    let (emulator, users, bot) = world_of(3);
    emulator.fault(Fault { chat: Some(users[1].id().0), ..Fault::new(FaultKind::RateLimit { retry_after: 60 }) });
    let log = emulator.clone();
    // Ends after the refusal: the first chat received its message, the second did not, and the third was not tried.
    let end = std::future::poll_fn(move |_| if log.log(0).len() >= 2 { Poll::Ready(()) } else { Poll::Pending });
    let results = all(bot.broadcast(chats(&users), news).per_second(0.0).concurrency(1).until(end));
    assert_eq!(results.iter().map(|done| done.cursor).collect::<Vec<_>>(), [1]);
}

#[test]
fn an_end_drops_the_calls_that_middleware_holds() {
    let (emulator, users, bot) = world_of(4);
    let log = emulator.clone();
    let end = std::future::poll_fn(move |_| if log.log(0).len() >= 2 { Poll::Ready(()) } else { Poll::Pending });
    let bot = bot.with(Throttle::per_second(0.001));
    let results = all(bot.broadcast(chats(&users), news).per_second(0.0).until(end));
    assert_eq!(results.iter().map(|done| done.cursor).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(seconds(&emulator).len(), 2);
}

/// A stream that yields a chat at every second poll.
struct Rows {
    chats: std::vec::IntoIter<ChatId>,
    is_ready: bool,
    read: Arc<AtomicUsize>,
}

impl Stream for Rows {
    type Item = ChatId;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<ChatId>> {
        self.is_ready = !self.is_ready;
        if self.is_ready {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        self.read.fetch_add(1, Ordering::SeqCst);
        Poll::Ready(self.chats.next())
    }
}

#[test]
fn chats_of_a_stream_are_read_as_results_are_taken() {
    let (_, users, bot) = world_of(8);
    let read = Arc::new(AtomicUsize::new(0));
    let rows = Rows { chats: chats(&users).into_iter(), is_ready: false, read: read.clone() };
    let mut broadcast = bot.broadcast_stream(rows, news).concurrency(3).per_second(0.0);
    for taken in 1..=8 {
        assert!(block_on(broadcast.next()).is_some());
        assert!(read.load(Ordering::SeqCst) <= taken + 3, "{read:?}");
    }
    assert!(block_on(broadcast.next()).is_none());
    assert!(users.iter().all(|user| user.messages().len() == 1));
}

#[test]
fn a_dropped_wait_loses_nothing() {
    let (_, users, bot) = world_of(3);
    let mut broadcast = bot.broadcast(chats(&users), news).per_second(0.0);
    let mut seen = HashSet::new();
    for _ in 0..1000 {
        let mut next = Box::pin(broadcast.next());
        match next.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Some(done)) => assert!(seen.insert(done.cursor)),
            Poll::Ready(None) => break,
            Poll::Pending => {}
        }
    }
    assert_eq!(seen.len(), 3);
}

#[test]
fn a_broadcast_can_be_spawned() {
    fn is_send(_: &(impl Send + Unpin + 'static)) {}
    let (_, _, bot) = world_of(0);
    let broadcast = bot.broadcast([1, 2], news);
    is_send(&broadcast);
    assert_eq!(format!("{broadcast:?}"), "Broadcast { cursor: 0, concurrency: 10, .. }");
}
