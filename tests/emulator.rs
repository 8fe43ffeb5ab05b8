//! Whole conversations with the emulator by its handles, as people's tests hold them: natively and on wasm32.
#![cfg(feature = "emulator")]
#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::pin::pin;
#[cfg(not(target_arch = "wasm32"))]
use std::sync::Arc;
#[cfg(not(target_arch = "wasm32"))]
use std::task::Wake;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use botwire::emulator::actions::{Sending, SentKind};
use botwire::emulator::{
    Emulator, EmulatorUser, Fault, FaultKind, NewBot, NewChat, NewUser, Options, PaymentStage, Press, Refusal,
    WaitTimeout, WebhookResponse,
};
use botwire::methods::{
    AnswerCallbackQuery, AnswerInlineQuery, AnswerPreCheckoutQuery, AnswerShippingQuery, EditMessageText, GetUpdates,
    SendGame, SendInvoice, SendMessage, SendPhoto, SetWebhook,
};
use botwire::types::{
    ChatMemberStatus, InlineQueryResultArticle, InputFile, InputTextMessageContent, KeyboardButton, LabeledPrice,
    OrderInfo, ReplyKeyboardMarkup, ShippingOption,
};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

fn named(name: &str) -> NewUser {
    NewUser { first_name: Some(name.into()), ..NewUser::default() }
}

/// A user who started the bot before, of which the bot gets no update.
fn started(emulator: &Emulator, name: &str) -> Result<EmulatorUser, Refusal> {
    let user = emulator.user(named(name))?;
    user.unblock()?;
    Ok(user)
}

/// An echo bot behind a webhook.
fn echo() -> Emulator {
    let emulator = Emulator::new();
    emulator.on_update(|update| {
        let message = update.message?;
        Some(SendMessage::new(message.chat.id, format!("{}!", message.text?)))
    });
    emulator.bot().call(SetWebhook::new("https://bot.example/hook")).unwrap();
    emulator
}

fn text_of(seen: Option<botwire::emulator::Seen>) -> Option<String> {
    seen?.message.text
}

#[test]
fn a_handler_that_fails_has_its_update_come_again() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let alice = started(&emulator, "Alice")?;
    let mut tries = 0;
    emulator.on_update(move |update| {
        tries += 1;
        let chat = update.message.map_or(1.into(), |message| message.chat.id);
        if tries < 2 { Err("not yet") } else { Ok(SendMessage::new(chat, format!("try {tries}"))) }
    });
    emulator.bot().call(SetWebhook::new("https://bot.example/hook"))?;
    alice.write("hello")?;
    assert!(alice.next_message().is_none());
    emulator.advance(std::time::Duration::from_secs(60));
    assert_eq!(text_of(alice.next_message()).as_deref(), Some("try 2"));
    Ok(())
}

#[test]
fn a_webhook_has_answered_when_the_user_has_written() -> Result<(), Refusal> {
    let emulator = echo();
    let (alice, bob) = (started(&emulator, "Alice")?, started(&emulator, "Bob")?);
    let first = alice.write("hello")?;
    assert_eq!(text_of(alice.next_message()).as_deref(), Some("hello!"));
    assert!(alice.next_message().is_none() && bob.messages().is_empty());
    alice.reply(&first, "more")?;
    assert_eq!(text_of(alice.clone().next_message()).as_deref(), Some("more!"));
    assert!(alice.next_message().is_none());
    Ok(())
}

#[test]
fn a_wait_ends_when_the_bot_writes() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let alice = started(&emulator, "Alice")?;
    let mut waiting = pin!(alice.wait_for_message());
    let mut context = Context::from_waker(Waker::noop());
    assert!(waiting.as_mut().poll(&mut context).is_pending());
    emulator.bot().call(SendMessage::new(alice.id(), "hi"))?;
    let Poll::Ready(seen) = waiting.as_mut().poll(&mut context) else { panic!("still waiting") };
    assert_eq!(text_of(seen.ok()).as_deref(), Some("hi"));
    Ok(())
}

