//! Bots and their games, users and their profile photos, and blocking.

use botwire_macros::{enumeration, object};
use serde::Serialize;

use crate::emulator::prelude::*;
use crate::emulator::rules::Source;

/// A bot with its token.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NamedBot {
    /// The bot as users see it.
    pub user: User,
    /// Authorization token.
    pub token: String,
}

/// The role of a file in a game.
#[enumeration(closed)]
pub enum GameFile {
    /// Its picture.
    Photo,
    /// Its animation.
    Animation,
}

/// Sets the text and the pictures of a game. Creates the game if the bot has no game with that name.
#[object(closed)]
pub struct SetGame {
    /// Short name of the game.
    pub game_short_name: String,
    /// Title.
    pub title: Option<String>,
    /// Text under the title.
    pub description: Option<String>,
    /// The role of `file`. Default: `photo`.
    #[wire(rename = "type")]
    pub kind: Option<GameFile>,
    /// The picture or animation.
    pub file: Option<InputFileOrString>,
    /// Identifier of the bot. Default: the first bot.
    pub bot: Option<UserId>,
}

/// Adds a profile photo of a user in front of the others.
#[object(closed)]
pub struct SetProfilePhoto {
    /// The photo.
    pub file: InputFileOrString,
    /// Identifier of the user. Default: the user with the lowest one.
    pub user: Option<UserId>,
}

/// Lets a user block a bot, which can then no longer write to them.
#[object(closed)]
pub struct Block {
    /// Identifier of the user. Default: the user with the lowest one.
    pub user: Option<UserId>,
    /// Identifier of the bot. Default: the first bot.
    pub bot: Option<UserId>,
}

/// Lets a user unblock a bot.
#[object(closed)]
pub struct Unblock {
    /// Identifier of the user. Default: the user with the lowest one.
    pub user: Option<UserId>,
    /// Identifier of the bot. Default: the first bot.
    pub bot: Option<UserId>,
}

/// Renames a user. Absent fields stay unchanged. An empty `last_name` or `username` is removed.
#[object(closed)]
pub struct RenameUser {
    /// First name. Must not be empty.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
    /// Username without `@`.
    pub username: Option<String>,
    /// Identifier of the user. Default: the user with the lowest one.
    pub user: Option<UserId>,
}

/// Removes a user, who leaves all chats. Their messages in groups stay.
#[object(closed)]
pub struct RemoveUser {
    /// Identifier of the user.
    pub user: UserId,
}

pub(super) fn add_bot(service: &mut Service, action: NewBot) -> Result<NamedBot> {
    let (user, token) = service.add_bot(action)?;
    Ok(NamedBot { user, token })
}

pub(super) fn game(service: &mut Service, action: SetGame) -> Result<True> {
    let id = service.bot_or_first(action.bot);
    let is_animation = action.kind == Some(GameFile::Animation);
    let kind = if is_animation { FileKind::Document } else { FileKind::Photo };
    let file = match action.file {
        None => None,
        Some(file) => Some(match service.source(id, &file, kind)? {
            Source::Known(number) => number,
            Source::New(content) => service.store(content, kind, MediaAttributes::default())?,
        }),
    };
    let name = Some(action.game_short_name).filter(|name| !name.is_empty());
    let bot = service.bot(id)?;
    let game = name.and_then(|name| bot.game_made(&name)).or_refuse("a game needs a name")?;
    game.title = action.title.unwrap_or_else(|| game.title.clone());
    game.description = action.description.or_else(|| game.description.take());
    let place = if is_animation { &mut game.animation } else { &mut game.photo };
    *place = file.or(*place);
    Ok(True)
}

/// Stores the photo twice: as one that can be sent, and as one that can only be downloaded.
pub(super) fn profile_photo(service: &mut Service, action: SetProfilePhoto) -> Result<True> {
    let (user, bot) = (service.user_or_first(action.user), service.bot_or_first(None));
    let content = service.new_file(bot, &action.file, FileKind::Photo)?;
    let download = service.store(content.clone(), FileKind::ChatPhoto, MediaAttributes::default())?;
    let photo = service.store(content, FileKind::Photo, MediaAttributes::default())?;
    service.state.profile_photos.get_or_default(user).insert(0, (photo, download));
    Ok(True)
}

pub(super) fn block(service: &mut Service, action: Block) -> Result<True> {
    service.set_blocked(action.user, action.bot, true)
}

pub(super) fn unblock(service: &mut Service, action: Unblock) -> Result<True> {
    service.set_blocked(action.user, action.bot, false)
}

pub(super) fn rename(service: &mut Service, action: RenameUser) -> Result<User> {
    let id = service.user_or_first(action.user);
    let mut user = service.state.users.get(&id).cloned().or_refuse("user not found")?;
    refuse_if(action.first_name.as_deref() == Some(""), "a user needs a first name")?;
    user.first_name = action.first_name.unwrap_or(user.first_name);
    user.last_name = action.last_name.or(user.last_name).filter(|name| !name.is_empty());
    if let Some(name) = action.username {
        let former = user.username.as_deref().unwrap_or_default().to_ascii_lowercase();
        if name.to_ascii_lowercase() != former {
            service.name(id, Some(name.as_str()).filter(|name| !name.is_empty()))?;
            service.state.usernames.remove(&former);
        }
        user.username = Some(name).filter(|name| !name.is_empty());
    }
    service.state.users.insert(id, user.clone());
    Ok(user)
}

pub(super) fn remove_user(service: &mut Service, action: RemoveUser) -> Result<True> {
    let (id, now) = (action.user.0, service.now());
    refuse_if(!service.state.users.contains_key(&id), "user not found")?;
    let keys: Vec<ChatKey> = service.state.chats.keys().collect();
    for key in keys {
        match key {
            ChatKey::Private { user, .. } if user == id => drop(service.state.chats.remove(&key)),
            ChatKey::Shared(chat) if service.shared(chat).is_some_and(|shared| shared.has(id, now)) => {
                service.remove_member(chat, id, id, None)?;
            }
            _ => {}
        }
    }
    service.state.users.remove(&id);
    service.state.usernames.retain(|_, owner| *owner != id);
    service.state.former_users.insert(id);
    Ok(True)
}

impl Service {
    fn set_blocked(&mut self, user: Option<UserId>, bot: Option<UserId>, is_blocked: bool) -> Result<True> {
        let (user, bot) = (self.user_or_first(user), self.bot_or_first(bot));
        let chat = ChatKey::Private { bot, user };
        self.check_presence(chat, user)?;
        self.state.chats.get_or_default(chat).is_blocked = is_blocked;
        Ok(True)
    }
}
