//! The section Stickers: sets that users own and bots edit, with the checks of their images.
//!
//! Unspecified behavior: a `mask_position` has no effect in a set without masks. A position beyond the end of a set is
//! its end. Stickers of a set remain png and have no thumbnail, because it would not be .webp or .jpg. `emojis` may be
//! a lone joiner or variation selector.

use super::sending::common;
use crate::emulator::compat;
use crate::emulator::http::essence;
use crate::emulator::prelude::*;
use crate::emulator::rules::{Image, NewFile, Source, is_web_url};
use crate::wire::KB;

const NOT_FOUND: &str = "sticker set not found";

pub fn send_sticker(service: &mut Service, bot: i64, method: SendSticker) -> Result<Message> {
    let chat = service.chat_to_send(bot, &method.chat_id, SEND_OTHER)?;
    let source = service.source(bot, &method.sticker, FileKind::Sticker)?;
    // Services convert other pictures.
    if let Source::New(file) = &source
        && !service.is_lenient()
    {
        let type_fits = matches!(essence(&file.media_type).as_str(), "image/webp" | "application/octet-stream");
        let is_other = Image::read(&file.bytes).is_some_and(|_| !file.bytes.starts_with(b"RIFF"));
        refuse_if(!type_fits || is_other, "sticker must be a webp image")?;
    }
    let content = service.media(source, FileKind::Sticker, MediaAttributes::default(), FormattedText::default())?;
    service.send(bot, chat, StoredMessage::new(bot, service.now(), content), common!(method))
}

pub fn get_sticker_set(service: &mut Service, bot: i64, method: GetStickerSet) -> Result<StickerSet> {
    let set = service.state.sets.get(&method.name).or_refuse(NOT_FOUND)?;
    let stickers: Vec<_> = set.stickers.iter().filter_map(|number| service.sticker(bot, *number)).collect();
    let shown = StickerSet::builder().name(&set.name).title(&set.title);
    let shown = shown.contains_masks(set.contains_masks).stickers(stickers).build();
    Ok(StickerSet { extra: service.compat(compat::STICKER_SET), ..shown })
}

pub fn upload_sticker_file(service: &mut Service, bot: i64, method: UploadStickerFile) -> Result<File> {
    service.owner(method.user_id)?;
    let file = NewFile::uploaded(&method.png_sticker)?;
    check_image(&file)?;
    let number = service.store(file, FileKind::Document, MediaAttributes::default())?;
    Ok(service.shown_file(bot, number))
}

pub fn create_new_sticker_set(service: &mut Service, bot: i64, method: CreateNewStickerSet) -> Result<True> {
    let owner = service.owner(method.user_id)?;
    let key = method.name.to_ascii_lowercase();
    let username = service.bot(bot)?.username().to_ascii_lowercase();
    // Only the username is case-insensitive.
    let start = key.strip_suffix(&username).and_then(|start| method.name.get(..start.len()));
    let ends = start.is_some_and(|start| start.ends_with("_by_"));
    refuse_if(!ends, "sticker set name must end in _by_<bot_username>")?;
    refuse_if(service.state.sets.get(&key).is_some(), "sticker set name is already occupied")?;
    let contains_masks = method.contains_masks == Some(true);
    let mask_position = method.mask_position.filter(|_| contains_masks);
    let in_set = InSet { emoji: method.emojis, set_name: method.name.clone(), mask_position };
    let number = service.store_sticker(bot, &method.png_sticker, in_set)?;
    let CreateNewStickerSet { name, title, .. } = method;
    let set = StoredStickerSet { name, title, owner, bot, contains_masks, stickers: Vec::new() };
    service.state.sets.all.insert(key.clone(), set);
    service.state.sets.add(&key, number);
    Ok(True)
}

pub fn add_sticker_to_set(service: &mut Service, bot: i64, method: AddStickerToSet) -> Result<True> {
    let owner = service.owner(method.user_id)?;
    let key = method.name.to_ascii_lowercase();
    let set = service.state.sets.get(&key).or_refuse(NOT_FOUND)?;
    refuse_if(set.bot != bot || set.owner != owner, "sticker set is not of the bot and the user")?;
    let mask_position = method.mask_position.filter(|_| set.contains_masks);
    let in_set = InSet { emoji: method.emojis, set_name: set.name.clone(), mask_position };
    let number = service.store_sticker(bot, &method.png_sticker, in_set)?;
    service.state.sets.add(&key, number);
    Ok(True)
}

