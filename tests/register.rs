//! Registering a webhook: `setWebhook`, and `Webhook::register`, which compares first.
#![cfg(all(feature = "client", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "support/served.rs"]
mod served;

use std::sync::{Arc, Mutex};

use botwire::client::{Bot, Response};
use botwire::methods::SetWebhook;
use botwire::types::{InputFile, UpdateKind};
use botwire::webhook::{Setting, Webhook};
use pollster::block_on;
use serde_json::json;

use served::served;

const TOKEN: &str = "1:aZ9-token-of-tests";
const URL: &str = "https://bot.example/hook/a?b=c";
const LOCAL_URLS: [&str; 4] = [
    "http://127.0.0.1:8787/hook",
    "http://localhost:3000/hook",
    "https://bot.localhost:8444/hook",
    "http://[::1]/hook",
];

/// Creates a bot of a service with the JSON text of its webhook, which records the calls.
fn bot(base_url: &str, webhook: &'static str) -> (Bot, Arc<Mutex<Vec<String>>>) {
    let calls = Arc::<Mutex<Vec<String>>>::default();
    let log = Arc::clone(&calls);
    let bot = served(base_url, TOKEN, move |request| {
        let method = request.url.rsplit('/').next().unwrap_or_default().to_owned();
        let body = String::from_utf8(request.body.into_bytes().unwrap()).unwrap();
        let result = if method == "getWebhookInfo" { webhook } else { "true" };
        log.lock().unwrap().push([&method, " ", &body].concat());
        Ok(Response::new(200, ["{\"ok\":true,\"result\":", result, "}"].concat()))
    });
    (bot, calls)
}

const NONE: &str = r#"{"url":"","has_custom_certificate":false,"pending_update_count":0}"#;

#[test]
fn a_webhook_is_set_only_if_something_differs() {
    let set = || SetWebhook::new(URL).allowed_updates([UpdateKind::Message]);
    let register = |bot: &Bot, set| block_on(Webhook::new("/hook/a").register(bot, set)).unwrap();
    let (remote, calls) = bot("https://service.example", NONE);
    assert_eq!(register(&remote, set()).changed, [Setting::Url, Setting::AllowedUpdates]);
    let called = r#"setWebhook {"url":"https://bot.example/hook/a?b=c","allowed_updates":["message"]}"#;
    assert_eq!(calls.lock().unwrap().last().unwrap(), called);

    let same = r#"{"url":"https://bot.example/hook/a?b=c","has_custom_certificate":false,"pending_update_count":0,"max_connections":7,"allowed_updates":["message"]}"#;
    let (remote, calls) = bot("https://service.example", same);
    assert_eq!(register(&remote, set()).changed, []);
    assert_eq!(register(&remote, set().max_connections(7)).changed, []);
    assert_eq!(calls.lock().unwrap().len(), 2);
    assert_eq!(register(&remote, set().max_connections(8)).changed, [Setting::MaxConnections]);
    // Absent parameters do not change.
    let other = SetWebhook::new("https://bot.example/hook/a");
    assert_eq!(register(&remote, other).changed, [Setting::Url]);
    let called = r#"setWebhook {"url":"https://bot.example/hook/a","max_connections":7}"#;
    assert_eq!(calls.lock().unwrap().last().unwrap(), called);
}

#[test]
fn kinds_that_an_earlier_list_keeps_away_are_missing() {
    let narrowed = r#"{"url":"https://bot.example/hook/a?b=c","has_custom_certificate":false,"pending_update_count":0,"allowed_updates":["message"]}"#;
    let handled = [UpdateKind::Message, UpdateKind::CallbackQuery];
    let missing = |webhook, set| {
        let (remote, _) = bot("https://service.example", webhook);
        block_on(Webhook::new("/hook/a").register(&remote, set)).unwrap().missing(&handled)
    };
    assert_eq!(missing(narrowed, SetWebhook::new(URL)), [UpdateKind::CallbackQuery]);
    assert_eq!(missing(narrowed, SetWebhook::new(URL).allowed_updates(handled.clone())), []);
    assert_eq!(missing(narrowed, SetWebhook::new(URL).allowed_updates(<[UpdateKind; 0]>::default())), []);
    assert_eq!(missing(NONE, SetWebhook::new(URL)), []);
    assert_eq!(missing(NONE, SetWebhook::new(URL).allowed_updates([UpdateKind::CallbackQuery])), [UpdateKind::Message]);
}

#[test]
fn a_certificate_is_always_sent_and_a_registered_one_is_removed_without_it() {
    let custom = r#"{"url":"https://bot.example/hook/a?b=c","has_custom_certificate":true,"pending_update_count":0}"#;
    let (remote, calls) = bot("https://service.example", custom);
    let register = |set| block_on(Webhook::new("/hook/a").register(&remote, set)).unwrap().changed;
    let set = SetWebhook::new(URL).certificate(InputFile::bytes(*b"a certificate", "public.pem"));
    assert_eq!(register(set), [Setting::Certificate]);
    assert!(calls.lock().unwrap().last().unwrap().contains("a certificate"));
    assert_eq!(register(SetWebhook::new(URL)), [Setting::Certificate]);
    assert_eq!(calls.lock().unwrap().len(), 4);
}

