//! A wizard of three steps. The tests of the stores in `js-tests/rust-stores` include this file.

use std::mem::take;

use botwire::methods::SendMessage;
use botwire::types::Update;
use botwire::webhook::{Context, Session};
use serde::{Deserialize, Serialize};

#[derive(Default, Serialize, Deserialize)]
pub enum Order {
    #[default]
    Start,
    Name,
    Size {
        name: String,
    },
}

pub async fn wizard(update: Update, _: Context, mut order: Session<Order>) -> Option<SendMessage> {
    let message = update.message?;
    let text = message.text.clone().unwrap_or_default();
    let (next, answer) = match take(&mut *order) {
        Order::Start => (Order::Name, "Who is the shirt for?".to_owned()),
        Order::Name => (Order::Size { name: text }, "Which size?".to_owned()),
        Order::Size { name } => (Order::Start, format!("A shirt of size {text} for {name} is on its way.")),
    };
    *order = next;
    Some(message.reply(answer))
}
