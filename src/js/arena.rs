//! Memory for one check: nothing is given back until the next one begins, and then everything is.
//!
//! An allocator that takes back each piece is code, and so is the giving back in each function that owns something.

#![allow(unsafe_code)] // an allocator hands out memory

use std::alloc::{GlobalAlloc, Layout};
use std::arch::wasm32::{memory_grow, memory_size};
use std::process::abort;
use std::ptr::{copy_nonoverlapping, null_mut};
use std::slice::from_raw_parts_mut;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// Bytes of a page of memory.
const PAGE: usize = 1 << 16;

unsafe extern "C" {
    /// Where the linker's data end.
    static __heap_base: u8;
}

/// The allocator of the npm package's wasm, which has one thread.
pub struct Arena {
    /// Where the free memory begins.
    next: AtomicUsize,
    /// Where it begins again for each check.
    floor: AtomicUsize,
}

impl Arena {
    /// Nothing is allocated.
    pub const fn new() -> Self {
        Self { next: AtomicUsize::new(0), floor: AtomicUsize::new(0) }
    }

    /// Gives back everything, and allocates room that stays until this is called again.
    ///
    /// # Safety
    /// Nothing that was allocated may be used again.
    pub unsafe fn restart(&self, bytes: usize) -> &'static mut [u8] {
        self.next.store(0, Relaxed);
        // SAFETY: bytes need no alignment, and zeros are bytes.
        let room = unsafe {
            let start = self.alloc_zeroed(Layout::from_size_align_unchecked(bytes, 1));
            if start.is_null() { abort() } else { from_raw_parts_mut(start, bytes) }
        };
        self.floor.store(self.next.load(Relaxed), Relaxed);
        room
    }

    /// Gives back everything but that room.
    ///
    /// # Safety
    /// Nothing that was allocated since then may be used again.
    pub unsafe fn rewind(&self) {
        self.next.store(self.floor.load(Relaxed), Relaxed);
    }
}

// SAFETY: each allocation begins behind all that is in use, and memory grows before it ends outside.
unsafe impl GlobalAlloc for Arena {
    #[inline(never)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let base = &raw const __heap_base as usize;
        let start = self.next.load(Relaxed).max(base).next_multiple_of(layout.align());
        let Some(end) = start.checked_add(layout.size()) else { return null_mut() };
        let missing = end.saturating_sub(memory_size::<0>().saturating_mul(PAGE));
        if missing > 0 && memory_grow::<0>(missing.div_ceil(PAGE)) == usize::MAX {
            return null_mut();
        }
        self.next.store(end, Relaxed);
        start as *mut u8
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}

    /// What was allocated last grows in its place.
    #[inline(never)]
    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if old as usize + layout.size() == self.next.load(Relaxed) {
            self.next.store(old as usize, Relaxed);
        }
        // SAFETY: the size is that of the caller, and the alignment was valid before.
        let new = unsafe { self.alloc(Layout::from_size_align_unchecked(size, layout.align())) };
        if !new.is_null() && new != old {
            // SAFETY: both are as long, and one ends before the other begins.
            unsafe { copy_nonoverlapping(old, new, layout.size().min(size)) };
        }
        new
    }
}
