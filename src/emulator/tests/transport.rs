//! The clock of the emulator as the clock of a bot's client: slow responses, timeouts, waits between attempts.

use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use pollster::block_on;

use super::super::{Emulator, Fault, FaultKind};
use crate::client::{Error, Retry};
use crate::methods::{GetMe, GetUpdates};

const fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

#[test]
fn a_slow_response_ends_at_the_timeout_of_the_client() {
    for (slow, timeout, taken, is_late) in [
        (5000, Some(1000), 1000, true),
        (1001, Some(1000), 1000, true),
        (999, Some(1000), 999, false),
        (5000, Some(6000), 5000, false),
        (5000, None, 5000, false),
    ] {
        let emulator = Emulator::new();
        let (bot, start) = (emulator.client().expect("a client"), emulator.now());
        emulator.fault(Fault::new(FaultKind::Slow { millis: slow }));
        let result = block_on(bot.send(GetMe::new()).timeout(timeout.map(millis)).retry(Retry::NONE));
        assert_eq!(emulator.now().since(start), taken, "{slow} {timeout:?}");
        assert_eq!(result.is_ok(), !is_late, "{slow} {timeout:?}");
        assert!(!is_late || matches!(result, Err(Error::Timeout { after, .. }) if Some(after) == timeout.map(millis)));
    }
}

#[test]
fn a_slow_response_stops_at_the_deadline_of_another_client_and_at_none_that_is_gone() {
    let emulator = Emulator::new();
    let (bot, start) = (emulator.client().expect("a client"), emulator.now());
    let mut context = Context::from_waker(Waker::noop());
    let poll = || bot.send(GetUpdates::new().timeout(30)).timeout(millis(2000)).retry(Retry::NONE);
    let mut waiting = pin!(poll());
    assert!(waiting.as_mut().poll(&mut context).is_pending());
    assert!(pin!(poll()).poll(&mut context).is_pending());
    emulator.fault(Fault::new(FaultKind::Slow { millis: 5000 }).method("getMe"));
    let mut slow = pin!(bot.send(GetMe::new()).timeout(None));
    assert!(slow.as_mut().poll(&mut context).is_pending());
    assert!(slow.as_mut().poll(&mut context).is_pending());
    assert_eq!(emulator.now().since(start), 2000);
    assert!(matches!(waiting.poll(&mut context), Poll::Ready(Err(Error::Timeout { .. }))));
    assert!(matches!(slow.poll(&mut context), Poll::Ready(Ok(_))));
    assert_eq!(emulator.now().since(start), 5000);
}

#[test]
fn the_total_of_retries_counts_the_waits_in_the_time_of_the_emulator() {
    for (total, taken) in [(None, 40), (Some(40), 40), (Some(39), 30), (Some(9), 0)] {
        let emulator = Emulator::new();
        let (bot, start) = (emulator.client().expect("a client"), emulator.now());
        emulator.fault(Fault::new(FaultKind::RateLimit { retry_after: 10 }));
        let retry = Retry::times(4);
        let retry = total.map_or(retry, |seconds| retry.total(Duration::from_secs(seconds)));
        assert!(block_on(bot.send(GetMe::new()).retry(retry)).is_err());
        assert_eq!(emulator.now().since(start), taken * 1000, "{total:?}");
    }
}
