//! Memory for one check: nothing is given back until the next one begins, and then everything is.
//!
//! An allocator that takes back each piece is code, and so is the giving back in each function that owns something.

#![allow(unsafe_code)] // an allocator hands out memory

use std::alloc::{GlobalAlloc, Layout};
use std::process::abort;
use std::ptr::{copy_nonoverlapping, null_mut};
use std::slice::from_raw_parts_mut;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// What an arena hands out: addresses that nothing else writes to.
pub trait Memory {
    /// The first address.
    fn base(&self) -> usize;
    /// Behind the last address.
    fn end(&self) -> usize;
    /// Adds so many addresses at least; false if there are no more.
    fn grow(&self, bytes: usize) -> bool;
    /// The pointer to an address of this memory.
    fn at(&self, address: usize) -> *mut u8;
}

/// The allocator of the npm package's wasm, which has one thread.
pub struct Arena<M> {
    pub memory: M,
    /// Where the free memory begins.
    next: AtomicUsize,
}

impl<M: Memory> Arena<M> {
    /// Nothing is allocated.
    pub const fn new(memory: M) -> Self {
        Self { memory, next: AtomicUsize::new(0) }
    }

    /// Gives back everything, and allocates room of so many bytes.
    ///
    /// # Safety
    /// Nothing that was allocated may be used again.
    pub unsafe fn restart(&self, bytes: usize) -> &'static mut [u8] {
        self.next.store(0, Relaxed);
        let Ok(layout) = Layout::array::<u8>(bytes) else { abort() };
        // SAFETY: so many bytes are allocated and zeroed, maybe none; nobody else is given them before the next restart.
        unsafe {
            let start = self.alloc_zeroed(layout);
            if start.is_null() { abort() } else { from_raw_parts_mut(start, bytes) }
        }
    }
}

