//! Later methods that copy, replace or delete the content of messages.

use serde_json::{Map, Value};

use super::call::run;
use crate::emulator::http::{Parameters, UPLOAD};
use crate::emulator::methods::sending::{AlbumItem, Common};
use crate::emulator::prelude::*;
use crate::emulator::stored::json_text;
use crate::types::input_file::provide;
use crate::wire::{Wire, read};

/// Reads the parameters that a method of the specification has too. The others are dropped.
fn read<M: Method + Wire>(parameters: &Parameters) -> Result<M> {
    let mut parameters = Parameters::from(parameters.values.clone());
    parameters.convert(M::DESCRIPTOR.params);
    parameters.translate(M::DESCRIPTOR.params)?;
    read::value(&Value::Object(parameters.values)).map_err(Refusal::from)
}

/// Returns the `MessageId` of a message as JSON text.
fn id(message: &Message) -> String {
    ["{\"message_id\":", &message.message_id.0.to_string(), "}"].concat()
}

/// Returns the identifiers in `message_ids`.
fn ids(parameters: &Parameters) -> Result<Vec<i64>> {
    let ids = parameters.value("message_ids").or_refuse("message_ids: expected an Array of Integer")?;
    Ok(ids.as_array().into_iter().flatten().filter_map(Value::as_i64).collect())
}

pub(super) fn copy_message(service: &mut Service, bot: i64, parameters: &mut Parameters) -> Result<String> {
    let said: SendPhoto = {
        // The caption, its markup, the reply and the keyboard are those of a photo.
        parameters.values.insert("photo".into(), "".into());
        read(parameters)?
    };
    let forward: ForwardMessage = read(parameters)?;
    let chat = service.chat_to_send(bot, &forward.chat_id, SEND)?;
    let from = service.accessible(bot, &forward.from_chat_id)?;
    let mut message = service.forwarded(bot, from, forward.message_id.0, chat)?;
    message.rest_mut().origin = None;
    if said.caption.is_some() && message.content.takes_caption() {
        let caption = service.caption(said.caption.as_deref(), said.parse_mode.as_ref())?;
        if let Some(old) = message.content.formatted_text_mut() {
            *old = caption;
        }
    }
    let common =
        Common { reply_to: said.reply_to_message_id, markup: said.reply_markup, silent: said.disable_notification };
    let sent = service.send(bot, chat, message, common)?;
    Ok(id(&sent))
}

/// Calls a function with each of several messages, in order. A message that it refuses is skipped.
fn each(
    service: &mut Service,
    bot: i64,
    parameters: &mut Parameters,
    run: fn(&mut Service, i64, &mut Parameters) -> Result<String>,
) -> Result<String> {
    let mut done = Vec::new();
    for id in ids(parameters)? {
        let mut one = Parameters::from(parameters.values.clone());
        one.values.insert("message_id".into(), id.into());
        done.extend(run(service, bot, &mut one));
    }
    Ok(["[", &done.join(","), "]"].concat())
}

pub(super) fn copy_messages(service: &mut Service, bot: i64, parameters: &mut Parameters) -> Result<String> {
    each(service, bot, parameters, copy_message)
}

pub(super) fn forward_messages(service: &mut Service, bot: i64, parameters: &mut Parameters) -> Result<String> {
    each(service, bot, parameters, |service, bot, parameters| {
        let sent = run(service, bot, ForwardMessage::DESCRIPTOR, std::mem::take(parameters))?;
        let sent: Value = serde_json::from_str(&sent).unwrap_or_default();
        Ok(["{\"message_id\":", &json_text(sent.get("message_id").unwrap_or(&Value::Null)), "}"].concat())
    })
}

pub(super) fn delete_messages(service: &mut Service, bot: i64, parameters: &mut Parameters) -> Result<String> {
    each(service, bot, parameters, |service, bot, parameters| {
        run(service, bot, DeleteMessage::DESCRIPTOR, std::mem::take(parameters))
    })?;
    Ok("true".into())
}

/// A file with its caption: an `InputMedia` of any kind.
fn item(service: &mut Service, bot: i64, media: Value) -> Result<AlbumItem> {
    let media = Parameters::from(if let Value::Object(media) = media { media } else { Map::new() });
    let kind = match media.text("type") {
        Some("photo") => FileKind::Photo,
        Some("video") => FileKind::Video,
        Some("audio") => FileKind::Audio,
        Some("document" | "animation") => FileKind::Document,
        _ => return Err(Refusal::bad_request("media.type: expected photo, video, animation, audio or document")),
    };
    let mut said = Parameters::default();
    for name in ["caption", "parse_mode", "caption_entities"] {
        said.values.extend(media.value(name).map(|value| (name.to_owned(), value)));
    }
    said.translate(SendPhoto::DESCRIPTOR.params)?;
    let mode = said.text("parse_mode").map(ParseMode::from);
    let caption = service.caption(said.text("caption"), mode.as_ref())?;
    let file = media.values.get("media").cloned().or_refuse("media.media: expected a file")?;
    let file: InputFileOrString = read::value(&file).map_err(Refusal::from)?;
    Ok((kind, service.source(bot, &file, kind)?, MediaAttributes::default(), caption))
}

pub(super) fn send_album(service: &mut Service, bot: i64, parameters: &mut Parameters) -> Result<String> {
    let Some(Value::Array(media)) = parameters.values.remove("media") else { return Ok("[]".into()) };
    refuse_if(!(2..=10).contains(&media.len()), "media: an album has 2 to 10 files")?;
    let files = parameters.take_files();
    let items: Vec<_> =
        provide(UPLOAD, files, || media.into_iter().map(|media| item(service, bot, media)).collect::<Result<_>>())?;
    let is_mixed = items.windows(2).any(|pair| matches!(pair, [(one, ..), (other, ..)] if one != other));
    refuse_if(is_mixed, "documents and audio files must be in an album with files of the same type")?;
    // The other parameters are those of a photo.
    parameters.values.insert("photo".into(), "".into());
    let said: SendPhoto = read(parameters)?;
    let chat = service.chat_to_send(bot, &said.chat_id, SEND_MEDIA)?;
    let sent = service.send_album(bot, chat, (said.reply_to_message_id, said.disable_notification), items)?;
    Ok(serde_json::to_string(&sent).unwrap_or_default())
}

/// Replaces the file of a message.
pub(super) fn edit_media(service: &mut Service, bot: i64, parameters: &mut Parameters) -> Result<String> {
    let named: EditMessageReplyMarkup = read(parameters)?;
    let target = service.target(bot, &named)?;
    let media = parameters.value("media").unwrap_or_default();
    let files = parameters.take_files();
    let (kind, source, details, caption) = provide(UPLOAD, files, || item(service, bot, media))?;
    let content = service.media(source, kind, details, caption)?;
    let markup = service
        .record(target.chat, target.id)
        .or_refuse("message to edit not found")?
        .keyboard(named.reply_markup.map(ReplyMarkup::InlineKeyboardMarkup))?;
    if let Some(message) = service.record_mut(target.chat, target.id) {
        message.content = content;
        message.rest_mut().markup = markup;
    }
    Ok(serde_json::to_string(&service.edited(bot, target)?).unwrap_or_default())
}
