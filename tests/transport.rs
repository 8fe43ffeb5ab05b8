//! A bot's code as users write it, natively: over the emulator, and over a custom transport.
#![cfg(all(feature = "client", feature = "emulator", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "support/served.rs"]
mod served;
mod support;

use std::error::Error as _;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::thread;
use std::time::Duration;

use botwire::client::{Bot, Encoding, Error, Response, Retry, TransportError, Updates};
use botwire::emulator::{Fault, FaultKind, NewChat, NewUser};
use botwire::methods::{GetFile, GetMe, GetUpdates, SendDocument, SendMediaGroup, SendMessage, SetWebhook};
use botwire::types::{File, InputFile, InputMediaPhoto, Message, Update};
use botwire::webhook::InlineCall;
use futures_core::Stream;
use pollster::block_on;
use serde_json::{Value, json};

use served::served;
use support::{Log, poll, world};

/// The bot under test.
async fn answer(bot: &Bot, update: Update) -> Result<(), Error> {
    let Some(message) = update.message else { return Ok(()) };
    let text = message.text.unwrap_or_default();
    bot.send(SendMessage::new(message.chat.id, format!("{text}!"))).await.map(drop)
}

#[test]
fn a_bot_answers_in_every_encoding() {
    let (_, alice, bot) = world();
    for encoding in [Encoding::Json, Encoding::Form, Encoding::Query, Encoding::Multipart] {
        let sent = block_on(bot.send(SendMessage::new(alice.id(), "a & é")).encoding(encoding)).unwrap();
        assert_eq!(sent.text.as_deref(), Some("a & é"));
        assert_eq!(alice.next_message().unwrap().message.text.as_deref(), Some("a & é"));
    }
    assert!(block_on(bot.send(GetMe::new())).unwrap().is_bot);
}

#[test]
fn updates_are_a_stream_that_confirms_what_was_processed() {
    let (emulator, alice, bot) = world();
    let mut updates = bot.updates().timeout(Duration::from_secs(20));
    {
        // The poll waits for a user's action, and continues where it was dropped.
        let mut next = pin!(updates.next());
        assert!(poll(&mut next).is_pending());
    }
    alice.write("one").unwrap();
    alice.write("two").unwrap();
    for expected in ["one!", "two!"] {
        let update = block_on(updates.next()).unwrap().unwrap();
        block_on(answer(&bot, update)).unwrap();
        assert_eq!(alice.next_message().unwrap().message.text.as_deref(), Some(expected));
    }
    block_on(updates.close()).unwrap();
    assert!(emulator.bot().updates().unwrap().is_empty());
}

#[test]
fn a_poll_ends_when_time_moves_on() {
    let (emulator, _, bot) = world();
    let mut poll_of_30_s = pin!(bot.send(GetUpdates::new().timeout(30)));
    assert!(poll(&mut poll_of_30_s).is_pending());
    emulator.advance(Duration::from_secs(29));
    assert!(poll(&mut poll_of_30_s).is_pending());
    emulator.advance(Duration::from_secs(1));
    assert_eq!(poll(&mut poll_of_30_s), Poll::Ready(Ok(vec![])));

    let mut cut = pin!(bot.send(GetUpdates::new().timeout(30)).timeout(Duration::from_secs(5)));
    assert!(poll(&mut cut).is_pending());
    emulator.advance(Duration::from_secs(5));
    let timeout = Error::Timeout { method: "getUpdates".to_owned(), after: Duration::from_secs(5) };
    assert_eq!(poll(&mut cut), Poll::Ready(Err(timeout)));
}

