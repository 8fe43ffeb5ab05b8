//! Long polling: order, confirmation, faults, unknown kinds, stopping.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use botwire::types::UpdateKind;
use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::clock::eventually;
use crate::stand_in::{answer, fast_timers, parameters, requests, waits_and_lines};
use crate::stopping::turn;
use crate::{MESSAGE, bot, ok};

fn batch(ids: impl IntoIterator<Item = i64>) -> String {
    let updates: Vec<Value> = ids
        .into_iter()
        .map(|id| json!({"update_id": id, "message": serde_json::from_str::<Value>(MESSAGE).unwrap()}))
        .collect();
    ok(&Value::from(updates).to_string())
}

fn offsets() -> Vec<Option<i64>> {
    requests().iter().map(|request| parameters(request)["offset"].as_i64()).collect()
}

#[wasm_bindgen_test]
async fn each_update_comes_once_and_is_confirmed_after_it_was_processed() {
    answer([batch([10, 11]), batch([11, 12]), ok("[]")]);
    let mut updates = bot().updates().timeout(Duration::from_secs(9)).limit(2).allowed_updates([UpdateKind::Message]);
    let mut seen = Vec::new();
    for _ in 0..3 {
        seen.push(updates.next().await.unwrap().unwrap().update_id);
    }
    assert_eq!(seen, [10, 11, 12]);
    updates.close().await.unwrap();
    assert_eq!(offsets(), [None, Some(12), Some(13)]);
    let sent = requests();
    assert_eq!(parameters(&sent[0]), json!({"timeout":9,"limit":2,"allowed_updates":["message"]}));
    assert_eq!((&parameters(&sent[2])["timeout"], &parameters(&sent[2])["limit"]), (&json!(0), &json!(1)));
}

#[wasm_bindgen_test]
async fn an_update_in_work_is_not_confirmed() {
    answer([batch([10])]);
    let mut updates = bot().updates().offset(-1);
    updates.next().await.unwrap().unwrap();
    drop(updates);
    turn(10).await;
    assert_eq!(offsets(), [Some(-1)]);
}

