//! Checks a delivery before it is read, and rejects it.

pub(super) use crate::policy::webhook::{decode_path as decoded, is_same as same};
use crate::wire::{ValidationError, json};

/// The reason why a request did not reach the handler.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejection {
    /// Status of the response: 405, 404, 401, 415, 413, 408 or 400. 200 if the update was already handled. 503 if another
    /// delivery of the update was still in flight at the deadline, and 500 if something else has read the body. The service
    /// delivers the update again after the last two.
    pub status: u16,
    /// The details, for a log. The response must not contain them.
    pub error: ValidationError,
}

impl Rejection {
    pub(super) fn new(status: u16, path: &str, expected: &str, received: &str) -> Self {
        let error =
            ValidationError { path: path.to_owned(), expected: expected.to_owned(), received: received.to_owned() };
        Self { status, error }
    }

    pub(super) fn too_large(most: usize) -> Self {
        Self::new(413, "body", &format!("at most {most} bytes"), "more")
    }

    #[cfg(feature = "client")]
    pub(super) fn read_before() -> Self {
        Self::new(500, "body", "a body that nobody has read", "one that was read before")
    }

    pub(super) fn unreadable() -> Self {
        Self::new(400, "body", "JSON in UTF-8", "something else")
    }

    /// Returns the value of the `Allow` header, which a 405 requires.
    #[must_use]
    pub fn allow(&self) -> Option<&'static str> {
        (self.status == 405).then_some("POST")
    }
}

impl std::fmt::Display for Rejection {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "answered with {}: {}", self.status, self.error)
    }
}

/// No source: its text is included in this one.
impl std::error::Error for Rejection {}

/// Returns the path of a webhook or of a URL without its first slash, query, and fragment.
pub(super) fn path_of(url: &str) -> &str {
    let url = url.split(['?', '#']).next().unwrap_or_default();
    match url.split_once("://") {
        Some((scheme, rest)) if !scheme.contains('/') => rest.split_once('/').map_or("", |(_, path)| path),
        _ => url.strip_prefix('/').unwrap_or(url),
    }
}

/// Returns true if a path contains more than slashes, which everybody can guess.
pub(super) fn is_secret(path: &[u8]) -> bool {
    path.iter().any(|byte| *byte != b'/')
}

/// Returns true if a body of that type may be an update. The specification does not promise a type, so it may be
/// absent. A comma joins the types of several headers.
pub(super) fn is_json(content_type: Option<&str>) -> bool {
    let content_type = content_type.unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    content_type.is_empty() || (essence.eq_ignore_ascii_case("application/json") && !content_type.contains(','))
}

/// Returns true if a body of that encoding is not compressed.
pub(super) fn is_plain(content_encoding: Option<&str>) -> bool {
    let encoding = content_encoding.unwrap_or_default().trim();
    encoding.is_empty() || encoding.eq_ignore_ascii_case("identity")
}

/// Returns true if a declared length exceeds the limit, even if it does not fit an integer.
pub(super) fn is_more(length: &str, most: usize) -> bool {
    #[allow(clippy::cast_precision_loss)]
    json::number(length.trim()).is_some_and(|length| length > most as f64)
}

#[cfg(test)]
mod tests {
    use super::{is_json, is_more, is_plain, same};

    #[test]
    fn only_the_secret_is_the_secret() {
        assert!(same(b"secret", b"secret"));
        for given in ["", "s", "secre", "secret\0", "secretsecret", "Secret"] {
            assert!(!same(b"secret", given.as_bytes()), "{given}");
        }
    }

    #[test]
    fn lengths_of_any_size_are_compared() {
        assert!(is_more("11", 10) && is_more(" 99999999999999999999999 ", 10) && is_more("1e999", 10));
        assert!(!is_more("10", 10) && !is_more("", 10) && !is_more("-11", 10) && !is_more("many", 10));
    }

    #[test]
    fn types_of_json() {
        const JOINED: &str = "application/json, text/plain";
        const JOINED_WITH_CHARSET: &str = "application/json; charset=utf-8, text/plain";
        for fit in ["application/json", "APPLICATION/JSON ;charset=\"x\"", ""] {
            assert!(is_json(Some(fit)) && is_json(None), "{fit}");
        }
        for unfit in
            ["text/plain", "application/jsonp", "text/plain;application/json", ";", JOINED, JOINED_WITH_CHARSET]
        {
            assert!(!is_json(Some(unfit)), "{unfit}");
        }
        assert!(is_plain(Some("Identity")) && is_plain(None) && !is_plain(Some("gzip")));
    }
}
