//! The section Sending: forwarded messages, which say where they come from.

use super::prelude::*;
use crate::emulator::rules::play_keyboard;

pub fn forward_message(service: &mut Service, bot: i64, method: ForwardMessage) -> Result<Message> {
    let chat = service.chat_to_send(bot, &method.chat_id, SEND)?;
    let from = service.accessible(bot, &method.from_chat_id)?;
    let mut message = service.forwarded(bot, from, method.message_id.0, chat)?;
    message.silence(method.disable_notification);
    let id = service.publish(chat, message);
    service.sent(bot, chat, id)
}

impl Service {
    /// A copy of a message for somebody who forwards it, if it may be sent there; it keeps no keyboard, but a game has its
    /// button, and is not live.
    pub(crate) fn forwarded(&mut self, sender: i64, from: ChatKey, id: i64, to: ChatKey) -> Result<StoredMessage> {
        let original = self.record(from, id).or_refuse("message to forward not found")?;
        let is_bound = matches!(original.content, MessageContent::Service(_) | MessageContent::Invoice(_));
        refuse_if(is_bound, "message can't be forwarded")?;
        self.check_permission(sender, to, self.permission(&original.content))?;
        let earlier = original.rest.as_ref().and_then(|rest| rest.origin.clone());
        let origin = earlier.unwrap_or_else(|| self.origin(from, id, original));
        let has_no_preview = original.rest.as_ref().is_some_and(|rest| rest.has_no_preview);
        let mut message = StoredMessage::new(sender, self.now(), original.content.clone());
        let game = if let MessageContent::Game(game) = &message.content { Some(game.bot) } else { None };
        let rest = message.rest_mut();
        (rest.origin, rest.has_no_preview) = (Some(origin), has_no_preview);
        if let Some(bot) = game {
            self.check_game_place(to)?;
            rest.markup = Some(play_keyboard());
            // What somebody else sent is known to the bot of the game as its inline messages are.
            if bot != sender {
                (rest.via, rest.inline_message_id) = (Some(bot), Some(self.state.random.letters(24)));
            }
        }
        Ok(message)
    }

    /// Where a message comes from that nobody forwarded before.
    fn origin(&self, from: ChatKey, id: i64, original: &StoredMessage) -> ForwardOrigin {
        let is_post = self.shared(from.id()).is_some_and(|shared| shared.kind == ChatKind::Channel);
        let signature = original.rest.as_ref().and_then(|rest| rest.signature.clone());
        let post = is_post.then_some(Post { channel: from, message_id: id, signature });
        ForwardOrigin { date: original.date, from: original.from.filter(|_| !is_post), post }
    }
}
