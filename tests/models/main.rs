//! Tests the emulator with random sequences of methods, actions of users, faults, time, and snapshots. Debug builds of
//! the emulator check each answer and update against the specification's closed types. The model checks counts, rights,
//! exclusive states, bounds, and that a service which is saved and loaded at any step behaves like one that is not.
#![cfg(all(feature = "emulator", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod invariants;
mod step;
mod values;
mod world;

use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::test_runner::{Config, FileFailurePersistence, RngAlgorithm, TestCaseError, TestRng, TestRunner};

use step::{Step, step};
use world::World;

/// The number of sequences of a run, which are the same each time. A nightly run tries others for `MODEL_SECONDS`.
const CASES: u32 = 25;
const LONGEST: usize = 60;

fn config() -> Config {
    // Sequences that once failed are tried first.
    let persistence = FileFailurePersistence::Direct(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/models/failures.txt"));
    Config {
        cases: CASES,
        failure_persistence: Some(Box::new(persistence)),
        max_shrink_iters: 20_000,
        ..Config::default()
    }
}

fn holds(steps: &[Step]) -> Result<(), TestCaseError> {
    let (mut straight, mut restored) = (World::new(), World::new());
    for (at, step) in steps.iter().enumerate() {
        let expected = straight.take(step);
        if let Step::Restore = step {
            restored.restore();
        }
        let got = restored.take(step);
        if expected != got {
            return Err(TestCaseError::fail(format!("after a restore, step {at} gives\n{got}\nand not\n{expected}")));
        }
        invariants::hold(&straight, at)
            .map_err(|broken| TestCaseError::fail(format!("step {at}, {step:?}: {broken}")))?;
    }
    Ok(())
}

#[test]
fn any_sequence_keeps_the_invariants_and_survives_snapshots() {
    let sequences = vec(step(), 1..LONGEST);
    let Some(seconds) = std::env::var("MODEL_SECONDS").ok().and_then(|seconds| seconds.parse().ok()) else {
        let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        TestRunner::new_with_rng(config(), random)
            .run(&sequences, |steps| holds(&steps))
            .unwrap_or_else(|failure| panic!("{failure:#}"));
        return;
    };
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut rounds = 0;
    while Instant::now() < end {
        TestRunner::new(config())
            .run(&sequences, |steps| holds(&steps))
            .unwrap_or_else(|failure| panic!("{failure:#}"));
        rounds += 1;
    }
    println!("{} sequences", rounds * CASES);
}
