//! The exports as JavaScript calls them, with an allocator that gives everything back between two of them. Under Miri only,
//! which sees a use of what was given back: `cargo xtask miri`.
#![allow(clippy::indexing_slicing)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::{with_exposed_provenance, with_exposed_provenance_mut};

use super::arena::Memory;
use super::{ALLOCATOR, check, check_update, is_idempotent, room};
use crate::wire::compact::{METHODS, UPDATE_TABLE, find};
use crate::wire::{self, Attachments, CheckOptions, ValidationError};

/// Bytes of a text of an error that are compared.
const LONGEST: usize = 1 << 10;

thread_local! {
    /// Whether this thread allocates as the wasm file does.
    static IS_TESTED: Cell<bool> = const { Cell::new(false) };
}

/// The test runner keeps an allocator that gives nothing back by itself.
struct OfThread;

#[global_allocator]
static OF_THREAD: OfThread = OfThread;

fn is_in_arena(piece: *mut u8) -> bool {
    (ALLOCATOR.memory.base()..ALLOCATOR.memory.end()).contains(&piece.addr())
}

// SAFETY: each piece goes back to the allocator that gave it.
unsafe impl GlobalAlloc for OfThread {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller's.
        unsafe { if IS_TESTED.get() { ALLOCATOR.alloc(layout) } else { System.alloc(layout) } }
    }

    unsafe fn dealloc(&self, piece: *mut u8, layout: Layout) {
        if !is_in_arena(piece) {
            // SAFETY: as the caller's.
            unsafe { System.dealloc(piece, layout) };
        }
    }

    unsafe fn realloc(&self, piece: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller's.
        unsafe {
            if is_in_arena(piece) {
                ALLOCATOR.realloc(piece, layout, size)
            } else {
                System.realloc(piece, layout, size)
            }
        }
    }
}

/// Writes texts one behind the other, as JavaScript does. Gives the bytes of all.
fn write(texts: &[&[u8]]) -> usize {
    let bytes = texts.iter().map(|text| text.len()).sum();
    let mut at = with_exposed_provenance_mut::<u8>(room(bytes));
    for text in texts {
        for byte in *text {
            // SAFETY: the room is so long.
            unsafe {
                at.write(*byte);
                at = at.add(1);
            }
        }
    }
    bytes
}

/// Reads what stands at the place of an answer, up to the character 1. No heap, which the next export gives back.
fn read(answer: usize) -> ([u8; LONGEST], usize) {
    let (mut text, mut length) = ([0; LONGEST], 0);
    let at = with_exposed_provenance::<u8>(answer);
    while answer != 0 {
        // SAFETY: the answer ends with that character.
        text[length] = unsafe { at.add(length).read() };
        length += 1;
        if text[length - 1] == 1 {
            break;
        }
    }
    (text, length)
}

fn assert_says(answer: usize, expected: Result<(), ValidationError>) {
    let (text, length) = read(answer);
    let expected = expected.err().map(|error| error.joined("\0")).unwrap_or_default();
    assert_eq!(str::from_utf8(&text[..length]), Ok(expected.as_str()));
}

fn assert_checks(name: &str, prefix: &str, sizes: &str, parameters: &str, skip: usize) {
    let place = METHODS.iter().position(|method| find(name).is_some_and(|(_, found)| found == *method));
    let place = place.unwrap_or(usize::MAX);
    let bytes = write(&[prefix.as_bytes(), sizes.as_bytes(), parameters.as_bytes()]);
    let answer = check(place, prefix.len(), sizes.len(), bytes, true, skip);
    // What was on the heap before is gone: the lines below allocate behind it, which Miri would see.
    let options = CheckOptions { limits: true, attachments: Attachments { prefix, sizes } };
    assert_says(answer, wire::check_parameters(METHODS.get(place).copied(), parameters, &options, skip));
}

#[test]
fn exports_use_nothing_that_was_given_back() {
    // Long, then short again, then longer still.
    let texts = [16_000, 5, 20_000].map(|length| {
        let caption: String = std::iter::repeat_n('x', length).collect();
        format!(r#"{{"chat_id":"@c","text":7,"caption":"{caption}"}}"#)
    });
    IS_TESTED.set(true);
    let keyboard = r#"{"chat_id":7,"text":"é","reply_markup":{"inline_keyboard":[[{"text":"a","callback_data":7}]]}}"#;
    for (name, parameters) in [
        ("sendMessage", r#"{"chat_id":7,"text":"héllo"}"#),
        ("sendMessage", r#"{"chat_id":true,"text":5,"x":1}"#),
        ("sendMessage", keyboard),
        ("answerInlineQuery", r#"{"inline_query_id":"1","results":[{"type":"article","id":"","title":1}]}"#),
        ("noMethod", r#"{"a":[1,{}]}"#),
    ] {
        for skip in 0..3 {
            assert_checks(name, "", "", parameters, skip);
        }
    }
    let media =
        r#"{"chat_id":7,"media":[{"type":"photo","media":"f-0"},{"type":"video","media":"f-1","thumb":"f-9"}]}"#;
    assert_checks("sendMediaGroup", "f", "12,,", media, 0);
    assert_checks("sendDocument", "f", "99999999999,", r#"{"chat_id":7,"document":"f-0"}"#, 0);

    for text in &texts {
        assert_checks("sendMessage", "", "", text, 0);
    }
    for update in [
        r#"{"update_id":1,"message":{"message_id":1,"date":1,"chat":{"id":7,"type":"private"},"text":"hi"}}"#,
        r#"{"update_id":1,"callback_query":{"id":1,"from":{"id":7},"data":[]}}"#,
        r#"{"update_id":"1"}"#,
        "[]",
    ] {
        let bytes = write(&[&UPDATE_TABLE, update.as_bytes()]);
        let answer = check_update(UPDATE_TABLE.len(), bytes);
        assert_says(answer, wire::check_update(update));
    }
    let idempotent = METHODS.iter().position(|method| method.is_idempotent());
    assert!(idempotent.is_some_and(is_idempotent) && !is_idempotent(usize::MAX));
    IS_TESTED.set(false);
}
