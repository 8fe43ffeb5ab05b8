//! Answers and rejections that no service gives, and errors of real answers.

use botwire::client::Error;
use botwire::methods::{EditMessageText, GetChatMembersCount, GetMe};
use botwire::types::MessageOrTrue;
use serde_json::Value;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::stand_in::{answer, request, requests};
use crate::{MESSAGE, bot, ok};

#[wasm_bindgen_test]
async fn what_is_no_envelope_is_an_http_error_with_an_excerpt() {
    let cases = [
        ("text(502, '<html>\\n<body>Bad   gateway</body>')", 502, "<html> <body>Bad gateway</body>"),
        ("text(200, '')", 200, ""),
        ("text(200, '{\"ok\":true,\"result\":{\"id\":')", 200, "{\"ok\":true,\"result\":{\"id\":"),
        ("text(200, '{\"ok\":true}')", 200, "{\"ok\":true}"),
        ("text(200, '{\"ok\":\"true\",\"result\":1}')", 200, "{\"ok\":\"true\",\"result\":1}"),
        ("text(200, '[1]')", 200, "[1]"),
        ("text(200, 'null')", 200, "null"),
        ("text(200, '{\"ok\":true,\"result\":1} x')", 200, "{\"ok\":true,\"result\":1} x"),
        ("text(404, '\\u0000\\u0007\\u202e')", 404, ""),
        ("text(502, '{\"ok\":true,\"result\":1}')", 502, "{\"ok\":true,\"result\":1}"),
        ("text(302, 'moved')", 302, "moved"),
        ("Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })", 0, ""),
        ("new Response(null, {status: 204})", 204, ""),
        ("new Response(new Uint8Array([0xff, 0xfe]), {status: 500})", 500, "\u{fffd}\u{fffd}"),
    ];
    for (expression, status, excerpt) in cases {
        answer([expression]);
        let error = bot().send(GetMe::new()).await.unwrap_err();
        let expected = Error::Http { method: "getMe".to_owned(), status, excerpt: excerpt.to_owned() };
        assert_eq!(error, expected, "{expression}");
    }
    answer(["text(500, 'é'.repeat(100000))"]);
    let Error::Http { excerpt, .. } = bot().send(GetMe::new()).await.unwrap_err() else { panic!() };
    assert_eq!(excerpt.chars().count(), 200);
    answer(["text(500, new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(1 << 14).fill(97)); } }))"]);
    assert_eq!(bot().send(GetMe::new()).await.unwrap_err().kind(), "http");
    answer(["text(200, '['.repeat(100000))"]);
    assert_eq!(bot().send(GetMe::new()).await.unwrap_err().kind(), "http");
}

#[wasm_bindgen_test]
async fn a_result_of_another_shape_says_that_the_call_was_carried_out() {
    answer([ok(r#"{"id":"x"}"#)]);
    let error = bot().send(GetMe::new()).await.unwrap_err();
    assert_eq!(error.kind(), "result");
    assert!(!error.is_transient());
}

#[wasm_bindgen_test]
async fn results_are_typed() {
    answer([ok("true"), ok(MESSAGE), ok("5")]);
    let edit = || EditMessageText::inline("x", "hi");
    assert!(matches!(bot().send(edit()).await.unwrap(), MessageOrTrue::True(_)));
    assert!(bot().send(edit()).await.unwrap().message().is_some());
    assert_eq!(bot().send(GetChatMembersCount::new(42)).await.unwrap(), 5);
}

#[wasm_bindgen_test]
async fn every_rejection_becomes_a_network_error() {
    let cases = [
        ("fail(new TypeError('Failed'))", "TypeError: Failed"),
        ("fail('timeout')", "timeout"),
        ("fail(undefined)", "a thrown undefined"),
        ("fail(null)", "a thrown object"),
        ("fail(7)", "a thrown number"),
        ("fail(7n)", "a thrown bigint"),
        ("fail(Symbol('s'))", "a thrown symbol"),
        ("fail(() => {})", "a thrown function"),
        ("fail({})", "a thrown object"),
        ("fail(Object.create(null))", "a thrown object"),
        ("fail(new DOMException('gone', 'AbortError'))", "AbortError: gone"),
        ("fail(new (realm().TypeError)('elsewhere'))", "TypeError: elsewhere"),
        ("fail(new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } }))", "a thrown object"),
        ("fail({ get message() { throw 1 } })", "a thrown object"),
        (
            "fail(new Error('a', { cause: Object.assign(new Error('b'), { code: 'ECONNREFUSED', cause: 'c' }) }))",
            "Error: a; cause: Error: b (ECONNREFUSED); cause: c",
        ),
        (
            "fail((() => { const e = new Error('round'); e.cause = e; return e; })())",
            "Error: round; cause: Error: round; cause: Error: round; cause: Error: round",
        ),
        ("undefined", "the answer is not a readable Response"),
        ("'a string'", "the answer is not a readable Response"),
        ("({})", "the answer is not a readable Response"),
        ("Response.error()", "the answer is not a readable Response"),
        (
            "new Proxy({}, { get(_, name) { if (name === 'then') return undefined; throw 1 } })",
            "the answer is not a readable Response",
        ),
        ("new Response(pieces(new Uint8Array(2), 'broken off'))", "broken off"),
        ("({ status: 200, text() { throw 'no text' } })", "no text"),
        ("({ status: 200, text: () => 5 })", "the body is not text"),
    ];
    for (expression, reason) in cases {
        answer([expression]);
        let error = bot().send(GetMe::new()).await.unwrap_err();
        assert_eq!(
            error,
            Error::Network { method: "getMe".to_owned(), reason: reason.to_owned(), source: None },
            "{expression}"
        );
        assert_eq!(requests().len(), 1);
    }
}

#[wasm_bindgen_test]
async fn a_response_of_another_realm_or_of_another_kind_will_do() {
    let body = "'{\"ok\":true,\"result\":5}'";
    answer([
        format!("new (realm().Response)({body})"),
        format!("({{ status: 200, text: async () => {body} }})"),
        format!("({{ status: 200, text: () => {body} }})"),
    ]);
    for _ in 0..3 {
        assert_eq!(bot().call::<Value>("newMethod", &Value::Null).await.unwrap(), 5);
    }
}

#[wasm_bindgen_test]
async fn an_answer_beyond_the_largest_is_broken_off() {
    let small = bot().max_response_bytes(100);
    let endless = "new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(60).fill(32)); } })";
    let declared = "new Response(pieces('read'), {headers:{'content-length':'101'}})".to_owned();
    for expression in [format!("new Response({endless})"), declared] {
        answer([expression]);
        let error = small.send(GetMe::new()).await.unwrap_err();
        assert_eq!(error, Error::TooLarge { method: "getMe".to_owned(), status: 200, max_bytes: 100 });
        assert_eq!(error.to_string(), "getMe: HTTP 200, an answer of more than 100 bytes");
        assert_eq!((error.kind(), error.is_transient()), ("http", false));
        crate::stopping::turn(0).await;
        assert_eq!(request()["aborted"], true);
    }
    let user = r#"{"id":1,"is_bot":true,"first_name":"b"}"#;
    let padded =
        |bytes: usize| format!("text(200, '\\ufeff' + '{{\"ok\":true,\"result\":{user}}}'.padEnd({bytes} - 3))");
    answer([padded(100), padded(101)]);
    assert!(small.send(GetMe::new()).await.is_ok());
    assert_eq!(small.send(GetMe::new()).await.unwrap_err().kind(), "http");
}
