//! The allocator of the npm package's wasm: nothing is given back until the next check begins, and then everything is.
//!
//! An allocator that takes back each piece is code, and so is the giving back in each function that owns something.

use std::alloc::{GlobalAlloc, Layout};
use std::arch::wasm32::{memory_grow, memory_size};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const PAGE_BYTES: usize = 1 << 16;

unsafe extern "C" {
    /// Where the linker's data end.
    static __heap_base: u8;
}

/// Holds where the free memory begins. A wasm file has one thread.
pub struct Bump(AtomicUsize);

impl Bump {
    pub const fn new() -> Self {
        Self(AtomicUsize::new(0))
    }

    /// Gives back everything.
    ///
    /// # Safety
    /// Nothing that was allocated may be used again.
    pub unsafe fn reset(&self) {
        self.0.store(0, Relaxed);
    }
}

// SAFETY: each piece begins behind all that is in use, at an address of its alignment, and ends inside the memory.
unsafe impl GlobalAlloc for Bump {
    #[inline(never)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let mask = layout.align() - 1;
        let free = self.0.load(Relaxed).max(&raw const __heap_base as usize);
        let Some(end) = free.checked_add(mask).and_then(|above| (above & !mask).checked_add(layout.size())) else {
            return null_mut();
        };
        let missing = end.saturating_sub(memory_size::<0>().saturating_mul(PAGE_BYTES));
        if missing > 0 && memory_grow::<0>(missing.div_ceil(PAGE_BYTES)) == usize::MAX {
            return null_mut();
        }
        self.0.store(end, Relaxed);
        (end - layout.size()) as *mut u8
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}
