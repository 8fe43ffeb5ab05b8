//! Presses, inline queries and payments of users.

use serde::Serialize;
use serde_json::{Value, json};

use super::{Act, Done, gives, yes};
use crate::emulator::actions::pressing::{Given, Which};
use crate::emulator::refusal::Refusal;
use crate::emulator::state::chat_key::ChatKey;
use crate::emulator::state::query::{Answered, TypedQuery};
use crate::types::{Location, OrderInfo, ShippingAddress};
use crate::wire::Wire;

/// A query as the client of its user shows it.
#[derive(Serialize)]
struct Asked<'a> {
    loading: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Answered<'a>>,
}

impl Act<'_> {
    pub(super) fn queries(&mut self, name: &str) -> Option<Done> {
        let (now, user, chat, bot) = (self.now, self.user(), self.place(), self.bot());
        let query = self.owned("query").unwrap_or_default();
        let payment = self.id("payment").unsigned_abs();
        Some(match name {
            "press" => {
                if !["text", "row"].iter().any(|name| self.given.values.contains_key(*name)) {
                    return Some(Err(Refusal::bad_request(
                        "a press takes the text of a button, or its row and column",
                    )));
                }
                let index = |name| usize::try_from(self.id(name)).unwrap_or(usize::MAX);
                let which = match self.given.text("text") {
                    Some(text) => Which::Text(text),
                    None => Which::At(index("row"), index("column")),
                };
                let id = self.given.integer("message_id");
                let pressed = self.service.press(now, user, chat, id, which, self.given_with_press());
                pressed.and_then(gives)
            }
            "query" => match self.service.query(&query) {
                Some(query) => {
                    let answer = query.answer();
                    gives(Asked { loading: answer.is_none(), answer })
                }
                None => Err(Refusal::bad_request("query not found")),
            },
            "type" => {
                let typed =
                    TypedQuery { query, offset: self.owned("offset").unwrap_or_default(), location: self.location() };
                self.service.type_inline(now, bot, user, typed).and_then(|query| gives(json!({ "query": query })))
            }
            "choose" => {
                let (result, location) = (self.owned("result_id").unwrap_or_default(), self.location());
                let shared = matches!(chat, ChatKey::Shared(_)).then_some(chat);
                let chosen = self.service.choose(now, user, &query, &result, shared, location);
                chosen.and_then(|(chat, id)| self.shown_in(chat, id))
            }
            "switch" => {
                let switched = self.service.switch_to_bot(now, user, &query);
                switched.and_then(|(chat, id)| self.shown_in(chat, id))
            }
            "pay" => {
                let told = self.order_info();
                let paid = self.service.pay(now, user, chat, self.id("message_id"), &told);
                paid.and_then(|number| gives(json!({ "payment": number })))
            }
            "ship" => self.service.ship(now, payment, self.given.text("option")).and_then(|()| yes()),
            "payment" => match self.service.state.payments.all.get(&payment) {
                Some(payment) => gives(&payment.state),
                None => Err(Refusal::bad_request("payment not found")),
            },
            _ => return None,
        })
    }

    fn given_with_press(&self) -> Given {
        Given {
            data: self.owned("data"),
            phone_number: self.owned("phone_number"),
            latitude: self.given.float("latitude"),
            longitude: self.given.float("longitude"),
        }
    }

    fn location(&self) -> Option<Location> {
        Location::read(self.given.values.get("location")?.clone()).ok()
    }

    /// What the user tells of the order. Whoever gives an address gives all of it.
    fn order_info(&self) -> OrderInfo {
        let mut told = OrderInfo::new();
        told.name = self.owned("name");
        told.phone_number = self.owned("phone_number");
        told.email = self.owned("email");
        let given = self.given.values.get("shipping_address").and_then(Value::as_object);
        told.shipping_address = given.map(|given| {
            let part = |name: &str, absent: &str| given.get(name).and_then(Value::as_str).unwrap_or(absent).to_owned();
            let address = ShippingAddress::builder().country_code(part("country_code", "US"));
            let address = address.state(part("state", "")).city(part("city", ""));
            let address = address.street_line1(part("street_line1", "")).street_line2(part("street_line2", ""));
            address.post_code(part("post_code", "")).build()
        });
        told
    }
}
