//! Compares the JSON cursor with `serde_json`: both accept and refuse the same texts.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::expect_used)]

use botwire::wire::json::{Cursor, MAX_DEPTH, items, member, members, quote, text};

fn well_formed(json: &str) -> bool {
    let mut cursor = Cursor::new(json);
    cursor.value().is_ok() && cursor.end().is_ok()
}

/// A small generator with a seed, so that failures can be reproduced.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % bound
    }
}

#[test]
fn takes_and_refuses_what_serde_json_does() {
    // No part makes an exponent exceed the range of a double, which serde_json refuses.
    let spelled =
        r#"{|}|[|]|,|:|"|"a"|"\n"|"\u00e9"|"\ud83d\ude00"|\|\u|0|-|-0|1|1.5|1.|.5|1e3 |1e|01|+1|true|false|null|tru| "#;
    let pieces: Vec<_> = spelled.split('|').chain(["\n", "\t", "\u{b}", "é", "😀", "\0", "NaN"]).collect();
    let mut random = Random(7);
    let mut taken = 0;
    for _ in 0..200_000 {
        let length = 1 + random.below(9);
        let json: String = (0..length).filter_map(|_| pieces.get(random.below(pieces.len()))).copied().collect();
        let theirs = serde_json::from_str::<serde_json::Value>(&json).is_ok();
        assert_eq!(well_formed(&json), theirs, "{json:?}");
        taken += usize::from(theirs);
    }
    assert!(taken > 1_000, "only {taken} texts were well-formed: the generator is not a test");
}

#[test]
fn every_cut_of_a_text_is_refused() {
    let whole = r#"{"a":[1,-2.5e+3,true,null,{"b":"\u00e9\"x"}],"c":{}}"#;
    assert!(well_formed(whole));
    for end in 0..whole.len() {
        assert!(!well_formed(whole.get(..end).unwrap_or_default()), "cut at {end}");
    }
}

#[test]
fn what_the_service_sends_has_any_depth() {
    for depth in [MAX_DEPTH, MAX_DEPTH + 2, 300_000] {
        let deep = ["{\"a\":[".repeat(depth), "\"]\"".to_owned(), "]}".repeat(depth)].concat();
        assert!(well_formed(&deep));
        assert!(!well_formed(&deep.replace("\"]\"", ",")) && !well_formed(&format!("{deep}]")));
        assert_eq!(member(&format!("{{\"a\":{deep},\"b\":2}}"), "b"), Some("2"));
        assert_eq!(items(&format!("[{deep},3]")).last(), Some("3"));
    }
}

#[test]
fn strings_decode_as_serde_json_decodes_them() {
    for json in [r#""plain""#, r#""\"\\\/\b\f\n\r\t""#, r#""\u00e9\u20ac\ud83d\ude00""#, r#""😀é""#, r#""""#] {
        let theirs: String = serde_json::from_str(json).expect("a string");
        assert_eq!(text(json).expect("a string").decode(), theirs);
        assert_eq!(serde_json::from_str::<String>(&quote(&theirs)).expect("quoted"), theirs);
    }
}

#[test]
fn lone_surrogates_are_reported() {
    for lone in [r#""\ud800""#, r#""\udc00""#, r#""\ud800\ud800""#, r#""\ud800x""#, r#""\udc00\ud800""#] {
        assert!(!text(lone).expect("a string").is_unicode(), "{lone}");
    }
    assert!(text(r#""\ud83d\ude00""#).expect("a string").is_unicode());
}

#[test]
fn members_and_items_are_slices() {
    let object = r#" {"a" : 1 , "b" : [1, {"c":2}] ,"a":"twice"} "#;
    let names: Vec<_> = members(object).map(|(key, _)| key.decode().into_owned()).collect();
    assert_eq!(names, ["a", "b", "a"]);
    assert_eq!(member(object, "a"), Some("\"twice\""));
    assert_eq!(items(member(object, "b").expect("b")).collect::<Vec<_>>(), ["1", "{\"c\":2}"]);
    assert_eq!(members("{}").count() + items("[]").count() + members("3").count(), 0);
}

#[test]
fn controls_are_escaped_by_their_number() {
    assert_eq!(quote("\u{f}\u{10}\u{1f}"), r#""\u000f\u0010\u001f""#);
}