#[test]
fn refusals_have_the_error_of_the_client() {
    let (emulator, alice, bot) = world();
    let unknown = block_on(bot.send(SendMessage::new(4_242_424_242_i64, "hi"))).unwrap_err();
    assert!(matches!(&unknown, Error::Api { error_code: 400, .. }), "{unknown}");
    let invalid = block_on(bot.send(SendMessage::new(alice.id(), "x".repeat(4097)))).unwrap_err();
    assert!(invalid.to_string().starts_with("sendMessage: text: expected"), "{invalid}");
    assert!(invalid.source().is_none(), "a chain of errors shows it once");
    let stranger = emulator.user(NewUser::default()).unwrap();
    let forbidden = block_on(bot.send(SendMessage::new(stranger.id(), "hi"))).unwrap_err();
    assert!(forbidden.is_forbidden() && !forbidden.is_transient() && !unknown.is_forbidden(), "{forbidden}");

    emulator.fault(Fault::new(FaultKind::RateLimit { retry_after: 7 }).times(1));
    let (before, call) = (emulator.now(), bot.send(GetMe::new()));
    assert!(block_on(call.retry(Retry::times(1))).is_ok());
    assert_eq!(emulator.now().since(before), 7000);
    for (mishap, kind) in
        [(FaultKind::Drop, "network"), (FaultKind::CutOff, "http"), (FaultKind::Page { status: 502 }, "http")]
    {
        emulator.fault(Fault::new(mishap).times(1));
        assert_eq!(block_on(bot.send(GetMe::new())).unwrap_err().kind(), kind);
    }
}

#[test]
fn only_what_may_be_repeated_is_called_again_after_a_lost_answer() {
    let (emulator, alice, bot) = world();
    let lost = || emulator.fault(Fault::new(FaultKind::Drop).times(1));
    lost();
    assert!(block_on(bot.send(GetMe::new()).retry(Retry::times(1))).is_ok());
    lost();
    let error = block_on(bot.send(SendMessage::new(alice.id(), "once")).retry(Retry::times(1))).unwrap_err();
    assert_eq!(error.kind(), "network");
}

#[test]
fn a_group_that_moves_is_followed() {
    let (emulator, alice, bot) = world();
    let group = NewChat { creator: alice.id(), ..NewChat::default() };
    let group = emulator.chat(group).unwrap();
    group.add(emulator.bot().id()).unwrap();
    emulator.fault(Fault::new(FaultKind::Migration).times(1));
    let migrations = Log::default();
    let log = migrations.clone();
    let bot = bot.follow_migration(move |from, to| log.push((from, to)));
    let old = group.id();
    let sent = block_on(bot.send(SendMessage::new(old, "hi"))).unwrap();
    assert_eq!(migrations.take(), [(old, sent.chat.id)]);
}

#[test]
fn files_go_up_and_come_down() {
    let (_, alice, bot) = world();
    let file = InputFile::bytes(*b"one\ntwo", "a.txt").mime_type("text/plain");
    let sent = block_on(bot.send(SendDocument::new(alice.id(), file))).unwrap();
    let document = sent.document.unwrap();
    assert_eq!((document.file_name.as_deref(), document.mime_type.as_deref()), (Some("a.txt"), Some("text/plain")));
    let download = |file: File| block_on(async { bot.download(&file).await?.bytes().await });
    assert_eq!(download(File::new(document.file_id.clone())).unwrap(), b"one\ntwo");
    assert_eq!(download(block_on(bot.send(GetFile::new(document.file_id))).unwrap()).unwrap(), b"one\ntwo");
    let call = bot.call::<Message>("sendVoice", &json!({"chat_id": alice.id()})).encoding(Encoding::Query);
    let sent = block_on(call.with_file("voice", InputFile::bytes(*b"OggS", "v.ogg"))).unwrap();
    assert_eq!(sent.voice.unwrap().file_size, Some(4));
    let photo = |name: &str| InputMediaPhoto::new(InputFile::bytes(*b"GIF89a\x20\0\x10\0", name));
    let album = block_on(bot.send(SendMediaGroup::new(alice.id(), [photo("a.gif"), photo("b.gif")]))).unwrap();
    assert_eq!(album.len(), 2);
}

#[derive(Debug)]
struct Refused(&'static str, Option<Box<Refused>>);

impl std::fmt::Display for Refused {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.0)
    }
}

impl std::error::Error for Refused {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.1.as_deref().map(|source| source as _)
    }
}

/// Creates a bot with a transport that records its requests, and returns this answer.
fn recorder(answer: Result<&'static str, &'static str>) -> (Bot, Log<String>) {
    let requests = Log::default();
    let log = requests.clone();
    let bot = served("https://service.example/api/", "1:secret-secret-secret", move |request| {
        let shown = format!("{request:?}");
        assert!(!shown.contains("secret"), "{shown}");
        let content_type = request.body.content_type().unwrap_or_default();
        let body = String::from_utf8(request.body.into_bytes().unwrap()).unwrap();
        let method = if request.is_get { "GET" } else { "POST" };
        log.push(format!("{method} {} {content_type} {body}", request.url));
        let refused = |reason| TransportError::new(Refused("no way", Some(Box::new(Refused(reason, None)))));
        answer.map(|body| Response::new(200, body)).map_err(refused)
    });
    (bot, requests)
}

