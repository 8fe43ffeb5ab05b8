//! Webhooks: the two modes, order per chat, repetition, the call in the answer. Spec: core, Events.

use serde_json::{Value, json};

use super::super::actions::Write;
use super::super::{DAY, HttpWebhooks, NewUser, Options, Outcome, SECOND};
use super::{BOT, TOKEN, World, envelope, refused};

const URL: &str = "https://bot.example/hook/42:secret";

pub(super) fn with_webhook() -> World {
    let mut world = World::new();
    assert_eq!(world.call("setWebhook", json!({ "url": URL }))["result"], true);
    world
}

pub(super) fn info(world: &mut World) -> Value {
    world.call("getWebhookInfo", json!({}))["result"].clone()
}

#[test]
fn polling_and_webhook_exclude_each_other() {
    let mut world = World::new();
    let polling = json!({ "url": "", "has_custom_certificate": false, "pending_update_count": 0 });
    assert_eq!(info(&mut world), polling);
    let conflict = refused(409, "Conflict: can't use getUpdates method while webhook is active");
    for (method, parameters) in [("setWebhook", json!({ "url": "" })), ("deleteWebhook", json!({}))] {
        assert_eq!(world.call("setWebhook", json!({ "url": URL }))["ok"], true);
        assert_eq!(info(&mut world)["url"], json!(URL));
        assert_eq!(info(&mut world)["max_connections"], 40);
        assert_eq!(world.call("getUpdates", json!({})), conflict);
        assert_eq!(world.call(method, parameters), json!({ "ok": true, "result": true }));
        assert_eq!(info(&mut world), polling);
        assert_eq!(world.call("getUpdates", json!({}))["ok"], true);
    }
}

#[test]
fn a_webhook_ends_a_long_poll() {
    let mut world = World::new();
    assert!(world.long_poll(30).is_some());
    world.call("setWebhook", json!({ "url": URL }));
    let answers = world.service.ready(world.now);
    assert_eq!(answers.iter().map(|(_, answer)| envelope(answer)["error_code"].clone()).collect::<Vec<_>>(), [409]);
}

#[test]
fn a_url_needs_tls_and_one_of_four_ports() {
    let mut world = World::new();
    for port in ["", ":443", ":80", ":88", ":8443"] {
        let url = ["https://bot.example", port, "/"].concat();
        assert_eq!(world.call("setWebhook", json!({ "url": url }))["ok"], true);
    }
    for url in ["http://bot.example/", "https://bot.example:444/", "ftp://bot.example", "hook"] {
        assert_eq!(world.call("setWebhook", json!({ "url": url }))["error_code"], 400, "{url}");
    }
}

#[test]
fn tests_may_do_without_tls() {
    let loopback = [
        "HTTP://LOCALHOST:3000/",
        "http://bot.localhost:65535/hook",
        "http://127.0.0.1:3000/",
        "http://localhost:1/x",
        "http://[::1]:99",
        "https://127.0.0.1:3000",
    ];
    let outside =
        ["http://bot.example/", "http://localhost:08080/", "http://127.0.0.1.example/", "http://localhost.example/"];
    for (http_webhooks, inside, out) in
        [(HttpWebhooks::Loopback, true, false), (HttpWebhooks::Never, false, false), (HttpWebhooks::Always, true, true)]
    {
        let mut world = World::with(Options { http_webhooks, ..Options::default() });
        for (urls, accepted) in [(&loopback[..5], inside), (&outside[..], out)] {
            for url in urls {
                let envelope = world.call("setWebhook", json!({ "url": url }));
                assert_eq!(envelope["ok"], json!(accepted), "{url} {http_webhooks:?}");
                if accepted {
                    assert_eq!(info(&mut world)["url"], json!(url));
                }
            }
        }
    }
}

