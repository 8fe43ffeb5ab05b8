//! The kinds and the text of the tables in one piece: behind those of the methods what only updates need.

use super::kinds::CompactKind;
use super::tables;

/// Bytes of a kind in [`tables::UPDATE_TABLE`].
const BYTES_OF_KIND: usize = 3;

/// The kinds and the text, so that one index finds each.
pub struct Whole {
    pub kinds: [CompactKind; tables::KINDS.len() + tables::UPDATE_KINDS],
    pub text: [u8; tables::TEXT.len() + tables::UPDATE_TABLE.len() - BYTES_OF_KIND * tables::UPDATE_KINDS],
}

impl Whole {
    /// What methods need; the place for updates is empty.
    const fn of_methods() -> Self {
        let mut kinds = [CompactKind::String; tables::KINDS.len() + tables::UPDATE_KINDS];
        let mut text = [0; tables::TEXT.len() + tables::UPDATE_TABLE.len() - BYTES_OF_KIND * tables::UPDATE_KINDS];
        if let Some((of_methods, _)) = kinds.split_at_mut_checked(tables::KINDS.len()) {
            of_methods.copy_from_slice(&tables::KINDS);
        }
        if let Some((of_methods, _)) = text.split_at_mut_checked(tables::TEXT.len()) {
            of_methods.copy_from_slice(&tables::TEXT);
        }
        Self { kinds, text }
    }

    /// Puts in the part for updates; nothing if that has another length.
    const fn add(&mut self, updates: &[u8]) {
        let Some((_, mut kinds)) = self.kinds.split_at_mut_checked(tables::KINDS.len()) else { return };
        let Some((_, text)) = self.text.split_at_mut_checked(tables::TEXT.len()) else { return };
        let mut given = updates;
        while let Some((bytes, more)) = given.split_first_chunk::<BYTES_OF_KIND>()
            && let Some((kind, rest)) = kinds.split_first_mut()
        {
            *kind = CompactKind::of_bytes(*bytes);
            (given, kinds) = (more, rest);
        }
        if given.len() == text.len() {
            text.copy_from_slice(given);
        }
    }
}

#[cfg(not(all(feature = "js", target_arch = "wasm32", not(any(feature = "client", feature = "emulator")))))]
pub fn whole() -> &'static Whole {
    static WHOLE: Whole = {
        let mut whole = Whole::of_methods();
        whole.add(&tables::UPDATE_TABLE);
        whole
    };
    &WHOLE
}

#[cfg(all(feature = "js", target_arch = "wasm32", not(any(feature = "client", feature = "emulator"))))]
pub use given::{add_updates, whole};

/// Few workers check every field of an update: the others do not upload that part, and it is given for each check.
#[cfg(all(feature = "js", target_arch = "wasm32", not(any(feature = "client", feature = "emulator"))))]
mod given {
    #![allow(unsafe_code)] // a static that is written

    use std::cell::UnsafeCell;

    use super::Whole;

    struct Shared(UnsafeCell<Whole>);

    // SAFETY: the npm package's wasm has one thread.
    unsafe impl Sync for Shared {}

    static WHOLE: Shared = Shared(UnsafeCell::new(Whole::of_methods()));

    #[inline(always)]
    pub fn whole() -> &'static Whole {
        // SAFETY: only `add_updates` writes.
        unsafe { &*WHOLE.0.get() }
    }

    /// Puts in the part for updates.
    ///
    /// # Safety
    /// No check may run.
    pub unsafe fn add_updates(table: &[u8]) {
        // SAFETY: nobody reads, since no check runs.
        unsafe { &mut *WHOLE.0.get() }.add(table);
    }
}
