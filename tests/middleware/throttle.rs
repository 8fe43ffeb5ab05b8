//! The rate limit of calls, with the emulator's clock.

use std::sync::Arc;
use std::time::Duration;

use botwire::client::{Bot, Request, Response, Retry, Throttle, Transport, TransportError};
use botwire::emulator::{Emulator, Fault, FaultKind, NewUser, Time};
use botwire::types::{ChatAction, ChatRef};
use futures_util::future::{join, join3};
use pollster::block_on;
use serde_json::Value;
use tokio::time::{Instant, sleep, timeout};

use super::{Log, world};

/// Returns the time of each call in milliseconds since the first one.
fn times(emulator: &Emulator) -> Vec<i64> {
    let times: Vec<i64> = emulator.log(0).iter().map(|entry| entry["time"].as_i64().unwrap()).collect();
    times.iter().map(|time| time - times[0]).collect()
}

fn send(bot: &Bot, chat: i64) {
    block_on(async { bot.send_message(chat, "hi").await }).unwrap();
}

/// Asserts that the times match, except for the real time that the test took.
fn assert_times(times: &[i64], expected: &[i64]) {
    let is_close = times.len() == expected.len() && times.iter().zip(expected).all(|(time, at)| time <= at);
    assert!(is_close && times.windows(2).all(|two| two[0] <= two[1]), "{times:?}, not {expected:?}");
}

#[test]
fn calls_of_a_chat_are_spread() {
    let (emulator, alice, bot) = world();
    let bob = emulator.user(NewUser::default()).unwrap();
    bob.unblock().unwrap();
    let bot = bot.with(Throttle::per_second(0.0).per_chat(0.001));
    send(&bot, alice.id().0);
    send(&bot, bob.id().0);
    assert_eq!(times(&emulator), [0, 0]);
    let before = emulator.now();
    send(&bot, alice.id().0);
    // An interval of 1,000 s and slightly more, minus the real time since the first call.
    let waited = emulator.now().since(before);
    assert!((900_000..=1_021_000).contains(&waited), "{waited}");
}

#[test]
fn calls_of_all_chats_are_spread_after_a_burst() {
    let (emulator, alice, bot) = world();
    let bot = bot.with(Throttle::per_second(0.001).burst(3));
    (0..5).for_each(|_| send(&bot, alice.id().0));
    let times = times(&emulator);
    assert_eq!(times[..3], [0, 0, 0]);
    assert_times(&times, &[0, 0, 0, 1_021_000, 2_042_000]);
    assert!(times[4] > 1_900_000, "{times:?}");
}

#[test]
fn groups_have_a_rate_of_their_own_and_only_messages_are_limited() {
    let (emulator, alice, bot) = world();
    let bot = bot.with(Throttle::per_second(0.0).per_chat(0.0).per_group(0.001));
    for _ in 0..2 {
        send(&bot, alice.id().0);
        block_on(async { bot.send_chat_action(-5, ChatAction::Typing).await }).unwrap_err();
        block_on(async { bot.get_chat(-5).await }).unwrap_err();
    }
    assert_times(&times(&emulator), &[0; 6]);
    for _ in 0..2 {
        block_on(async { bot.send_message(-5, "hi").await }).unwrap_err();
    }
    let times = times(&emulator);
    assert!(times[6] < 900_000 && times[7] > 900_000, "{times:?}");
}

#[test]
fn a_refusal_for_the_rate_pauses_all_calls_and_fails() {
    let (emulator, alice, bot) = world();
    let bot = bot.with(Throttle::per_second(0.0));
    emulator.fault(Fault { times: Some(1), ..Fault::new(FaultKind::RateLimit { retry_after: 600 }) });
    let error = block_on(async { bot.get_me().await }).unwrap_err();
    assert_eq!((error.retry_after(), times(&emulator).len()), (Some(Duration::from_secs(600)), 1));
    let before: Time = emulator.now();
    send(&bot, alice.id().0);
    assert!(emulator.now().since(before) > 590_000, "the pause holds for the next call");
}

#[test]
fn a_refusal_that_is_retried_pauses_the_other_calls() {
    let (emulator, alice, bot) = world();
    let bot = bot.with(Throttle::per_second(0.0)).retry(Retry::times(1).max_wait(Duration::from_secs(600)));
    emulator.fault(Fault { times: Some(2), ..Fault::new(FaultKind::RateLimit { retry_after: 600 }) });
    block_on(async { bot.get_me().await }).unwrap_err();
    let logged = times(&emulator);
    assert!(logged.len() == 2 && logged[1] > 590_000, "{logged:?}");
    let before: Time = emulator.now();
    send(&bot, alice.id().0);
    assert!(emulator.now().since(before) > 590_000, "the second refusal pauses too");
}