#[wasm_bindgen_test]
async fn unknown_kinds_and_odd_shapes_come_through() {
    answer([ok(r#"[
        {"update_id":1,"poll":{"id":"x"}},
        {"update_id":2,"message":{"text":7}},
        {"no":"id"},
        {"update_id":3,"message":{"message_id":1,"date":1,"chat":{"id":1,"type":"a new type"},"text":"\ud83d"}}
    ]"#)]);
    let mut updates = bot().updates();
    let mut next = async || updates.next().await.unwrap().unwrap();
    let poll = next().await;
    assert_eq!((poll.kind().unwrap().as_str(), &poll.extra["poll"]["id"]), ("poll", &json!("x")));
    let odd = next().await;
    assert_eq!((odd.update_id.0, &odd.extra["message"]), (2, &json!({"text":7})));
    let last = next().await;
    assert_eq!(last.message.unwrap().text.as_deref(), Some("\u{fffd}"));
}

#[wasm_bindgen_test]
async fn transient_faults_are_waited_out_and_reported() {
    answer(["text(502, 'x')".to_owned(), batch([5])]);
    let reported = Rc::new(RefCell::new(Vec::new()));
    let report = reported.clone();
    let mut updates = bot().updates().on_error(move |error| report.borrow_mut().push(error.kind()));
    let started = js_sys::Date::now();
    assert_eq!(updates.next().await.unwrap().unwrap().update_id, 5);
    assert!(js_sys::Date::now() - started >= 240.0);
    assert_eq!(*reported.borrow(), ["http"]);
}

#[wasm_bindgen_test]
async fn lasting_faults_are_handed_out_and_asking_again_tries_again() {
    answer(["json(401, {ok:false,error_code:401,description:'Unauthorized'})".to_owned(), batch([5])]);
    let mut updates = bot().updates();
    let error = updates.next().await.unwrap().unwrap_err();
    assert_eq!(error.to_string(), "getUpdates: 401 Unauthorized");
    assert_eq!(updates.next().await.unwrap().unwrap().update_id, 5);
}

#[wasm_bindgen_test]
async fn a_service_that_ignores_the_offset_is_not_hammered_and_repeats_nothing() {
    answer([batch([5]), batch([5]), batch([5, 6]), ok("[]"), batch([7])]);
    let reported = Rc::new(RefCell::new(Vec::new()));
    let report = reported.clone();
    let mut updates = bot().updates().on_error(move |error| report.borrow_mut().push(error.kind()));
    for update_id in [5, 6, 7] {
        assert_eq!(updates.next().await.unwrap().unwrap().update_id, update_id);
    }
    assert_eq!(*reported.borrow(), ["result"]);
    assert_eq!(offsets(), [None, Some(6), Some(6), Some(7), Some(7)]);
}

#[wasm_bindgen_test]
async fn identifiers_may_begin_anew_anywhere() {
    answer([batch([1000]), ok("[]"), batch([7]), ok("[]"), batch([6])]);
    let mut updates = bot().updates();
    for update_id in [1000, 7, 6] {
        assert_eq!(updates.next().await.unwrap().unwrap().update_id, update_id);
    }
    assert_eq!(offsets(), [None, Some(1001), None, Some(8), None]);
}

#[wasm_bindgen_test]
async fn the_signal_ends_it_and_what_was_processed_is_confirmed() {
    answer([batch([5]), "hang(request, signal)".to_owned(), ok("[]")]);
    let controller = web_sys::AbortController::new().unwrap();
    let mut updates = bot().updates().signal(&controller.signal());
    updates.next().await.unwrap().unwrap();
    wasm_bindgen_futures::spawn_local(async move {
        eventually(|| requests().len() == 2).await;
        controller.abort();
    });
    assert!(updates.next().await.is_none());
    assert_eq!(offsets(), [None, Some(6), Some(6)]);
    assert!(requests()[1]["aborted"].as_bool().unwrap());
    assert!(updates.next().await.is_none());
    assert_eq!(requests().len(), 3);
}

/// The time limit of a poll in milliseconds, which never passes in these tests.
const POLL: u32 = 90_000;

#[wasm_bindgen_test]
async fn an_update_that_cannot_be_confirmed_is_written_to_the_console_and_skipped() {
    let largest = (1 << 53) - 1;
    answer([batch([4, -5, largest]), batch([largest]), batch([largest]), batch([largest, 6]), batch([7]), ok("[]")]);
    fast_timers(POLL);
    let mut updates = bot().updates();
    for update_id in [4, 6, 7] {
        assert_eq!(updates.next().await.unwrap().unwrap().update_id, update_id);
    }
    let (waits, lines) = waits_and_lines();
    updates.close().await.unwrap();
    let line = "botwire: getUpdates: unexpected result: updates that cannot be confirmed are skipped; update_id: ";
    assert_eq!(lines, [format!("{line}-5, {largest}"), format!("{line}{largest}")]);
    assert_eq!(waits.len(), 2);
    assert_eq!(offsets(), [None, Some(5), Some(5), Some(5), Some(7), Some(8)]);
}

#[wasm_bindgen_test]
async fn an_instant_empty_answer_is_waited_after() {
    answer([ok("[]"), ok("[]"), batch([4])]);
    fast_timers(POLL);
    let update = bot().updates().next().await.unwrap().unwrap();
    let (waits, _) = waits_and_lines();
    assert!(
        update.update_id == 4 && waits.len() == 2 && waits.iter().all(|wait| (1..=100).contains(wait)),
        "{waits:?}"
    );
}

#[wasm_bindgen_test]
async fn an_outage_that_lasts_is_logged_once() {
    for (faults, count) in [(4, 0), (5, 1), (7, 1)] {
        answer(vec!["text(502, 'a page')".to_owned(); faults].into_iter().chain([batch([4])]));
        fast_timers(POLL);
        assert_eq!(bot().updates().next().await.unwrap().unwrap().update_id, 4);
        let lines = waits_and_lines().1;
        let line = "botwire: getUpdates: HTTP 502, not a response from the service: a page";
        assert_eq!(lines, vec![line; count], "{faults}");
    }
}

#[wasm_bindgen_test]
async fn a_conflict_is_reported_at_once() {
    let conflict = "json(409, {ok:false,error_code:409,description:'Conflict'})".to_owned();
    let answers = || [conflict.clone(), conflict.clone(), batch([4]), conflict.clone(), batch([5])];
    answer(answers());
    fast_timers(POLL);
    let mut updates = bot().updates();
    for update_id in [4, 5] {
        assert_eq!(updates.next().await.unwrap().unwrap().update_id, update_id);
    }
    let line = "botwire: getUpdates: 409 Conflict (a webhook is set (deleteWebhook removes it), or another program \
                polls with this token)";
    assert_eq!(waits_and_lines().1, [line, line]);
    answer(answers());
    fast_timers(POLL);
    let reported = Rc::new(RefCell::new(0));
    let report = reported.clone();
    let mut updates = bot().updates().on_error(move |_| *report.borrow_mut() += 1);
    updates.next().await.unwrap().unwrap();
    assert_eq!((*reported.borrow(), waits_and_lines().1.len()), (2, 0));
}

#[wasm_bindgen_test]
async fn an_answer_of_many_updates_is_recognized_when_it_is_repeated() {
    let ids = || (0..20_000).map(|id| id * 2);
    answer([batch(ids()), batch(ids().chain([50_001]))]);
    let mut updates = bot().updates();
    let mut count = 0;
    loop {
        count += 1;
        if updates.next().await.unwrap().unwrap().update_id == 50_001 {
            break;
        }
    }
    assert_eq!(count, 20_001);
}
