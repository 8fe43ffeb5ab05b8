//! Methods beyond the specification, and updates of any kind.

use botwire::emulator::{Emulator, Fault, FaultKind, Options, Refusal};
use botwire::methods::{GetUpdates, SetWebhook};
use botwire::types::UpdateKind;
use botwire::webhook::InlineCall;
use serde_json::{Value, json};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::{started, text_of};

fn with_polls() -> Emulator {
    let emulator = Emulator::new();
    emulator.method("sendPoll", |call| match call.parameters.get("question") {
        Some(question) => Ok(json!({ "bot": call.bot.0, "question": question, "rest": call.parameters.len() })),
        None => Err(Refusal::bad_request("question is missing")),
    });
    emulator
}

fn logged(emulator: &Emulator) -> Value {
    let entry = emulator.log(0).pop().unwrap();
    json!([entry["kind"], entry["method"], entry["parameters"], entry["status"], entry["answer"], entry["fault"]])
}

#[test]
fn a_method_of_the_test_is_called_and_logged() {
    let (emulator, parameters) = (with_polls(), json!({ "question": "Tea?", "is_newer": [1, { "deep": null }] }));
    let result = json!({ "bot": emulator.bot().id(), "question": "Tea?", "rest": 2 });
    assert_eq!(emulator.bot().call_by_name("SENDPOLL", parameters.clone()), Ok(result.clone()));
    let answer = json!({ "ok": true, "result": result });
    assert_eq!(logged(&emulator), json!(["call", "sendPoll", parameters, 200, answer, null]));
    assert_eq!(emulator.bot().call_by_name("sendPolls", json!({})), Err(Refusal::new(404, "Not Found")));
}

#[test]
fn a_method_of_the_test_refuses() {
    let emulator = with_polls();
    let refusal = Refusal::bad_request("question is missing");
    assert_eq!(emulator.bot().call_by_name("sendPoll", json!({})), Err(refusal));
    assert_eq!(logged(&emulator)[3], 400);
    emulator.method("sendPoll", |_| Err(Refusal::new(200, "no code of a refusal")));
    let refusal = Refusal::new(500, "no code of a refusal");
    assert_eq!(emulator.bot().call_by_name("sendPoll", json!({})), Err(refusal));
}

#[test]
fn a_method_of_the_test_replaces_one_of_the_service_and_uses_the_emulator() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let alice = started(&emulator, "Alice")?;
    let other = emulator.clone();
    emulator.method("getMe", move |_| {
        let sent = json!({ "chat_id": alice.id(), "text": "from the method" });
        other.bot().call_by_name("sendMessage", sent)?;
        Ok(json!(text_of(alice.next_message())))
    });
    assert_eq!(emulator.bot().call_by_name("getMe", json!({}))?, "from the method");
    Ok(())
}

#[test]
fn faults_strike_a_method_of_the_test() {
    let emulator = with_polls();
    let called = || emulator.bot().call_by_name("sendPoll", json!({ "question": "Tea?" }));
    let once = |kind| emulator.fault(Fault { method: Some("sendPoll".into()), times: Some(1), ..Fault::new(kind) });
    once(FaultKind::RateLimit { retry_after: 3 });
    assert_eq!(called().unwrap_err().code, 429);
    once(FaultKind::Drop);
    assert_eq!(called().unwrap_err().code, 502);
    assert_eq!(logged(&emulator)[5], "drop");
    once(FaultKind::DropAfter);
    assert_eq!(called().unwrap_err().code, 502);
    assert_eq!((logged(&emulator)[3].clone(), logged(&emulator)[5].clone()), (200.into(), "drop_after".into()));
    assert!(called().is_ok());
}

#[test]
fn the_call_in_the_answer_of_a_webhook_reaches_a_method_of_the_test() -> Result<(), Refusal> {
    let emulator = with_polls();
    let alice = started(&emulator, "Alice")?;
    emulator.on_update(|_| Some(InlineCall::named("sendPoll", &json!({ "question": "Tea?" }))));
    emulator.bot().call(SetWebhook::new("https://bot.example/hook"))?;
    alice.write("hello")?;
    let entry = logged(&emulator);
    assert_eq!((&entry[0], &entry[1], &entry[3]), (&json!("inline"), &json!("sendPoll"), &json!(200)));
    Ok(())
}

#[test]
fn an_update_of_an_unknown_kind_arrives() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let content = json!({ "id": "7", "options": [{ "text": "Tea", "voter_count": 0 }], "is_new": true });
    emulator.bot().call(GetUpdates::new().allowed_updates([UpdateKind::Message]))?;
    let id = emulator.deliver(json!({ "poll": content, "update_id": 1 }))?;
    let updates = emulator.bot().updates()?;
    assert_eq!((updates.len(), updates[0].update_id, updates[0].extra.get("poll")), (1, id, Some(&content)));
    let next = emulator.deliver(json!({ "poll": content }))?;
    assert_eq!(next.0, id.0 + 1);
    let restored = Emulator::restore(Options::default(), &emulator.save()).unwrap();
    assert_eq!(restored.bot().updates()?[0].extra.get("poll"), Some(&content));
    Ok(())
}

#[test]
fn an_update_of_an_unknown_kind_reaches_the_webhook() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    emulator.on_update(|update| {
        let poll = update.extra.get("poll")?;
        Some(InlineCall::named("sendMessage", &json!({ "chat_id": poll["user"]["id"], "text": "counted" })))
    });
    emulator.bot().call(SetWebhook::new("https://bot.example/hook"))?;
    let alice = started(&emulator, "Alice")?;
    emulator.deliver(json!({ "poll": { "user": { "id": alice.id() } } }))?;
    assert_eq!(text_of(alice.next_message()).as_deref(), Some("counted"));
    assert!(emulator.log(0).iter().any(|entry| entry["update"]["poll"].is_object()));
    Ok(())
}

#[test]
fn what_is_not_an_update_is_refused() {
    let emulator = Emulator::new();
    for (update, part) in [
        (json!("poll"), "update: expected an Object"),
        (json!({ "update_id": 7 }), "update: expected a member"),
        (json!({ "message": { "chat": 5 } }), "update: message"),
    ] {
        let refusal = emulator.deliver(update).unwrap_err();
        assert!(refusal.code == 400 && refusal.description.contains(part), "{refusal}");
    }
    let act = |parameters: Value| emulator.with_service(|service, now| service.act_by_name(now, "deliver", parameters));
    assert!(act(json!({ "update": { "poll": {} } })).unwrap().is_i64());
    let refusal = act(json!({ "update": { "poll": {} }, "bots": 1 })).unwrap_err();
    assert_eq!(refusal.description, "Bad Request: deliver: unknown parameter: bots; there are bot, update");
    let refusal = act(json!({ "update": { "poll": {} }, "bot": 1 })).unwrap_err();
    assert_eq!(refusal.description, "Bad Request: bot not found");
}
