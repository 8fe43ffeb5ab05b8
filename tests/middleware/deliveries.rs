//! Middleware around the calls of a webhook.

use botwire::client::{Bot, Error, Middleware, Next, OutgoingCall};
use botwire::methods::SendMessage;
use botwire::types::Update;
use botwire::webhook::{Context, Event, Request, Response, Returned, Webhook};
use pollster::block_on;
use serde_json::{Value, json};

use super::{Seen, world};

fn request(update: &Value) -> Request {
    Request::new("POST", "/hook/secret").header("content-type", "application/json").body(update.to_string())
}

fn message(chat: i64) -> Request {
    let message = json!({"message_id": 1, "date": 1, "chat": {"id": chat, "type": "private"}, "text": "hi"});
    request(&json!({"update_id": 1, "message": message}))
}

fn query() -> Request {
    let from = json!({"id": 1, "is_bot": false, "first_name": "A"});
    request(&json!({"update_id": 1, "callback_query": {"id": "q", "from": from, "chat_instance": "c", "data": "x"}}))
}

fn webhook(bot: Bot) -> Webhook {
    Webhook::new("/hook/secret").bot(bot)
}

fn body(response: Response) -> (u16, Value) {
    let status = response.status();
    (status, serde_json::from_slice(&response.into_bytes().unwrap_or_default()).unwrap_or_default())
}

async fn echo(update: Update, _: Context) -> Option<SendMessage> {
    let message = update.message?;
    Some(SendMessage::new(message.chat.id, message.text?))
}

async fn answer(update: Update, context: Context) -> Result<Option<SendMessage>, Error> {
    let Some(Event::CallbackQuery(query)) = update.into_event() else { return Ok(None) };
    context.answer(botwire::methods::AnswerCallbackQuery::new(query.id).text("done")).await?;
    Ok(None)
}

#[test]
fn a_call_in_the_response_is_seen_without_a_result() {
    let (_, alice, bot) = world();
    let seen = Seen::default();
    let handled = block_on(webhook(bot.with(seen.clone())).handle(message(alice.id().0), echo));
    let params = json!({ "chat_id": alice.id(), "text": "hi" });
    assert_eq!(body(handled), (200, json!({ "method": "sendMessage", "chat_id": alice.id(), "text": "hi" })));
    assert_eq!(seen.take(), [json!(["sendMessage", "Returned", params, null])]);
}

#[test]
fn a_returned_call_that_is_sent_is_seen_once_with_its_result() {
    let (emulator, alice, bot) = world();
    let seen = Seen::default();
    let webhook = webhook(bot.with(seen.clone())).returned(Returned::Call);
    assert_eq!(body(block_on(webhook.handle(message(alice.id().0), echo))), (200, Value::Null));
    assert_eq!((seen.take()[0][3].clone(), emulator.log(0).len()), (json!("a result"), 1));
    let failed = block_on(webhook.without_store().on_error(|_| None).handle(message(404), echo));
    assert_eq!((body(failed), seen.take()[0][3].clone()), ((200, Value::Null), json!("api")));
}

#[test]
fn an_answer_is_seen_once_in_the_response_and_sent() {
    let (emulator, _, bot) = world();
    let seen = Seen::default();
    let webhook = webhook(bot.with(seen.clone())).without_store();
    let expected = json!({ "method": "answerCallbackQuery", "callback_query_id": "q", "text": "done" });
    assert_eq!(body(block_on(webhook.handle(query(), answer))), (200, expected));
    let params = json!({ "callback_query_id": "q", "text": "done" });
    assert_eq!(seen.take(), [json!(["answerCallbackQuery", "Answer", params, null])]);
    // The response contains another call, so the answer is sent separately.
    let both = async |update: Update, context: Context| {
        answer(update, context).await.map(|_| Some(SendMessage::new(42, "more")))
    };
    let (status, held) = body(block_on(webhook.clone().on_error(|_| None).handle(query(), both)));
    assert_eq!((status, &held["method"]), (200, &json!("sendMessage")));
    let methods: Vec<Value> = seen.take().into_iter().map(|call| call[0].clone()).collect();
    assert_eq!(methods, ["answerCallbackQuery", "sendMessage"]);
    assert_eq!(emulator.log(0)[0]["method"], "answerCallbackQuery");
}

#[test]
fn a_task_is_seen() {
    let (_, alice, bot) = world();
    let (seen, chat) = (Seen::default(), alice.id());
    let handler = async move |_: Update, context: Context| {
        context.wait_until(async move { SendMessage::new(chat, "later") });
    };
    block_on(webhook(bot.with(seen.clone())).handle(message(1), handler));
    let params = json!({ "chat_id": chat, "text": "later" });
    assert_eq!(seen.take(), [json!(["sendMessage", "Returned", params, "a result"])]);
}

/// Changes a text, drops calls, and makes a call invalid.
struct Changes;

impl Middleware for Changes {
    async fn call(&self, mut call: OutgoingCall, next: Next<'_>) -> Result<Option<Value>, Error> {
        match call.param("chat_id").and_then(|chat| chat.as_i64()) {
            Some(1) => return Ok(None),
            Some(2) => call.set_param("text", 7),
            Some(3) => return Err(Error::Aborted { method: "mine".to_owned() }),
            _ => call.set_param("text", "changed"),
        }
        next.run(call).await
    }
}

#[test]
fn a_returned_call_is_changed_dropped_and_refused() {
    let (_, _, bot) = world();
    let webhook = webhook(bot.with(Changes)).without_store().on_error(|_| None);
    let handled = |chat| body(block_on(webhook.handle(message(chat), echo)));
    assert_eq!(handled(42), (200, json!({ "method": "sendMessage", "chat_id": 42, "text": "changed" })));
    assert_eq!(handled(1), (200, Value::Null));
    assert_eq!(handled(2), (200, Value::Null));
    assert_eq!(handled(3), (200, Value::Null));
}

/// Sends each word as a message of its own.
struct Split;

impl Middleware for Split {
    async fn call(&self, call: OutgoingCall, next: Next<'_>) -> Result<Option<Value>, Error> {
        let text = call.param("text").and_then(|text| Some(text.as_str()?.to_owned())).unwrap_or_default();
        for word in text.split(' ') {
            let mut part = call.clone();
            part.set_param("text", word);
            assert_eq!(next.run(part).await?, None, "{word}");
        }
        Ok(None)
    }
}

#[test]
fn of_several_calls_the_last_is_in_the_response_and_the_others_are_sent() {
    let (emulator, alice, bot) = world();
    let seen = Seen::default();
    let several = async |update: Update, _: Context| Some(SendMessage::new(update.message?.chat.id, "a b c"));
    let handled = block_on(webhook(bot.with(seen.clone()).with(Split)).handle(message(alice.id().0), several));
    assert_eq!(body(handled), (200, json!({ "method": "sendMessage", "chat_id": alice.id(), "text": "c" })));
    let sent: Vec<Value> = emulator.log(0).iter().map(|call| call["parameters"]["text"].clone()).collect();
    assert_eq!(sent, ["a", "b"]);
    assert_eq!(seen.take().len(), 1);
}

#[test]
fn a_second_answer_is_refused() {
    let (_, _, bot) = world();
    let twice = async |_: Update, context: Context| {
        let call = || botwire::methods::AnswerCallbackQuery::new("q");
        context.answer(call()).await.unwrap();
        let error = context.answer(call()).await.unwrap_err();
        assert!(error.to_string().contains("a second one"), "{error}");
    };
    let handled = block_on(webhook(bot.with(Seen::default())).handle(query(), twice));
    assert_eq!(body(handled).0, 200);
}
