//! Users, chats, members and messages, as a bot and as users see them.

use crate::emulator::compat;
use crate::emulator::prelude::*;

impl FormattedText {
    /// Returns the text and its entities, if there are any.
    fn shown(&self) -> (Option<String>, Option<Vec<MessageEntity>>) {
        let entities = Some(self.entities.to_vec()).filter(|entities| !entities.is_empty());
        (Some(self.text.to_string()).filter(|text| !text.is_empty()), entities)
    }
}

impl Service {
    /// Returns the present or former user or bot with this identifier.
    pub(crate) fn shown_user(&self, id: i64) -> User {
        self.person(id).cloned().unwrap_or_else(|| User::new(id, false, "Deleted account"))
    }

    pub(crate) fn shown_chat(&self, key: ChatKey) -> Chat {
        if let Some(shared) = self.state.chats.get(&key).and_then(|chat| chat.shared.as_deref()) {
            let mut chat = Chat::new(key.id(), shared.kind.as_str());
            chat.title = Some(shared.title.clone());
            chat.username.clone_from(&shared.username);
            if shared.kind == ChatKind::Group {
                chat.all_members_are_administrators = Some(shared.all_members_are_administrators);
            }
            return chat;
        }
        let mut chat = Chat::new(key.id(), ChatType::Private);
        if let Some(user) = self.state.users.get(&key.id()) {
            chat.first_name = Some(user.first_name.clone());
            chat.last_name.clone_from(&user.last_name);
            chat.username.clone_from(&user.username);
        }
        chat
    }

    /// Returns the Chat with the fields that only getChat returns.
    pub(crate) fn shown_whole_chat(&self, bot: i64, key: ChatKey) -> Chat {
        let mut chat = self.shown_chat(key);
        chat.extra.extend(self.compat(compat::CHAT));
        let Some(shared) = self.shared(key.id()).filter(|_| matches!(key, ChatKey::Shared(_))) else {
            let latest = self.state.profile_photos.get(&key.id()).and_then(|photos| photos.first());
            chat.photo = latest.map(|(_, latest)| self.chat_photo(bot, *latest).into());
            return chat;
        };
        chat.photo = shared.photo.map(|photo| self.chat_photo(bot, photo).into());
        if shared.kind == ChatKind::Group {
            return chat;
        }
        chat.description.clone_from(&shared.description);
        chat.invite_link.clone_from(&shared.invite_link);
        chat.sticker_set_name.clone_from(&shared.sticker_set_name);
        chat.pinned_message = shared.pinned.and_then(|id| self.shown_alone(bot, key, id)).map(Box::new);
        if shared.kind == ChatKind::Supergroup {
            chat.can_set_sticker_set = Some(shared.members.get(&bot).is_some_and(|member| member.has(CHANGE_INFO)));
        }
        chat
    }

    pub(crate) fn shown_member(&self, bot: i64, shared: &SharedChat, id: i64) -> Option<ChatMember> {
        let stranger = StoredMember::new(Status::Left);
        let member = shared.members.get(&id).unwrap_or(&stranger);
        let status = member.status(self.now());
        let mut shown = ChatMember::new(self.person(id)?.clone(), status.as_str());
        match status {
            Status::Administrator => {
                let promoted = |by: &StoredMember| {
                    by.status == Status::Creator || (by.has(PROMOTE) && member.promoted_by == Some(bot))
                };
                shown.can_be_edited = Some(id != bot && shared.members.get(&bot).is_some_and(promoted));
                let has = |right: u16| (shared.kind.rights() & right != 0).then_some(member.rights & right != 0);
                shown.can_change_info = has(CHANGE_INFO);
                shown.can_post_messages = has(POST);
                shown.can_edit_messages = has(EDIT);
                shown.can_delete_messages = has(DELETE);
                shown.can_invite_users = has(INVITE);
                shown.can_restrict_members = has(RESTRICT);
                shown.can_pin_messages = has(PIN);
                shown.can_promote_members = has(PROMOTE);
            }
            Status::Restricted => {
                shown.until_date = member.until.map(Time::unix);
                let may = |permission: u16| Some(member.rights & permission != 0);
                shown.can_send_messages = may(SEND);
                shown.can_send_media_messages = may(SEND_MEDIA);
                shown.can_send_other_messages = may(SEND_OTHER);
                shown.can_add_web_page_previews = may(PREVIEWS);
            }
            Status::Kicked => shown.until_date = member.until.map(Time::unix),
            _ => {}
        }
        self.complete_member(&mut shown, member);
        Some(shown)
    }

    pub(crate) fn shown_message(&self, bot: i64, chat: ChatKey, id: i64) -> Option<Message> {
        Some(self.shown_whole(bot, chat, id, self.record(chat, id)?))
    }

    fn shown_whole(&self, bot: i64, chat: ChatKey, id: i64, stored: &StoredMessage) -> Message {
        let mut message = self.shown_stored(bot, chat, id, stored);
        let original = stored.reply_to.and_then(|id| self.shown_alone(bot, chat, id));
        message.reply_to_message = original.map(Box::new);
        message
    }

    pub(crate) fn seen_message(&self, bot: i64, chat: ChatKey, id: i64) -> Option<Seen> {
        Some(self.seen_stored(bot, chat, id, self.record(chat, id)?))
    }

    pub(crate) fn edits(&self, bot: i64, chat: ChatKey, after: u64) -> Vec<SeenEdit> {
        let Some(state) = self.state.chats.get(&chat) else { return Vec::new() };
        let later = state.history.edits.from(after.saturating_add(1));
        let seen = |(number, (id, stored)): (u64, &(i64, StoredMessage))| SeenEdit {
            number,
            message: self.seen_stored(bot, chat, *id, stored),
        };
        later.map(seen).collect()
    }

