//! Deliveries, uploads, faults, the log, time and snapshots.

use std::time::Duration;

use botwire::emulator::{Emulator, Fault, FaultKind, NewBot, Options, Refusal};
use botwire::methods::{GetUpdates, SendMessage, SendPhoto, SetWebhook};
use botwire::types::InputFile;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::{echo, started, text_of};

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

/// Returns the `update_id` of the first update of an emulator.
#[cfg(not(target_arch = "wasm32"))]
fn first_update(options: Options) -> Result<i64, Refusal> {
    let emulator = Emulator::with(options, [])?;
    started(&emulator, "Alice")?.write("hello")?;
    Ok(emulator.bot().updates()?.first().map_or(0, |update| update.update_id.0))
}

#[test]
#[cfg(not(target_arch = "wasm32"))] // has no source of entropy
fn update_ids_differ_between_emulators_unless_a_seed_is_given() -> Result<(), Refusal> {
    let seeded = |seed| first_update(Options { seed: Some(seed), ..Options::default() });
    assert_eq!(seeded(7)?, seeded(7)?);
    assert_ne!(seeded(7)?, seeded(8)?);
    let ids =
        (0..20).map(|_| first_update(Options::default())).collect::<Result<std::collections::BTreeSet<_>, _>>()?;
    assert_eq!(ids.len(), 20);
    assert!(ids.iter().all(|id| (1..=i64::from(i32::MAX)).contains(id)));
    let other = first_update(Options { entropy: 5, ..Options::default() })?;
    assert_eq!(other, first_update(Options { entropy: 5, ..Options::default() })?);
    Ok(())
}

#[test]
fn uploads_faults_and_the_log_are_those_of_the_service() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let (alice, bot) = (started(&emulator, "Alice")?, emulator.bot());
    let sent = bot.call(SendPhoto::new(alice.id(), InputFile::bytes(*b"bytes", "p.png")))?;
    assert!(sent.photo.is_some());
    let fault = emulator.fault(Fault::new(FaultKind::RateLimit { retry_after: 3 }));
    let refused = bot.call(SendMessage::new(alice.id(), "x")).expect_err("a fault is injected");
    assert_eq!((refused.code, refused.parameters.and_then(|parameters| parameters.retry_after)), (429, Some(3)));
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
