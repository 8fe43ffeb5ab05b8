//! The random part: deliveries, handlers, faults of store and network, and clients and processes that disappear.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::select;

/// The number of updates of both bots. Each bot has the identifiers from 1 to 3, so they are the same.
pub const UPDATES: usize = 6;
pub const BOTS: usize = 2;
/// Some exceed the deadline of 10 s, and some the lease of 15 s.
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
    pub process: usize,
    /// The time at which the client leaves its first delivery.
    pub goes_after_ms: Option<u64>,
    /// The number of the delivery's steps after which the client leaves it.
    pub goes_after_polls: Option<u32>,
}

#[derive(Debug, Clone, Copy)]
pub enum Trouble {
    /// A process vanishes.
    Killed { process: usize, at_ms: u64 },
    /// The process that takes this step of the store or the network vanishes during it.
    KilledAtStep(u32),
    /// A process is suspended, and its leases may end.
    Frozen { process: usize, at_ms: u64, for_ms: u64 },
    /// The clock of the store is set forward.
    ClockSet { at_ms: u64, by_ms: u64 },
}

/// The options of the webhooks.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::struct_excessive_bools)] // options that do not depend on each other
pub struct Settings {
    pub on_error_handles: bool,
    pub in_order: bool,
    pub calls: bool,
    pub retries: bool,
    /// True if the host has `wait_until`. Without it, a delivery is dropped when its client leaves.
    pub has_host: bool,
}

#[derive(Debug, Clone)]
pub struct Schedule {
    pub processes: usize,
    /// The consecutive actions of the handler, by update.
    pub behaviors: Vec<Vec<(u64, Does)>>,
    pub deliveries: Vec<Delivery>,
    pub store_faults: Vec<StoreFault>,
    pub line_faults: Vec<LineFault>,
    pub troubles: Vec<Trouble>,
    pub settings: Settings,
}

fn delivery() -> impl Strategy<Value = Delivery> {
    let goes = prop_oneof![4 => Just(None), 1 => select(&[0_u64, 1, 700, 9000, 16_000][..]).prop_map(Some)];
    let polls = option::weighted(0.2, 1..20_u32);
    (0..UPDATES, 0..20_000_u64, 0..3_usize, goes, polls).prop_map(
        |(update, at_ms, process, goes_after_ms, goes_after_polls)| Delivery {
            update,
            at_ms,
            process,
            goes_after_ms,
            goes_after_polls,
        },
    )
}

fn trouble() -> impl Strategy<Value = Trouble> {
    let (process, at_ms) = (0..3_usize, 0..40_000_u64);
    prop_oneof![
        (process.clone(), at_ms.clone()).prop_map(|(process, at_ms)| Trouble::Killed { process, at_ms }),
        (0..40_u32).prop_map(Trouble::KilledAtStep),
        (process, at_ms.clone(), 1000..40_000_u64).prop_map(|(process, at_ms, for_ms)| Trouble::Frozen {
            process,
            at_ms,
            for_ms
        }),
        (at_ms, 1000..120_000_u64).prop_map(|(at_ms, by_ms)| Trouble::ClockSet { at_ms, by_ms }),
    ]
}

pub fn schedule() -> impl Strategy<Value = Schedule> {
    let does = prop_oneof![
        1 => Just(Does::Nothing), 2 => Just(Does::Call), 2 => Just(Does::Answer), 1 => Just(Does::Throw),
        1 => Just(Does::AnswerAndThrow), 1 => Just(Does::Bot), 1 => Just(Does::WaitUntil),
    ];
    let behaviors = vec(vec((select(&SLOW[..]), does), 1..=3), UPDATES);
    let store_faults = prop_oneof![
        12 => Just(StoreFault::None),
        1 => select(&[StoreFault::Throw, StoreFault::ThrowAfter, StoreFault::Hang, StoreFault::HangAfter][..]),
    ];
    let line_faults =
        prop_oneof![4 => Just(LineFault::None), 1 => Just(LineFault::Before), 1 => Just(LineFault::After)];
    let troubles = prop_oneof![2 => vec(trouble(), 0..1), 1 => vec(trouble(), 1..3)];
    let settings = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(on_error_handles, in_order, calls, retries, has_host)| Settings {
            on_error_handles,
            in_order,
            calls,
            retries,
            has_host,
        },
    );
    (
        1..=3_usize,
        behaviors,
        vec(delivery(), 1..=8),
        prop_oneof![1 => Just(vec![]), 1 => vec(store_faults, 0..16)],
        prop_oneof![1 => Just(vec![]), 1 => vec(line_faults, 0..6)],
        troubles,
        settings,
    )
        .prop_map(|(processes, behaviors, deliveries, store_faults, line_faults, troubles, settings)| Schedule {
            processes,
            behaviors,
            deliveries,
            store_faults,
            line_faults,
            troubles,
            settings,
        })
}
