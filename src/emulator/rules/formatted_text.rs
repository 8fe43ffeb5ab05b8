//! Texts and captions: parsing of markup, and length limits.

use crate::emulator::compat::LONGEST_CAPTION;
use crate::emulator::prelude::*;
use crate::emulator::rules::known;
use crate::text::{self, Mark, MarkupError};
use crate::wire::{Limit, MethodDescriptor};

/// The wording of the specification, core, Errors, 3.
pub(crate) const TOO_LONG: &str = "message is too long";

/// Returns true if a number is outside of the limits of a parameter. Actions of users bypass the check of a call.
pub(crate) fn is_outside(method: &MethodDescriptor, name: &str, number: i64) -> bool {
    let (least, most): (i64, i64) = match method.params.field(name).map(|field| field.limit) {
        Some(Limit::Chars(least, most) | Limit::VisibleChars(least, most)) => (least.into(), most.into()),
        Some(Limit::Range(least, most)) => (least.into(), most.into()),
        _ => return false,
    };
    !(least..=most).contains(&number)
}

/// Returns true if the length of a text is outside of the limits of a parameter.
pub(crate) fn is_misfit(method: &MethodDescriptor, name: &str, text: &str) -> bool {
    is_outside(method, name, i64::try_from(text.chars().count()).unwrap_or(i64::MAX))
}

impl Service {
    /// Parses a text of a user. Refuses it if it is empty or too long.
    pub(crate) fn written_text(&self, text: &str, mode: Option<&ParseMode>) -> Result<MessageContent> {
        let formatted = self.text(text, mode)?;
        refuse_if(formatted.text.trim().is_empty(), "message text is empty")?;
        Ok(MessageContent::Text(formatted))
    }

    /// Refuses a caption that is too long. Later interfaces allow more.
    pub(crate) fn check_caption(&self, text: &str) -> Result<()> {
        let is_later = self.state.compat && text.chars().count() <= LONGEST_CAPTION;
        refuse_if(!is_later && is_misfit(SendPhoto::DESCRIPTOR, "caption", text), known::CAPTION)
    }

    pub(crate) fn text(&self, text: &str, mode: Option<&ParseMode>) -> Result<FormattedText> {
        let formatted = self.formatted_text(text, mode)?;
        refuse_if(is_misfit(SendMessage::DESCRIPTOR, "text", &formatted.text), TOO_LONG)?;
        Ok(formatted)
    }

    pub(crate) fn caption(&self, caption: Option<&str>, mode: Option<&ParseMode>) -> Result<FormattedText> {
        let formatted = self.formatted_text(caption.unwrap_or_default(), mode)?;
        self.check_caption(&formatted.text)?;
        Ok(formatted)
    }

    fn formatted_text(&self, text: &str, mode: Option<&ParseMode>) -> Result<FormattedText> {
        let Some(mode) = mode else { return Ok(written(text)) };
        let parsed = text::parse(text, mode.as_str()).map_err(|MarkupError { at, what }| {
            Refusal::bad_request(&["can't parse entities: ", &what, " at byte offset ", &at.to_string()].concat())
        })?;
        let marked = parsed.entities.into_iter().filter_map(|entity| Some((true, self.mention(entity.into())?)));
        let found = text::detect(&parsed.text).into_iter().map(|entity| (false, entity.into()));
        let mut entities: Vec<MessageEntity> = Vec::new();
        for (is_marked, entity) in marked.chain(found) {
            let is_apart = |other: &MessageEntity| {
                entity.offset + entity.length <= other.offset || other.offset + other.length <= entity.offset
            };
            if is_marked || entities.iter().all(is_apart) {
                // Inserted by offset, because a sort would add 4 kB of code. The entities are nearly in order.
                let at = entities.partition_point(|other| other.offset <= entity.offset);
                entities.insert(at, entity);
            }
        }
        Ok(FormattedText { text: parsed.text.into(), entities: entities.into() })
    }

    /// Converts a link to a known user to a mention. Drops other links that are not HTTP URLs.
    fn mention(&self, mut entity: MessageEntity) -> Option<MessageEntity> {
        if let Some(id) = entity.url.as_deref().and_then(linked_user) {
            entity.user = Some(self.person(id)?.clone().into());
            (entity.r#type, entity.url) = (MessageEntityType::TextMention, None);
        } else if let Some(url) = entity.url {
            entity.url = Some(opened(&url)?);
        }
        Some(entity)
    }
}

/// Parses a text without markup.
pub(crate) fn written(text: &str) -> FormattedText {
    FormattedText { text: text.into(), entities: text::detect(text).into_iter().map(Into::into).collect() }
}

/// Returns true for an HTTP URL with a scheme, a host and a valid port, and without spaces.
pub(crate) fn is_web_url(url: &str) -> bool {
    let Some((scheme, rest)) = url.split_once("://") else { return false };
    let has_scheme = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let has_host = rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '[');
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    // Credentials and IPv6 addresses also contain colons.
    let host = authority.rsplit_once(['@', ']']).map_or(authority, |(_, host)| host);
    let port = host.split_once(':').map_or("", |(_, port)| port);
    let has_port = port.is_empty() || port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    has_scheme && has_host && has_port && !url.contains(|letter: char| letter.is_whitespace() || letter.is_control())
}

/// Returns the HTTP URL that a link opens. The scheme may be missing.
fn opened(url: &str) -> Option<String> {
    if url.contains("://") || url.contains(char::is_whitespace) {
        return is_web_url(url).then(|| url.to_owned());
    }
    let host = url.split(['/', '?', '#']).next().unwrap_or_default();
    let named = text::detect(host).iter().any(|found| found.mark == Mark::Url && found.offset == 0);
    named.then(|| ["http://", url].concat())
}

/// Returns the user of a link of the form `<user_link_scheme>://user?id=<user_id>`.
fn linked_user(url: &str) -> Option<i64> {
    let (scheme, id) = url.split_once("://user?id=")?;
    let fits = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '+' | '-' | '.');
    let is_scheme = !scheme.is_empty() && scheme.chars().all(fits);
    id.parse().ok().filter(|_| is_scheme)
}
