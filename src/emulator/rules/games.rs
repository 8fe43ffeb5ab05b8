//! Which games a bot has, and the picture of those that are given none.

use crate::emulator::prelude::*;
use crate::emulator::rules::NewFile;

/// The picture of a game that is given none: 640 by 360 pixels of one colour.
const PICTURE: &[u8] = include_bytes!("game.png");

impl Service {
    /// Stores the picture of games that are given none; its number.
    pub(crate) fn store_game_picture(&mut self) -> u64 {
        let picture = NewFile::of(PICTURE.into(), "game.png".into(), "image/png".into());
        self.store(picture, FileKind::Photo, MediaAttributes::default()).unwrap_or(0)
    }

    /// Refuses a game that the bot does not have.
    pub(crate) fn check_game(&self, bot: i64, short_name: &str) -> Result<()> {
        let known = |bot: &StoredBot| {
            if bot.games.is_empty() { !short_name.is_empty() } else { bot.game(short_name).is_some() }
        };
        refuse_if(!self.state.bots.get(&bot).is_some_and(known), "wrong game short name specified")
    }
}
