//! The exports of the npm package's wasm: conversions only, no logic.
//!
//! A call copies its text once, and its arguments are numbers: JavaScript writes UTF-8 into the buffer that [`room`]
//! returns, and an export returns the address of its answer.

// The allocator is unsafe code; see `bump`.
#![allow(unsafe_code)]

use std::cell::Cell;
use std::process::abort;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::wire::compact::CompactKind;
use crate::wire::{self, Attachments, CheckOptions, ValidationError};

mod bump;

#[global_allocator]
static ALLOCATOR: bump::Bump = bump::Bump::new();

thread_local! {
    /// The buffer for the text of the next check.
    static ROOM: Cell<*const [u8]> = const { Cell::new(&[]) };
}

/// Impossible cases, here and below, trap: JavaScript then drops this instance. An answer would look like the result of
/// a check. `abort` traps without the code of panics.
#[inline(always)]
fn input<'a>(bytes: usize) -> &'a [u8] {
    // SAFETY: the buffer is valid until the next call of `room`, which is after this check.
    let room = unsafe { &*ROOM.replace(&[]) };
    room.get(..bytes).unwrap_or_else(|| abort())
}

/// A program may replace `TextEncoder`, so its bytes are validated.
#[inline(always)]
fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap_or_else(|_| abort())
}

/// Returns the address of a buffer of that many bytes.
#[wasm_bindgen]
#[must_use]
pub fn room(bytes: usize) -> usize {
    // SAFETY: each check has returned, and JavaScript has read the answer.
    unsafe { ALLOCATOR.reset() };
    let room: *mut [u8] = vec![0; bytes].leak();
    ROOM.set(room);
    room.cast::<u8>().expose_provenance()
}

/// Checks the parameters of the method with that index, or of an unknown one. The text is the prefix of the strings
/// that represent files, the sizes of the files in bytes (empty if unknown), each followed by a comma, and the
/// parameters as JSON text. Returns 0, or the address of the first error, or of `all` errors, at most 100: of each its
/// path, what was expected, and what was received, each followed by NUL. The character 1 is the end.
#[wasm_bindgen]
#[must_use]
pub fn check(method: usize, prefix_bytes: usize, size_bytes: usize, bytes: usize, limits: bool, all: bool) -> usize {
    let (prefix, rest) = halves(input(bytes), prefix_bytes);
    let (sizes, parameters) = halves(rest, size_bytes);
    let attachments = Attachments { prefix: text(prefix), sizes: text(sizes) };
    let method = wire::compact::METHODS.get(method).copied();
    let most = if all { wire::MOST_ERRORS } else { 1 };
    answer(&wire::check_parameters(method, text(parameters), &CheckOptions { limits, attachments }, most))
}

/// Checks an Update, and returns the same as [`check`]. The text is the table of updates and JSON text.
#[wasm_bindgen(js_name = checkUpdate)]
#[must_use]
pub fn check_update(table_bytes: usize, bytes: usize) -> usize {
    let (table, update) = halves(input(bytes), table_bytes);
    // SAFETY: no check runs.
    unsafe { wire::compact::add_updates(table) };
    answer(&wire::walk_update(text(update)))
}

/// Returns how a form's text is converted to that parameter of the method with that index: bits such as `FORM_JSON`.
#[wasm_bindgen(js_name = formKind)]
#[must_use]
pub fn form_kind(method: usize, name_bytes: usize) -> usize {
    let name = input(name_bytes);
    let params = wire::compact::METHODS.get(method).map_or(wire::compact::UNKNOWN, |method| method.params());
    let Some(field) = params.fields().find(|field| field.name() == name) else { return 0 };
    let (kind, of_array) = match field.kind() {
        CompactKind::Array(item) => (CompactKind::at(item), wire::FORM_ARRAY),
        kind => (kind, 0),
    };
    kind.form_kind() + of_array + usize::from(field.required()) * wire::FORM_REQUIRED
}

/// Returns true if the method with that index may be repeated after a failure with an unknown outcome.
#[wasm_bindgen(js_name = isIdempotent)]
#[must_use]
pub fn is_idempotent(method: usize) -> bool {
    wire::compact::METHODS.get(method).copied().is_some_and(wire::compact::CompactMethod::is_idempotent)
}

/// Returns the address of the texts of errors, which is valid until the next call. Text from the parameters is quoted,
/// so it has no control characters.
#[inline(never)]
fn answer(errors: &[Box<ValidationError>]) -> usize {
    if errors.is_empty() {
        return 0;
    }
    let mut texts = String::new();
    for error in errors {
        for text in [&error.path, &error.expected, &error.received] {
            texts += text;
            texts += "\0";
        }
    }
    texts += "\u{1}";
    texts.leak().as_ptr() as usize
}

#[inline(always)]
fn halves(whole: &[u8], bytes: usize) -> (&[u8], &[u8]) {
    whole.split_at_checked(bytes).unwrap_or_else(|| abort())
}
