//! The call that answers an update, in the response or as a separate call.

use botwire::client::Bot;
use botwire::methods::{AnswerCallbackQuery, SendMessage, SetWebhook};
use botwire::types::Update;
use botwire::webhook::stores::BoxError;
use botwire::webhook::{AfterError, Context, Event, InlineCall, Webhook};
use pollster::block_on;
use serde_json::json;

use super::host::{HOOK, calls, message, query, request, status_and_body};
use super::served::served;
use super::support::{Log, poll as turn, world};

#[test]
fn a_returned_call_may_hold_a_replacement_character() {
    let handled = block_on(Webhook::new(HOOK).handle(message(1), async |_, _| SendMessage::new(1, "\u{fffd}")));
    assert!(status_and_body(handled).1.contains("\u{fffd}"));
}

#[test]
fn a_returned_call_is_checked_as_the_bot_checks() {
    let (_, alice, bot) = world();
    let long = "x".repeat(5000);
    let is_made = |bot: Bot| {
        let call = SendMessage::new(alice.id(), long.clone());
        let webhook = Webhook::new(HOOK).bot(bot).on_error(|_| ());
        // A refused call would be refused again, so the update is done.
        let (status, body) = status_and_body(block_on(webhook.handle(message(1), async |_, _| call)));
        assert_eq!(status, 200);
        !body.is_empty()
    };
    assert_eq!((is_made(bot.clone()), is_made(bot.check_limits(false))), (false, true));
}

#[test]
fn inline_and_shipping_queries_are_answered_in_the_response() {
    let from = json!({"id": 1, "is_bot": false, "first_name": "A"});
    let address = json!({
        "country_code": "SE", "state": "", "city": "a", "street_line1": "b", "street_line2": "", "post_code": "1"
    });
    let shipping = json!({"id": "q", "from": from, "invoice_payload": "p", "shipping_address": address});
    let refusal = json!({"shipping_query_id": "q", "ok": false, "error_message": "no"});
    for (update, method, parameters) in [
        (
            json!({"update_id": 1, "inline_query": {"id": "q", "from": from, "query": "", "offset": ""}}),
            "answerInlineQuery",
            json!({"inline_query_id": "q", "results": []}),
        ),
        (json!({"update_id": 2, "shipping_query": shipping}), "answerShippingQuery", refusal),
    ] {
        let webhook = Webhook::new(HOOK);
        let handled = webhook.handle(request(&update), async move |_, context| {
            context.answer(InlineCall::named(method, &parameters)).await
        });
        let (status, answer) = status_and_body(block_on(handled));
        assert_eq!((status, answer.contains(method)), (200, true), "{answer}");
    }
}

pub fn answered(text: &str) -> AnswerCallbackQuery {
    AnswerCallbackQuery::new("q").text(text)
}

pub const ANSWER: &str = r#"{"method":"answerCallbackQuery","callback_query_id":"q","text":"early"}"#;

#[test]
fn an_answer_is_sent_in_the_response() {
    let (emulator, _, bot) = world();
    let webhook = Webhook::new(HOOK).bot(bot);
    let handled = webhook.handle(query(1), async |update, context| -> Result<(), BoxError> {
        let Some(Event::CallbackQuery(query)) = update.into_event() else { panic!() };
        context.answer(query.answer().text("early")).await?;
        Ok(())
    });
    assert_eq!(status_and_body(block_on(handled)), (200, ANSWER.to_owned()));
    // The handler also returns the answer, with more parameters.
    let handled = webhook.handle(query(2), async |_, context| {
        context.answer(answered("early")).await.unwrap();
        Some(answered("more").show_alert(true))
    });
    let more = r#"{"method":"answerCallbackQuery","callback_query_id":"q","text":"more","show_alert":true}"#;
    assert_eq!(status_and_body(block_on(handled)), (200, more.to_owned()));
    assert_eq!(calls(&emulator), []);
}

#[test]
fn no_answer_is_lost() {
    let (emulator, _, bot) = world();
    let webhook = Webhook::new(HOOK).bot(bot);
    // If another call takes the response, even an answer to another query, this answer becomes an ordinary call.
    let others: [InlineCall; 2] = [SendMessage::new(1, "x").into(), AnswerCallbackQuery::new("another").into()];
    for (index, other) in others.into_iter().enumerate() {
        let method = other.method().to_owned();
        let handled = webhook.handle(query([1, 2][index]), async move |_, context| {
            context.answer(answered("early")).await.unwrap();
            other
        });
        let (status, body) = status_and_body(block_on(handled));
        assert!(status == 200 && body.contains(&method) && !body.contains("early"), "{body}");
        let made = calls(&emulator);
        assert_eq!((made.len(), made.last().unwrap().1["text"].as_str()), (index + 1, Some("early")), "{made:?}");
    }
    // The failure ends the update, and the hook can say so too.
    let failing = async |_: Update, context: Context| -> Result<(), BoxError> {
        context.answer(answered("early")).await?;
        Err("later".into())
    };
    let forgiving = webhook.clone().on_error(|_| AfterError::Handled);
    assert_eq!(status_and_body(block_on(forgiving.handle(query(3), failing))), (200, ANSWER.to_owned()));
    let failed = webhook.clone().on_error(|_| ());
    assert_eq!(status_and_body(block_on(failed.handle(query(4), failing))), (200, ANSWER.to_owned()));
    // The update is delivered again, so nothing is sent.
    let again = webhook.clone().on_error(|_| AfterError::Retry);
    assert_eq!(status_and_body(block_on(again.handle(query(5), failing))), (500, String::new()));
    assert_eq!(calls(&emulator).len(), 2);
}

