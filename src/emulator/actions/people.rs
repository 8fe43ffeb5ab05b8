//! Who there is: bots with their games, users with their profile photos, and who blocks whom.

use botwire_macros::{enumeration, object};
use serde::Serialize;

use super::scene::Scene;
use crate::emulator::refusal::Refusal;
use crate::emulator::rules::files::Source;
use crate::emulator::state::bot::NewBot;
use crate::emulator::state::chat_key::ChatKey;
use crate::emulator::state::file::{FileKind, MediaAttributes};
use crate::emulator::state::user::NewUser;
use crate::types::{InputFileOrString, True, User, UserId};

/// A bot with its token.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NamedBot {
    /// The bot as users see it.
    pub user: User,
    /// Authorization token.
    pub token: String,
}

/// What a file is to a game.
#[enumeration(closed)]
pub enum GameFile {
    /// Its picture.
    Photo,
    /// Its animation.
    Animation,
}

/// Says more of a game of a bot, which is made if the bot has none of that name.
#[object(closed)]
pub struct SetGame {
    /// Short name of the game.
    pub game_short_name: String,
    /// Title.
    pub title: Option<String>,
    /// Text under the title.
    pub description: Option<String>,
    /// What `file` is. Default: `photo`.
    #[wire(rename = "type")]
    pub kind: Option<GameFile>,
    /// Its picture or animation.
    pub file: Option<InputFileOrString>,
    /// Identifier of the bot. Default: the first bot.
    pub bot: Option<UserId>,
}

/// Sets a profile photo of a user, in front of those before.
#[object(closed)]
pub struct SetProfilePhoto {
    /// The photo.
    pub file: InputFileOrString,
    /// Identifier of the user. Default: the user with the lowest one.
    pub user: Option<UserId>,
}

/// A user blocks a bot, which cannot write to them any more.
#[object(closed)]
pub struct Block {
    /// Identifier of the user. Default: the user with the lowest one.
    pub user: Option<UserId>,
    /// Identifier of the bot. Default: the first bot.
    pub bot: Option<UserId>,
}

/// A user unblocks a bot.
#[object(closed)]
pub struct Unblock {
    /// Identifier of the user. Default: the user with the lowest one.
    pub user: Option<UserId>,
    /// Identifier of the bot. Default: the first bot.
    pub bot: Option<UserId>,
}

pub(super) fn add_bot(scene: &mut Scene<'_>, action: NewBot) -> Result<NamedBot, Refusal> {
    let (user, token) = scene.service.add_bot(action)?;
    Ok(NamedBot { user, token })
}

pub(super) fn add_user(scene: &mut Scene<'_>, action: NewUser) -> Result<User, Refusal> {
    scene.service.add_user(action)
}

pub(super) fn game(scene: &mut Scene<'_>, action: SetGame) -> Result<True, Refusal> {
    let id = scene.bot(action.bot);
    let is_animation = action.kind == Some(GameFile::Animation);
    let kind = if is_animation { FileKind::Document } else { FileKind::Photo };
    let file = match action.file {
        None => None,
        Some(file) => Some(match scene.service.source(id, &file, kind)? {
            Source::Known(number) => number,
            Source::New(content) => scene.service.store(content, kind, MediaAttributes::default())?,
        }),
    };
    let name = Some(action.game_short_name).filter(|name| !name.is_empty());
    let bot = scene.service.bot(id)?;
    let game = name.and_then(|name| bot.game_made(&name)).ok_or_else(|| Refusal::bad_request("a game needs a name"))?;
    game.title = action.title.unwrap_or_else(|| game.title.clone());
    game.description = action.description.or_else(|| game.description.take());
    let place = if is_animation { &mut game.animation } else { &mut game.photo };
    *place = file.or(*place);
    Ok(True)
}

/// Stores the photo twice: as one that can be sent, and as one that can only be downloaded.
pub(super) fn profile_photo(scene: &mut Scene<'_>, action: SetProfilePhoto) -> Result<True, Refusal> {
    let (user, bot) = (scene.user(action.user), scene.bot(None));
    let content = scene.new_file(bot, &action.file, FileKind::Photo)?;
    let download = scene.service.store(content.clone(), FileKind::ChatPhoto, MediaAttributes::default())?;
    let photo = scene.service.store(content, FileKind::Photo, MediaAttributes::default())?;
    scene.service.state.profile_photos.made(user).insert(0, (photo, download));
    Ok(True)
}

pub(super) fn block(scene: &mut Scene<'_>, action: Block) -> Result<True, Refusal> {
    set_blocked(scene, action.user, action.bot, true)
}

pub(super) fn unblock(scene: &mut Scene<'_>, action: Unblock) -> Result<True, Refusal> {
    set_blocked(scene, action.user, action.bot, false)
}

fn set_blocked(
    scene: &mut Scene<'_>,
    user: Option<UserId>,
    bot: Option<UserId>,
    is_blocked: bool,
) -> Result<True, Refusal> {
    let (user, bot) = (scene.user(user), scene.bot(bot));
    let chat = ChatKey::Private { bot, user };
    scene.service.check_presence(scene.now, chat, user)?;
    scene.service.state.chats.made(chat).is_blocked = is_blocked;
    Ok(True)
}
