//! Presses, inline queries and payments of users.

use super::super::answer::Refusal;
use super::super::chat::ChatKey;
use super::super::json::Members;
use super::super::keyboard::Which;
use super::{Act, Text, yes};

impl Act<'_> {
    pub(super) fn queries(&mut self, name: &str) -> Option<Text> {
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
                self.service.press(now, user, chat, id, which, &self.given)
            }
            "query" => match self.service.query(&query) {
                Some(query) => {
                    let loading = query.answer.is_empty();
                    Ok(Members::new().flag("loading", loading).json("answer", &query.answer).object())
                }
                None => Err(Refusal::bad_request("query not found")),
            },
            "type" => {
                let query = self.service.type_inline(now, bot, user, &self.given);
                query.map(|query| Members::new().text("query", &query).object())
            }
            "choose" => {
                let (result, location) =
                    (self.owned("result_id").unwrap_or_default(), self.given.values.get("location"));
                let shared = matches!(chat, ChatKey::Shared(_)).then_some(chat);
                let chosen = self.service.choose(now, user, &query, &result, shared, location);
                chosen.and_then(|(chat, id)| self.shown_in(chat, id))
            }
            "switch" => {
                let switched = self.service.switch_to_bot(now, user, &query);
                switched.and_then(|(chat, id)| self.shown_in(chat, id))
            }
            "pay" => {
                let paid = self.service.pay(now, user, chat, self.id("message_id"), &self.given);
                paid.map(|number| Members::new().json("payment", &number.to_string()).object())
            }
            "ship" => self.service.ship(now, payment, self.given.text("option")).and_then(|()| yes()),
            "payment" => self.service.show_payment(payment).ok_or_else(|| Refusal::bad_request("payment not found")),
            _ => return None,
        })
    }
}
