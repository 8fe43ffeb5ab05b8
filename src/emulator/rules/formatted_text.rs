//! Texts and captions: markup into entities, and how long they may be.

use crate::emulator::prelude::*;
use crate::emulator::rules::is_misfit;
use crate::methods::{Method, SendMessage, SendPhoto};
use crate::text::{self, Mark, MarkupError};

/// The specification's own words, core, Errors, 3.
pub(crate) const TOO_LONG: &str = "message is too long";

/// Refuses a text with more visible characters than the specification allows.
fn check_length(text: &str) -> Result<()> {
    refuse_if(is_misfit(SendMessage::DESCRIPTOR, "text", text), TOO_LONG)
}

/// What a user writes, which is neither empty nor too long.
pub(crate) fn written_text(text: &str) -> Result<MessageContent> {
    refuse_if(text.trim().is_empty(), "message text is empty")?;
    check_length(text)?;
    Ok(MessageContent::Text(written(text)))
}

/// Refuses a caption with more visible characters than the specification allows.
pub(crate) fn check_caption(text: &str) -> Result<()> {
    refuse_if(is_misfit(SendPhoto::DESCRIPTOR, "caption", text), "message caption is too long")
}

impl Service {
    /// The text of a message.
    pub(crate) fn text(&self, text: &str, mode: Option<&ParseMode>) -> Result<FormattedText> {
        let words = self.words(text, mode)?;
        check_length(&words.text)?;
        Ok(words)
    }

    /// The caption of a message; empty for none.
    pub(crate) fn caption(&self, caption: Option<&str>, mode: Option<&ParseMode>) -> Result<FormattedText> {
        let words = self.words(caption.unwrap_or_default(), mode)?;
        check_caption(&words.text)?;
        Ok(words)
    }

    /// The visible text and its entities.
    fn words(&self, text: &str, mode: Option<&ParseMode>) -> Result<FormattedText> {
        let Some(mode) = mode else { return Ok(written(text)) };
        let parsed = text::parse(text, mode.as_str()).map_err(|MarkupError { at, what }| {
            Refusal::bad_request(&["can't parse entities: ", &what, " at byte offset ", &at.to_string()].concat())
        })?;
        let mut entities = Vec::new();
        for entity in parsed.entities {
            if let Some(entity) = self.mention(entity.into()) {
                insert(&mut entities, entity);
            }
        }
        for found in text::detect(&parsed.text).into_iter().map(MessageEntity::from) {
            let apart = |marked: &MessageEntity| {
                found.offset + found.length <= marked.offset || marked.offset + marked.length <= found.offset
            };
            if entities.iter().all(apart) {
                insert(&mut entities, found);
            }
        }
        Ok(FormattedText { text: parsed.text.into(), entities: entities.into() })
    }

    /// A link to a user becomes a mention, if the user is known. A link that is neither that nor an HTTP URL is none, and
    /// its text is plain.
    fn mention(&self, mut entity: MessageEntity) -> Option<MessageEntity> {
        if let Some(id) = entity.url.as_deref().and_then(linked_user) {
            let user = self.person(id)?.clone();
            entity.r#type = MessageEntityType::TextMention;
            entity.url = None;
            entity.user = Some(user);
        } else if let Some(url) = entity.url {
            entity.url = Some(opened(&url)?);
        }
        Some(entity)
    }
}

/// Inserts an entity in order of the offsets, which nearly is the order in which they come: a sort would be 4 kB of code.
fn insert(entities: &mut Vec<MessageEntity>, entity: MessageEntity) {
    let at = entities.partition_point(|other| other.offset <= entity.offset);
    entities.insert(at, entity);
}

/// A text that somebody wrote without markup.
pub(crate) fn written(text: &str) -> FormattedText {
    FormattedText { text: text.into(), entities: text::detect(text).into_iter().map(Into::into).collect() }
}

/// Whether it is an HTTP URL: with a scheme and a host, and without spaces.
pub(crate) fn is_web_url(url: &str) -> bool {
    let Some((scheme, rest)) = url.split_once("://") else { return false };
    let has_scheme = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let has_host = rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '[');
    has_scheme && has_host && !url.contains(|letter: char| letter.is_whitespace() || letter.is_control())
}

/// The HTTP URL that a link opens; a host without a scheme is one, too.
fn opened(url: &str) -> Option<String> {
    if url.contains("://") || url.contains(char::is_whitespace) {
        return is_web_url(url).then(|| url.to_owned());
    }
    let host = url.split(['/', '?', '#']).next().unwrap_or_default();
    let named = text::detect(host).iter().any(|found| found.mark == Mark::Url && found.offset == 0);
    named.then(|| ["http://", url].concat())
}

/// The user that a link of the form `<user_link_scheme>://user?id=<user_id>` means.
pub(crate) fn linked_user(url: &str) -> Option<i64> {
    let (scheme, id) = url.split_once("://user?id=")?;
    let fits = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '+' | '-' | '.');
    let is_scheme = !scheme.is_empty() && scheme.chars().all(fits);
    id.parse().ok().filter(|_| is_scheme)
}