// SAFETY: each allocation begins behind all that is in use, at an address of its alignment, and ends inside the memory, which
// grows before. The tests below try random sequences, also under Miri.
unsafe impl<M: Memory> GlobalAlloc for Arena<M> {
    #[inline(never)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let mask = layout.align() - 1;
        let free = self.next.load(Relaxed).max(self.memory.base());
        let Some(start) = free.checked_add(mask).map(|above| above & !mask) else { return null_mut() };
        let Some(end) = start.checked_add(layout.size()) else { return null_mut() };
        let missing = end.saturating_sub(self.memory.end());
        if missing > 0 && !self.memory.grow(missing) {
            return null_mut();
        }
        self.next.store(end, Relaxed);
        self.memory.at(start)
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}

    /// What was allocated last grows in its place.
    #[inline(never)]
    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let next = self.next.load(Relaxed);
        if old.addr() + layout.size() == next {
            self.next.store(old.addr(), Relaxed);
        }
        // SAFETY: the size is that of the caller, and the alignment was valid before.
        let new = unsafe { self.alloc(Layout::from_size_align_unchecked(size, layout.align())) };
        if new.is_null() {
            // The old one stays the caller's.
            self.next.store(next, Relaxed);
        } else if new != old {
            // SAFETY: both are as long, and one ends before the other begins.
            unsafe { copy_nonoverlapping(old, new, layout.size().min(size)) };
        }
        new
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::cast_possible_truncation, clippy::indexing_slicing)]

    use std::alloc::{GlobalAlloc, Layout};
    use std::slice::{from_raw_parts, from_raw_parts_mut};
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering::Relaxed;

    use super::{Arena, Memory};

    /// Bytes that there are in all, and by how many the memory grows at least.
    const MOST: usize = 1 << 12;
    const STEP: usize = 1 << 8;

    /// A piece of the test's own memory, which begins at no round address.
    struct Piece {
        start: *mut u8,
        bytes: AtomicUsize,
    }

    impl Piece {
        fn arena() -> Arena<Self> {
            // Bytes that nobody has written to are not read: Miri sees it if they are.
            let memory = Box::leak(Box::<[u8]>::new_uninit_slice(MOST));
            Arena::new(Self { start: memory.as_mut_ptr().cast(), bytes: AtomicUsize::new(0) })
        }
    }

    impl Memory for Piece {
        fn base(&self) -> usize {
            self.start.addr() + 3
        }

        fn end(&self) -> usize {
            self.start.addr() + self.bytes.load(Relaxed)
        }

        fn grow(&self, bytes: usize) -> bool {
            let grown = (self.bytes.load(Relaxed) + bytes).next_multiple_of(STEP);
            if grown > MOST {
                return false;
            }
            self.bytes.store(grown, Relaxed);
            true
        }

        fn at(&self, address: usize) -> *mut u8 {
            self.start.with_addr(address)
        }
    }

    /// Compares whole pieces: Miri takes its time for each byte by itself.
    fn are_all(bytes: &[u8], byte: u8) -> bool {
        bytes == &[byte; MOST][..bytes.len()]
    }

    /// What is in use, each filled with a byte of its own.
    struct InUse {
        pieces: Vec<(*mut u8, Layout, u8)>,
        filled: u8,
    }

    impl InUse {
        fn fill(&mut self, start: *mut u8, layout: Layout) -> (*mut u8, Layout, u8) {
            assert_eq!(start.addr() % layout.align(), 0, "{layout:?}");
            self.filled = self.filled.wrapping_add(1);
            // SAFETY: it was allocated with that layout.
            unsafe { start.write_bytes(self.filled, layout.size()) };
            (start, layout, self.filled)
        }

        /// Nothing that is in use was written to by another.
        fn hold(&self) {
            for (start, layout, byte) in &self.pieces {
                // SAFETY: it was allocated with that layout and filled.
                let bytes = unsafe { from_raw_parts(*start, layout.size()) };
                assert!(are_all(bytes, *byte), "{layout:?}");
            }
        }
    }

    /// The next number below `most` of a sequence.
    fn below(most: usize, state: &mut u64) -> usize {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (*state % most as u64) as usize
    }

    fn try_sequence(seed: u64) -> usize {
        let (arena, mut state) = (Piece::arena(), seed);
        let mut in_use = InUse { pieces: Vec::new(), filled: 0 };
        let (mut room, mut refused): (&mut [u8], usize) = (&mut [], 0);
        for _ in 0..120 {
            let layout = Layout::from_size_align(1 + below(600, &mut state), 1 << below(7, &mut state));
            let layout = layout.expect("a layout");
            match below(20, &mut state) {
                0 => {
                    in_use.pieces.clear();
                    // SAFETY: nothing is in use any more.
                    room = unsafe { arena.restart(below(300, &mut state)) };
                    assert!(are_all(room, 0));
                    room.fill(255);
                }
                1..=6 if !in_use.pieces.is_empty() => {
                    let at = below(in_use.pieces.len(), &mut state);
                    let (old, before, byte) = in_use.pieces[at];
                    // SAFETY: it was allocated with that layout.
                    let new = unsafe { arena.realloc(old, before, layout.size()) };
                    if new.is_null() {
                        refused += 1;
                    } else {
                        let after = Layout::from_size_align(layout.size(), before.align()).expect("a layout");
                        let copied = before.size().min(after.size());
                        // SAFETY: so many bytes were copied.
                        let bytes = unsafe { from_raw_parts(new, copied) };
                        assert!(are_all(bytes, byte));
                        in_use.pieces[at] = in_use.fill(new, after);
                    }
                }
                _ => {
                    // SAFETY: the size is not 0.
                    let new = unsafe { arena.alloc(layout) };
                    if new.is_null() {
                        refused += 1;
                    } else {
                        let piece = in_use.fill(new, layout);
                        in_use.pieces.push(piece);
                    }
                }
            }
            in_use.hold();
            assert!(are_all(room, 255), "the room was written to");
        }
        refused
    }

    #[test]
    fn what_is_in_use_is_nobody_elses() {
        let sequences = if cfg!(miri) { 8 } else { 3000 };
        let refused: usize =
            (1..=sequences).map(|seed| try_sequence(u64::wrapping_mul(seed, 0x9e37_79b9_7f4a_7c15))).sum();
        assert!(refused > 0, "no sequence came to the end of the memory");
    }

    #[test]
    fn what_cannot_be_allocated_is_refused_and_leaves_the_rest() {
        let arena = Piece::arena();
        let layout = |bytes: usize| Layout::from_size_align(bytes, 8).expect("a layout");
        let most = isize::MAX.unsigned_abs() - 7;
        // SAFETY: each size is not 0, and what is reallocated was allocated with its layout.
        unsafe {
            let first = arena.alloc(layout(100));
            from_raw_parts_mut(first, 100).fill(1);
            assert!(arena.alloc(layout(most)).is_null());
            assert!(arena.realloc(first, layout(100), MOST).is_null());
            assert!(arena.realloc(first, layout(100), most).is_null());
            let second = arena.alloc(layout(100));
            from_raw_parts_mut(second, 100).fill(2);
            assert!(are_all(from_raw_parts(first, 100), 1), "the old one was given away");
        }
    }

    /// At the end of all addresses nothing begins again at their start.
    #[test]
    fn the_last_address_is_followed_by_none() {
        struct Last;
        impl Memory for Last {
            fn base(&self) -> usize {
                usize::MAX - 2
            }
            fn end(&self) -> usize {
                usize::MAX
            }
            fn grow(&self, _: usize) -> bool {
                true
            }
            fn at(&self, address: usize) -> *mut u8 {
                std::ptr::without_provenance_mut(address)
            }
        }
        let arena = Arena::new(Last);
        for (bytes, align) in [(1, 8), (1, 1 << 12), (100, 1)] {
            // SAFETY: the size is not 0, and nothing is written.
            let start = unsafe { arena.alloc(Layout::from_size_align(bytes, align).expect("a layout")) };
            assert!(start.is_null(), "{bytes} bytes at {start:?}");
        }
    }
}