#[test]
fn updates_are_not_limited() {
    let (emulator, _, bot) = world();
    let bot = bot.with(Throttle::per_second(0.001));
    for _ in 0..3 {
        block_on(async { bot.get_updates().await }).unwrap();
    }
    assert_eq!(times(&emulator), [0, 0, 0]);
}

/// Records the seconds at which calls are sent, by the clock of tokio, which the tests pause.
#[derive(Clone)]
struct Timed(Instant, Log<u64>);

impl Timed {
    fn new() -> Self {
        Self(Instant::now(), Log::default())
    }

    fn bot(&self, throttle: Throttle) -> Bot {
        Bot::with_transport("https://service.example", "123456:secret", self.clone()).unwrap().with(throttle)
    }
}

impl Transport for Timed {
    async fn send(&self, _: Request) -> Result<Response, TransportError> {
        self.1.push(self.0.elapsed().as_secs());
        Ok(Response::new(200, r#"{"ok":true,"result":{"message_id":1,"date":1,"chat":{"id":5,"type":"private"}}}"#))
    }

    async fn sleep(&self, wait: Duration) -> Result<(), TransportError> {
        sleep(wait).await;
        Ok(())
    }
}

/// Records the milliseconds at which calls are sent, by their text, and refuses those that a vector says.
#[derive(Clone)]
struct Vector(Instant, Arc<Vec<Value>>, Log<(usize, u64)>);

impl Transport for Vector {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let body: Value = serde_json::from_slice(&request.body.into_bytes().unwrap()).unwrap();
        let index: usize = body["text"].as_str().unwrap().parse().unwrap();
        self.2.push((index, u64::try_from(self.0.elapsed().as_millis()).unwrap()));
        let ok = r#"{"ok":true,"result":{"message_id":1,"date":1,"chat":{"id":5,"type":"private"}}}"#.to_owned();
        let refused = |seconds: u64| {
            format!(r#"{{"ok":false,"error_code":429,"description":"-","parameters":{{"retry_after":{seconds}}}}}"#)
        };
        let retry_after = self.1[index]["retry_after"].as_u64();
        Ok(Response::new(if retry_after.is_some() { 429 } else { 200 }, retry_after.map_or(ok, refused)))
    }

    async fn sleep(&self, wait: Duration) -> Result<(), TransportError> {
        sleep(wait).await;
        Ok(())
    }
}

#[tokio::test(start_paused = true)]
async fn the_vectors_that_javascript_passes_too() {
    let vectors: Vec<Value> = serde_json::from_str(include_str!("../vectors/throttle.json")).unwrap();
    for vector in vectors {
        let (limits, calls) = (&vector["limits"], Arc::new(vector["calls"].as_array().unwrap().clone()));
        let rate = |name: &str| limits[name].as_f64();
        let mut throttle = Throttle::per_second(rate("per_second").unwrap_or_default());
        throttle = rate("per_chat").into_iter().fold(throttle, Throttle::per_chat);
        throttle = rate("per_group").into_iter().fold(throttle, Throttle::per_group);
        throttle = throttle.burst(u32::try_from(limits["burst"].as_u64().unwrap_or(1)).unwrap());
        let service = Vector(Instant::now(), calls.clone(), Log::default());
        let bot = Bot::with_transport("https://service.example", "123456:secret", service.clone()).unwrap();
        let bot = bot.with(throttle);
        let mut tasks = Vec::new();
        for (index, call) in calls.iter().enumerate() {
            let time = |name: &str| call[name].as_u64().map(|ms| service.0 + Duration::from_millis(ms));
            tokio::time::sleep_until(time("at_ms").unwrap()).await;
            let chat = match &call["chat_id"] {
                Value::String(name) => ChatRef::from(name.as_str()),
                id => ChatRef::from(id.as_i64().unwrap()),
            };
            let sending = bot.send_message(chat, index.to_string());
            let dropped = time("dropped_ms");
            tasks.push(tokio::spawn(async move {
                match dropped {
                    Some(time) => tokio::time::timeout_at(time, sending).await.is_err(),
                    None => sending.await.is_err_and(|error| error.retry_after().is_none()),
                }
            }));
            // The call enters its queue before the next one.
            tokio::task::yield_now().await;
        }
        let mut are_dropped = Vec::new();
        for task in tasks {
            are_dropped.push(task.await.unwrap());
        }
        let mut starts = vec![None; calls.len()];
        service.2.take().into_iter().for_each(|(index, at)| starts[index] = Some(at));
        let expected: Vec<Option<u64>> = calls.iter().map(|call| call["starts_ms"].as_u64()).collect();
        // Sums of floats in JavaScript may be rounded up to the next millisecond.
        let is_close = |(start, expected): (&Option<u64>, &Option<u64>)| {
            start.zip(*expected).map_or(start == expected, |(start, expected)| start.abs_diff(expected) <= 1)
        };
        assert!(starts.iter().zip(&expected).all(is_close), "{}: {starts:?}, not {expected:?}", vector["why"]);
        let expected: Vec<bool> = calls.iter().map(|call| call["dropped_ms"].is_u64()).collect();
        assert_eq!(are_dropped, expected, "{}", vector["why"]);
    }
}

/// Sends a message, and gives up after these seconds.
async fn send_within(bot: &Bot, seconds: u64) -> bool {
    timeout(Duration::from_secs(seconds), bot.send_message(5, "hi")).await.is_ok()
}

#[tokio::test(start_paused = true)]
async fn calls_that_are_dropped_while_they_wait_do_not_delay_others() {
    for throttle in [Throttle::per_second(0.0).per_chat(0.01), Throttle::per_second(0.01)] {
        let service = Timed::new();
        let bot = service.bot(throttle);
        let mut sent = Vec::new();
        for _ in 0..6 {
            sent.push(send_within(&bot, 70).await);
        }
        assert_eq!(sent, [true, false, true, false, true, false]);
        assert_eq!(service.1.take(), [0, 102, 204]);
    }
}

#[tokio::test(start_paused = true)]
async fn calls_behind_a_dropped_one_move_up_in_order() {
    let service = Timed::new();
    let bot = service.bot(Throttle::per_second(0.0).per_chat(0.01));
    let (first, second) = (send_within(&bot, 9), send_within(&bot, 9));
    let third = async {
        bot.send_message(5, "third").await.unwrap();
        service.0.elapsed().as_secs()
    };
    let late = async {
        sleep(Duration::from_secs(20)).await;
        bot.send_message(5, "late").await.unwrap();
        service.0.elapsed().as_secs()
    };
    let (dropped, sent) = join(join(first, second), join(third, late)).await;
    assert_eq!((dropped, sent), ((true, false), (102, 204)));
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_dropped_before_its_turn_among_all_calls_gives_back_that_in_its_chat() {
    let service = Timed::new();
    let bot = service.bot(Throttle::per_second(0.01).per_chat(0.001));
    let other = bot.send_message(6, "hi");
    let (_, is_sent, ()) = join3(other, send_within(&bot, 50), async {
        sleep(Duration::from_secs(60)).await;
        bot.send_message(5, "hi").await.unwrap();
    })
    .await;
    assert!(!is_sent);
    assert_eq!(service.1.take(), [0, 102]);
}

#[tokio::test(start_paused = true)]
async fn a_waiting_call_that_is_not_polled_does_not_hold_up_the_others() {
    let service = Timed::new();
    let bot = service.bot(Throttle::per_second(0.01));
    let mut idle = std::pin::pin!(bot.send_message(5, "idle"));
    bot.send_message(5, "hi").await.unwrap();
    assert!(super::support::poll(&mut idle.as_mut()).is_pending());
    bot.send_message(5, "hi").await.unwrap();
    assert_eq!(service.1.take(), [0, 204]);
    idle.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn many_calls_start_at_the_rate_of_all() {
    let service = Timed::new();
    let bot = service.bot(Throttle::per_second(30.0));
    let sending: Vec<_> = (0..300).map(|chat| tokio::spawn(bot.send_message(chat, "hi").into_future())).collect();
    for task in sending {
        task.await.unwrap().unwrap();
    }
    let times = service.1.take();
    for second in 0..10 {
        assert!(times.iter().filter(|time| **time == second).count() <= 31, "{times:?}");
    }
    assert!((9..=11).contains(times.last().unwrap()), "{times:?}");
}

#[tokio::test(start_paused = true)]
async fn a_mistaken_rate_lets_a_burst_of_calls_start_and_no_others() {
    for rate in [f64::NAN, -1.0, 1e-30] {
        let mut sent = Vec::new();
        for throttle in [Throttle::per_second(rate).burst(2), Throttle::per_second(0.0).per_chat(rate).burst(2)] {
            let bot = Timed::new().bot(throttle);
            for _ in 0..4 {
                sent.push(send_within(&bot, 1_000_000).await);
            }
        }
        assert_eq!(sent, [true, true, false, false, true, true, false, false], "{rate}");
    }
}
