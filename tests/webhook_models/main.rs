//! Tests the webhook in Rust with random schedules, natively and in virtual time: deliveries and duplicates in any
//! order for two bots that share a store; slow, failing, and answering handlers; faults of the store and of the
//! service; clients that leave at any step; processes that vanish between any two steps or are suspended; and changes
//! of the store's clock. Each update is handled exactly once while leases last, and at least once otherwise. No update
//! is refused forever or handled after it was settled, and no call that a handler made its answer is lost silently.
#![cfg(all(feature = "client", feature = "emulator", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::string_slice)]

mod checks;
mod handler;
mod process;
mod schedule;
mod service;
mod world;

use std::time::{Duration, Instant};

use proptest::test_runner::{Config, FileFailurePersistence, RngAlgorithm, TestRng, TestRunner};

use checks::holds;
use schedule::schedule;

/// The number of schedules of a run, which are the same each time. A nightly run tries others for `MODEL_SECONDS`.
const CASES: u32 = 300;

fn config() -> Config {
    // Schedules that once failed are tried first.
    let persistence =
        FileFailurePersistence::Direct(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/webhook_models/failures.txt"));
    Config {
        cases: CASES,
        failure_persistence: Some(Box::new(persistence)),
        max_shrink_iters: 20_000,
        ..Config::default()
    }
}

#[test]
fn each_update_is_handled_once_or_again_and_no_call_is_lost() {
    let Some(seconds) = std::env::var("MODEL_SECONDS").ok().and_then(|seconds| seconds.parse().ok()) else {
        let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        let mut runner = TestRunner::new_with_rng(config(), random);
        return runner.run(&schedule(), |schedule| holds(&schedule)).unwrap_or_else(|failure| panic!("{failure:#}"));
    };
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut rounds = 0;
    while Instant::now() < end {
        let tried = TestRunner::new(config()).run(&schedule(), |schedule| holds(&schedule));
        tried.unwrap_or_else(|failure| panic!("{failure:#}"));
        rounds += 1;
    }
    println!("{} schedules", rounds * CASES);
}
