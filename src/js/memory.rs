//! The memory that the exports allocate from.

#[cfg(target_arch = "wasm32")]
pub use linear::Linear as Own;
#[cfg(not(target_arch = "wasm32"))]
pub use native::Native as Own;

#[cfg(target_arch = "wasm32")]
mod linear {
    #![allow(unsafe_code)] // the symbol of a linker

    use std::arch::wasm32::{memory_grow, memory_size};

    use super::super::arena::Memory;

    /// Bytes of a page of memory.
    const PAGE: usize = 1 << 16;

    unsafe extern "C" {
        /// Where the linker's data end.
        static __heap_base: u8;
    }

    /// The memory of a wasm file, behind its data.
    pub struct Linear;

    impl Linear {
        pub const fn new() -> Self {
            Self
        }
    }

    impl Memory for Linear {
        #[inline(always)]
        fn base(&self) -> usize {
            &raw const __heap_base as usize
        }

        #[inline(always)]
        fn end(&self) -> usize {
            memory_size::<0>().saturating_mul(PAGE)
        }

        #[inline(always)]
        fn grow(&self, bytes: usize) -> bool {
            memory_grow::<0>(bytes.div_ceil(PAGE)) != usize::MAX
        }

        #[inline(always)]
        fn at(&self, address: usize) -> *mut u8 {
            address as *mut u8
        }
    }
}

/// For Miri, which runs the exports natively.
#[cfg(not(target_arch = "wasm32"))]
mod native {
    #![allow(unsafe_code)] // threads share it

    use std::cell::UnsafeCell;
    use std::mem::MaybeUninit;

    use super::super::arena::Memory;

    /// Bytes that there are.
    const MOST: usize = 1 << 21;

    /// Memory that does not grow.
    pub struct Native(UnsafeCell<[MaybeUninit<u8>; MOST]>);

    // SAFETY: it is only given out by the arena, and one thread allocates from that.
    unsafe impl Sync for Native {}

    impl Native {
        pub const fn new() -> Self {
            Self(UnsafeCell::new([MaybeUninit::uninit(); MOST]))
        }
    }

    impl Memory for Native {
        fn base(&self) -> usize {
            self.0.get().addr()
        }

        fn end(&self) -> usize {
            self.base() + MOST
        }

        fn grow(&self, _: usize) -> bool {
            false
        }

        fn at(&self, address: usize) -> *mut u8 {
            self.0.get().cast::<u8>().with_addr(address)
        }
    }
}
