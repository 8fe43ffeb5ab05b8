//! The section Stickers: sets that users own and bots edit, with the checks of their images.
//!
//! Where the specification is silent: a `mask_position` has no effect in a set without masks, and a position beyond the end
//! of a set is its end. The stickers of a set keep their png, whose thumbnail would be no .webp or .jpg, so they have none; an
//! upload of sendSticker may be another picture, which such services convert.

use super::answer::{Done, Refusal};
use super::call::Call;
use super::compat::{self, unique};
use super::file::{Content, FileKind, Source};
use super::image::Image;
use super::json::{Members, array};
use super::map::Map;
use super::media::Details;
use super::member::SEND_OTHER;
use super::message::Words;
use super::names::Names;
use super::parameters::Parameters;
use super::sending::file_content;
use super::service::Service;
use super::stored::stored;
use crate::wire::KB;

/// Pixels of a sticker: no side is longer, and one is exactly so long.
const SIDE: i64 = 512;

/// A sticker set.
#[derive(Debug, Clone)]
pub(super) struct Set {
    name: String,
    title: String,
    owner: i64,
    bot: i64,
    contains_masks: bool,
    /// File numbers, in order.
    stickers: Vec<u64>,
}

/// All sets by their names in lower case, and the set that each sticker is in.
#[derive(Debug, Clone, Default)]
pub(super) struct Sets {
    all: Names<Set>,
    of_stickers: Map<u64, String>,
}
stored! {
    Set { name, title, owner, bot, contains_masks, stickers }
    Sets { all, of_stickers }
}

impl Sets {
    pub fn get(&self, name: &str) -> Option<&Set> {
        self.all.get(&name.to_ascii_lowercase())
    }
}

/// Carries out a method of the section; none if it is of another.
pub(super) fn call(call: &mut Call<'_>) -> Option<Result<Done, Refusal>> {
    Some(match call.method.name {
        "sendSticker" => send_sticker(call),
        "getStickerSet" => get_sticker_set(call),
        "uploadStickerFile" => upload_sticker_file(call),
        "createNewStickerSet" => create_new_sticker_set(call),
        "addStickerToSet" => add_sticker_to_set(call),
        "setStickerPositionInSet" => move_sticker(call),
        "deleteStickerFromSet" => delete_sticker(call),
        _ => return None,
    })
}

fn send_sticker(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let chat = service.chat_to_send(caller.bot, caller.now, parameters, SEND_OTHER)?;
    let text = parameters.text("sticker").unwrap_or_default();
    let source = service.source(caller.bot, parameters, text, FileKind::Sticker)?;
    let (kind, member) = service.media(source, FileKind::Sticker, Details::default())?;
    service.send(*caller, chat, file_content(kind, member, Words::default()), parameters)
}

fn get_sticker_set(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let set = service.sets.get(parameters.text("name").unwrap_or_default()).ok_or_else(not_found)?;
    let stickers = set.stickers.iter().filter_map(|number| service.files.get(*number)).map(|file| &file.shown);
    let shown = Members::new()
        .text("name", &set.name)
        .text("title", &set.title)
        .flag("contains_masks", set.contains_masks)
        .json("stickers", &array(stickers))
        .more(service.compat(compat::STICKER_SET))
        .object();
    Ok(Done::Result(service.identified(&shown, caller.bot)))
}

fn not_found() -> Refusal {
    Refusal::bad_request("sticker set not found")
}

/// The owner that a call names.
fn owner(service: &Service, parameters: &Parameters) -> Result<i64, Refusal> {
    let id = parameters.integer("user_id").unwrap_or(0);
    if service.users.contains_key(&id) { Ok(id) } else { Err(Refusal::bad_request("user not found")) }
}

/// The png of a call, checked by the rules for images.
fn image(call: &Call<'_>) -> Result<Content, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let text = parameters.text("png_sticker").unwrap_or_default();
    let content = if let Ok(Source::New(content)) = service.source(caller.bot, parameters, text, FileKind::Thumb) {
        content
    } else {
        // An identifier of uploadStickerFile is one of a document, another set's one of a sticker.
        let number = service.file_number(caller.bot, text)?;
        let file = service.files.get(number).ok_or_else(not_found)?;
        if !matches!(file.kind, FileKind::Document | FileKind::Sticker) {
            return Err(Refusal::bad_request("type of file mismatch"));
        }
        let (bytes, name, media_type) = (file.bytes.clone(), file.name.clone(), file.media_type.clone());
        Content { bytes, name, media_type, by_url: false, is_made_up: false }
    };
    if content.is_made_up {
        return Ok(content);
    }
    if content.bytes.len() > 512 * (KB as usize) {
        return Err(Refusal::bad_request("sticker file is too big"));
    }
    let image = Image::read(&content.bytes).filter(|image| image.is_png);
    let image = image.ok_or_else(|| Refusal::bad_request("sticker must be a png image"))?;
    if image.width.max(image.height) != SIDE {
        return Err(Refusal::bad_request("sticker must be 512 pixels wide or high, and no more"));
    }
    Ok(content)
}

