//! Actions of users (send, edit, press, type, pay), and the bot's messages that they see.

use std::time::Duration;

use botwire::emulator::actions::{Sending, SentKind};
use botwire::emulator::{Emulator, NewBot, NewChat, Options, PaymentStage, Press, Refusal};
use botwire::methods::{
    AnswerCallbackQuery, AnswerInlineQuery, AnswerPreCheckoutQuery, AnswerShippingQuery, EditMessageText,
    GetUserProfilePhotos, SendChatAction, SendGame, SendInvoice, SendMessage,
};
use botwire::types::{
    ChatAction, InlineKeyboardButton, InlineKeyboardMarkup, InlineQueryResultArticle, InputTextMessageContent,
    KeyboardButton, LabeledPrice, OrderInfo, ReplyKeyboardMarkup, ShippingOption,
};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::{started, text_of};

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
    // Only the last of many edits are kept.
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
    assert!(!edits.contains(&"text".to_owned()), "the user's own edits are not news");
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
    let Press::Message(sent) = alice.press_text("Yes")? else { panic!("no message") };
    assert_eq!(sent.message.text.as_deref(), Some("Yes"));
    assert!(alice.press_text("No").is_err());
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
fn a_user_has_photos_logs_in_sees_what_the_bot_does_and_may_forge_a_press() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let (alice, bot) = (started(&emulator, "Alice")?, emulator.bot());
    alice.set_photo(*b"older")?;
    alice.set_photo(*b"newer")?;
    assert!(alice.set_photo(*b"").is_err());
    let photos = bot.call(GetUserProfilePhotos::new(alice.id()))?;
    let newest = photos.photos.first().and_then(|sizes| sizes.last()).expect("a photo");
    assert_eq!((photos.total_count, newest.file_size), (2, Some(5)));
    alice.log_in("shop.example")?;
    let websites = bot.updates()?.into_iter().filter_map(|update| update.message?.connected_website);
    assert_eq!(websites.collect::<Vec<_>>(), ["shop.example"]);
    bot.call(SendChatAction::new(alice.id(), ChatAction::Typing))?;
    assert_eq!(alice.action().as_deref(), Some("typing"));
    emulator.advance(Duration::from_secs(5));
    assert_eq!(alice.action(), None);
    let keyboard = InlineKeyboardMarkup::new(vec![vec![InlineKeyboardButton::callback("Buy", "own")]]);
    bot.call(SendMessage::new(alice.id(), "?").reply_markup(keyboard))?;
    let seen = alice.next_message().expect("the keyboard");
    alice.press_with(&seen, "Buy", "forged")?;
    let query = bot.updates()?.pop().and_then(|update| update.callback_query).expect("a callback query");
    assert_eq!(query.data.as_deref(), Some("forged"));
    Ok(())
}
