//! Properties that hold for any bytes. The targets of libFuzzer search for bytes that break them, and the test
//! `fuzz_corpus` of the repository runs those of `fuzz/corpus`.

use botwire::emulator::{Answer, Emulator, NewBot, NewUser, Options, Request};
use botwire::methods::METHODS;
use botwire::text::{characters, escape_html, escape_markdown, parse, slice, visible_length};
use botwire::wire::json::{Cursor, MAX_DEPTH, members, type_of};
use botwire::wire::{CheckOptions, MethodDescriptor, check, encode, validate};
use botwire::{policy, wire};
use serde_json::{Map, Value};

/// Splits bytes into a number and a text, if the rest is one.
fn numbered(bytes: &[u8]) -> Option<(u8, &str)> {
    let (number, rest) = bytes.split_first()?;
    Some((*number, std::str::from_utf8(rest).ok()?))
}

/// Returns true if the cursor reads one value with nothing after it.
fn is_json(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    cursor.value().is_ok() && cursor.end().is_ok()
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// The cursor accepts what a JSON parser accepts, and reads the same values.
pub fn json(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    // The parser refuses numbers that no float can represent, and lone surrogates. The cursor leaves both to the
    // service.
    let Ok(value) = serde_json::from_str::<Value>(text) else { return };
    if depth(&value) < MAX_DEPTH {
        assert!(is_json(text), "refused: {text}");
    }
    if let (true, Some(object)) = (is_json(text), value.as_object()) {
        let _ = type_of(text);
        let mut read = Map::new();
        for (name, member) in members(text) {
            read.insert(name.decode().into_owned(), serde_json::from_str(member).expect("a member is JSON"));
        }
        assert_eq!(&read, object);
    }
}

fn method(number: u8) -> &'static MethodDescriptor {
    METHODS[usize::from(number) % METHODS.len()]
}

/// `check` returns the first fault of `validate`, or `None` if everything is valid. Accepted text is JSON.
pub fn walk(bytes: &[u8]) {
    let Some((number, text)) = numbered(bytes) else { return };
    let options = CheckOptions::default();
    let (first, all) = (check(method(number), text, &options), validate(method(number), text, &options));
    assert_eq!(first.clone().err().as_ref(), all.first());
    if first.is_ok() {
        assert!(is_json(text), "accepted: {text}");
    }
    let _ = wire::check_update(text);
}

/// Encoded forms and parts can be decoded by others.
pub fn forms(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(Value::Object(object)) = serde_json::from_str::<Value>(text) else { return };
    if !is_json(text) {
        return;
    }
    let form = encode::form(text);
    let parts = encode::parts(text);
    let expected: Vec<&String> = object.keys().collect();
    let mut names: Vec<&String> = parts.iter().map(|(name, _)| name).collect();
    names.sort();
    names.dedup();
    assert!(names.iter().all(|name| expected.contains(name)), "{names:?} of {expected:?}");
    let pairs: Vec<(String, String)> = form.split('&').filter(|pair| !pair.is_empty()).map(pair).collect();
    assert_eq!(pairs, parts);
    for (name, value) in &parts {
        match &object[name] {
            // `object` contains the last one of two members with the same name.
            Value::String(_) | Value::Null => {}
            other if parts.iter().filter(|(same, _)| same == name).count() == 1 => {
                assert_eq!(&serde_json::from_str::<Value>(value).expect("JSON in a form"), other);
            }
            _ => {}
        }
    }
}

fn pair(text: &str) -> (String, String) {
    let (name, value) = text.split_once('=').expect("a pair");
    (decoded(name), decoded(value))
}

fn decoded(text: &str) -> String {
    let bytes = policy::webhook::decode_path(&text.replace('+', "%20"));
    String::from_utf8(bytes).expect("UTF-8 in a form")
}

/// Creates an emulator with a bot, a user and a message.
fn emulator() -> Emulator {
    let emulator = Emulator::with(Options::default(), [NewBot::default()]).expect("an emulator");
    let user = emulator.user(NewUser { first_name: Some("Alice".into()), ..NewUser::default() }).expect("a user");
    user.write("hello").expect("a message");
    emulator
}

/// Asserts that an answer is an envelope, a file or a wait.
fn assert_sound(answer: &Answer) {
    match answer {
        Answer::Ready { status, envelope } => {
            let value: Value = serde_json::from_str(envelope).expect(envelope);
            assert_eq!(value["ok"], *status == 200, "{envelope}");
            assert!(*status == 200 || value["error_code"] == *status, "{envelope}");
        }
        Answer::Faulty { answer, .. } => assert_sound(answer),
        _ => {}
    }
}

fn ask(emulator: &Emulator, verb: &str, target: &str, content_type: &str, body: &[u8]) {
    let target = target.replace("<token>", emulator.bot().token());
    assert_sound(&emulator.request(&Request { verb, target: &target, content_type, body }));
}

