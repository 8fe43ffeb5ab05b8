//! The section Sending: albums of photos and videos.

use serde_json::{Map, Value};

use super::answer::{Done, Refusal};
use super::call::Call;
use super::file::FileKind;
use super::json::array;
use super::media::Details;
use super::member::SEND_MEDIA;
use super::message::{Content, Record};
use super::parameters::Parameters;

/// Carries out a method of the section; none if it is of another.
pub(super) fn call(call: &mut Call<'_>) -> Option<Result<Done, Refusal>> {
    (call.method.name == "sendMediaGroup").then(|| send_media_group(call))
}

fn send_media_group(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let chat = service.chat_to_send(caller.bot, caller.now, parameters, SEND_MEDIA)?;
    let reply_to = service.check_reply(chat, parameters.integer("reply_to_message_id"))?;
    let items: Vec<Map<String, Value>> =
        parameters.items("media").iter().filter_map(|item| item.as_object().cloned()).collect();
    // All files are looked at before the first message is sent: an album goes as a whole or not at all.
    let mut sources = Vec::new();
    for item in items {
        let item = Parameters { values: item, uploads: Vec::new() };
        let kind = if item.text("type") == Some("video") { FileKind::Video } else { FileKind::Photo };
        let words = service.caption_of(&item)?;
        let source = service.source(caller.bot, parameters, item.text("media").unwrap_or_default(), kind)?;
        sources.push((item, kind, words, source));
    }
    let mut contents = Vec::new();
    for (item, kind, words, source) in sources {
        let (_, member) = service.media(source, kind, Details::of(&item))?;
        contents.push(Content::File(member.into(), words));
    }
    let album = service.random.up_to(u32::MAX).to_string();
    let mut messages = Vec::new();
    for content in contents {
        let mut record = Record::new(caller.bot, caller.now, content);
        record.reply_to = reply_to;
        record.rest_mut().media_group_id.clone_from(&album);
        let id = service.publish(caller.now, chat, record);
        messages.push(service.show(caller.bot, chat, id).unwrap_or_default());
    }
    Ok(Done::Result(array(messages)))
}
