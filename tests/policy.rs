//! The rules that JavaScript has too, with the vectors of both.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

#[macro_use]
#[path = "vectors/run.rs"]
mod vectors;

use std::time::Duration;

use botwire::policy::Retry;

test_rules!(test);

#[test]
fn a_policy_of_retries_tells_what_it_allows() {
    let retry = Retry::times(3);
    assert_eq!((retry.count(), retry.total_time()), (3, None));
    assert_eq!(retry.total(Duration::from_secs(7)).total_time(), Some(Duration::from_secs(7)));
}
