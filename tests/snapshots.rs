//! Loading what is not a sound snapshot takes memory in proportion to its bytes, whatever counts and lengths they claim.
#![cfg(all(feature = "emulator", not(target_arch = "wasm32")))]
#![allow(missing_docs, unsafe_code, clippy::indexing_slicing, clippy::panic)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use botwire::emulator::{Emulator, NewChat, NewUser, Options, SnapshotError};

struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: the system's allocator does everything but the counting.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(held, Relaxed);
        // SAFETY: as the caller has it.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as the caller has it.
        unsafe { System.dealloc(at, layout) }
    }
}

/// The snapshot of that content: what it is and its version as in another one, FNV-1a of the content, the content.
fn sealed(other: &[u8], content: &[u8]) -> Vec<u8> {
    let sum = content
        .iter()
        .fold(0xCBF2_9CE4_8422_2325_u64, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3));
    [&other[..12], &sum.to_le_bytes(), content].concat()
}

#[test]
fn memory_follows_the_bytes() {
    let emulator = Emulator::new();
    let Ok(alice) = emulator.user(NewUser::default()) else { panic!("no user") };
    let group = NewChat { creator: alice.id(), ..NewChat::default() };
    assert!(emulator.chat(group).is_ok());
    for number in 0..20 {
        assert!(alice.write(&number.to_string()).is_ok());
    }
    let bytes = emulator.save();
    let content = &bytes[20..];
    assert_eq!(sealed(&bytes, content), bytes);
    // A small snapshot brings the picture of games and the tables of an empty service.
    let most = 64 * bytes.len() + 65_536;
    let mut state = 1_u64;
    let mut next = |count: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap_or(0) % count
    };
    let mut damaged = 0;
    for _ in 0..5000 {
        let mut forged = content.to_vec();
        // A run of eight bytes is what a length or a count is.
        let (at, value) = (next(forged.len() - 8), [0xff, 0x7f, 0x10, 0x01][next(4)]);
        let count = 1 + next(8);
        forged[at..at + count].fill(value);
        let forged = sealed(&bytes, &forged);
        PEAK.store(HELD.load(Relaxed), Relaxed);
        let before = HELD.load(Relaxed);
        damaged += usize::from(Emulator::restore(Options::default(), &forged).err() == Some(SnapshotError::Damaged));
        let peak = PEAK.load(Relaxed) - before;
        assert!(peak <= most, "{peak} bytes for a snapshot of {}", forged.len());
    }
    assert!(damaged > 500, "{damaged}");
}