    fn seen_stored(&self, bot: i64, chat: ChatKey, id: i64, stored: &StoredMessage) -> Seen {
        let mut message = self.shown_whole(bot, chat, id, stored);
        if let Some(via) = stored.via().filter(|_| self.state.compat) {
            message.extra.insert("via_bot".into(), json_of(&self.shown_user(via)));
        }
        if let Some(inline_message_id) = stored.inline_message_id() {
            message.extra.insert("inline_message_id".into(), inline_message_id.into());
        }
        Seen {
            message,
            reply_markup: stored.markup().cloned(),
            disable_notification: stored.rest.as_ref().is_some_and(|rest| rest.is_silent),
            web_page_preview: stored.preview(),
        }
    }

    pub(crate) fn shown_alone(&self, bot: i64, chat: ChatKey, id: i64) -> Option<Message> {
        Some(self.shown_stored(bot, chat, id, self.record(chat, id)?))
    }

    fn shown_stored(&self, bot: i64, chat: ChatKey, id: i64, stored: &StoredMessage) -> Message {
        let mut message = Message::new(id, stored.date, self.shown_chat(chat));
        message.from = stored.from.map(|from| self.shown_user(from));
        if let Some(rest) = &stored.rest {
            if let Some(origin) = &rest.origin {
                message.forward_date = Some(origin.date);
                message.forward_from = origin.from.map(|from| self.shown_user(from).into());
                if let Some(post) = &origin.post {
                    message.forward_from_chat = Some(self.shown_chat(post.channel).into());
                    message.forward_from_message_id = Some(post.message_id.into());
                    message.forward_signature.clone_from(&post.signature);
                }
            }
            message.edit_date = rest.edited;
            message.media_group_id = rest.media_group_id.as_deref().map(Into::into);
            message.author_signature.clone_from(&rest.signature);
        }
        self.show_content(&mut message, bot, chat, stored);
        message
    }

    fn show_content(&self, message: &mut Message, bot: i64, chat: ChatKey, stored: &StoredMessage) {
        match &stored.content {
            MessageContent::Text(words) => (message.text, message.entities) = words.shown(),
            MessageContent::File(kind, number, caption) => {
                self.show_file(message, bot, *kind, *number);
                (message.caption, message.caption_entities) = caption.shown();
            }
            MessageContent::Game(game) => message.game = Some(self.shown_game(bot, game).into()),
            MessageContent::Location(location) => message.location = Some(location.clone().into()),
            MessageContent::Venue(venue) => {
                // Clients of later interfaces expect the location next to its venue.
                message.location = Some(venue.location.clone().into()).filter(|_| self.state.compat);
                message.venue = Some(venue.clone());
            }
            MessageContent::Contact(contact) => message.contact = Some(contact.clone()),
            MessageContent::Invoice(terms) => {
                let invoice = Invoice::builder().title(&terms.title).description(&terms.description);
                let invoice = invoice.start_parameter(&terms.start_parameter).currency(&terms.currency);
                message.invoice = Some(invoice.total_amount(terms.total()).build().into());
            }
            MessageContent::Service(event) => self.show_event(message, bot, chat, event),
        }
    }

    fn show_event(&self, message: &mut Message, bot: i64, chat: ChatKey, event: &ServiceEvent) {
        match event {
            ServiceEvent::Created(ChatKind::Group) => message.group_chat_created = Some(True),
            ServiceEvent::Created(ChatKind::Supergroup) => message.supergroup_chat_created = Some(True),
            ServiceEvent::Created(ChatKind::Channel) => message.channel_chat_created = Some(True),
            ServiceEvent::Joined(user) => message.new_chat_members = Some(vec![self.shown_user(*user)]),
            ServiceEvent::Left(user) => message.left_chat_member = Some(self.shown_user(*user).into()),
            ServiceEvent::Title(title) => message.new_chat_title = Some(title.clone()),
            ServiceEvent::Photo(number) => message.new_chat_photo = Some(self.photo(bot, *number)),
            ServiceEvent::PhotoDeleted => message.delete_chat_photo = Some(True),
            ServiceEvent::MigratedTo(chat) => message.migrate_to_chat_id = Some((*chat).into()),
            ServiceEvent::MigratedFrom(chat) => message.migrate_from_chat_id = Some((*chat).into()),
            ServiceEvent::Pinned(id) => {
                // Only other messages can be pinned, so this goes no deeper.
                let pinned = self.record(chat, *id).filter(|pinned| !pinned.content.is_service());
                message.pinned_message = pinned.and_then(|_| self.shown_alone(bot, chat, *id)).map(Box::new);
            }
            ServiceEvent::Paid(payment) => message.successful_payment = Some(payment.clone()),
            ServiceEvent::LoggedIn(website) => message.connected_website = Some(website.clone()),
        }
    }

    /// Shows the game in a message, which may belong to another bot.
    fn shown_game(&self, bot: i64, stored: &GameMessage) -> Game {
        let GameMessage { bot: owner, short_name, board } = stored;
        let known = self.state.bots.get(owner).and_then(|bot| bot.game(short_name));
        let title = known.map_or(short_name.as_str(), |game| &game.title);
        let description = known.and_then(|game| game.description.clone());
        let photo = known.and_then(|game| game.photo).unwrap_or(self.state.game_picture);
        let made_up = || ["The game ", title].concat();
        let mut game = Game::new(title, description.unwrap_or_else(made_up), self.photo(bot, photo));
        (game.text, game.text_entities) = board.shown();
        game.animation =
            known.and_then(|game| game.animation).and_then(|number| self.animation(bot, number)).map(Box::new);
        game
    }
}
