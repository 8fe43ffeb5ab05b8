//! Messages: stored small, and turned into the text of a Message when they are shown.

use super::chat::ChatKey;
use super::clock::Time;
use super::json::Members;
use super::map::Map;
use super::service::Service;
use super::stored::{Stored, are_members, is_json, stored};

/// The messages of a chat.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    pub last: i64,
    pub messages: Map<i64, Record>,
}

/// A message.
#[derive(Debug, Clone)]
pub(super) struct Record {
    /// Identifier of the user or bot that sent it; 0 for a post of a channel.
    pub from: i64,
    /// Unix time.
    pub date: i64,
    pub content: Content,
    /// The message that it replies to; 0 for none.
    pub reply_to: i64,
    /// What few messages have.
    pub rest: Option<Box<Rest>>,
}

/// What few messages have.
#[derive(Debug, Clone, Default)]
pub(super) struct Rest {
    /// The keyboard as JSON text.
    pub markup: String,
    /// The members of a Message that say what it was forwarded from.
    pub forward: String,
    /// Unix time of the last edit; 0 for none.
    pub edited: i64,
    pub media_group_id: String,
    pub signature: String,
    /// When a live location expires; none when it is not live or was stopped.
    pub live_until: Option<Time>,
    /// Identifier of the bot that sent it: also of a post in a channel, whose `from` is nobody.
    pub sender: i64,
    /// Identifier of the bot through which a user sent it in inline mode; 0 for none.
    pub via: i64,
    pub inline_message_id: String,
    /// What the invoice asks for, as the parameters of its sendInvoice.
    pub invoice: String,
    /// The message that this service message pins; 0 for none.
    pub pinned: i64,
}

/// A text or caption and its entities.
#[derive(Debug, Clone, Default)]
pub(super) struct Words {
    pub text: Box<str>,
    /// Array of `MessageEntity` as JSON text; empty for none.
    pub entities: Box<str>,
}

/// What a message holds. Members of a Message are JSON text without braces.
#[derive(Debug, Clone)]
pub(super) enum Content {
    Text(Words),
    /// A file that takes a caption: its member of the Message.
    File(Box<str>, Words),
    /// A game: the bot that it is of, its short name, and the text that shows the scoreboard.
    Game(i64, Box<str>, Words),
    /// Anything else that can be sent.
    Other(Box<str>),
    /// A service message.
    Service(Box<str>),
}

stored! {
    History { last, messages }
    Record { from, date, content, reply_to, rest }
    Rest { markup, forward, edited, media_group_id, signature, live_until, sender, via, inline_message_id, invoice, pinned } => is_json
    Words { text, entities } => is_json
}

impl Stored for Content {
    fn save(&self, bytes: &mut Vec<u8>) {
        let mut bot = 0;
        let (kind, members, words) = match self {
            Self::Text(words) => (0_u8, "", Some(words)),
            Self::File(members, words) => (1, &**members, Some(words)),
            Self::Game(of, name, words) => {
                bot = *of;
                (2, &**name, Some(words))
            }
            Self::Other(members) => (3, &**members, None),
            Self::Service(members) => (4, &**members, None),
        };
        kind.save(bytes);
        bot.save(bytes);
        Box::<str>::from(members).save(bytes);
        words.cloned().save(bytes);
    }

    fn load(bytes: &mut &[u8]) -> Option<Self> {
        let (kind, bot) = <(u8, i64)>::load(bytes)?;
        let (members, words) = <(Box<str>, Option<Words>)>::load(bytes)?;
        if matches!(kind, 1 | 3 | 4) && !are_members(&members) {
            return None;
        }
        Some(match kind {
            0 => Self::Text(words?),
            1 => Self::File(members, words?),
            2 => Self::Game(bot, members, words?),
            3 => Self::Other(members),
            4 => Self::Service(members),
            _ => return None,
        })
    }
}

impl Rest {
    fn is_json(&self) -> bool {
        is_json(&self.markup) && are_members(&self.forward) && is_json(&self.invoice)
    }
}

impl Words {
    fn is_json(&self) -> bool {
        is_json(&self.entities)
    }

    fn members(&self, text: &str, entities: &str) -> String {
        Members::new().text(text, &self.text).json(entities, &self.entities).bare()
    }
}

impl Content {
    pub fn words(&self) -> Option<&Words> {
        match self {
            Self::Text(words) | Self::File(_, words) | Self::Game(_, _, words) => Some(words),
            Self::Other(_) | Self::Service(_) => None,
        }
    }

    /// Whether it is one of the messages that the specification calls service messages.
    pub fn is_service(&self) -> bool {
        matches!(self, Self::Service(_))
    }
}

