//! Updates with a common key, which are handled one at a time.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use botwire::client::Bot;
use botwire::methods::SendMessage;
use botwire::types::Update;
use botwire::webhook::stores::MemoryStore;
use botwire::webhook::{Order, Request, Response, Webhook};
use pollster::block_on;
use serde_json::json;

use super::host::{HOOK, Host, request};
use super::support::{Gate, poll, world};
use super::table::Table;

type Handling = Pin<Box<dyn Future<Output = Response> + Send>>;

fn written(update_id: i64, chat: i64, user: i64) -> Request {
    let from = json!({"id": user, "is_bot": false, "first_name": "A"});
    let message =
        json!({"message_id": 1, "date": 1, "chat": {"id": chat, "type": "group"}, "from": from, "text": "hi"});
    request(&json!({"update_id": update_id, "message": message}))
}

/// Records when handlers begin and end. They end when the test opens their gates.
#[derive(Clone, Default)]
struct Steps(Arc<Mutex<(Vec<String>, Vec<i64>)>>);

impl Steps {
    fn handle(&self, webhook: &Webhook, request: Request) -> Handling {
        let (webhook, steps) = (webhook.clone(), self.clone());
        Box::pin(async move {
            let handled = webhook.handle(request, async move |update: Update, _| {
                let id = update.update_id.0;
                steps.0.lock().unwrap().0.push(format!("begin {id}"));
                poll_fn(|_| if steps.0.lock().unwrap().1.contains(&id) { Poll::Ready(()) } else { Poll::Pending })
                    .await;
                steps.0.lock().unwrap().0.push(format!("end {id}"));
            });
            handled.await
        })
    }

    fn finish(&self, id: i64) {
        self.0.lock().unwrap().1.push(id);
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap().0)
    }
}

/// Polls the deliveries long enough for each to claim its turn again.
fn turn(deliveries: &mut [Handling]) -> Vec<Option<u16>> {
    let mut statuses = vec![None; deliveries.len()];
    for _ in 0..40 {
        for (status, delivery) in statuses.iter_mut().zip(deliveries.iter_mut()) {
            if status.is_none()
                && let Poll::Ready(response) = poll(&mut delivery.as_mut())
            {
                *status = Some(response.status());
            }
        }
    }
    statuses
}

/// Removes finished deliveries, which must not be polled again.
fn unfinished(deliveries: Vec<Handling>, statuses: &[Option<u16>]) -> Vec<Handling> {
    deliveries.into_iter().zip(statuses).filter(|(_, status)| status.is_none()).map(|(delivery, _)| delivery).collect()
}

fn in_order(bot: &Bot, order: Order) -> Webhook {
    Webhook::new(HOOK).bot(bot.clone()).deadline(None).in_order(order)
}

#[test]
fn updates_of_a_chat_are_handled_one_at_a_time_and_the_lowest_goes_first() {
    let (_, _, bot) = world();
    let webhook = || in_order(&bot, Order::by_chat());
    let with_turns = in_order(&bot, Order::by_chat().store(MemoryStore::default()));
    for webhook in [webhook(), webhook().without_store(), with_turns] {
        let steps = Steps::default();
        let mut running: Vec<_> = [1, 9, 3, 7, 20].map(|id| steps.handle(&webhook, written(id, -1, 1))).into();
        running.push(steps.handle(&webhook, written(2, -2, 1)));
        turn(&mut running);
        assert_eq!(steps.take(), ["begin 1", "begin 2"]);
        let mut expected = [1, 3, 7, 9, 20].windows(2);
        for id in [1, 3, 7, 9] {
            steps.finish(id);
            let statuses = turn(&mut running);
            running = unfinished(running, &statuses);
            let next = expected.next().unwrap()[1];
            assert_eq!(steps.take(), [format!("end {id}"), format!("begin {next}")]);
        }
    }
}

#[test]
fn a_waiter_that_went_away_leaves_no_turn() {
    let (_, _, bot) = world();
    let (steps, table) = (Steps::default(), Table::default());
    let webhook = in_order(&bot, Order::by_chat()).store(table.clone());
    let mut running: Vec<_> = [1, 2, 3].map(|id| steps.handle(&webhook, written(id, -1, 1))).into();
    turn(&mut running);
    drop(running.remove(1));
    steps.finish(1);
    let statuses = turn(&mut running);
    running = unfinished(running, &statuses);
    assert_eq!(steps.take(), ["begin 1", "end 1"]);
    // It is forgotten 2 seconds after its last attempt.
    table.pass(Duration::from_secs(2));
    turn(&mut running);
    assert_eq!(steps.take(), ["begin 3"]);
    // The dropped delivery did not handle its update, and has released it.
    let mut again = vec![steps.handle(&webhook, written(2, -5, 1))];
    turn(&mut again);
    assert_eq!(steps.take(), ["begin 2"]);
}

