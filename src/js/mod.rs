//! The exports of the npm package's wasm: conversions only, no logic.
//!
//! A text crosses in one buffer that both sides know, so that a call costs one copy and the glue is a few numbers:
//! JavaScript writes UTF-8 into [`room`], an export says where its answer stands.

// The one allocator of a file without threads; see `bump`.
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
    /// Where JavaScript writes the text of the next check.
    static ROOM: Cell<*const [u8]> = const { Cell::new(&[]) };
}

/// What cannot happen, here and below, traps: JavaScript then drops this instance, whereas an answer would pass for the
/// outcome of a check. `abort` traps without the machinery of panics.
#[inline(always)]
fn input<'a>(bytes: usize) -> &'a [u8] {
    // SAFETY: the room stays until the next text comes, which is after the check of this one.
    let room = unsafe { &*ROOM.replace(&[]) };
    room.get(..bytes).unwrap_or_else(|| abort())
}

/// A program may replace `TextEncoder`, so its bytes are validated.
#[inline(always)]
fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap_or_else(|_| abort())
}

/// Where to write that many bytes.
#[wasm_bindgen]
#[must_use]
pub fn room(bytes: usize) -> usize {
    // SAFETY: each check has returned, and JavaScript has read the answer.
    unsafe { ALLOCATOR.reset() };
    let room: *mut [u8] = vec![0; bytes].leak();
    ROOM.set(room);
    room.cast::<u8>().expose_provenance()
}

/// Checks parameters of the method at that place of the table, or of one that is not there. The text is what the strings
/// that represent files start with, the sizes of the files in bytes, nothing where unknown, each with a comma behind it,
/// and the parameters as JSON text. The answer is where the first error stands after as many as are to be skipped, or 0:
/// path, what was expected and what came, with a NUL between them and the character 1 behind them.
#[wasm_bindgen]
#[must_use]
pub fn check(method: usize, prefix_bytes: usize, size_bytes: usize, bytes: usize, limits: bool, skip: usize) -> usize {
    let (prefix, rest) = halves(input(bytes), prefix_bytes);
    let (sizes, parameters) = halves(rest, size_bytes);
    let attachments = Attachments { prefix: text(prefix), sizes: text(sizes) };
    let method = wire::compact::METHODS.get(method).copied();
    answer(wire::walk_parameters(method, text(parameters), &CheckOptions { limits, attachments }, skip))
}

/// Checks an Update; the answer as that of [`check`]. Given are the table of updates and JSON text.
#[wasm_bindgen(js_name = checkUpdate)]
#[must_use]
pub fn check_update(table_bytes: usize, bytes: usize) -> usize {
    let (table, update) = halves(input(bytes), table_bytes);
    // SAFETY: no check runs.
    unsafe { wire::compact::add_updates(table) };
    answer(wire::walk_update(text(update)))
}

/// How a form's text is read as the parameter of that name, of the method at that place of the table: 0 as it is, 1 as a
/// Boolean, 2 as JSON. For an array of such values 4 more, for a required parameter 8 more.
#[wasm_bindgen(js_name = formKind)]
#[must_use]
pub fn form_kind(method: usize, name_bytes: usize) -> usize {
    let name = input(name_bytes);
    let params = wire::compact::METHODS.get(method).map_or(wire::compact::UNKNOWN, |method| method.params());
    let Some(field) = params.fields().find(|field| field.name() == name) else { return 0 };
    let (kind, of_array) = match field.kind() {
        CompactKind::Array(item) => (CompactKind::at(item), 4),
        kind => (kind, 0),
    };
    kind.form_kind() + of_array + usize::from(field.required()) * 8
}

/// Whether the method at that place of the table may be repeated after a failure of unknown outcome.
#[wasm_bindgen(js_name = isIdempotent)]
#[must_use]
pub fn is_idempotent(method: usize) -> bool {
    wire::compact::METHODS.get(method).copied().is_some_and(wire::compact::CompactMethod::is_idempotent)
}

/// Where the texts of an error stand until the next call.
#[inline(always)]
fn answer(outcome: Result<(), Box<ValidationError>>) -> usize {
    match outcome {
        Ok(()) => 0,
        Err(error) => error.joined("\0").leak().as_ptr() as usize,
    }
}

#[inline(always)]
fn halves(whole: &[u8], bytes: usize) -> (&[u8], &[u8]) {
    whole.split_at_checked(bytes).unwrap_or_else(|| abort())
}
