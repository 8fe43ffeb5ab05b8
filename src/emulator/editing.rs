//! The section Editing and deleting: who may change which messages, and until when.
//!
//! The specification leaves open which messages may be edited beside those of the bot. Here: what
//! was sent through the bot in inline mode, by its `inline_message_id`, and posts of others in a
//! channel where the bot has `can_edit_messages`. An edit that changes nothing is refused, as
//! services do, and so is one of a forwarded message. A bot's message in a private chat cannot be deleted: the rules name no such case.

use super::answer::{Done, Refusal};
use super::call::{Call, Caller};
use super::chat::ChatKey;
use super::clock::HOUR;
use super::member::{DELETE, EDIT, Kind, POST};
use super::message::{Content, Record, Words};
use super::parameters::Parameters;
use super::service::Service;

/// A message can be deleted when it was sent less than so many seconds ago.
const DELETABLE: i64 = 48 * HOUR / super::clock::SECOND;

/// A message that a call is about.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    pub chat: ChatKey,
    pub id: i64,
    /// Whether the bot sent it, so that the edited Message is the result.
    pub own: bool,
}

/// Carries out a method of the section; none if it is of another.
pub(super) fn call(call: &mut Call<'_>) -> Option<Result<Done, Refusal>> {
    Some(match call.method.name {
        "editMessageText" => edit(call, text),
        "editMessageCaption" => edit(call, caption),
        "editMessageReplyMarkup" => edit(call, |_, _, _| Ok(None)),
        "deleteMessage" => delete_message(call),
        _ => return None,
    })
}

pub(super) fn cannot_edit() -> Refusal {
    Refusal::bad_request("message can't be edited")
}

fn text(service: &Service, parameters: &Parameters, content: &Content) -> Result<Option<Words>, Refusal> {
    if matches!(content, Content::Text(_) | Content::Game(..)) {
        return service.text_of(parameters, "text").map(Some);
    }
    Err(Refusal::bad_request("there is no text in the message to edit"))
}

fn caption(service: &Service, parameters: &Parameters, content: &Content) -> Result<Option<Words>, Refusal> {
    if matches!(content, Content::File(..)) {
        return service.caption_of(parameters).map(Some);
    }
    Err(Refusal::bad_request("there is no caption in the message to edit"))
}

type NewWords = fn(&Service, &Parameters, &Content) -> Result<Option<Words>, Refusal>;

fn edit(call: &mut Call<'_>, new_words: NewWords) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let target = service.target(*caller, parameters)?;
    let record = service.record(target.chat, target.id).ok_or_else(cannot_edit)?;
    let words = new_words(service, parameters, &record.content)?;
    let markup = record.keyboard(parameters.json("reply_markup"))?;
    service.change(*caller, target, words, markup)?;
    Ok(service.edited(*caller, target))
}

impl Service {
    /// The message that a call is about, if the bot may edit it.
    pub(super) fn target(&self, caller: Caller, parameters: &Parameters) -> Result<Target, Refusal> {
        let Caller { bot, now } = caller;
        let target = self.found(caller, parameters, "message to edit not found")?;
        let record = self.record(target.chat, target.id).ok_or_else(cannot_edit)?;
        let editor = self
            .shared(target.chat.id())
            .is_some_and(|shared| shared.kind == Kind::Channel && shared.member(bot).is_some_and(|bot| bot.has(EDIT)));
        let by_inline = parameters.text("inline_message_id").is_some();
        let fixed = record.content.is_service() || record.is_forwarded();
        if fixed || !(target.own || by_inline || editor) || !record.is_inline_or_bare() {
            return Err(cannot_edit());
        }
        if !by_inline {
            self.check_access(bot, target.chat, now)?;
        }
        Ok(target)
    }

    /// The message that a call is about, by either way to name it.
    pub(super) fn found(&self, caller: Caller, parameters: &Parameters, missing: &str) -> Result<Target, Refusal> {
        let Caller { bot, now } = caller;
        if let Some(inline) = parameters.text("inline_message_id") {
            let (chat, id) = self.inline.message(inline).ok_or_else(|| Refusal::bad_request(missing))?;
            let through = self.record(chat, id).is_some_and(|record| record.via() == bot);
            return if through { Ok(Target { chat, id, own: false }) } else { Err(Refusal::bad_request(missing)) };
        }
        let chat = self.chat_of(bot, parameters, "chat_id")?;
        self.check_access(bot, chat, now)?;
        let id = parameters.integer("message_id").unwrap_or(0);
        let record = self.record(chat, id).ok_or_else(|| Refusal::bad_request(missing))?;
        Ok(Target { chat, id, own: record.sender() == bot })
    }

    /// Puts new words and a new keyboard into a message; refused when nothing changes.
    fn change(&mut self, caller: Caller, target: Target, words: Option<Words>, markup: String) -> Result<(), Refusal> {
        let record = self.record_mut(target.chat, target.id).ok_or_else(cannot_edit)?;
        let same = |new: &Words, old: &Words| new.text == old.text && new.entities == old.entities;
        let unchanged = match (&words, record.content.words()) {
            (Some(new), Some(old)) => same(new, old),
            _ => true,
        };
        if unchanged && record.markup() == markup {
            return Err(Refusal::bad_request("message is not modified"));
        }
        if let (Content::Text(old) | Content::File(_, old) | Content::Game(_, _, old), Some(new)) =
            (&mut record.content, words)
        {
            *old = new;
        }
        let rest = record.rest_mut();
        rest.markup = markup;
        rest.edited = caller.now.unix();
        Ok(())
    }

    /// Tells the others that a message was edited; the result of the call.
    pub(super) fn edited(&mut self, caller: Caller, target: Target) -> Done {
        self.tell(caller.now, target.chat, target.id, caller.bot, true);
        if target.own {
            Done::Result(self.show(caller.bot, target.chat, target.id).unwrap_or_default())
        } else {
            Done::yes()
        }
    }

    /// Deletes a message, and what refers to it.
    pub(super) fn delete(&mut self, chat: ChatKey, id: i64) {
        let Some(state) = self.chats.get_mut(&chat) else { return };
        let gone = state.history.messages.remove(&id);
        if let Some(shared) = &mut state.shared
            && shared.pinned == id
        {
            shared.pinned = 0;
        }
        if let Some(rest) = gone.and_then(|record| record.rest)
            && !rest.inline_message_id.is_empty()
        {
            self.inline.forget(&rest.inline_message_id);
        }
    }

    /// Whether a bot may delete a message now. Spec: core, Editing and deleting.
    fn may_delete(&self, caller: Caller, chat: ChatKey, record: &Record) -> bool {
        if caller.now.unix() - record.date >= DELETABLE {
            return false;
        }
        let outgoing = record.sender() == caller.bot;
        let Some(shared) = self.shared(chat.id()) else { return false };
        let Some(member) = shared.member(caller.bot) else { return false };
        match shared.kind {
            Kind::Group => outgoing || shared.all_members_are_administrators || member.has(0),
            Kind::Supergroup => outgoing || member.has(DELETE),
            Kind::Channel => (outgoing && member.has(POST)) || member.has(DELETE),
        }
    }
}

fn delete_message(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let chat = service.chat_of(caller.bot, parameters, "chat_id")?;
    service.check_access(caller.bot, chat, caller.now)?;
    let id = parameters.integer("message_id").unwrap_or(0);
    let record = service.record(chat, id).ok_or_else(|| Refusal::bad_request("message to delete not found"))?;
    if !service.may_delete(*caller, chat, record) {
        return Err(Refusal::bad_request("message can't be deleted"));
    }
    service.delete(chat, id);
    Ok(Done::yes())
}
