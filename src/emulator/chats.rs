//! The section Chat administration: looking at chats and members, invite links, leaving.
//!
//! In a group whose members are all administrators each has the rights, but the status `member`: getChatAdministrators tells
//! appointed administrators only.

use super::answer::{Done, Refusal};
use super::call::{Call, Caller};
use super::chat::{ChatKey, Shared};
use super::compat::{self, unique};
use super::file::{first_marked, mark};
use super::json::{Members, array};
use super::member::{CHANGE_INFO, INVITE, Kind, Member, PROMOTE, Status};
use super::parameters::Parameters;
use super::service::Service;

/// Carries out a method of the section; none if it is of another.
pub(super) fn call(call: &mut Call<'_>) -> Option<Result<Done, Refusal>> {
    Some(match call.method.name {
        "getChat" => get_chat(call),
        "getChatAdministrators" => get_chat_administrators(call),
        "getChatMembersCount" => get_chat_members_count(call),
        "getChatMember" => get_chat_member(call),
        "leaveChat" => leave_chat(call),
        "exportChatInviteLink" => export_chat_invite_link(call),
        _ => return None,
    })
}

impl Service {
    /// The group, supergroup or channel of a call, if the bot administers it with that right; 0
    /// for any administrator. In a group whose members are all administrators every bot in it is.
    pub(super) fn administered(&self, caller: Caller, parameters: &Parameters, right: u16) -> Result<i64, Refusal> {
        let ChatKey::Shared(id) = self.chat_of(caller.bot, parameters, "chat_id")? else {
            return Err(Refusal::bad_request("private chats have no administrators"));
        };
        self.check_access(caller.bot, ChatKey::Shared(id), caller.now)?;
        self.check_rights(caller.bot, id, right)?;
        Ok(id)
    }

    /// Refuses a user or bot that does not administer the chat with that right.
    pub(super) fn check_rights(&self, who: i64, chat: i64, right: u16) -> Result<(), Refusal> {
        let shared = self.shared(chat).ok_or_else(|| Refusal::bad_request("chat not found"))?;
        let everybody = shared.kind == Kind::Group && shared.all_members_are_administrators;
        match shared.member(who) {
            Some(member) if everybody && !matches!(member.status, Status::Left | Status::Kicked) => Ok(()),
            Some(member) if member.has(right) => Ok(()),
            Some(member) if member.has(0) => Err(Refusal::bad_request("not enough rights")),
            _ => Err(Refusal::bad_request("need administrator rights in the chat")),
        }
    }

    /// The `ChatMember` of a user or bot, as a bot sees it.
    pub(super) fn show_member(&self, caller: Caller, shared: &Shared, id: i64) -> Option<String> {
        let stranger = Member::new(Status::Left);
        let member = shared.member(id).unwrap_or(&stranger);
        let editable = id != caller.bot
            && shared.member(caller.bot).is_some_and(|bot| {
                bot.status == Status::Creator || (bot.has(PROMOTE) && member.promoted_by == caller.bot)
            });
        self.person(id)?;
        let status = member.show(caller.now, shared.kind, editable);
        let more = if self.options.compat { compat::member(member, caller.now) } else { String::new() };
        Some(Members::new().json("user", &self.show_person(id)).more(&status).more(&more).object())
    }

    /// The Chat with all that only getChat tells.
    fn show_whole_chat(&self, bot: i64, chat: ChatKey) -> String {
        let mut members = self.chat_members(chat).more(self.compat(compat::CHAT));
        let Some(shared) = self.shared(chat.id()).filter(|_| matches!(chat, ChatKey::Shared(_))) else {
            let latest = self.profile_photos.get(&chat.id()).and_then(|photos| photos.first());
            let photo = latest.map_or_else(String::new, |(_, latest)| self.chat_photo(*latest));
            return members.json("photo", &photo).object();
        };
        if shared.photo != 0 {
            members = members.json("photo", &self.chat_photo(shared.photo));
        }
        if shared.kind == Kind::Group {
            return members.object();
        }
        let texts = [
            ("description", &shared.description),
            ("invite_link", &shared.invite_link),
            ("sticker_set_name", &shared.sticker_set_name),
        ];
        for (name, text) in texts {
            members = members.maybe(name, Some(text.as_str()).filter(|text| !text.is_empty()));
        }
        if shared.pinned != 0 {
            members = members.json("pinned_message", &self.show_alone(bot, chat, shared.pinned).unwrap_or_default());
        }
        if shared.kind == Kind::Supergroup {
            let may = shared.member(bot).is_some_and(|member| member.has(CHANGE_INFO));
            members = members.flag("can_set_sticker_set", may);
        }
        members.object()
    }