pub fn set_sticker_position_in_set(service: &mut Service, bot: i64, method: SetStickerPositionInSet) -> Result<True> {
    let position = usize::try_from(method.position).unwrap_or(0);
    let (set, number) = taken(service, bot, &method.sticker)?;
    set.stickers.insert(position.min(set.stickers.len()), number);
    Ok(True)
}

pub fn delete_sticker_from_set(service: &mut Service, bot: i64, method: DeleteStickerFromSet) -> Result<True> {
    let (_, number) = taken(service, bot, &method.sticker)?;
    service.state.sets.of_stickers.remove(&number);
    service.state.files.all.get_mut(&number).map(|file| file.in_set.take());
    Ok(True)
}

fn check_image(file: &NewFile) -> Result<()> {
    if file.is_made_up {
        return Ok(());
    }
    refuse_if(file.bytes.len() > 512 * (KB as usize), "sticker file is too big")?;
    let image = Image::read(&file.bytes).filter(|image| image.is_png);
    let image = image.or_refuse("sticker must be a png image")?;
    refuse_if(image.width.max(image.height) != 512, "sticker must be 512 pixels wide or high, and no more")
}

/// Returns true if a text may be emoji: symbols, without letters. Some emoji contain digits.
fn is_emoji(text: &str) -> bool {
    let word = |letter: char| letter.is_alphabetic() && !matches!(letter, '\u{2000}'..'\u{2e80}' | '\u{1f000}'..);
    text.contains(|letter| letter >= '\u{2000}' || matches!(letter, '©' | '®')) && !text.contains(word)
}

/// Removes a sticker from its set, if the bot created the set.
fn taken<'a>(service: &'a mut Service, bot: i64, sticker: &FileId) -> Result<(&'a mut StoredStickerSet, u64)> {
    let number = service.file_number(bot, sticker)?;
    let set = service.state.sets.of_sticker(number).filter(|set| set.bot == bot);
    let set = set.or_refuse("sticker is in no set of the bot")?;
    let at = set.stickers.iter().position(|sticker| *sticker == number).or_refuse(NOT_FOUND)?;
    set.stickers.remove(at);
    Ok((set, number))
}

impl Service {
    /// Returns the owner in a call, which is not a bot.
    fn owner(&self, user: UserId) -> Result<i64> {
        self.state.users.get(&user.0).map(|owner| owner.id.0).or_refuse("user not found")
    }

    fn store_sticker(&mut self, bot: i64, png: &InputFileOrString, in_set: InSet) -> Result<u64> {
        refuse_if(!is_emoji(&in_set.emoji), "emojis must be one or more emoji")?;
        let png = self.png(bot, png)?;
        check_image(&png)?;
        let number = self.store(png, FileKind::Sticker, MediaAttributes::default())?;
        if let Some(file) = self.state.files.all.get_mut(&number) {
            file.in_set = Some(Box::new(in_set));
        }
        Ok(number)
    }

    /// Returns the image of a sticker: an upload, a URL, or a file of uploadStickerFile or of another set.
    fn png(&self, bot: i64, png: &InputFileOrString) -> Result<NewFile> {
        let id = match png {
            InputFileOrString::Upload(file) => return NewFile::uploaded(file),
            InputFileOrString::Reference(url) if is_web_url(url) => {
                return self.fetched(url, FileKind::Thumb, Some("image/png"));
            }
            InputFileOrString::Reference(id) => id,
        };
        let file = self.state.files.all.get(&self.file_number(bot, id)?).or_refuse(NOT_FOUND)?;
        refuse_if(!matches!(file.kind, FileKind::Document | FileKind::Sticker), "type of file mismatch")?;
        Ok(NewFile::of(file.bytes.clone(), file.name.clone(), file.media_type.clone()))
    }
}