fn upload_sticker_file(call: &mut Call<'_>) -> Result<Done, Refusal> {
    owner(call.service, &call.parameters)?;
    let content = image(call)?;
    let size = i64::try_from(content.bytes.len()).unwrap_or(0);
    let Call { service, caller, .. } = call;
    let number = service.store(content, FileKind::Document, Details::default())?;
    let id = service.file_id(caller.bot, number);
    let file =
        Members::new().text("file_id", &id).maybe("file_unique_id", unique(service.options.compat, number).as_deref());
    Ok(Done::Result(file.number("file_size", size).object()))
}

fn create_new_sticker_set(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let owner = owner(call.service, &call.parameters)?;
    let name = call.parameters.text("name").unwrap_or_default().to_owned();
    let key = name.to_ascii_lowercase();
    let bot = call.service.bot(call.caller.bot)?.username().to_ascii_lowercase();
    if !key.ends_with(&["_by_", &bot].concat()) {
        return Err(Refusal::bad_request("sticker set name must end in _by_<bot_username>"));
    }
    if call.service.sets.all.contains_key(&key) {
        return Err(Refusal::bad_request("sticker set name is already occupied"));
    }
    let set = Set {
        name,
        title: call.parameters.text("title").unwrap_or_default().to_owned(),
        owner,
        bot: call.caller.bot,
        contains_masks: call.parameters.is_true("contains_masks"),
        stickers: Vec::new(),
    };
    let sticker = sticker(call, &set)?;
    call.service.sets.all.insert(key.clone(), set);
    call.service.add_sticker(&key, sticker)
}

fn add_sticker_to_set(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let owner = owner(call.service, &call.parameters)?;
    let key = call.parameters.text("name").unwrap_or_default().to_ascii_lowercase();
    let set = call.service.sets.all.get(&key).ok_or_else(not_found)?.clone();
    if set.bot != call.caller.bot || set.owner != owner {
        return Err(Refusal::bad_request("sticker set is not of the bot and the user"));
    }
    let sticker = sticker(call, &set)?;
    call.service.add_sticker(&key, sticker)
}

/// Stores the sticker of a call for a set; its file number.
fn sticker(call: &mut Call<'_>, set: &Set) -> Result<u64, Refusal> {
    let emojis = call.parameters.text("emojis").unwrap_or_default();
    if !is_emoji(emojis) {
        return Err(Refusal::bad_request("emojis must be one or more emoji"));
    }
    let mask = if set.contains_masks { call.parameters.json("mask_position") } else { String::new() };
    let more = Members::new().text("emoji", emojis).text("set_name", &set.name).json("mask_position", &mask).bare();
    let content = image(call)?;
    let number = call.service.store(content, FileKind::Sticker, Details::default())?;
    if let Some(file) = call.service.files.get_mut(number) {
        let open = file.shown.strip_suffix('}').unwrap_or_default();
        file.shown = [open, ",", &more, "}"].concat().into();
    }
    Ok(number)
}

/// Whether a text may be one or more emoji: signs, no letters. Digits are parts of some.
fn is_emoji(text: &str) -> bool {
    let word = |letter: char| letter.is_alphabetic() && !matches!(letter, '\u{2000}'..'\u{2e80}' | '\u{1f000}'..);
    text.contains(|letter| letter >= '\u{2000}' || matches!(letter, '©' | '®')) && !text.contains(word)
}

/// The set of the sticker that a call names, if the bot made it, and the sticker's place in it.
fn placed<'a>(call: &'a mut Call<'_>) -> Result<(&'a mut Set, usize, u64), Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let number = service.file_number(caller.bot, parameters.text("sticker").unwrap_or_default())?;
    let name = service.sets.of_stickers.get(&number).cloned().unwrap_or_default();
    let set = service.sets.all.get_mut(&name).filter(|set| set.bot == caller.bot);
    let set = set.ok_or_else(|| Refusal::bad_request("sticker is in no set of the bot"))?;
    let at = set.stickers.iter().position(|sticker| *sticker == number).ok_or_else(not_found)?;
    Ok((set, at, number))
}

fn move_sticker(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let position = usize::try_from(call.parameters.integer("position").unwrap_or(0)).unwrap_or(0);
    let (set, at, number) = placed(call)?;
    set.stickers.remove(at);
    set.stickers.insert(position.min(set.stickers.len()), number);
    Ok(Done::yes())
}

fn delete_sticker(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let (set, at, number) = placed(call)?;
    set.stickers.remove(at);
    call.service.sets.of_stickers.remove(&number);
    Ok(Done::yes())
}

impl Service {
    fn add_sticker(&mut self, key: &str, number: u64) -> Result<Done, Refusal> {
        let set = self.sets.all.get_mut(key).ok_or_else(not_found)?;
        set.stickers.push(number);
        self.sets.of_stickers.insert(number, key.to_owned());
        Ok(Done::yes())
    }
}