/// A wait that is over at its first look, as its time is.
fn late<T>(wait: impl Future<Output = Result<T, WaitTimeout>>) -> String {
    match pin!(wait).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Err(timeout)) => timeout.to_string(),
        Poll::Ready(Ok(_)) => panic!("it came"),
        Poll::Pending => panic!("no end"),
    }
}

#[test]
fn a_wait_for_nothing_fails_with_the_latest_of_the_log() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let (alice, bot) = (started(&emulator, "Alice")?, emulator.bot());
    emulator.set_wait_timeout(Duration::ZERO);
    assert_eq!(late(alice.wait_for_message()), "no message of a bot within 0 ms; the log is empty");
    for _ in 0..6 {
        bot.updates()?;
    }
    assert!(bot.call(SendMessage::new(5, "x")).is_err());
    bot.call(SetWebhook::new("https://bot.example/hook"))?;
    emulator.on_delivery(|_| WebhookResponse::new(500));
    let id = alice.write("hi\u{1b}")?.message_id;
    let update = emulator.log(0).pop().and_then(|entry| entry["update"]["update_id"].as_i64()).expect("a delivery");
    let expected = format!(
        "no edit of a message within 0 ms; the log ends with:\n  getUpdates 200\n  getUpdates 200\n  \
         sendMessage 400: Bad Request: chat not found\n  setWebhook 200\n  \
         delivery of message {update} \"hi\\u001b\" answered 500"
    );
    assert_eq!(late(alice.wait_for_edit()), expected);
    assert!(late(alice.type_inline("q", "")?.answered()).starts_with("no answer to the inline query within 0 ms"));
    assert!(alice.message(id).is_some());
    Ok(())
}

#[cfg(not(target_arch = "wasm32"))]
struct Unpark(std::thread::Thread);

#[cfg(not(target_arch = "wasm32"))]
impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

#[cfg(not(target_arch = "wasm32"))] // a host calls back, no thread does
#[test]
fn a_wait_is_woken_when_its_time_is_over() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let alice = started(&emulator, "Alice")?;
    emulator.set_wait_timeout(Duration::from_millis(1));
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut waiting = pin!(alice.wait_for_message());
    while waiting.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
        std::thread::park();
    }
    Ok(())
}

#[test]
fn edits_come_one_by_one_and_a_message_is_found() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let (alice, bot) = (started(&emulator, "Alice")?, emulator.bot());
    let sent = bot.call(SendMessage::new(alice.id(), "0 %"))?;
    assert!(alice.next_edit().is_none());
    for text in ["50 %", "100 %"] {
        bot.call(EditMessageText::in_chat(alice.id(), sent.message_id, text))?;
    }
    assert_eq!(text_of(alice.next_edit()).as_deref(), Some("50 %"));
    assert_eq!(text_of(alice.clone().next_edit()).as_deref(), Some("100 %"));
    assert!(alice.next_edit().is_none());
    // Of many edits the latest are there.
    for number in 0..150 {
        let text = number.to_string();
        bot.call(EditMessageText::in_chat(alice.id(), sent.message_id, text))?;
    }
    assert_eq!(text_of(alice.next_edit()).as_deref(), Some("50"));
    assert_eq!(text_of(alice.message(sent.message_id)).as_deref(), Some("149"));
    let own = alice.write("typo")?;
    alice.edit(&own, "text")?;
    alice.delete(&own)?;
    assert!(alice.message(own.message_id).is_none());
    let edits: Vec<_> = std::iter::from_fn(|| text_of(alice.next_edit())).collect();
    assert_eq!(edits.len(), 99);
    assert!(!edits.contains(&"text".to_owned()), "the user's own edits are no news");
    Ok(())
}

