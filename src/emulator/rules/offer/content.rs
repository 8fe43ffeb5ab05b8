//! Whether a result can be sent, and the content of the message that it sends.

use super::{Offer, OfferedFile, Sends};
use crate::emulator::http::essence;
use crate::emulator::methods::places::{contact, live_until, location};
use crate::emulator::prelude::*;
use crate::emulator::rules::{Source, check_buttons, is_web_url};
use crate::wire::MB;

impl Service {
    /// Refuses a result that could not be sent: markup that cannot be read, files of another bot or
    /// type, an unknown game.
    pub(crate) fn check_offer(&self, bot: i64, offer: &Offer<'_>) -> Result<()> {
        if let Sends::File(file) = &offer.sends {
            self.caption(file.caption, file.mode)?;
        }
        if let Some(content) = offer.content {
            self.given_content(content)?;
        }
        if let Sends::Place(place) = &offer.sends {
            self.given_content(place)?;
        }
        if let Some(short_name) = offer.game() {
            self.check_game(bot, short_name)?;
        }
        let markup = offer.markup.cloned().map(ReplyMarkup::InlineKeyboardMarkup);
        check_buttons(offer.game().is_some(), false, markup.as_ref())?;
        refuse_if(!offer.urls.iter().all(|url| is_web_url(url)), "URL of an inline result is invalid")?;
        refuse_if(offer.title == Some(""), "title of an inline result must be non-empty")?;
        if let Sends::File(file) = &offer.sends {
            self.check_stored(bot, file)?;
        }
        Ok(())
    }

    /// Refuses a file on the service that is not of the type that the result shows.
    fn check_stored(&self, bot: i64, offered: &OfferedFile<'_>) -> Result<()> {
        let InputFileOrString::Reference(id) = &offered.file else { return Ok(()) };
        if is_web_url(id) {
            return Ok(());
        }
        let number = self.known(bot, id, offered.kind)?;
        let media_type = self.state.files.get(number).map_or("", |file| file.media_type.as_str());
        let essence = essence(media_type);
        // Animations are stored as documents, so the type of the file tells them apart.
        refuse_if(offered.is_animation && offered.media_type != Some(&*essence), "type of file mismatch")?;
        let is_document = offered.kind == FileKind::Document && !offered.is_animation;
        let is_unfit = is_document && !matches!(essence.as_str(), "application/pdf" | "application/zip");
        refuse_if(is_unfit, "only PDF and ZIP files can be sent as document results")
    }

    /// What a chosen result sends, and until when it is live.
    pub(crate) fn offered_content(&mut self, bot: i64, offer: Offer<'_>) -> Result<(MessageContent, Option<Time>)> {
        if let Some(content) = offer.content {
            return self.given_content(content);
        }
        match offer.sends {
            Sends::File(file) => Ok((self.offered_file(bot, file)?, None)),
            Sends::Place(place) => self.given_content(&place),
            Sends::Game(short_name) => {
                let (short_name, board) = (short_name.to_owned(), FormattedText::default());
                Ok((MessageContent::Game(Box::new(GameMessage { bot, short_name, board })), None))
            }
            Sends::Nothing => Err(Refusal::bad_request("inline result has no content")),
        }
    }

    fn offered_file(&mut self, bot: i64, offered: OfferedFile<'_>) -> Result<MessageContent> {
        let OfferedFile { kind, file, media_type, is_animation, caption, mode, details } = offered;
        let caption = self.caption(caption, mode)?;
        let is_url = matches!(&file, InputFileOrString::Reference(url) if is_web_url(url));
        // An animation is shown as a document of its own type, which a URL may not have for sendDocument.
        let looked_up = if is_animation && is_url { FileKind::VideoNote } else { kind };
        let source = self.source(bot, &file, looked_up)?;
        if let Source::New(file) = &source {
            refuse_if(is_animation && file.bytes.len() > MB as usize, "file is too big")?;
            // A stand-in is of the type of its ending, which is nobody's fault.
            let is_wrong = !file.is_made_up && media_type.is_some_and(|wanted| wanted != file.essence());
            refuse_if(is_wrong, "wrong type of the web page content")?;
        }
        self.media(source, kind, details, caption)
    }

    /// The content that a result gives in place of its own.
    fn given_content(&self, content: &InputMessageContent) -> Result<(MessageContent, Option<Time>)> {
        Ok(match content {
            InputMessageContent::Text(InputTextMessageContent { message_text, parse_mode, .. }) => {
                let words = self.text(message_text, parse_mode.as_ref())?;
                refuse_if(words.text.is_empty(), "message text is empty")?;
                (MessageContent::Text(words), None)
            }
            InputMessageContent::Venue(given) => {
                let place = location(given.longitude, given.latitude)?;
                let mut venue = Venue::new(place, given.title.as_str(), given.address.as_str());
                venue.venuedb_id.clone_from(&given.venuedb_id);
                (MessageContent::Venue(Box::new(venue)), None)
            }
            InputMessageContent::Location(given) => {
                let place = location(given.longitude, given.latitude)?;
                (MessageContent::Location(place), given.live_period.map(|seconds| live_until(self.now(), seconds)))
            }
            InputMessageContent::Contact(given) => {
                let InputContactMessageContent { phone_number, first_name, last_name, .. } = given.clone();
                (MessageContent::Contact(Box::new(contact(phone_number, first_name, last_name)?)), None)
            }
        })
    }
}