#[test]
fn an_answer_that_nobody_can_send_is_not_forgotten() {
    let failures = Log::default();
    let webhook = Webhook::new(HOOK).on_error(failures.of_failures());
    let handled = webhook.handle(query(7), async |_, context| {
        context.answer(answered("early")).await.unwrap();
        SendMessage::new(1, "x")
    });
    assert_eq!(status_and_body(block_on(handled)), (200, ANSWER.to_owned()));
    assert_eq!(failures.take(), ["update 7: webhook: expected a bot for its calls, got none"]);
}

#[test]
fn a_returned_call_may_set_a_webhook_on_this_machine_where_the_service_is() {
    let is_made = |base_url: &str| {
        let bot = served(base_url, "1:secret", |_| panic!("a call was made"));
        let webhook = Webhook::new(HOOK).bot(bot).on_error(|_| ());
        let call = async |_, _| SetWebhook::new("http://127.0.0.1:8787/hook");
        !status_and_body(block_on(webhook.handle(message(1), call))).1.is_empty()
    };
    assert_eq!((is_made("http://localhost:8081"), is_made("https://service.example")), (true, false));
}

/// Runs in a separate process, to read its standard error.
#[test]
fn an_error_that_nobody_handles_is_logged_without_the_token() {
    const NAME: &str = "answers::an_error_that_nobody_handles_is_logged_without_the_token";
    let (emulator, _, bot) = world();
    let token = emulator.bot().token().to_owned();
    if std::env::var_os("BOTWIRE_LOGS").is_some() {
        let url = format!("https://service.example/bot{token}/x");
        let failing = async move |_: Update, _: Context| Err::<(), BoxError>(format!("no answer of {url}").into());
        assert_eq!(block_on(Webhook::new(HOOK).bot(bot).handle(message(1), failing)).status(), 200);
        return;
    }
    let mut itself = std::process::Command::new(std::env::current_exe().unwrap());
    let output = itself.args(["--exact", NAME, "--nocapture"]).env("BOTWIRE_LOGS", "1").output().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(log.contains("botwire: update 1: no answer of https://service.example/bot<token>/x"), "{log}");
    assert!(!log.contains(&token), "{log}");
}

/// Runs in a separate process, to read its standard error.
#[test]
fn a_server_whose_handlers_are_dropped_is_told_once_what_to_set() {
    const NAME: &str = "answers::a_server_whose_handlers_are_dropped_is_told_once_what_to_set";
    if std::env::var_os("BOTWIRE_LOGS").is_some() {
        let webhook = Webhook::new(HOOK);
        assert_eq!(block_on(webhook.handle(message(1), async |_, _| ())).status(), 200);
        for id in 2..4 {
            let mut handled = std::pin::pin!(webhook.handle(message(id), |_, _| std::future::pending::<()>()));
            assert!(turn(&mut handled).is_pending());
        }
        return;
    }
    let mut itself = std::process::Command::new(std::env::current_exe().unwrap());
    let output = itself.args(["--exact", NAME, "--nocapture"]).env("BOTWIRE_LOGS", "1").output().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    let advice = "botwire: the client left, so the handler of update 2 was dropped, and the update comes again; \
        webhook.wait_until(|task| drop(tokio::spawn(task))) lets handlers go on";
    assert_eq!((log.matches(advice).count(), log.matches("the client left").count()), (1, 1), "{log}");
}

#[test]
fn a_query_is_answered_once_and_by_its_own_answer() {
    let webhook = Webhook::new(HOOK);
    let errors = Log::default();
    for (id, request) in [query(1), message(2)].into_iter().enumerate() {
        let log = errors.clone();
        block_on(webhook.handle(request, async move |_, context| {
            let calls: [InlineCall; 5] = [
                SendMessage::new(1, "x").into(),
                AnswerCallbackQuery::new("another").into(),
                answered(&"x".repeat(201)).into(),
                answered("early").into(),
                answered("again").into(),
            ];
            for call in calls {
                if let Err(error) = context.answer(call).await {
                    log.push(format!("{id} {error}"));
                }
            }
        }));
    }
    let none = "1 answer: expected one answer to a query, got an update without";
    let expected = [
        "0 answer: expected answerCallbackQuery of the query of this update, got sendMessage",
        "0 answer: expected answerCallbackQuery of the query of this update, got answerCallbackQuery",
        "0 answerCallbackQuery: text: expected a String of 0 to 200 characters, got 201 characters",
        "0 answer: expected one answer to a query, got a second one",
        none,
        none,
        none,
        none,
        none,
    ];
    assert_eq!(errors.take(), expected);
}