#[test]
fn what_a_user_sends_edits_forwards_and_deletes_is_seen() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let (alice, bot) = (started(&emulator, "Alice")?, emulator.bot());
    let group = emulator.chat(NewChat { creator: alice.id(), ..NewChat::default() })?;
    group.add(bot.id())?;
    let photo = alice.send(Sending::file_of(SentKind::Photo, "p.png", *b"bytes").caption("c"))?;
    assert_eq!(photo.message.photo.as_ref().map(Vec::len), Some(4));
    assert_eq!(alice.edit_caption(&photo.message, "d")?.message.caption.as_deref(), Some("d"));
    let live = alice.send(Sending::location(1.0, 2.0).live_period(60))?;
    alice.move_to(&live.message, 3.0, 4.0)?;
    emulator.advance(Duration::from_secs(60));
    assert!(alice.move_to(&live.message, 5.0, 6.0).is_err());
    let text = alice.write("typo")?;
    alice.edit(&text, "text")?;
    alice.forward(&text, &group)?;
    alice.delete(&text)?;
    alice.send(Sending::contact("+1", "Bob"))?;
    alice.send(Sending::venue(1.0, 2.0, "Home", "Street 1"))?;
    let kinds: Vec<_> = bot.updates()?.into_iter().map(|update| update.edited_message.is_some()).collect();
    assert_eq!(kinds, [false, false, true, false, true, false, true, false, false, false]);
    assert_eq!(alice.messages().len(), 4);
    let there = group.messages().pop().expect("the forwarded message").message;
    assert_eq!((there.text.as_deref(), there.forward_from.map(|user| user.id)), (Some("text"), Some(alice.id())));
    Ok(())
}

#[test]
fn buttons_are_pressed_and_answered() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let (alice, bot) = (started(&emulator, "Alice")?, emulator.bot());
    let keyboard = ReplyKeyboardMarkup::new(vec![vec![KeyboardButton::new("Yes")]]);
    bot.call(SendMessage::new(alice.id(), "?").reply_markup(keyboard))?;
    assert!(alice.keyboard().is_some());
    let Press::Message(sent) = alice.press_reply("Yes")? else { panic!("no message") };
    assert_eq!(sent.message.text.as_deref(), Some("Yes"));
    assert!(alice.press_reply("No").is_err());
    emulator.game("snake", "Snake", "Eat")?;
    emulator.game_file("snake", true, "a.gif", b"GIF89a\x20\0\x10\0")?;
    let sent = bot.call(SendGame::new(alice.id(), "snake"))?;
    assert!(sent.game.is_some_and(|game| game.title == "Snake" && game.animation.is_some()));
    assert!(alice.next_message().is_some());
    let game = alice.next_message().expect("the game");
    let Press::Callback(press) = alice.play(&game)? else { panic!("no callback") };
    let query = bot.updates()?.pop().and_then(|update| update.callback_query).expect("a callback query");
    assert_eq!(query.game_short_name.as_deref(), Some("snake"));
    assert!(press.is_loading());
    bot.call(AnswerCallbackQuery::new(query.id).url("https://game.example/"))?;
    assert_eq!(press.answer().and_then(|answer| answer.url).as_deref(), Some("https://game.example/"));
    Ok(())
}

#[test]
fn inline_results_are_typed_chosen_and_lead_to_the_bot() -> Result<(), Refusal> {
    let emulator = Emulator::with(Options::default(), [NewBot { inline_feedback: true, ..NewBot::default() }])?;
    let (alice, bot) = (started(&emulator, "Alice")?, emulator.bot());
    let typed = alice.type_inline("cats", "")?;
    assert!(typed.results().is_none());
    let query = bot.updates()?.pop().and_then(|update| update.inline_query).expect("an inline query");
    let content = InputTextMessageContent::new("Cats!");
    let article = InlineQueryResultArticle::new("1", "Cats", content);
    bot.call(AnswerInlineQuery::new(query.id, [article]).switch_pm_text("More").switch_pm_parameter("cats"))?;
    assert_eq!(typed.results().map(|results| results.results.len()), Some(1));
    assert_eq!(alice.choose(&typed, "1")?.message.text.as_deref(), Some("Cats!"));
    assert!(alice.choose(&typed, "2").is_err());
    assert_eq!(alice.switch_to_bot(&typed)?.text.as_deref(), Some("/start cats"));
    let chosen = bot.updates()?.into_iter().find_map(|update| update.chosen_inline_result);
    assert_eq!(chosen.map(|chosen| chosen.result_id).as_deref(), Some("1"));
    Ok(())
}

