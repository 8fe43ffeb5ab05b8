//! The rules that JavaScript has too, by the vectors of both.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

#[path = "vectors/run.rs"]
mod vectors;

use std::time::Duration;

use botwire::policy::Retry;

#[test]
fn back_off() {
    vectors::back_off();
}

#[test]
fn retries() {
    vectors::retries();
}

#[test]
fn polls() {
    vectors::polls();
}

#[test]
fn envelopes() {
    vectors::envelopes();
}

#[test]
fn paths() {
    vectors::paths();
}

#[test]
fn deadlines() {
    vectors::deadlines();
}

#[test]
fn kinds() {
    vectors::kinds();
}

#[test]
fn chats() {
    vectors::chats();
}

#[test]
fn claims() {
    vectors::claims();
}

#[test]
fn migrations() {
    vectors::migrations();
}

#[test]
fn base_urls() {
    vectors::base_urls();
}

#[test]
fn addresses() {
    vectors::addresses();
}

#[test]
fn a_policy_of_retries_tells_what_it_allows() {
    let retry = Retry::times(3);
    assert_eq!((retry.count(), retry.total_time()), (3, None));
    assert_eq!(retry.total(Duration::from_secs(7)).total_time(), Some(Duration::from_secs(7)));
}