#[test]
fn a_certificate_is_a_file() {
    let mut world = World::new();
    let body = "--x\r\nContent-Disposition: form-data; name=\"url\"\r\n\r\nhttps://bot.example/\r\n\
                --x\r\nContent-Disposition: form-data; name=\"certificate\"; filename=\"c.pem\"\r\n\
                MessageContent-Type: application/x-pem-file\r\n\r\n-----BEGIN\r\n--x--\r\n";
    let target = ["/bot", TOKEN, "/setWebhook"].concat();
    assert_eq!(world.request("POST", &target, "multipart/form-data; boundary=x", body)["ok"], true);
    assert_eq!(info(&mut world)["has_custom_certificate"], true);
    let text = json!({ "url": URL, "certificate": "-----BEGIN" });
    assert_eq!(world.call("setWebhook", text)["error_code"], 400);
}

#[test]
fn stored_updates_are_delivered_too() {
    let mut world = World::new();
    world.write("before");
    world.call("setWebhook", json!({ "url": URL }));
    let (texts, deliveries) = world.deliveries();
    assert_eq!(texts, ["before"]);
    assert_eq!(deliveries.first().map(|delivery| (delivery.url.as_str(), delivery.attempt)), Some((URL, 1)));
    assert_eq!(info(&mut world)["pending_update_count"], 1);
    world.all_delivered(&deliveries);
    assert_eq!(info(&mut world)["pending_update_count"], 0);
    assert_eq!(world.deliveries().0, [""; 0]);
}

#[test]
fn chats_are_delivered_side_by_side_and_each_in_order() {
    let mut world = with_webhook();
    let bob = NewUser { id: Some(8), ..NewUser::default() };
    assert!(world.service.add_user(bob).is_ok());
    for text in ["a1", "a2", "a3"] {
        world.write(text);
    }
    let write = Write::new("b1").user(8).bot(BOT);
    assert!(world.service.act(world.now, write).is_ok());
    let (texts, deliveries) = world.deliveries();
    assert_eq!(texts, ["a1", "b1"]);
    assert_eq!(world.deliveries().0, [""; 0]);
    world.all_delivered(&deliveries);
    let (texts, deliveries) = world.deliveries();
    assert_eq!(texts, ["a2"]);
    world.all_delivered(&deliveries);
    assert_eq!(world.deliveries().0, ["a3"]);
}

#[test]
fn max_connections_bounds_what_is_under_way() {
    let mut world = World::new();
    world.call("setWebhook", json!({ "url": URL, "max_connections": 2 }));
    for user in 10..15 {
        let new = NewUser { id: Some(user), ..NewUser::default() };
        assert!(world.service.add_user(new).is_ok());
        let write = Write::new(user.to_string()).user(user).bot(BOT);
        assert!(world.service.act(world.now, write).is_ok());
    }
    let (texts, deliveries) = world.deliveries();
    assert_eq!(texts, ["10", "11"]);
    assert_eq!(world.service.next_wake(), None);
    world.all_delivered(&deliveries[..1]);
    assert_eq!(world.deliveries().0, ["12"]);
}

#[test]
fn a_failed_delivery_is_repeated_after_a_growing_wait() {
    let mut world = with_webhook();
    world.write("a");
    world.write("b");
    let mut waits = Vec::new();
    for attempt in 1..=12 {
        let (texts, deliveries) = world.deliveries();
        assert_eq!((texts.join(","), deliveries.len()), ("a".to_owned(), 1));
        for delivery in &deliveries {
            assert_eq!(delivery.attempt, attempt);
            world.answer(delivery, 500, "text/html", "<h1>Oops</h1>");
        }
        let Some(wake) = world.service.next_wake() else { break };
        waits.push(wake.since(world.now) / SECOND);
        world.now = wake;
    }
    assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 0]);
    assert_eq!(world.deliveries().0, ["b"]);
    let info = info(&mut world);
    assert_eq!(info["last_error_date"], json!(world.now.unix()));
    assert_eq!(info["last_error_message"], "Wrong response from the webhook: 500");
}