#[test]
fn an_invoice_is_shipped_and_paid_or_fails_after_10_seconds() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let (alice, bot) = (started(&emulator, "Alice")?, emulator.bot());
    let invoice = SendInvoice::builder()
        .chat_id(alice.id())
        .title("Cake")
        .description("A cake")
        .payload("payload")
        .provider_token("provider")
        .start_parameter("start")
        .currency("EUR")
        .prices([LabeledPrice::new("Cake", 500)])
        .build();
    bot.call(invoice.is_flexible(true).need_shipping_address(true))?;
    let seen = alice.next_message().expect("the invoice");
    assert!(matches!(alice.press_at(&seen, 0, 0)?, Press::Pay));
    for late in [true, false] {
        let payment = alice.pay(&seen, &OrderInfo::new())?;
        let shipping = bot.updates()?.pop().and_then(|update| update.shipping_query).expect("a shipping query");
        let option = ShippingOption::new("post", "Post", vec![LabeledPrice::new("Stamp", 80)]);
        bot.call(AnswerShippingQuery::accept(shipping.id, [option]))?;
        assert_eq!(payment.state()?.stage, PaymentStage::Choosing);
        payment.ship(Some("post"))?;
        let checkout = bot.updates()?.pop().and_then(|update| update.pre_checkout_query).expect("a checkout");
        assert_eq!(checkout.total_amount, 580);
        emulator.advance(Duration::from_millis(if late { 10_001 } else { 10_000 }));
        let answered = bot.call(AnswerPreCheckoutQuery::accept(checkout.id));
        assert_eq!(answered.is_err(), late);
        let end = payment.state()?;
        assert_eq!(end.stage, if late { PaymentStage::Failed } else { PaymentStage::Paid });
        assert_eq!(bot.updates()?.len(), usize::from(!late));
    }
    Ok(())
}

#[test]
fn chats_are_joined_administered_and_left() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let (alice, bob, bot) = (started(&emulator, "Alice")?, started(&emulator, "Bob")?, emulator.bot());
    let group = emulator.chat(NewChat { creator: alice.id(), ..NewChat::default() })?;
    let link = group.invite_link()?;
    bob.join(&link)?;
    group.add(bot.id())?;
    let group = group.migrate()?;
    group.promote(bot.id(), &["can_pin_messages"])?;
    group.set_title("New")?;
    group.pin(bob.at(&group).write("pin me")?.message_id)?;
    group.set_photo(*b"photo")?;
    bob.at(&group).leave()?;
    assert!(bob.at(&group).leave().is_err());
    let statuses: Vec<_> = group.members()?.into_iter().map(|member| member.status).collect();
    assert!(statuses.contains(&ChatMemberStatus::Left) && statuses.contains(&ChatMemberStatus::Administrator));
    bob.block()?;
    assert_eq!(bot.call(SendMessage::new(bob.id(), "x")).err().map(|refusal| refusal.code), Some(403));
    bob.unblock()?;
    bot.call(SendMessage::new(bob.id(), "x"))?;
    Ok(())
}

#[test]
fn a_bot_cannot_write_to_a_user_who_never_started_it() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let (alice, bob, bot) = (emulator.user(named("Alice"))?, emulator.user(named("Bob"))?, emulator.bot());
    let refused = |user: &EmulatorUser| bot.call(SendMessage::new(user.id(), "x")).err().map(|refusal| refusal.code);
    assert_eq!((refused(&alice), refused(&bob)), (Some(403), Some(403)));
    alice.write("/start")?;
    bob.unblock()?;
    assert_eq!((refused(&alice), refused(&bob), bot.updates()?.len()), (None, None, 1));
    Ok(())
}