#[test]
fn a_transport_of_ones_own_is_given_the_whole_request() {
    let (bot, requests) = recorder(Ok(r#"{"ok":true,"result":true}"#));
    let (call, parameters) = ("newMethod", json!({"a": "b c"}));
    for encoding in [Encoding::Json, Encoding::Form, Encoding::Query] {
        assert!(block_on(bot.call::<bool>(call, &parameters).encoding(encoding)).unwrap());
    }
    let url = "https://service.example/api/bot1:secret-secret-secret/newMethod";
    let expected = [
        format!("POST {url} application/json {{\"a\":\"b c\"}}"),
        format!("POST {url} application/x-www-form-urlencoded a=b+c"),
        format!("GET {url}?a=b+c  "),
    ];
    assert_eq!(requests.take(), expected);
}

#[test]
fn what_a_transport_says_is_shown_without_the_token() {
    let (bot, _) = recorder(Err("GET https://service.example/bot1:secret-secret-secret/getMe"));
    let error = block_on(bot.send(GetMe::new())).unwrap_err();
    let reason = "no way; cause: GET https://service.example/bot<token>/getMe";
    assert_eq!(error, Error::Network { method: "getMe".to_owned(), reason: reason.to_owned(), source: None });
    assert!(!format!("{bot:?} {:?}", bot.send(GetMe::new())).contains("secret"));
}

#[test]
fn an_answer_beyond_the_largest_is_refused_natively_too() {
    let (bot, _) = recorder(Ok(r#"{"ok":true,"result":"0123456789"}"#));
    assert!(block_on(bot.call::<Value>("newMethod", &Value::Null)).is_ok());
    let small = bot.max_response_bytes(20);
    let error = block_on(small.call::<Value>("newMethod", &Value::Null)).unwrap_err();
    assert_eq!(error, Error::TooLarge { method: "newMethod".to_owned(), status: 200, max_bytes: 20 });
}

/// A body that waits before each chunk.
struct Pieces(Vec<&'static [u8]>, bool);

impl Stream for Pieces {
    type Item = Result<Vec<u8>, TransportError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.1 = !self.1;
        if self.1 {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready((!self.0.is_empty()).then(|| Ok(self.0.remove(0).to_vec())))
    }
}

#[test]
fn a_body_may_arrive_in_pieces() {
    let bot = served("https://service.example", "1:secret", |_| {
        Ok(Response::stream(200, None, Pieces(vec![b"{\"ok\":true,", b"\"result\":[1", b",2]}"], false)))
    });
    assert_eq!(block_on(bot.call::<Vec<i64>>("newMethod", &Value::Null)).unwrap(), [1, 2]);
}

#[test]
fn a_bot_can_be_stored_and_sent_anywhere() {
    fn shared<T: Send + Sync + 'static>(_: &T) {}
    fn sent<T: Send + 'static>(_: &T) {}
    let (_, alice, bot) = world();
    shared(&bot);
    sent(&bot.send(GetMe::new()));
    sent::<Updates>(&bot.updates());
    let call = thread::spawn(move || block_on(bot.send(SendMessage::new(alice.id(), "hi"))));
    assert!(call.join().unwrap().is_ok());
}

#[test]
fn a_printed_call_shows_no_parameters() {
    let (_, _, bot) = world();
    let url = "https://bot.example/1:secret";
    let inline = InlineCall::from(SetWebhook::new(url));
    let call = bot.set_webhook(url);
    let texts = [format!("{inline:?}"), format!("{call:?}"), format!("{:?}", call.clone().send())];
    for text in texts {
        assert!(text.contains("etWebhook") && !text.contains("secret"), "{text}");
    }
}

#[test]
fn options_of_a_call_follow_its_parameters() {
    let (emulator, alice, bot) = world();
    emulator.fault(Fault::new(FaultKind::RateLimit { retry_after: 1 }).times(2));
    let call = bot.send_message(alice.id(), "hi").disable_notification(true).retry(Retry::times(2));
    block_on(call).unwrap();
    assert_eq!(alice.messages().len(), 1);
}
