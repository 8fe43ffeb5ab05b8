//! The section Sending: albums of photos and videos.

use super::prelude::*;

pub fn send_media_group(service: &mut Service, bot: i64, method: SendMediaGroup) -> Result<Vec<Message>> {
    let chat = service.chat_to_send(bot, &method.chat_id, SEND_MEDIA)?;
    let reply_to = service.check_reply(chat, method.reply_to_message_id.map(i64::from))?;
    // All files are looked at before the first message is sent: an album goes as a whole or not at all.
    let mut items = Vec::new();
    for item in method.media {
        let (kind, media, caption, mode, details) = match item {
            InputMedia::Photo(InputMediaPhoto { media, caption, parse_mode, .. }) => {
                (FileKind::Photo, media, caption, parse_mode, MediaAttributes::default())
            }
            InputMedia::Video(video) => {
                let InputMediaVideo { media, caption, parse_mode, width, height, duration, .. } = video;
                let details = MediaAttributes { duration, width, height, ..MediaAttributes::default() };
                (FileKind::Video, media, caption, parse_mode, details)
            }
        };
        let caption = service.caption(caption.as_deref(), mode.as_ref())?;
        items.push((service.source(bot, &media, kind)?, kind, details, caption));
    }
    let mut contents = Vec::new();
    for (source, kind, details, caption) in items {
        contents.push(service.media(source, kind, details, caption)?);
    }
    let album = service.state.random.up_to(u32::MAX).to_string();
    let mut messages = Vec::new();
    for content in contents {
        let mut message = StoredMessage::new(bot, service.now(), content);
        message.reply_to = reply_to;
        message.silence(method.disable_notification);
        message.rest_mut().media_group_id = Some(album.clone());
        let id = service.publish(chat, message);
        messages.push(service.sent(bot, chat, id)?);
    }
    Ok(messages)
}