#[test]
fn a_migration_by_a_fault_moves_the_handles() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let (alice, bot) = (started(&emulator, "Alice")?, emulator.bot());
    let group = emulator.chat(NewChat { creator: alice.id(), ..NewChat::default() })?;
    group.add(bot.id())?;
    let (there, old) = (alice.at(&group), group.id());
    there.write("before")?;
    bot.call(SendMessage::new(old, "read"))?;
    assert_eq!(text_of(there.next_message()).as_deref(), Some("read"));
    emulator.fault(Fault::new(FaultKind::Migration).times(1));
    let refused = bot.call(SendMessage::new(old, "x")).expect_err("the group migrated");
    assert_eq!(refused.parameters["migrate_to_chat_id"].as_i64(), Some(group.id().0));
    assert_ne!(group.id(), old);
    bot.updates()?;
    there.write("after")?;
    let update = bot.updates()?.pop().and_then(|update| update.message).expect("a message");
    assert_eq!((update.chat.id, update.text.as_deref()), (group.id(), Some("after")));
    bot.call(SendMessage::new(group.id(), "answer"))?;
    assert_eq!(text_of(there.next_message()).as_deref(), Some("answer"));
    assert!(group.messages().iter().all(|seen| seen.message.chat.id == group.id()));
    group.set_title("Larger")?;
    assert_eq!(group.members()?.len(), 2);
    there.leave()?;
    Ok(())
}

#[test]
fn uploads_faults_and_the_log_are_those_of_the_service() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let (alice, bot) = (started(&emulator, "Alice")?, emulator.bot());
    let sent = bot.call(SendPhoto::new(alice.id(), InputFile::bytes(*b"bytes", "p.png")))?;
    assert!(sent.photo.is_some());
    let fault = emulator.fault(Fault::new(FaultKind::RateLimit { retry_after: 3 }));
    let refused = bot.call(SendMessage::new(alice.id(), "x")).expect_err("a fault strikes");
    assert_eq!((refused.code, refused.parameters["retry_after"].as_i64()), (429, Some(3)));
    emulator.clear_faults(Some(fault));
    bot.call(SendMessage::new(alice.id(), "x"))?;
    assert_eq!(emulator.log(0).len(), 3);
    assert!(!format!("{:?} {bot:?}", emulator.log(0)).contains(bot.token()));
    Ok(())
}

#[test]
fn deliveries_that_nobody_takes_hold_nothing_up() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let second = emulator.add_bot(NewBot::default())?;
    let alice = started(&emulator, "Alice")?;
    emulator.bot().call(SetWebhook::new("https://bot.example/hook"))?;
    alice.write("x")?;
    let started = emulator.now();
    assert!(second.call(GetUpdates::new().timeout(20))?.is_empty());
    emulator.advance(Duration::from_secs(20));
    assert_eq!(emulator.now().since(started), 40_000);
    let taken = emulator.with_service(|service, now| service.deliveries(now).len());
    assert_eq!(taken, 1);
    Ok(())
}

#[test]
fn ten_hours_pass_and_a_snapshot_goes_on() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let (alice, bot) = (started(&emulator, "Alice")?, emulator.bot());
    let started = emulator.now();
    assert!(bot.call(GetUpdates::new().timeout(30))?.is_empty());
    assert_eq!(emulator.now().since(started), 30_000);
    alice.write("before")?;
    emulator.advance(Duration::from_secs(36_000));
    let restored = Emulator::restore(Options::default(), &emulator.save()).expect("a snapshot");
    assert_eq!(restored.now(), emulator.now());
    assert_eq!(restored.bot().updates()?.len(), 1);
    restored.advance(Duration::from_secs(15 * 3600));
    emulator.advance(Duration::from_secs(15 * 3600));
    assert!(emulator.bot().updates()?.is_empty(), "stored for more than 24 hours");
    Ok(())
}
