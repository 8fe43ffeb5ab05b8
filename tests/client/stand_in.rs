//! Replaces the page's `fetch` by a function that records each request and returns the test's answers.

use serde_json::Value;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(inline_js = r#"
const real = globalThis.fetch;
let calls = [];

const json = (status, value, headers) => new Response(JSON.stringify(value), { status, headers });
const text = (status, body, headers) => new Response(body, { status, headers });
const fail = (value) => { throw value; };
const hang = (_request, signal) => new Promise((_, reject) => {
  signal.addEventListener("abort", () => reject(signal.reason));
});
const realm = () => {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  return frame.contentWindow;
};
const pieces = (...list) => new ReadableStream({
  pull(controller) {
    const next = list.shift();
    if (next === undefined) return controller.close();
    if (next instanceof Error || typeof next === "string") return controller.error(next);
    controller.enqueue(next);
  },
});

async function field(name, value) {
  if (typeof value === "string") return { name, value };
  const bytes = new Uint8Array(await value.arrayBuffer());
  let sum = 0;
  for (const byte of bytes) sum = (sum * 31 + byte) >>> 0;
  return { name, file: value.name, type: value.type, size: bytes.length, sum };
}

export function stand_in(answers) {
  calls = [];
  globalThis.fetch = async function (request) {
    if (this !== undefined && this !== globalThis) throw new TypeError("Illegal invocation");
    const call = { url: request.url, method: request.method, type: request.headers.get("content-type"), aborted: false };
    request.signal.addEventListener("abort", () => { call.aborted = true; });
    calls.push(call);
    const answer = answers.shift() ?? "fail(new Error('the stand-in has no answer left'))";
    if (call.type?.startsWith("multipart/")) {
      call.fields = [];
      for (const [name, value] of await request.formData()) call.fields.push(await field(name, value));
    } else {
      call.body = await request.text();
    }
    const names = ["json", "text", "fail", "hang", "realm", "pieces", "request", "signal"];
    return new Function(...names, "return " + answer)(json, text, fail, hang, realm, pieces, request, request.signal);
  };
}
export function step_aside() { calls = []; globalThis.fetch = real; }
export function recorded() { return JSON.stringify(calls); }
export function memory(bytes) { return bytes.byteLength; }
const later = globalThis.setTimeout;
const log = console.error;
export function fast_timers(held_ms) {
  const waits = [];
  globalThis.setTimeout = (callback, milliseconds, ...rest) => {
    if (milliseconds >= held_ms) return later(callback, 2 ** 31 - 1, ...rest);
    waits.push(milliseconds);
    return later(callback, 0, ...rest);
  };
  globalThis.waits = waits;
  globalThis.lines = [];
  console.error = (...words) => lines.push(words.join(" "));
}
export function real_timers() {
  globalThis.setTimeout = later;
  console.error = log;
  return JSON.stringify({ waits, lines });
}
export function evaluate(code) { return new Function("pieces", "return " + code)(pieces); }
"#)]
extern "C" {
    fn stand_in(answers: Vec<String>);
    /// Restores the page's `fetch`.
    pub fn step_aside();
    /// Runs timers at once, except those of this duration, which never run, and records the lines of the console.
    pub fn fast_timers(held_ms: u32);
    fn real_timers() -> String;
    fn recorded() -> String;
    fn memory(buffer: &wasm_bindgen::JsValue) -> u32;
    /// Returns the value of a JavaScript expression.
    pub fn evaluate(code: &str) -> wasm_bindgen::JsValue;
}

/// Answers the next requests with the values of these JavaScript expressions.
pub fn answer<T: AsRef<str>>(answers: impl IntoIterator<Item = T>) {
    stand_in(answers.into_iter().map(|answer| answer.as_ref().to_owned()).collect());
}

/// Returns the waits since `fast_timers`, in milliseconds, and the lines of the console.
pub fn waits_and_lines() -> (Vec<u32>, Vec<String>) {
    #[derive(serde::Deserialize)]
    struct Seen {
        waits: Vec<u32>,
        lines: Vec<String>,
    }
    let Seen { waits, lines } = serde_json::from_str(&real_timers()).unwrap();
    (waits, lines)
}

/// Returns the requests since `answer`.
pub fn requests() -> Vec<Value> {
    serde_json::from_str(&recorded()).unwrap()
}

/// Returns the only request since `answer`.
pub fn request() -> Value {
    let mut requests = requests();
    assert_eq!(requests.len(), 1, "{requests:?}");
    requests.remove(0)
}

/// Returns the parameters of a request that was sent as JSON.
pub fn parameters(request: &Value) -> Value {
    serde_json::from_str(request["body"].as_str().unwrap()).unwrap()
}

/// Returns the size of the wasm memory in bytes.
pub fn memory_size() -> u32 {
    let buffer = js_sys::Reflect::get(&wasm_bindgen::memory(), &"buffer".into()).unwrap();
    memory(&buffer)
}