/// Any multipart body is answered with an envelope.
pub fn multipart(bytes: &[u8]) {
    let emulator = emulator();
    ask(&emulator, "POST", "/bot<token>/sendDocument", "multipart/form-data; boundary=x", bytes);
    ask(&emulator, "POST", "/bot<token>/getMe", "", b"");
}

/// Parsed entities lie within their text, which is not shorter than its visible length. Escaped text can be parsed
/// back.
fn markup(bytes: &[u8], mode: &str, escape: impl Fn(&str) -> String) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(parsed) = parse(text, mode) {
        assert!(visible_length(text, Some(mode)) <= characters(text));
        assert!(visible_length(text, Some(mode)) <= characters(&parsed.text), "{text:?} shows {:?}", parsed.text);
        for entity in &parsed.entities {
            assert!(slice(&parsed.text, entity.offset, entity.length).is_some(), "{entity:?} of {text:?}");
        }
    }
    let again = parse(&escape(text), mode).expect("escaped text is well-formed");
    assert_eq!((again.text.as_str(), again.entities.len()), (text, 0));
}

pub fn html(bytes: &[u8]) {
    markup(bytes, "HTML", escape_html);
}

pub fn markdown(bytes: &[u8]) {
    markup(bytes, "Markdown", escape_markdown);
}

/// An accepted base URL is valid and parses to itself. The emulator answers any path with an envelope.
pub fn paths(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(base) = policy::base_url(text, true) {
        assert_eq!(policy::base_url(&base, true).as_deref(), Ok(base.as_str()));
        assert!(base.is_ascii() && !base.contains(['?', '#', '\\', ' ']), "{base}");
        // An `@` before the path would end credentials.
        assert!(base.split('/').nth(2).is_some_and(|authority| !authority.contains('@')), "{base}");
        assert!(base.starts_with("http://") || base.starts_with("https://"), "{base}");
    }
    if policy::webhook::is_address(text, false) {
        assert!(text.get(..8).is_some_and(|scheme| scheme.eq_ignore_ascii_case("https://")), "{text}");
    }
    let _ = (policy::is_local(text), policy::is_token(text), policy::webhook::decode_path(text));
    let emulator = emulator();
    ask(&emulator, "GET", text, "", b"");
    ask(&emulator, "POST", &format!("/bot<token>/{text}"), "", b"");
    ask(&emulator, "GET", &format!("/file/bot<token>/{text}"), "", b"");
}

/// The size of a snapshot's header: eight bytes, its version, its checksum.
const HEAD: usize = 8 + 4 + 8;

/// A snapshot with forged content and a valid checksum is refused, or loads as an emulator that answers and is saved.
pub fn snapshots(bytes: &[u8]) {
    let _ = Emulator::restore(Options::default(), bytes);
    let saved = emulator().save();
    let content = saved.get(HEAD..).expect("a content");
    // Two numbers select the part of the content that the rest replaces.
    let forged = match bytes {
        [high, low, cut, rest @ ..] => {
            let at = usize::from(u16::from_be_bytes([*high, *low])) % content.len();
            let after = (at + usize::from(*cut)).min(content.len());
            [&content[..at], rest, &content[after..]].concat()
        }
        short => short.to_vec(),
    };
    let checksum = |bytes: &[u8]| {
        bytes
            .iter()
            .fold(0xCBF2_9CE4_8422_2325_u64, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
    };
    let sealed = [&saved[..12], &checksum(&forged).to_le_bytes(), &forged].concat();
    let Ok(emulator) = Emulator::restore(Options::default(), &sealed) else { return };
    for name in ["getMe", "getUpdates", "getWebhookInfo", "getChat?chat_id=1", "sendMessage?chat_id=1&text=x"] {
        ask(&emulator, "POST", &format!("/bot<token>/{name}"), "", b"");
    }
    Emulator::restore(Options::default(), &emulator.save()).expect("what was loaded can be saved and loaded");
}

/// Makes a request of each line `method content-type body`.
pub fn requests(bytes: &[u8]) {
    const TYPES: [&str; 4] =
        ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""];
    let emulator = emulator();
    for line in bytes.split(|byte| *byte == b'\n').take(40) {
        let [number, kind, body @ ..] = line else { continue };
        let target = format!("/bot<token>/{}", method(*number).name);
        ask(&emulator, "POST", &target, TYPES[usize::from(*kind) % TYPES.len()], body);
    }
    let saved = emulator.save();
    assert_eq!(Emulator::restore(Options::default(), &saved).expect("a snapshot").save(), saved);
}

/// The name of a target, and its property.
pub type Property = (&'static str, fn(&[u8]));

pub const ALL: [Property; 9] = [
    ("json", json),
    ("walk", walk),
    ("forms", forms),
    ("multipart", multipart),
    ("html", html),
    ("markdown", markdown),
    ("paths", paths),
    ("snapshots", snapshots),
    ("requests", requests),
];