#[test]
fn a_webhook_has_the_secret_path_of_the_handler_and_no_credentials() {
    let (remote, calls) = bot("https://service.example", NONE);
    let refused = |webhook: Webhook, url: &str| {
        block_on(webhook.register(&remote, SetWebhook::new(url))).unwrap_err().to_string()
    };
    let at = |expected: &str, received: &str| format!("register: url: expected {expected}, got {received}");
    let unknown = "an https: URL on port 443, 80, 88 or 8443";
    let webhook = || Webhook::new("/hook/a");
    assert_eq!(refused(webhook(), ""), at(unknown, "an empty String"));
    let spaced = at("a URL without spaces and control characters", "a URL with one");
    assert_eq!(refused(webhook(), "https://bot.example/hook/a\n"), spaced);
    for url in ["http://bot.example/hook/a", "https://bot.example:444/hook/a", "/hook/a"] {
        assert_eq!(refused(webhook(), url), at(unknown, "a different String"), "{url}");
    }
    for url in ["https://user@bot.example/hook/a", "https://bot.example/hook/a#", "https://bot.example?a#/hook/a"] {
        assert_eq!(refused(webhook(), url), at("a URL without credentials and fragment", "a URL with one"), "{url}");
    }
    for url in ["https://bot.example/hook/b", "https://bot.example/x?/hook/a", "https://bot.example/hook/a/"] {
        assert_eq!(refused(webhook(), url), at("the path of the webhook", "another path"), "{url}");
    }
    for url in ["https://bot.example", "https://bot.example/", "https://bot.example?/hook/a"] {
        assert_eq!(refused(Webhook::unauthenticated(), url), at("a secret path", "none"), "{url}");
    }
    assert_eq!(calls.lock().unwrap().len(), 0);
    let escaped = SetWebhook::new("https://bot.example/hook/%61");
    assert_eq!(block_on(webhook().register(&remote, escaped)).unwrap().changed, [Setting::Url]);
    let guarded = Webhook::unauthenticated().secret_header("x-secret", "b");
    assert!(block_on(guarded.register(&remote, SetWebhook::new("https://bot.example"))).is_ok());
}

#[test]
fn a_service_on_this_machine_has_webhooks_on_this_machine() {
    for url in LOCAL_URLS {
        let (local, calls) = bot("http://localhost:8081", NONE);
        block_on(local.set_webhook(url).max_connections(5)).unwrap();
        let called = format!(r#"setWebhook {{"url":"{url}","max_connections":5}}"#);
        assert_eq!(*calls.lock().unwrap(), [called], "{url}");
        let registered = block_on(Webhook::new("/hook").register(&local, SetWebhook::new(url))).unwrap();
        assert_eq!(registered.changed, [Setting::Url], "{url}");
    }
}

#[test]
fn other_webhooks_and_parameters_are_checked_as_ever() {
    let (local, calls) = bot("http://localhost:8081", NONE);
    let (remote, remote_calls) = bot("https://service.example", NONE);
    for url in LOCAL_URLS {
        let error = block_on(remote.set_webhook(url)).unwrap_err().to_string();
        assert!(error.starts_with("setWebhook: url: expected"), "{error}");
        assert!(block_on(Webhook::new("/hook").register(&remote, SetWebhook::new(url))).is_err(), "{url}");
    }
    for url in [
        "http://bot.example/hook",
        "http://127.0.0.1.bot.example/hook",
        "https://bot.example:8444/hook",
        "http://localhost/a b",
    ] {
        let error = block_on(local.set_webhook(url)).unwrap_err().to_string();
        assert!(error.starts_with("setWebhook: url: expected"), "{error}");
    }
    // The path is a secret.
    for url in ["https://bot.example:444/hook/my-secret-path", "http://bot.example/my-secret-path"] {
        let typed = block_on(remote.set_webhook(url)).unwrap_err();
        let by_name = block_on(local.call::<bool>("SetWebhook", &json!({"url": url}))).unwrap_err();
        for error in [typed, by_name] {
            assert!(error.to_string().ends_with(", got a different String"), "{error}");
            assert!(!format!("{error:?}").contains("secret"), "{error:?}");
        }
    }
    let error = block_on(local.call::<bool>("setWebhook", &json!({"url": 5}))).unwrap_err();
    assert!(error.to_string().ends_with("got 5"), "{error}");
    let error = block_on(local.set_webhook(LOCAL_URLS[0]).max_connections(101)).unwrap_err().to_string();
    assert!(error.starts_with("setWebhook: max_connections: expected"), "{error}");
    assert_eq!((calls.lock().unwrap().len(), remote_calls.lock().unwrap().len()), (0, 0));
}

#[test]
fn a_path_of_two_slashes_is_not_that_of_one() {
    let register = |path: &str, url: &str| {
        let (bot, _) = bot("https://service.example", NONE);
        block_on(Webhook::new(path).register(&bot, SetWebhook::new(url))).is_ok()
    };
    for (path, url, is_same) in [
        ("//hook", "https://bot.example//hook", true),
        ("/hook", "https://bot.example//hook", false),
        ("//hook", "https://bot.example/hook", false),
        ("//", "https://bot.example//", false),
    ] {
        assert_eq!(register(path, url), is_same, "{path} {url}");
    }
}
