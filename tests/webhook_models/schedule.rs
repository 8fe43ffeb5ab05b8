//! What is random: deliveries, what the handlers do, faults of the store and of the way to the service, an eviction.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::select;

pub const UPDATES: usize = 4;
/// Above the deadline of 10 s, and below the lease of 60 s.
pub const SLOW: [u64; 9] = [0, 0, 0, 1, 500, 4000, 9990, 12_000, 30_000];

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Does {
    Nothing,
    Call,
    Answer,
    Throw,
    AnswerAndThrow,
    Bot,
    WaitUntil,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StoreFault {
    None,
    Throw,
    ThrowAfter,
    Hang,
    HangAfter,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LineFault {
    None,
    Before,
    After,
}

#[derive(Debug, Clone)]
pub struct Delivery {
    pub update: usize,
    pub at_ms: u64,
    pub isolate: usize,
    pub goes_after_ms: Option<u64>,
}

#[derive(Debug, Clone)]
pub struct Schedule {
    pub isolates: usize,
    /// By update: what its handler does, one after another.
    pub behaviours: Vec<Vec<(u64, Does)>>,
    pub deliveries: Vec<Delivery>,
    pub store_faults: Vec<StoreFault>,
    pub line_faults: Vec<LineFault>,
    pub eviction: Option<(usize, u64)>,
    pub on_error_handles: bool,
}

pub fn schedule() -> impl Strategy<Value = Schedule> {
    let does = prop_oneof![
        1 => Just(Does::Nothing), 2 => Just(Does::Call), 2 => Just(Does::Answer), 1 => Just(Does::Throw),
        1 => Just(Does::AnswerAndThrow), 1 => Just(Does::Bot), 1 => Just(Does::WaitUntil),
    ];
    let behaviours = vec(vec((select(&SLOW[..]), does), 1..=3), UPDATES);
    let goes = prop_oneof![4 => Just(None), 1 => select(&[0_u64, 1, 700, 9000][..]).prop_map(Some)];
    let delivery = (0..UPDATES, 0..20_000_u64, 0..3_usize, goes)
        .prop_map(|(update, at_ms, isolate, goes_after_ms)| Delivery { update, at_ms, isolate, goes_after_ms });
    let store_faults = prop_oneof![
        12 => Just(StoreFault::None),
        1 => select(&[StoreFault::Throw, StoreFault::ThrowAfter, StoreFault::Hang, StoreFault::HangAfter][..]),
    ];
    let line_faults =
        prop_oneof![4 => Just(LineFault::None), 1 => Just(LineFault::Before), 1 => Just(LineFault::After)];
    let eviction = option::weighted(0.3, (0..3_usize, 0..30_000_u64));
    (
        1..=3_usize,
        behaviours,
        vec(delivery, 1..=8),
        vec(store_faults, 0..12),
        vec(line_faults, 0..6),
        eviction,
        any::<bool>(),
    )
        .prop_map(|(isolates, behaviours, deliveries, store_faults, line_faults, eviction, on_error_handles)| {
            Schedule { isolates, behaviours, deliveries, store_faults, line_faults, eviction, on_error_handles }
        })
}
