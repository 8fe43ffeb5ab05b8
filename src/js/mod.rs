//! The exports of the npm package's wasm: conversions only, no logic.
//!
//! Texts cross in one buffer that both sides know, so that a call costs one copy and the glue is a few numbers:
//! JavaScript writes UTF-8 into [`room`], an export says how many bytes of it its answer has.

use std::process::abort;
use std::sync::Mutex;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::policy;
use crate::wire::{self, Attachments, CheckOptions, encode, json};

/// 2.6 kB of gzip smaller than the standard library's allocator.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Bytes of texts for which nothing is allocated. A new isolate compiles each function as it is called first, the
/// allocator's too, and most calls are short. `pkg-template/engine/instance.ts` knows it.
const SMALL: usize = 16 << 10;

/// What crosses between JavaScript and the engine.
struct SharedBuffer {
    small: [u8; SMALL],
    large: Vec<u8>,
    /// Where the text stands that was written last, or the answer to it.
    is_large: bool,
    /// The sizes of the files of the next check, and perhaps of one that was not made.
    sizes: Vec<f64>,
}

impl SharedBuffer {
    #[inline(always)]
    fn room(&mut self, bytes: usize) -> &mut [u8] {
        self.is_large = bytes > SMALL;
        if self.is_large && self.large.len() < bytes {
            self.large.resize(bytes, 0);
        }
        if self.is_large { &mut self.large } else { &mut self.small }
    }

    #[inline(always)]
    fn text(&self, bytes: usize) -> &str {
        let given = if self.is_large { self.large.get(..bytes) } else { self.small.get(..bytes) };
        // A program may replace `TextEncoder`, so its bytes are validated.
        given.and_then(|given| str::from_utf8(given).ok()).unwrap_or_else(|| abort())
    }

    #[inline(never)]
    fn answer(&mut self, answer: &str) -> usize {
        let room = self.room(answer.len());
        room.get_mut(..answer.len()).unwrap_or_else(|| abort()).copy_from_slice(answer.as_bytes());
        answer.len()
    }
}

static DESK: Mutex<SharedBuffer> =
    Mutex::new(SharedBuffer { small: [0; SMALL], large: Vec::new(), is_large: false, sizes: Vec::new() });

/// What cannot happen, here and above, traps: JavaScript then drops this instance, whereas an answer would pass for the
/// outcome of a check. `abort` traps without the machinery of panics.
fn at_desk<T>(work: impl FnOnce(&mut SharedBuffer) -> T) -> T {
    work(&mut DESK.try_lock().unwrap_or_else(|_| abort()))
}

/// Where to write that many bytes, and where answers stand.
#[wasm_bindgen]
#[must_use]
pub fn room(bytes: usize) -> usize {
    at_desk(|desk| desk.room(bytes).as_ptr() as usize)
}

/// Says how large the file at that index of the next check is, in bytes; negative where that is unknown. The first one
/// takes away those of a check that was not made.
#[wasm_bindgen(js_name = addSize)]
pub fn add_size(index: usize, size: f64) {
    at_desk(|desk| {
        desk.sizes.truncate(index);
        desk.sizes.push(size);
    });
}

/// Checks parameters of the method at that place of the table, or of one that is not there. The text is what the strings
/// that stand for files start with, and the parameters as JSON text. The answer is the first error after as many as are to
/// be skipped, or nothing: path, what was expected and what came, with a NUL between them.
#[wasm_bindgen]
#[must_use]
pub fn check(method: usize, prefix_bytes: usize, bytes: usize, files: usize, limits: bool, skip: usize) -> usize {
    at_desk(|desk| {
        let (prefix, parameters) = halves(desk.text(bytes), prefix_bytes);
        let sizes = desk.sizes.get(..files).unwrap_or_else(|| abort());
        let attachments = Attachments { prefix, sizes };
        let method = wire::compact::METHODS.get(method).copied();
        let outcome = wire::check_parameters(method, parameters, &CheckOptions { limits, attachments }, skip);
        outcome.err().map_or(0, |error| desk.answer(&error.joined("\0")))
    })
}

/// The parameters as urlencoded text.
#[wasm_bindgen(js_name = encodeForm)]
#[must_use]
pub fn encode_form(bytes: usize) -> usize {
    answer(bytes, encode::form)
}

/// The parameters as names and values of multipart fields, in turn, as the text of a JSON array.
#[wasm_bindgen(js_name = encodeParts)]
#[must_use]
pub fn encode_parts(bytes: usize) -> usize {
    answer(bytes, |parameters| {
        let mut text = String::from("[");
        for (name, value) in encode::parts(parameters) {
            text.push_str(if text.len() == 1 { "" } else { "," });
            text.push_str(&json::quote(&name));
            text.push(',');
            text.push_str(&json::quote(&value));
        }
        text.push(']');
        text
    })
}

/// Checks an Update given as JSON text; the error as that of [`check`], or nothing.
#[wasm_bindgen(js_name = checkUpdate)]
#[must_use]
pub fn check_update(bytes: usize) -> usize {
    answer(bytes, |update| wire::check_update(update).err().map_or_else(String::new, |error| error.joined("\0")))
}

/// Takes the token out of a text: the text is the token and then that text.
#[wasm_bindgen]
#[must_use]
pub fn redact(token_bytes: usize, bytes: usize) -> usize {
    answer(bytes, |both| {
        let (token, text) = halves(both, token_bytes);
        policy::redact(text, token)
    })
}

/// Whether the method at that place of the table may be repeated after a failure of unknown outcome.
#[wasm_bindgen(js_name = isRepeatable)]
#[must_use]
pub fn is_repeatable(method: usize) -> bool {
    wire::compact::METHODS.get(method).is_some_and(|method| method.repeatable)
}

fn answer(bytes: usize, work: impl Fn(&str) -> String) -> usize {
    at_desk(|desk| {
        let answer = work(desk.text(bytes));
        desk.answer(&answer)
    })
}

#[inline(always)]
fn halves(text: &str, bytes: usize) -> (&str, &str) {
    text.split_at_checked(bytes).unwrap_or_else(|| abort())
}