#[test]
fn an_error_hides_the_token() {
    let mut world = with_webhook();
    world.write("a");
    for delivery in world.deliveries().1 {
        world.service.delivered(world.now, delivery.id, Outcome::Failed("cannot reach /hook/42:secret"));
    }
    assert_eq!(info(&mut world)["last_error_message"], "cannot reach /hook/<token>");
    assert!(world.service.log(0).all(|entry| !entry.contains("secret")));
}

#[test]
fn an_undelivered_update_is_discarded_after_24_hours() {
    let mut world = with_webhook();
    world.write("a");
    for delivery in world.deliveries().1 {
        world.answer(&delivery, 502, "", "");
    }
    world.advance(DAY + 1);
    world.write("b");
    assert_eq!(world.deliveries().0, ["b"]);
    assert_eq!(info(&mut world)["pending_update_count"], 1);
}

#[test]
fn an_update_under_way_is_not_delivered_twice_to_a_new_webhook() {
    let mut world = with_webhook();
    world.write("a");
    world.write("b");
    let (_, deliveries) = world.deliveries();
    world.call("setWebhook", json!({ "url": "https://other.example/" }));
    assert_eq!(world.deliveries().0, [""; 0]);
    world.all_delivered(&deliveries);
    assert_eq!(world.deliveries().0, ["b"]);
}

#[test]
fn the_error_of_a_former_webhook_is_not_that_of_the_next() {
    for fault in [json!(null), json!("reorder")] {
        let mut world = World::new();
        if !fault.is_null() {
            world.act("fault", json!({ "kind": fault }));
        }
        world.call("setWebhook", json!({ "url": URL }));
        world.write("a");
        world.now = world.now.after(SECOND);
        let (_, deliveries) = world.deliveries();
        assert_eq!(deliveries.len(), 1, "{fault}");
        world.call("deleteWebhook", json!({}));
        world.call("setWebhook", json!({ "url": URL }));
        assert_eq!(world.deliveries().0, [""; 0], "{fault}");
        for delivery in &deliveries {
            world.service.delivered(world.now, delivery.id, Outcome::Failed("no such host"));
        }
        assert_eq!(info(&mut world)["last_error_message"], json!(null));
        let (texts, deliveries) = world.deliveries();
        assert_eq!((texts, deliveries[0].attempt), (vec!["a".to_owned()], 1), "{fault}");
        world.write("b");
        world.all_delivered(&deliveries);
        world.now = world.now.after(SECOND);
        assert_eq!(world.deliveries().0, ["b"], "{fault}");
    }
}

#[test]
fn a_refused_url_says_what_is_accepted_in_this_emulator() {
    let https = "url: expected an empty String, or an https:// URL on port 443, 80, 88 or 8443";
    for (http_webhooks, more) in [
        (HttpWebhooks::Loopback, ", or an http:// URL of this machine"),
        (HttpWebhooks::Always, ", or an http:// URL"),
        (HttpWebhooks::Never, ""),
    ] {
        let mut world = World::with(Options { http_webhooks, ..Options::default() });
        let text = world.refusal("setWebhook", json!({ "url": "ftp://e.example/hook" }));
        let expected = ["Bad Request: ", https, more, ", got"].concat();
        assert!(text.starts_with(&expected), "{text}");
    }
}

#[test]
fn an_update_that_fails_is_discarded_and_the_next_one_of_its_chat_comes() {
    let mut world = with_webhook();
    world.write("fails");
    world.write("waits");
    let deliveries = world.service.deliveries(world.now);
    assert_eq!(deliveries.len(), 1);
    world.service.delivered(world.now, deliveries[0].id, Outcome::Failed("down"));
    assert!(world.service.deliveries(world.now).is_empty());
    assert!(world.service.discard_update(world.now, BOT.into(), deliveries[0].update_id));
    assert!(!world.service.discard_update(world.now, BOT.into(), deliveries[0].update_id));
    let next = world.service.deliveries(world.now);
    assert!(next.len() == 1 && next[0].body.contains("waits"));
    assert_eq!(info(&mut world)["pending_update_count"], 1);
}
