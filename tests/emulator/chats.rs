//! Chats: members, permission to write, and handles of a group that becomes a supergroup.

use botwire::emulator::{Emulator, EmulatorUser, Fault, FaultKind, NewChat, Refusal};
use botwire::methods::SendMessage;
use botwire::types::ChatMemberStatus;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::{named, started, text_of};

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
    assert_eq!(refused.parameters.and_then(|parameters| parameters.migrate_to_chat_id), Some(group.id()));
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
fn a_chat_is_shown_as_the_bot_sees_it() -> Result<(), Refusal> {
    let emulator = Emulator::new();
    let (alice, bot) = (started(&emulator, "Alice")?, emulator.bot());
    let group = emulator.chat(NewChat { creator: alice.id(), ..NewChat::default() })?;
    group.add(bot.id())?;
    group.set_title("Cooks")?;
    let chat = group.chat()?;
    assert_eq!((chat.id, chat.title.as_deref()), (group.id(), Some("Cooks")));
    Ok(())
}
