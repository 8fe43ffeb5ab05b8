//! Many users and messages: what a call costs does not grow with them.

use std::time::{Duration, Instant};

use serde_json::json;

use super::super::{NewUser, Writing};
use super::{ALICE, BOT, World};

/// The shortest of a few measurements of so many messages and calls.
fn cost(world: &mut World, users: i64) -> Duration {
    let mut measure = || {
        let started = Instant::now();
        for step in 0..200 {
            let user = 1000 + step * users / 200;
            assert!(world.service.write(world.now, Writing::new(BOT, user, "hello")).is_ok());
            world.result("sendMessage", json!({ "chat_id": user, "text": "hi" }));
            world.updates();
        }
        started.elapsed()
    };
    (0..5).map(|_| measure()).min().unwrap_or_default()
}

#[test]
fn the_cost_of_a_call_is_flat() {
    let mut worlds = [(200, 0), (10_000, 20_000)].map(|(users, messages)| {
        let mut world = World::new();
        for user in 0..users {
            assert!(world.service.add_user(NewUser { id: Some(1000 + user), ..NewUser::default() }).is_ok());
        }
        for message in 0..messages {
            let user = 1000 + message % users;
            world.service.call(world.now, super::TOKEN, "sendMessage", json!({ "chat_id": user, "text": "hi" }));
        }
        (world, users)
    });
    let [small, large] = worlds.each_mut().map(|(world, users)| cost(world, *users));
    assert!(large < small * 5, "{small:?} {large:?}");
    let count = worlds.last_mut().map(|(world, _)| world.result("getChatMembersCount", json!({ "chat_id": ALICE })));
    assert_eq!(count, Some(json!(2)));
}
