//! The end of an update: every state of machine and world is visited, and the promises are checked in each.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod end;
mod explore;
mod happens;
mod mutants;
mod possible;
mod promises;
mod world;

use std::thread;

use botwire::policy::delivery::RULES;

use explore::{Visited, explore, settings};
use world::Setting;

/// The settings of each run: a webhook that accepts, and polling. The nightly run, which sets `MODEL_SECONDS`, has all.
const EACH_RUN: [usize; 2] = [1, 11];

#[test]
fn every_promise_is_kept_in_every_state() {
    let all = settings();
    let is_nightly = std::env::var_os("MODEL_SECONDS").is_some();
    let chosen: Vec<Setting> = if is_nightly { all } else { EACH_RUN.map(|at| all[at]).to_vec() };
    for setting in chosen {
        let Visited { worlds, steps, states } =
            explore(&RULES, setting).unwrap_or_else(|broken| panic!("{setting:?}: {broken}"));
        println!("{worlds} worlds with {states} states of the machine, {steps} steps: {setting:?}");
        assert!(worlds > 10_000, "{setting:?}");
    }
}

/// Settings that notice every change together, those that do so soonest first.
const OF_MUTANTS: [usize; 10] = [13, 1, 3, 2, 11, 0, 7, 5, 6, 4];

/// Changes that break no promise, and why: each is another order of actions that do not depend on each other.
const INDIFFERENT: [(&str, &str); 8] = [
    (
        "Deadline | Claiming | open | givenUp again | Cancel RespondAgain: RespondAgain first",
        "the response does not say whether the claim has ended",
    ),
    (
        "Deadline | Running | open waits !effect | givenUp again | CancelWait RespondAgain: RespondAgain first",
        "the response does not say whether the wait has ended",
    ),
    (
        "Deadline | Running | open accepts pending inline !waits !leaseLost | ok out | RespondContent SignalLater: SignalLater first",
        "the signal comes much later",
    ),
    ("late | | pending | out | SendAnswer SignalLater: SignalLater first", "the signal comes much later"),
    (
        "Dropped | Running Checking Reporting Committing | effect | Ended | SaveDone Tell ReleaseRefund: Tell first",
        "the report does not wait for the store",
    ),
    (
        "Dropped | Running Checking Reporting Committing | effect | Ended | SaveDone Tell ReleaseRefund: ReleaseRefund first",
        "the report does not wait for the store",
    ),
    (
        "Dropped | Running Checking Reporting Committing | ok | Ended | Tell ReleaseRefund: ReleaseRefund first",
        "the report does not wait for the store",
    ),
    ("Dropped | Sending | | Ended | Tell ReleaseRefund: ReleaseRefund first", "the report does not wait for the store"),
];

#[test]
#[ignore = "takes minutes; `cargo xtask mutants delivery` runs it"]
fn every_word_of_the_rules_is_needed() {
    let (all, mutants) = (settings(), mutants::mutants());
    let is_missed = |mutant: &&mutants::Mutant| {
        let is_missed = OF_MUTANTS.iter().all(|at| explore(&mutant.rules, all[*at]).is_ok());
        if is_missed {
            println!("no promise notices: {}", mutant.change);
        }
        is_missed
    };
    let missed: Vec<&str> = thread::scope(|scope| {
        let halves = mutants.chunks(mutants.len().div_ceil(2));
        let threads: Vec<_> =
            halves.map(|half| scope.spawn(|| half.iter().filter(is_missed).collect::<Vec<_>>())).collect();
        threads
            .into_iter()
            .flat_map(|half| half.join().expect("a thread"))
            .map(|mutant| mutant.change.as_str())
            .collect()
    });
    println!("{} changes of the rules, {} without effect", mutants.len(), missed.len());
    assert_eq!(missed, INDIFFERENT.map(|(change, _)| change), "changes that no promise notices");
}
