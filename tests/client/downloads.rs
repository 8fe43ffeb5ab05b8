//! Downloads: chunks, sizes, refusals, and hiding the URL.

use std::pin::pin;
use std::time::Duration;

use botwire::client::Error;
use botwire::types::File;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::clock::{go_on, pass, stand_still, until, waiting};
use crate::stand_in::{answer, request, requests};
use crate::stopping::turn;
use crate::{bot, ok};

fn file() -> File {
    File::new("id").file_path("photos/a b#.jpg")
}

#[wasm_bindgen_test]
async fn pieces_come_as_they_arrive() {
    answer(["new Response(pieces(new Uint8Array([1,2]), new Uint8Array([3])), {headers:{'content-length':'3'}})"]);
    let mut download = bot().download(&file()).await.unwrap();
    assert_eq!((download.received(), download.total()), (0, Some(3)));
    assert_eq!(download.chunk().await.unwrap(), Some(vec![1, 2]));
    assert_eq!(download.received(), 2);
    assert_eq!(download.bytes().await.unwrap(), [3]);
    let url = "https://service.example/api/file/bot123456:AAbb-cc_DD=ee~ff/photos/a%20b%23.jpg";
    assert_eq!(request()["url"], url);
}

#[wasm_bindgen_test]
async fn the_path_is_asked_for_where_it_is_not_known() {
    answer([ok(r#"{"file_id":"id","file_size":3,"file_path":"a/b"}"#), "text(200, 'abc')".to_owned()]);
    let download = bot().download(&File::new("id")).await.unwrap();
    assert_eq!(download.bytes().await.unwrap(), b"abc");
    assert!(requests()[0]["url"].as_str().unwrap().ends_with("/getFile"));
}

#[wasm_bindgen_test]
async fn more_than_20_mb_is_refused_early() {
    answer::<&str>([]);
    let error = bot().download(&file().file_size((20 << 20) + 1)).await.unwrap_err();
    assert_eq!(error.to_string(), "download: file_size: expected at most 20971520 bytes, got 20971521 or more");
    assert!(requests().is_empty());
    answer(["new Response(pieces(), {headers:{'content-length':'20971521'}})"]);
    assert_eq!(bot().download(&file()).await.unwrap_err(), error);
    turn(0).await;
    assert_eq!(request()["aborted"], true);
    answer(["new Response(pieces(new Uint8Array(20 << 20), new Uint8Array(1)))"]);
    let late = bot().download(&file()).await.unwrap().bytes().await.unwrap_err();
    assert_eq!(late, error);
    answer(["new Response(pieces(new Uint8Array(9)), {headers:{'content-length':'20971521'}})"]);
    assert!(bot().check_limits(false).download(&file()).await.is_ok());
}

#[wasm_bindgen_test]
async fn a_response_to_pass_on_has_no_url() {
    answer(["new Response('abc', {headers:{'content-type':'image/jpeg','set-cookie':'a=b','x-other':'c'}})"]);
    let response = bot().download(&file()).await.unwrap().into_response().unwrap();
    assert_eq!(response.url(), "");
    assert_eq!(response.headers().get("content-type").unwrap().as_deref(), Some("image/jpeg"));
    assert_eq!(response.headers().get("x-other").unwrap(), None);
    let text = JsFuture::from(response.text().unwrap()).await.unwrap();
    assert_eq!(text, "abc");
}

#[wasm_bindgen_test]
async fn refusals_broken_connections_and_paths_that_lead_elsewhere() {
    answer(["json(404, {ok:false,error_code:404,description:'no /bot123456:AAbb-cc_DD=ee~ff'})"]);
    assert_eq!(bot().download(&file()).await.unwrap_err().to_string(), "download: 404 no /bot<token>");
    answer(["text(502, '{\"ok\":true,\"result\":1}')"]);
    assert_eq!(bot().download(&file()).await.unwrap_err().kind(), "http");
    answer(["new Response(pieces(new Uint8Array(1), 'cut at /bot123456:AAbb-cc_DD=ee~ff/x'))"]);
    let error = bot().download(&file()).await.unwrap().bytes().await.unwrap_err();
    assert_eq!(
        error,
        Error::Network { method: "download".to_owned(), reason: "cut at /bot<token>/x".to_owned(), source: None }
    );
    answer::<&str>([]);
    for path in ["", "/", "/a", "a//b", "../getMe", "a/../../getMe", "."] {
        let error = bot().download(&File::new("id").file_path(path)).await.unwrap_err();
        assert_eq!(error.kind(), "validation", "{path}");
    }
    assert!(requests().is_empty());
}

#[wasm_bindgen_test]
async fn dropping_a_download_breaks_it_off() {
    answer(["new Response(new ReadableStream({ start(c) { c.enqueue(new Uint8Array(9)); } }))"]);
    let mut download = bot().download(&file()).await.unwrap();
    assert_eq!(download.chunk().await.unwrap().unwrap().len(), 9);
    drop(download);
    turn(0).await;
    assert_eq!(request()["aborted"], true);
}

#[wasm_bindgen_test]
async fn a_download_has_a_time_for_all_of_it() {
    let endless = "new Response(new ReadableStream({ start(c) { c.enqueue(new Uint8Array(9)); } }))";
    let timeout = |seconds| Error::Timeout { method: "download".to_owned(), after: Duration::from_secs(seconds) };
    answer([endless]);
    for (bot, before, left, seconds) in [(bot(), 598_000, 2000, 600), (bot().download_timeout(None), 0, 60_000, 60)] {
        answer([endless]);
        stand_still();
        let mut download = bot.download(&file()).await.unwrap();
        assert_eq!(download.chunk().await.unwrap().unwrap().len(), 9);
        pass(before);
        let mut chunk = pin!(download.chunk());
        until(chunk.as_mut(), || waiting() == 1).await;
        pass(left - 1);
        until(chunk.as_mut(), || waiting() == 1).await;
        pass(1);
        assert_eq!(chunk.await.unwrap_err(), timeout(seconds));
        go_on();
    }
}