impl Record {
    pub fn new(from: i64, now: Time, content: Content) -> Self {
        Self { from, date: now.unix(), content, reply_to: 0, rest: None }
    }

    /// What few messages have, to be changed.
    pub fn rest_mut(&mut self) -> &mut Rest {
        self.rest.get_or_insert_default()
    }

    pub fn markup(&self) -> &str {
        self.rest.as_ref().map_or("", |rest| &rest.markup)
    }

    /// Whether the keyboard, if there is one, is an inline keyboard.
    pub fn is_inline_or_bare(&self) -> bool {
        self.markup().is_empty() || self.markup().contains("\"inline_keyboard\":[")
    }

    /// Whether it is the message of somebody else, so that nobody edits it.
    pub fn is_forwarded(&self) -> bool {
        self.rest.as_ref().is_some_and(|rest| !rest.forward.is_empty())
    }

    /// Identifier of the user or bot that sent it, in channels too.
    pub fn sender(&self) -> i64 {
        match &self.rest {
            Some(rest) if rest.sender != 0 => rest.sender,
            _ => self.from,
        }
    }

    /// Identifier of the bot through which it was sent in inline mode; 0 for none.
    pub fn via(&self) -> i64 {
        self.rest.as_ref().map_or(0, |rest| rest.via)
    }
}

impl Service {
    /// The text of a Message as a bot sees it.
    pub(super) fn show(&self, bot: i64, chat: ChatKey, id: i64) -> Option<String> {
        let record = self.chats.get(&chat)?.history.messages.get(&id)?;
        let mut members = self.members_of(bot, chat, id, record);
        if record.reply_to != 0
            && let Some(original) = self.show_alone(bot, chat, record.reply_to)
        {
            members = members.json("reply_to_message", &original);
        }
        Some(self.identified(&members.object(), bot))
    }

    /// A message as a user sees it: with its keyboard, which a Message does not have.
    pub(super) fn show_seen(&self, bot: i64, chat: ChatKey, id: i64) -> Option<String> {
        let message = self.show(bot, chat, id)?;
        #[cfg(all(debug_assertions, not(target_arch = "wasm32")))]
        super::closed::assert_type::<crate::types::Message>(&message, self.options.compat);
        let record = self.chats.get(&chat)?.history.messages.get(&id)?;
        let mut more = Members::new().json("reply_markup", record.markup());
        if let Some(rest) = &record.rest {
            if rest.via != 0 && self.options.compat {
                more = more.json("via_bot", &self.show_person(rest.via));
            }
            if !rest.inline_message_id.is_empty() {
                more = more.text("inline_message_id", &rest.inline_message_id);
            }
        }
        let open = message.strip_suffix('}').unwrap_or_default().strip_prefix('{').unwrap_or_default();
        Some(Members::new().more(open).more(&more.bare()).object())
    }

    /// The Message without the one that it replies to.
    pub(super) fn show_alone(&self, bot: i64, chat: ChatKey, id: i64) -> Option<String> {
        let record = self.chats.get(&chat)?.history.messages.get(&id)?;
        Some(self.members_of(bot, chat, id, record).object())
    }

    fn members_of(&self, bot: i64, chat: ChatKey, id: i64, record: &Record) -> Members {
        let mut members = Members::new().number("message_id", id);
        if record.from != 0 {
            members = members.json("from", &self.show_person(record.from));
        }
        members = members.number("date", record.date).json("chat", &self.show_chat(chat));
        if let Some(rest) = &record.rest {
            members = members.more(&rest.forward);
            if rest.edited != 0 {
                members = members.number("edit_date", rest.edited);
            }
            for (name, text) in [("media_group_id", &rest.media_group_id), ("author_signature", &rest.signature)] {
                members = members.maybe(name, Some(text.as_str()).filter(|text| !text.is_empty()));
            }
            // Only a service message pins, and it cannot be pinned.
            let pinned = self.record(chat, rest.pinned).filter(|_| record.content.is_service());
            if pinned.is_some_and(|pinned| !pinned.content.is_service()) {
                members = members.json("pinned_message", &self.show_alone(bot, chat, rest.pinned).unwrap_or_default());
            }
        }
        match &record.content {
            Content::Text(words) => members.more(&words.members("text", "entities")),
            Content::File(file, words) => {
                let members = members.more(file);
                if words.text.is_empty() {
                    members
                } else {
                    members.more(&words.members("caption", "caption_entities"))
                }
            }
            Content::Game(bot, name, words) => members.json("game", &self.show_game(*bot, name, words)),
            Content::Other(other) | Content::Service(other) => members.more(other),
        }
    }
}