#[test]
fn a_redelivery_that_waits_after_a_crash_comes_before_a_later_update() {
    let (_, _, bot) = world();
    let (steps, table) = (Steps::default(), Table::default());
    let webhook = in_order(&bot, Order::by_chat()).store(table.clone());
    let mut first = [steps.handle(&webhook, written(1, -1, 1))];
    turn(&mut first);
    // The process is killed, so nothing releases its claim and its turn.
    std::mem::forget(first);
    let mut running: Vec<_> = [2, 1].map(|id| steps.handle(&webhook, written(id, -1, 1))).into();
    for _ in 0..24 {
        turn(&mut running);
        table.pass(Duration::from_secs(1));
    }
    assert_eq!(steps.take(), ["begin 1", "begin 1"]);
    steps.finish(1);
    turn(&mut running);
    assert_eq!(steps.take(), ["end 1", "begin 2"]);
}

#[test]
fn several_keys_are_taken_without_a_deadlock() {
    let (_, _, bot) = world();
    let steps = Steps::default();
    let by = |update: &Update| {
        let (chat, user) = (update.chat_id().map(|id| id.0), update.user_id().map(|id| id.0));
        // The order differs between updates, and the keys are repeated.
        if update.update_id.0 % 2 == 0 { [chat, user, chat] } else { [user, chat, user] }.into_iter().flatten()
    };
    let webhook = in_order(&bot, Order::by(by));
    // The first two have both keys in common. Each of the others shares one with both.
    let ids = [(1, -1, 5), (2, -1, 5), (3, -1, 6), (4, -2, 5), (5, -9, 9)];
    let mut running: Vec<_> = ids.map(|(id, chat, user)| steps.handle(&webhook, written(id, chat, user))).into();
    turn(&mut running);
    assert_eq!(steps.take(), ["begin 1", "begin 5"]);
    (1..=5).for_each(|id| steps.finish(id));
    for _ in 0..10 {
        let statuses = turn(&mut running);
        running = unfinished(running, &statuses);
    }
    assert_eq!((running.len(), steps.take().len()), (0, 8));
}

#[test]
fn an_update_without_a_key_waits_for_no_other() {
    let (_, _, bot) = world();
    let steps = Steps::default();
    let webhook = in_order(&bot, Order::by(|_| None::<String>));
    let mut running: Vec<_> = [1, 2].map(|id| steps.handle(&webhook, written(id, -1, 1))).into();
    turn(&mut running);
    assert_eq!(steps.take(), ["begin 1", "begin 2"]);
}

#[test]
fn an_update_whose_turn_does_not_come_in_time_is_answered_503_and_handled_later() {
    let (_, _, bot) = world();
    let steps = Steps::default();
    let webhook = in_order(&bot, Order::by_chat()).deadline(Duration::from_secs(3));
    let mut running: Vec<_> = vec![steps.handle(&webhook, written(1, -1, 1))];
    turn(&mut running);
    let mut second = vec![steps.handle(&webhook, written(2, -1, 1))];
    assert_eq!(turn(&mut second), [Some(503)]);
    assert_eq!(steps.take(), ["begin 1"]);
    (1..=2).for_each(|id| steps.finish(id));
    assert_eq!(turn(&mut running), [Some(200)]);
    assert_eq!(block_on(steps.handle(&webhook, written(2, -1, 1))).status(), 200);
    assert_eq!(steps.take(), ["end 1", "begin 2", "end 2"]);
}

#[test]
fn a_late_handler_keeps_its_turn_until_its_call_is_answered() {
    let (emulator, alice, bot) = world();
    let host = Host::default();
    let (steps, table) = (Steps::default(), Table::default());
    let webhook = host.webhook(&bot).in_order(Order::by_chat().store(table.clone()));
    let (gate, to) = (Gate::default(), alice.id());
    let opened = gate.opened();
    let mut first = pin!(webhook.handle(written(1, -1, 1), async move |_, _| {
        opened.await;
        SendMessage::new(to, "late")
    }));
    assert_eq!(host.answer(&mut first), None);
    emulator.advance(Duration::from_secs(10));
    let Poll::Ready(response) = poll(&mut first) else { panic!("the deadline has passed") };
    assert_eq!(response.status(), 200);
    let has_turn = || {
        let rows = table.rows.lock().unwrap();
        rows.by_key.iter().any(|(key, row)| key.contains(":turn:") && row.until > rows.now)
    };
    assert!(has_turn());
    gate.open();
    (0..5).for_each(|_| host.turn());
    assert_eq!(alice.next_message().unwrap().message.text.as_deref(), Some("late"));
    assert!(!has_turn());
    steps.finish(2);
    let second = host.answer(steps.handle(&webhook, written(2, -1, 1)));
    assert_eq!((second, steps.take().len()), (Some((200, String::new())), 2));
}

#[test]
fn bots_with_one_store_have_turns_of_their_own() {
    let (emulator, _, bot) = world();
    let other = Bot::with_transport("https://service.example", "7:other", emulator).unwrap();
    let (steps, store) = (Steps::default(), MemoryStore::default());
    let mut running: Vec<_> = [bot, other]
        .map(|bot| steps.handle(&in_order(&bot, Order::by_chat()).store(store.clone()), written(1, -1, 1)))
        .into();
    turn(&mut running);
    assert_eq!(steps.take(), ["begin 1", "begin 1"]);
}
