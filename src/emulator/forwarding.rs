//! The section Sending: forwarded messages, which say where they come from.

use super::answer::{Done, Refusal};
use super::buttons::PLAY;
use super::call::Call;
use super::chat::ChatKey;
use super::clock::Time;
use super::json::Members;
use super::member::{Kind, SEND, SEND_MEDIA, SEND_OTHER};
use super::message::{Content, Record};
use super::service::Service;

/// Carries out a method of the section; none if it is of another.
pub(super) fn call(call: &mut Call<'_>) -> Option<Result<Done, Refusal>> {
    (call.method.name == "forwardMessage").then(|| forward_message(call))
}

fn forward_message(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let chat = service.chat_to_send(caller.bot, caller.now, parameters, SEND)?;
    let from = service.chat_of(caller.bot, parameters, "from_chat_id")?;
    service.check_access(caller.bot, from, caller.now)?;
    let id = parameters.integer("message_id").unwrap_or(0);
    let record = service.forwarded(caller.now, caller.bot, from, id)?;
    service.check_permission(caller.bot, chat, caller.now, permission(&record.content))?;
    let id = service.publish(caller.now, chat, record);
    Ok(Done::Result(service.show(caller.bot, chat, id).unwrap_or_default()))
}

/// What a restricted member needs to send it. Spec: core, `ChatMember`.
pub(super) fn permission(content: &Content) -> u16 {
    match content {
        Content::File(..) => SEND_MEDIA,
        Content::Game(..) => SEND_OTHER,
        Content::Other(members) if members.starts_with("\"sticker\"") => SEND_OTHER,
        Content::Other(members) if members.starts_with("\"video_note\"") => SEND_MEDIA,
        Content::Other(_) | Content::Text(_) | Content::Service(_) => SEND,
    }
}

impl Service {
    /// A copy of a message for somebody who forwards it; it keeps no keyboard, but a game has its button, and is not live.
    pub(super) fn forwarded(&mut self, now: Time, sender: i64, from: ChatKey, id: i64) -> Result<Record, Refusal> {
        let original = self.record(from, id).ok_or_else(|| Refusal::bad_request("message to forward not found"))?;
        let invoice = original.rest.as_ref().is_some_and(|rest| !rest.invoice.is_empty());
        if original.content.is_service() || invoice {
            return Err(Refusal::bad_request("message can't be forwarded"));
        }
        let earlier = original.rest.as_ref().map_or("", |rest| &rest.forward);
        let origin = if earlier.is_empty() { self.origin(from, id, original) } else { earlier.to_owned() };
        let mut record = Record::new(sender, now, original.content.clone());
        record.rest_mut().forward = origin;
        if let Content::Game(bot, ..) = record.content {
            PLAY.clone_into(&mut record.rest_mut().markup);
            // What somebody else sent is known to the bot of the game as its inline messages are.
            if bot != sender {
                let inline_message_id = self.random.letters(24);
                let rest = record.rest_mut();
                (rest.via, rest.inline_message_id) = (bot, inline_message_id);
            }
        }
        Ok(record)
    }

    /// The members of a Message that say where it comes from.
    fn origin(&self, from: ChatKey, id: i64, original: &Record) -> String {
        let post = self.shared(from.id()).is_some_and(|shared| shared.kind == Kind::Channel);
        let members = if post {
            let signature = original.rest.as_ref().map(|rest| rest.signature.as_str());
            Members::new()
                .json("forward_from_chat", &self.show_chat(from))
                .number("forward_from_message_id", id)
                .maybe("forward_signature", signature.filter(|signature| !signature.is_empty()))
        } else {
            Members::new().json("forward_from", &self.show_person(original.from))
        };
        members.number("forward_date", original.date).bare()
    }
}
