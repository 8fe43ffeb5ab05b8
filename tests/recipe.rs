//! The README's recipe for testing a bot in Rust, as it stands there.
#![cfg(feature = "emulator")]

use botwire::emulator::{NewBot, NewUser, Options, Outcome, Service, Time, Writing};
use botwire::{methods::SendMessage, types::Update, webhook::Webhook};
use serde_json::json;

/// The bot under test: what its handler does.
fn answer(update: Update) -> Option<SendMessage> {
    let message = update.message?;
    Some(SendMessage::new(message.chat.id, format!("Hello, {}", message.from?.first_name)))
}

#[test]
fn the_bot_greets() -> Result<(), Box<dyn std::error::Error>> {
    let (mut service, now) = (Service::new(Options::default()), Time::from_millis(1_790_000_000_000));
    let (bot, token) = service.add_bot(NewBot::default())?;
    let alice = service.add_user(NewUser { first_name: Some("Alice".into()), ..NewUser::default() })?;
    service.call(now, &token, "setWebhook", json!({ "url": "https://bot.example/hook" }));

    service.write(now, Writing::new(bot.id, alice.id, "/start"))?;
    let webhook = Webhook::new("/hook");
    for delivery in service.deliveries(now) {
        let call = answer(webhook.parse(delivery.body.as_bytes())?);
        let body = call.map(|call| webhook.reply(call)).transpose()?.unwrap_or_default();
        let answered = Outcome::Answered { status: 200, content_type: "application/json", body: body.as_bytes() };
        service.delivered(now, delivery.id, answered);
    }
    let seen = service.messages(bot.id, alice.id, 1);
    assert_eq!(seen.first().and_then(|seen| seen.message.text.as_deref()), Some("Hello, Alice"));
    Ok(())
}
