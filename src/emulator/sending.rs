//! The section Sending: messages of a bot to a chat.

use super::answer::{Done, Refusal};
use super::call::{Call, Caller};
use super::chat::{Content, Record};
use super::service::Service;
use crate::methods::{Method, SendMessage};
use crate::text::{self, Malformed};
use crate::types::{Message, MessageEntity, MessageEntityType, ParseMode};
use crate::wire::Limit;

/// Carries out a method of the section; none if it is of another.
pub(super) fn call(call: &mut Call<'_>) -> Option<Result<Done, Refusal>> {
    Some(match call.method.name {
        "sendMessage" => call.run(send_message),
        _ => return None,
    })
}

fn send_message(service: &mut Service, caller: Caller, wanted: SendMessage) -> Result<Message, Refusal> {
    let chat = service.chat_of(caller.bot, &wanted.chat_id)?;
    service.check_reply(chat, wanted.reply_to_message_id)?;
    let (text, entities) = service.marked_up(&wanted.text, wanted.parse_mode.as_ref())?;
    check_length(&text)?;
    let record = Record {
        from: caller.bot,
        date: caller.now.unix(),
        content: Content::Text { text, entities },
        reply_to_message_id: wanted.reply_to_message_id,
        reply_markup: wanted.reply_markup,
    };
    Ok(service.post(chat, record))
}

/// Refuses a text with more visible characters than the specification allows.
pub(super) fn check_length(text: &str) -> Result<(), Refusal> {
    let limit = SendMessage::DESCRIPTOR.params.field("text").map(|field| field.limit);
    match limit {
        Some(Limit::VisibleChars(_, most)) if text.chars().count() > most as usize => {
            Err(Refusal::bad_request(TOO_LONG))
        }
        _ => Ok(()),
    }
}

/// The specification's own words, core, Errors, 3.
pub(super) const TOO_LONG: &str = "message is too long";

impl Service {
    /// The visible text and its entities.
    pub(super) fn marked_up(
        &self,
        text: &str,
        mode: Option<&ParseMode>,
    ) -> Result<(String, Vec<MessageEntity>), Refusal> {
        let Some(mode) = mode else { return Ok((text.to_owned(), text::detect(text))) };
        let parsed = text::parse(text, mode.as_str()).map_err(|Malformed { at, what }| {
            Refusal::bad_request(&["can't parse entities: ", &what, " at byte offset ", &at.to_string()].concat())
        })?;
        let mut entities: Vec<_> = parsed.entities.into_iter().filter_map(|entity| self.mention(entity)).collect();
        for found in text::detect(&parsed.text) {
            let apart = |marked: &MessageEntity| {
                found.offset + found.length <= marked.offset || marked.offset + marked.length <= found.offset
            };
            if entities.iter().all(apart) {
                entities.push(found);
            }
        }
        entities.sort_by_key(|entity| entity.offset);
        Ok((parsed.text, entities))
    }

    /// A link to a user becomes a mention, if the user is known; otherwise it is dropped.
    fn mention(&self, mut entity: MessageEntity) -> Option<MessageEntity> {
        if let Some(id) = entity.url.as_deref().and_then(linked_user) {
            let user = self.person(id)?.clone();
            entity.r#type = MessageEntityType::TextMention;
            entity.url = None;
            entity.user = Some(user);
        }
        Some(entity)
    }
}

/// The user that a link of the form `<user_link_scheme>://user?id=<user_id>` means.
fn linked_user(url: &str) -> Option<i64> {
    let (scheme, id) = url.split_once("://user?id=")?;
    let fits = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '+' | '-' | '.');
    if scheme.is_empty() || !scheme.chars().all(fits) {
        return None;
    }
    id.parse().ok()
}
