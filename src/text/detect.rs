//! Finds entities in plain text: commands, mentions, hashtags, URLs, and email addresses.

use super::entity::{Entity, Mark, units};

/// Returns the entities that the service finds in plain text, in order.
#[must_use]
pub fn detect(text: &str) -> Vec<Entity> {
    let mut entities = Vec::new();
    let (mut rest, mut offset, mut before) = (text, 0, None::<char>);
    while let Some(letter) = rest.chars().next() {
        let found = if before.is_some_and(is_word) { None } else { entity(rest, letter, before) };
        let length = found.as_ref().map_or(letter.len_utf8(), |(_, length)| *length);
        let Some((taken, after)) = rest.split_at_checked(length) else { break };
        let width: i64 = taken.chars().map(units).sum();
        if let Some((mark, _)) = found {
            entities.push(Entity { mark, offset, length: width, url: None });
        }
        offset += width;
        before = taken.chars().next_back();
        rest = after;
    }
    entities
}

/// Returns the kind and the bytes of the entity at the start of the text.
fn entity(text: &str, first: char, before: Option<char>) -> Option<(Mark, usize)> {
    match first {
        '/' if !before.is_some_and(is_bracket) => command(text).map(|length| (Mark::BotCommand, length)),
        '@' => name(text.get(1..)?, 5).map(|length| (Mark::Mention, 1 + length)),
        '#' => {
            let tag = text.get(1..)?;
            let length = span(tag, is_word);
            let named = tag.get(..length)?.chars().any(|letter| !letter.is_ascii_digit());
            named.then_some((Mark::Hashtag, 1 + length))
        }
        _ => url(text)
            .map(|length| (Mark::Url, length))
            .or_else(|| email(text).map(|length| (Mark::Email, length)))
            .or_else(|| bare(text, before).map(|length| (Mark::Url, length))),
    }
}

/// Matches `/name` or `/name@bot`, unless it is a part of a path or a tag.
fn command(text: &str) -> Option<usize> {
    let length = 1 + name(text.get(1..)?, 1)?;
    let bot = text.get(length..)?.strip_prefix('@').and_then(|bot| name(bot, 3));
    let length = bot.map_or(length, |bot| length + 1 + bot);
    (!text.get(length..)?.starts_with(is_bracket)).then_some(length)
}

/// Returns true for the characters around the slashes of paths and tags.
fn is_bracket(letter: char) -> bool {
    matches!(letter, '/' | '<' | '>')
}

/// Matches a name of `least` to 32 letters, digits, and underscores.
fn name(text: &str, least: usize) -> Option<usize> {
    let length = span(text, |letter| letter.is_ascii_alphanumeric() || letter == '_');
    let whole = !text.get(length..)?.starts_with(is_word);
    ((least..=32).contains(&length) && whole).then_some(length)
}

fn url(text: &str) -> Option<usize> {
    let starts = |scheme: &&str| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    let scheme = ["http://", "https://"].into_iter().find(starts)?;
    let shown = unspaced(text)?;
    (shown > scheme.len()).then_some(shown)
}

/// Returns the bytes before the first character that cannot be in a URL, without the punctuation of the sentence.
fn unspaced(text: &str) -> Option<usize> {
    let length = span(text, |letter| !letter.is_whitespace() && !matches!(letter, '<' | '>' | '"'));
    Some(text.get(..length)?.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '\'']).len())
}

/// Top-level domains of three or more letters that people write without a scheme.
const DOMAINS: &[&str] = &[
    "app", "biz", "blog", "cloud", "club", "com", "dev", "edu", "gov", "info", "int", "link", "live", "mil", "mobi",
    "name", "net", "news", "online", "org", "page", "pro", "shop", "site", "store", "tech", "xyz",
];

/// Matches a host without a scheme, with an optional port and path. Its top-level domain is a country's or well known.
fn bare(text: &str, before: Option<char>) -> Option<usize> {
    if before.is_some_and(|before| matches!(before, '.' | '-' | '@' | '/' | '#')) {
        return None;
    }
    let host = text.get(..span(text, |letter| letter.is_ascii_alphanumeric() || ".-".contains(letter)))?;
    let host = host.trim_end_matches(['.', '-']);
    let (domain, top) = host.rsplit_once('.')?;
    let country = top.len() == 2 && top.bytes().all(|byte| byte.is_ascii_alphabetic());
    let known = country || DOMAINS.iter().any(|known| known.eq_ignore_ascii_case(top));
    let named = domain.split('.').all(|label| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-'));
    let rest = text.get(host.len()..)?;
    if !known || !named || rest.starts_with(is_word) || rest.starts_with('@') {
        return None;
    }
    let port = rest.strip_prefix(':').map_or(0, |port| span(port, |letter| letter.is_ascii_digit()));
    let length = host.len() + if port == 0 { 0 } else { 1 + port };
    let path = text.get(length..)?.starts_with(['/', '?', '#']);
    Some(if path { unspaced(text)?.max(length) } else { length })
}

fn email(text: &str) -> Option<usize> {
    let local = span(text, |letter| letter.is_ascii_alphanumeric() || "._+-".contains(letter));
    let host = text.get(local..)?.strip_prefix('@').filter(|_| local > 0)?;
    let length = span(host, |letter| letter.is_ascii_alphanumeric() || ".-".contains(letter));
    let host = host.get(..length)?.trim_end_matches(['.', '-']);
    let (domain, top) = host.rsplit_once('.')?;
    let real = !domain.is_empty() && top.len() >= 2 && top.chars().all(|letter| letter.is_ascii_alphabetic());
    real.then_some(local + 1 + host.len())
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Returns the number of bytes at the start whose characters match.
fn span(text: &str, fits: impl Fn(char) -> bool) -> usize {
    text.find(|letter| !fits(letter)).unwrap_or(text.len())
}
