//! Who there is: bots, users, chats, profile photos, blocking.

use serde::Serialize;
use serde_json::Value;

use super::{Act, Done, gives, yes};
use crate::emulator::actions::acting::details_in;
use crate::emulator::refusal::Refusal;
use crate::emulator::rules::files::Source;
use crate::emulator::rules::membership::NewChat;
use crate::emulator::state::bot::NewBot;
use crate::emulator::state::file::{FileKind, MediaAttributes};
use crate::emulator::state::user::NewUser;
use crate::types::{User, UserId};

/// A bot with its token.
#[derive(Serialize)]
pub(super) struct NamedBot {
    pub user: User,
    pub token: String,
}

impl Act<'_> {
    pub(super) fn people(&mut self, name: &str) -> Option<Done> {
        Some(match name {
            "add_bot" => self.add_bot(),
            "add_user" => {
                let id = self.given.integer("id");
                let new = NewUser {
                    id,
                    first_name: self.owned("first_name"),
                    last_name: self.owned("last_name"),
                    username: self.owned("username"),
                    language_code: self.owned("language_code"),
                };
                if id.is_none() && self.given.values.contains_key("id") {
                    return Some(Err(Refusal::bad_request("the identifier must be a number")));
                }
                self.service.add_user(new).and_then(gives)
            }
            "add_chat" => {
                let new = NewChat {
                    kind: self.owned("type").unwrap_or_else(|| "group".into()),
                    title: self.owned("title"),
                    username: self.owned("username"),
                    creator: UserId(self.id("creator")),
                    members: self.ids("members").into_iter().map(UserId).collect(),
                    administrators: self.ids("administrators").into_iter().map(UserId).collect(),
                    all_members_are_administrators: self.given.is_true("all_members_are_administrators"),
                    signs: self.given.is_true("signs"),
                };
                self.service.add_chat(self.now, new).and_then(|id| self.chat_of(id))
            }
            "game" => self.game(),
            "profile_photo" => self.profile_photo(),
            "block" | "unblock" => {
                let chat = self.place();
                if let Err(refusal) = self.service.check_presence(self.now, chat, self.user()) {
                    return Some(Err(refusal));
                }
                self.service.state.chats.made(chat).is_blocked = name == "block";
                yes()
            }
            _ => return None,
        })
    }

    fn add_bot(&mut self) -> Done {
        let games = self.given.values.get("games").and_then(Value::as_object);
        let games = games.into_iter().flatten();
        let new = NewBot {
            token: self.owned("token"),
            username: self.owned("username"),
            first_name: self.owned("first_name"),
            inline_feedback: self.given.is_true("inline_feedback"),
            inline_location: self.given.is_true("inline_location"),
            games: games.map(|(name, title)| (name.clone(), title.as_str().unwrap_or(name).to_owned())).collect(),
        };
        let (user, token) = self.service.add_bot(new)?;
        gives(NamedBot { user, token })
    }

    /// Says more of a bot's game: texts, and a file that is its photo or its animation.
    fn game(&mut self) -> Done {
        let (photo, animation) = match (self.given.values.contains_key("file"), self.given.text("type")) {
            (false, _) => (None, None),
            (true, Some("animation")) => (None, Some(self.file(FileKind::Document)?)),
            (true, _) => (Some(self.file(FileKind::Photo)?), None),
        };
        let (title, description) = (self.owned("title"), self.owned("description"));
        let bot = self.service.bot(self.bot())?;
        let name = self.given.text("game_short_name").filter(|name| !name.is_empty());
        let game =
            name.and_then(|name| bot.game_made(name)).ok_or_else(|| Refusal::bad_request("a game needs a name"))?;
        game.title = title.unwrap_or_else(|| game.title.clone());
        game.description = description.or_else(|| game.description.take());
        game.photo = photo.or(game.photo);
        game.animation = animation.or(game.animation);
        yes()
    }

    /// Stores a profile photo twice: as one that can be sent, and as one that can only be downloaded.
    fn profile_photo(&mut self) -> Done {
        let photo = match self.service.source(self.bot(), &self.given_file()?, FileKind::Photo)? {
            Source::New(content) => {
                let download = self.service.store(content.clone(), FileKind::ChatPhoto, MediaAttributes::default())?;
                (self.service.store(content, FileKind::Photo, MediaAttributes::default())?, download)
            }
            Source::Known(_) => return Err(Refusal::bad_request("photo must be a file")),
        };
        self.service.state.profile_photos.made(self.user()).insert(0, photo);
        yes()
    }

    /// Stores the file of the act.
    fn file(&mut self, kind: FileKind) -> Result<u64, Refusal> {
        match self.service.source(self.bot(), &self.given_file()?, kind)? {
            Source::Known(number) => Ok(number),
            Source::New(content) => self.service.store(content, kind, details_in(&self.given)),
        }
    }
}
