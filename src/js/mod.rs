//! The exports of the npm package's wasm: conversions only, no logic.
//!
//! Texts cross in one buffer that both sides know, so that a call costs one copy and the glue is a few numbers:
//! JavaScript writes UTF-8 into [`room`], an export says how many bytes of it its answer has.

use std::cell::Cell;
use std::mem::ManuallyDrop;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::methods;
use crate::wire::{self, Attachments, CheckOptions, Fault, encode, json};

/// 2.6 kB of gzip smaller than the standard library's allocator.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

// Never dropped, and so without the code that registers destructors.
thread_local! {
    /// What JavaScript wrote last, or the answer to it.
    static TEXT: Cell<ManuallyDrop<Vec<u8>>> = const { Cell::new(ManuallyDrop::new(Vec::new())) };
    /// What the strings that stand for files start with.
    static PREFIX: Cell<ManuallyDrop<String>> = const { Cell::new(ManuallyDrop::new(String::new())) };
    /// The sizes of the files of the next check.
    static SIZES: Cell<ManuallyDrop<Vec<f64>>> = const { Cell::new(ManuallyDrop::new(Vec::new())) };
}

/// Where to write that many bytes, and where answers stand.
#[wasm_bindgen]
#[must_use]
pub fn room(bytes: usize) -> *const u8 {
    let mut text = TEXT.take();
    if text.len() < bytes {
        text.resize(bytes, 0);
    }
    let start = text.as_ptr();
    TEXT.set(text);
    start
}

/// Runs with the first so many bytes as text; gives the length of the answer.
fn answer(bytes: usize, work: impl FnOnce(&str) -> Option<String>) -> usize {
    let text = TEXT.take();
    // SAFETY: only `TextEncoder.encodeInto` writes there, which writes whole characters of UTF-8, and JavaScript passes
    // on the number of bytes that it says. To look at them again would cost 0.4 kB of gzip and a pass over each text.
    #[expect(unsafe_code, reason = "the text is UTF-8 already")]
    let given = unsafe { std::str::from_utf8_unchecked(text.get(..bytes).unwrap_or_default()) };
    let Some(answer) = work(given) else {
        TEXT.set(text);
        return 0;
    };
    let length = answer.len();
    drop(ManuallyDrop::into_inner(text));
    TEXT.set(ManuallyDrop::new(answer.into_bytes()));
    length
}

/// Takes the text for what the strings that stand for files start with.
#[wasm_bindgen(js_name = setPrefix)]
pub fn set_prefix(bytes: usize) {
    answer(bytes, |prefix| {
        PREFIX.set(ManuallyDrop::new(prefix.into()));
        None
    });
}

/// Says how large the next file of the next check is, in bytes; negative where that is unknown.
#[wasm_bindgen(js_name = addSize)]
pub fn add_size(size: f64) {
    let mut sizes = SIZES.take();
    sizes.push(size);
    SIZES.set(sizes);
}

/// Checks parameters, JSON text after the name of the method; the fault as JSON text, or nothing.
#[wasm_bindgen]
#[must_use]
pub fn check(name_bytes: usize, bytes: usize, limits: bool) -> usize {
    let (prefix, sizes) = (PREFIX.take(), ManuallyDrop::into_inner(SIZES.take()));
    let length = answer(bytes, |text| {
        let (name, parameters) = text.split_at_checked(name_bytes).unwrap_or_default();
        let attachments = Attachments { prefix: &prefix, sizes: &sizes };
        let (name, outcome) = match methods::find(name) {
            Some(method) => (method.name, wire::check(method, parameters, &CheckOptions { limits, attachments })),
            None => (name, wire::check_unknown(parameters, attachments)),
        };
        outcome.err().map(|fault| report(name, &fault))
    });
    PREFIX.set(prefix);
    length
}

/// The parameters as urlencoded text.
#[wasm_bindgen(js_name = encodeForm)]
#[must_use]
pub fn encode_form(bytes: usize) -> usize {
    answer(bytes, |parameters| Some(encode::form(parameters)))
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
        Some(text)
    })
}

/// Checks an Update given as JSON text; the fault as JSON text, or nothing.
#[wasm_bindgen(js_name = checkUpdate)]
#[must_use]
pub fn check_update(bytes: usize) -> usize {
    answer(bytes, |update| wire::check_update(update).err().map(|fault| report("Update", &fault)))
}

/// Whether the method may be repeated after a fault of unknown outcome.
#[wasm_bindgen(js_name = isRepeatable)]
#[must_use]
pub fn is_repeatable(bytes: usize) -> bool {
    let mut repeatable = false;
    answer(bytes, |name| {
        repeatable = methods::find(name).is_some_and(|method| method.repeatable);
        None
    });
    repeatable
}

fn report(method: &str, fault: &Fault) -> String {
    let fields =
        [("method", method), ("path", &fault.path), ("expected", &fault.expected), ("received", &fault.received)];
    let mut report = String::from("{");
    for (index, (name, value)) in fields.into_iter().enumerate() {
        report.push_str(if index == 0 { "\"" } else { ",\"" });
        report.push_str(name);
        report.push_str("\":");
        report.push_str(&json::quote(value));
    }
    report.push('}');
    report
}
