//! All tables in one array: the part that methods need, and then the part that only updates need.

use super::tables;

const LENGTH: usize = tables::TEXT.len() + tables::UPDATE_TABLE.len();

/// Returns the part that methods need. The part for updates is empty.
const fn of_methods() -> [u8; LENGTH] {
    let mut whole = [0; LENGTH];
    if let Some((of_methods, _)) = whole.split_at_mut_checked(tables::TEXT.len()) {
        of_methods.copy_from_slice(&tables::TEXT);
    }
    whole
}

/// Copies the part for updates if it has the right length.
const fn add(whole: &mut [u8; LENGTH], updates: &[u8]) {
    if let Some((_, place)) = whole.split_at_mut_checked(tables::TEXT.len())
        && place.len() == updates.len()
    {
        place.copy_from_slice(updates);
    }
}

#[cfg(not(npm))]
#[inline(always)]
pub fn whole() -> &'static [u8] {
    static WHOLE: [u8; LENGTH] = {
        let mut whole = of_methods();
        add(&mut whole, &tables::UPDATE_TABLE);
        whole
    };
    &WHOLE
}

#[cfg(npm)]
pub use supplied::{add_updates, whole};

/// Few workers check every field of an update. The others do not upload that part, 1,050 bytes (gzip), so each check
/// passes it in.
#[cfg(npm)]
mod supplied {
    #![allow(unsafe_code)] // for a mutable static

    use std::cell::UnsafeCell;

    struct Shared(UnsafeCell<[u8; super::LENGTH]>);

    // SAFETY: the npm package's wasm has one thread.
    unsafe impl Sync for Shared {}

    static WHOLE: Shared = Shared(UnsafeCell::new(super::of_methods()));

    #[inline(always)]
    pub fn whole() -> &'static [u8] {
        // SAFETY: only `add_updates` writes.
        unsafe { &*WHOLE.0.get() }
    }

    /// Copies the part for updates.
    ///
    /// # Safety
    /// No check may be running.
    pub unsafe fn add_updates(table: &[u8]) {
        // SAFETY: no check is running, so nothing reads the table.
        super::add(unsafe { &mut *WHOLE.0.get() }, table);
    }
}