    /// The `ChatPhoto` of a photo whose largest size has that number.
    fn chat_photo(&self, number: u64) -> String {
        let smallest = self.files.get(number).and_then(|file| first_marked(&file.shown)).unwrap_or(number);
        let members = Members::new().json("small_file_id", &mark(smallest)).json("big_file_id", &mark(number));
        let unique = |number| unique(self.options.compat, number);
        let members = members.maybe("small_file_unique_id", unique(smallest).as_deref());
        members.maybe("big_file_unique_id", unique(number).as_deref()).object()
    }

    /// Makes a new invite link of a chat; the former one is revoked.
    pub(super) fn new_invite_link(&mut self, chat: i64) -> String {
        let link = ["https://join.emulator.test/", &self.random.letters(16)].concat();
        if let Some(shared) = self.shared_mut(chat) {
            let former = std::mem::replace(&mut shared.invite_link, link.clone());
            self.links.remove(&former);
            self.links.insert(link.clone(), chat);
        }
        link
    }
}

fn get_chat(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let chat = service.chat_of(caller.bot, parameters, "chat_id")?;
    let public = service.shared(chat.id()).is_some_and(|shared| !shared.username.is_empty() && shared.migrated_to == 0);
    if !public && matches!(chat, ChatKey::Shared(_)) {
        service.check_access(caller.bot, chat, caller.now)?;
    }
    let shown = service.show_whole_chat(caller.bot, chat);
    Ok(Done::Result(service.identified(&shown, caller.bot)))
}

/// The chat of a call that only asks; it must have members.
fn looked_at(call: &Call<'_>) -> Result<i64, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let chat = service.chat_of(caller.bot, parameters, "chat_id")?;
    service.check_access(caller.bot, chat, caller.now)?;
    Ok(chat.id())
}

fn get_chat_administrators(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let id = service.administered(*caller, parameters, 0)?;
    let Some(shared) = service.shared(id) else { return Ok(Done::Result("[]".into())) };
    let people = shared.administrators.keys().filter(|id| *id == caller.bot || !service.bots.contains_key(id));
    Ok(Done::Result(array(people.filter_map(|id| service.show_member(*caller, shared, id)))))
}

fn get_chat_members_count(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let id = looked_at(call)?;
    // A private chat has the user and the bot.
    let count = call.service.shared(id).map_or(2, |shared| shared.present);
    Ok(Done::Result(count.to_string()))
}

fn get_chat_member(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let id = looked_at(call)?;
    let Call { service, parameters, caller, .. } = call;
    let user = parameters.integer("user_id").unwrap_or(0);
    let not_found = || Refusal::bad_request("user not found");
    if let Some(shared) = service.shared(id) {
        return service.show_member(*caller, shared, user).map(Done::Result).ok_or_else(not_found);
    }
    if user != id && user != caller.bot {
        return Err(not_found());
    }
    let member = Members::new().json("user", &service.show_person(user)).text("status", "member");
    Ok(Done::Result(member.object()))
}

fn leave_chat(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let chat = service.chat_of(caller.bot, parameters, "chat_id")?;
    if matches!(chat, ChatKey::Private { .. }) {
        return Err(Refusal::bad_request("a private chat cannot be left"));
    }
    service.check_access(caller.bot, chat, caller.now)?;
    service.remove_member(caller.now, chat.id(), caller.bot, caller.bot, Status::Left, None)?;
    Ok(Done::yes())
}

fn export_chat_invite_link(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let id = service.administered(*caller, parameters, INVITE)?;
    let link = service.new_invite_link(id);
    Ok(Done::Result(crate::wire::json::quote(&link)))
}
