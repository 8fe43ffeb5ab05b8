//! What tests look at and set: chats and members, keyboards, faults, hosted files.

use super::acts::{Act, Text, yes};
use super::answer::Refusal;
use super::call::Caller;
use super::faults::{Fault, Mishap};
use super::members::{Members, array};
use super::parameters::Upload;

impl Act<'_> {
    pub(super) fn inspection(&mut self, name: &str) -> Option<Text> {
        let (now, chat, bot) = (self.now, self.place(), self.bot());
        Some(match name {
            "chats" => Ok(array(self.service.chats.keys().map(|key| self.service.show_chat(key)))),
            "bots" => Ok(array(self.service.bots.values().map(|bot| {
                let user = self.service.show_person(bot.user.id);
                Members::new().json("user", &user).text("token", &bot.token).object()
            }))),
            "users" => Ok(array(self.service.users.keys().map(|id| self.service.show_person(id)))),
            "members" => {
                let caller = Caller { bot, now };
                let shared = self.service.shared(chat.id());
                let all = shared.into_iter().flat_map(|shared| shared.members.keys().map(move |id| (shared, id)));
                Ok(array(all.filter_map(|(shared, id)| self.service.show_member(caller, shared, id))))
            }
            "keyboard" => {
                Ok(self.service.reply_keyboard(self.user(), chat).map_or("null", |(_, markup)| markup).to_owned())
            }
            "action" => {
                let action = self.service.chats.get(&chat).and_then(|chat| chat.action.as_ref());
                let action = action.filter(|(_, until)| *until > now);
                Ok(action.map_or_else(|| "null".to_owned(), |(action, _)| crate::wire::json::quote(action)))
            }
            _ => return None,
        })
    }

    pub(super) fn circumstances(&mut self, name: &str) -> Option<Text> {
        Some(match name {
            "fault" => {
                let description = self.given.text("description").unwrap_or_default();
                let what = self.given.text("what").unwrap_or_default();
                let Some(what) = Mishap::named(what, self.given.integer("number"), description) else {
                    return Some(Err(Refusal::bad_request("unknown fault, or its number is out of range")));
                };
                let fault = Fault {
                    what,
                    times: self.given.integer("times").and_then(|times| u32::try_from(times).ok()),
                    method: self.owned("method"),
                    chat: self.given.integer("chat"),
                    bot: self.given.integer("bot"),
                    probability: self.given.float("probability").unwrap_or(1.0),
                    seed: self.given.integer("seed").unwrap_or(1).unsigned_abs(),
                };
                Ok(self.service.fault(fault).to_string())
            }
            "heal" => {
                self.service.heal(self.given.integer("fault").map(i64::unsigned_abs));
                yes()
            }
            "host" => {
                let url = self.owned("url").unwrap_or_default();
                let upload = self.given.text("file").and_then(|text| self.given.uploaded(text)).cloned();
                let kind = self.owned("type").or_else(|| Some(upload.as_ref()?.media_type.clone()));
                let bytes = upload.map(|Upload { bytes, .. }| bytes).unwrap_or_default();
                self.service.host(url, &kind.unwrap_or_default(), &bytes);
                yes()
            }
            _ => return None,
        })
    }
}
