//! Texts and captions: markup into entities, and how long they may be.

use super::answer::Refusal;
use super::message::Words;
use super::parameters::Parameters;
use super::service::Service;
use crate::methods::{Method, SendMessage, SendPhoto};
use crate::text::{self, Malformed, Mark};
use crate::types::{MessageEntity, MessageEntityType};
use crate::wire::{self, Limit};

/// The specification's own words, core, Errors, 3.
pub(super) const TOO_LONG: &str = "message is too long";

/// Refuses a text with more visible characters than the specification allows.
pub(super) fn check_length(text: &str) -> Result<(), Refusal> {
    within(SendMessage::DESCRIPTOR, "text", text).map_err(|()| Refusal::bad_request(TOO_LONG))
}

/// Refuses a caption with more visible characters than the specification allows.
pub(super) fn check_caption(text: &str) -> Result<(), Refusal> {
    within(SendPhoto::DESCRIPTOR, "caption", text).map_err(|()| Refusal::bad_request("message caption is too long"))
}

fn within(method: &wire::Method, field: &str, text: &str) -> Result<(), ()> {
    match method.params.field(field).map(|field| field.limit) {
        Some(Limit::VisibleChars(_, most)) if text.chars().count() > most as usize => Err(()),
        _ => Ok(()),
    }
}

impl Service {
    /// The text of a message, from the parameters `text` and `parse_mode`.
    pub(super) fn text_of(&self, parameters: &Parameters, name: &str) -> Result<Words, Refusal> {
        let words = self.words(parameters.text(name).unwrap_or_default(), parameters.text("parse_mode"))?;
        check_length(&words.text)?;
        Ok(words)
    }

    /// The caption of a message, from the parameters `caption` and `parse_mode`; empty for none.
    pub(super) fn caption_of(&self, parameters: &Parameters) -> Result<Words, Refusal> {
        let words = self.words(parameters.text("caption").unwrap_or_default(), parameters.text("parse_mode"))?;
        check_caption(&words.text)?;
        Ok(words)
    }

    /// The visible text and its entities.
    pub(super) fn words(&self, text: &str, mode: Option<&str>) -> Result<Words, Refusal> {
        let Some(mode) = mode else { return Ok(written(text)) };
        let parsed = text::parse(text, mode).map_err(|Malformed { at, what }| {
            Refusal::bad_request(&["can't parse entities: ", &what, " at byte offset ", &at.to_string()].concat())
        })?;
        let mut entities: Vec<_> =
            parsed.entities.into_iter().filter_map(|entity| self.mention(entity.into())).collect();
        for found in text::detect(&parsed.text).into_iter().map(MessageEntity::from) {
            let apart = |marked: &MessageEntity| {
                found.offset + found.length <= marked.offset || marked.offset + marked.length <= found.offset
            };
            if entities.iter().all(apart) {
                entities.push(found);
            }
        }
        entities.sort_by_key(|entity| entity.offset);
        Ok(with_entities(&parsed.text, &entities))
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

/// A text that somebody wrote without markup.
pub(super) fn written(text: &str) -> Words {
    let entities: Vec<MessageEntity> = text::detect(text).into_iter().map(Into::into).collect();
    with_entities(text, &entities)
}

fn with_entities(text: &str, entities: &[MessageEntity]) -> Words {
    let json = if entities.is_empty() { String::new() } else { serde_json::to_string(entities).unwrap_or_default() };
    Words { text: text.into(), entities: json.into() }
}

/// The HTTP URL that a link opens; a host without a scheme is one, too.
fn opened(url: &str) -> Option<String> {
    if url.contains(|letter: char| letter.is_whitespace() || letter.is_control()) {
        return None;
    }
    if let Some((scheme, rest)) = url.split_once("://") {
        let web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
        return (web && rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '['))
            .then(|| url.to_owned());
    }
    let host = url.split(['/', '?', '#']).next().unwrap_or_default();
    let named = text::detect(host).iter().any(|found| found.mark == Mark::Url && found.offset == 0);
    named.then(|| ["http://", url].concat())
}

/// The user that a link of the form `<user_link_scheme>://user?id=<user_id>` means.
pub(super) fn linked_user(url: &str) -> Option<i64> {
    let (scheme, id) = url.split_once("://user?id=")?;
    let fits = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '+' | '-' | '.');
    if scheme.is_empty() || !scheme.chars().all(fits) {
        return None;
    }
    id.parse().ok()
}
