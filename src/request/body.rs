//! The body of a request: JSON, urlencoded, or multipart with files.

use std::fmt::{self, Debug, Formatter};

use super::random::random_digits;
use super::serialized_call::SerializedCall;
use crate::types::InputFile;
use crate::types::input_file::Content;
use crate::wire::{Attachments, encode};

/// The content type of JSON.
pub(crate) const JSON: &str = "application/json";

/// The content type of a form without files.
pub(crate) const FORM: &str = "application/x-www-form-urlencoded";

/// The encoding of the parameters of a call.
///
/// A call with a file to upload is always sent as `multipart/form-data`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// `application/json`, the default outside of pages.
    Json,
    /// `application/x-www-form-urlencoded`, the default in web pages, because it needs no CORS preflight.
    Form,
    /// In the query string of a GET request.
    Query,
    /// `multipart/form-data`.
    Multipart,
}

/// The body of a request.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum Body {
    /// No body.
    Empty,
    /// Text with that `Content-Type`.
    Text {
        /// `Content-Type`.
        content_type: &'static str,
        /// JSON or urlencoded.
        text: String,
    },
    /// `multipart/form-data`.
    Multipart {
        /// The string between the parts.
        boundary: String,
        /// The parts, in order.
        parts: Vec<Part>,
    },
}

/// A part of `multipart/form-data`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Part {
    /// Name of the field.
    pub name: String,
    /// The content of the part.
    pub content: PartContent,
}

/// The content of a part.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum PartContent {
    /// A parameter: a string unchanged, any other value as JSON.
    Text(String),
    /// A file.
    File(InputFile),
}

impl Body {
    /// Encodes the parameters. Files require multipart. A query has no body.
    pub(crate) fn of(parameters: &SerializedCall, encoding: Encoding) -> Self {
        let text = |text: String, content_type| Self::Text { content_type, text };
        match if parameters.files.is_empty() { encoding } else { Encoding::Multipart } {
            Encoding::Json => text(parameters.json.clone(), JSON),
            Encoding::Form => text(encode::form(&parameters.json), FORM),
            // Some servers reject a multipart body without parts.
            Encoding::Multipart if parameters.json != "{}" => {
                Self::Multipart { boundary: boundary(), parts: parts(parameters) }
            }
            Encoding::Query | Encoding::Multipart => Self::Empty,
        }
    }

    /// Returns the value of the `Content-Type` header.
    #[must_use]
    pub fn content_type(&self) -> Option<String> {
        match self {
            Self::Empty => None,
            Self::Text { content_type, .. } => Some((*content_type).to_owned()),
            Self::Multipart { boundary, .. } => Some(["multipart/form-data; boundary=", boundary].concat()),
        }
    }

    /// Returns the bytes, or `None` if a file is a path or a stream that was not read, or a `Blob` of the platform.
    #[must_use]
    pub fn into_bytes(self) -> Option<Vec<u8>> {
        match self {
            Self::Empty => Some(Vec::new()),
            Self::Text { text, .. } => Some(text.into_bytes()),
            Self::Multipart { boundary, parts } => {
                let mut bytes = Vec::new();
                for part in &parts {
                    bytes.extend_from_slice(part.head(&boundary).as_bytes());
                    bytes.extend_from_slice(part.bytes()?);
                    bytes.extend_from_slice(b"\r\n");
                }
                bytes.extend_from_slice(end(&boundary).as_bytes());
                Some(bytes)
            }
        }
    }
}

// The content is not shown: a parameter may contain the token, in the URL of a webhook.
impl Debug for Body {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Body").field("content_type", &self.content_type()).finish_non_exhaustive()
    }
}

impl Part {
    /// Returns the header of the part.
    pub(crate) fn head(&self, boundary: &str) -> String {
        let mut head = ["--", boundary, "\r\ncontent-disposition: form-data; name=\"", &escaped(&self.name)].concat();
        if let PartContent::File(file) = &self.content {
            head.push_str("\"; filename=\"");
            head.push_str(&escaped(base_name(file.name.as_deref().unwrap_or_default())));
            head.push_str("\"\r\ncontent-type: ");
            let mime_type =
                file.mime_type.as_deref().filter(|mime_type| mime_type.bytes().all(|byte| (32..127).contains(&byte)));
            head.push_str(mime_type.filter(|mime_type| !mime_type.is_empty()).unwrap_or("application/octet-stream"));
            head.push_str("\r\n\r\n");
        } else {
            head.push_str("\"\r\n\r\n");
        }
        head
    }

    #[allow(clippy::unnecessary_wraps)] // without `client` all bytes are in memory
    fn bytes(&self) -> Option<&[u8]> {
        match &self.content {
            PartContent::Text(text) => Some(text.as_bytes()),
            PartContent::File(file) => match &file.content {
                Content::Bytes(bytes) => Some(bytes),
                #[cfg(all(feature = "client", web))]
                Content::Blob(_) | Content::Stream(_) => None,
                #[cfg(all(feature = "client", not(web)))]
                Content::Path(_) | Content::Stream(_) => None,
            },
        }
    }
}

/// Returns the part of a path after its last separator, or `file` if it is empty.
pub(crate) fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().filter(|name| !name.is_empty()).unwrap_or("file")
}

/// Escapes a name as browsers do in the headers of a part.
fn escaped(name: &str) -> String {
    name.replace('\r', "%0D").replace('\n', "%0A").replace('"', "%22")
}

/// Returns the end of a body after its last part.
pub(crate) fn end(boundary: &str) -> String {
    ["--", boundary, "--\r\n"].concat()
}

fn boundary() -> String {
    ["botwire-", &random_digits()].concat()
}

/// Converts the parameters to parts. A top-level file becomes the part with its parameter's name; a nested one has the
/// name in its `attach://` string.
fn parts(parameters: &SerializedCall) -> Vec<Part> {
    let sizes = ",".repeat(parameters.files.len());
    let attachments = Attachments { prefix: &parameters.prefix, sizes: &sizes };
    let mut placed = vec![false; parameters.files.len()];
    let mut parts: Vec<Part> = encode::parts(&parameters.json)
        .into_iter()
        .map(|(name, value)| {
            let index = attachments.index(&value);
            match index.and_then(|index| Some((parameters.files.get(index)?, placed.get_mut(index)?))) {
                Some((file, placed)) => {
                    *placed = true;
                    Part { name, content: PartContent::File(file.clone()) }
                }
                None => Part { name, content: PartContent::Text(value) },
            }
        })
        .collect();
    let deeper = parameters.files.iter().enumerate().zip(placed).filter(|(_, placed)| !placed);
    parts.extend(deeper.map(|((index, file), _)| {
        let reference = parameters.reference(index);
        let name = reference.strip_prefix("attach://").unwrap_or(&reference).to_owned();
        Part { name, content: PartContent::File(file.clone()) }
    }));
    parts
}

#[cfg(test)]
mod tests {
    use super::{Body, Encoding, SerializedCall, base_name};
    use crate::methods::{GetMe, SendDocument, SendMediaGroup};
    use crate::types::{InputFile, InputMediaPhoto};

    fn body(parameters: &SerializedCall) -> (String, String) {
        let body = Body::of(parameters, Encoding::Json);
        let Body::Multipart { boundary, .. } = &body else { panic!("{body:?}") };
        let boundary = boundary.clone();
        let content_type = body.content_type().unwrap().replace(&boundary, "B");
        let bytes = String::from_utf8(body.into_bytes().unwrap()).unwrap();
        (
            content_type,
            bytes
                .replace(&boundary, "B")
                .replace(&parameters.prefix, "attach://P")
                .replace(parameters.prefix.strip_prefix("attach://").unwrap(), "P"),
        )
    }

    #[test]
    fn a_file_is_a_part_of_its_own() {
        let file = InputFile::bytes(*b"one\ntwo", "a/b\"c\r\n.txt").mime_type("text/plain\r\nx: y");
        let (content_type, bytes) = body(&SerializedCall::of(&SendDocument::new(42, file).caption("é\n")).unwrap());
        assert_eq!(content_type, "multipart/form-data; boundary=B");
        let expected = "--B\r\ncontent-disposition: form-data; name=\"chat_id\"\r\n\r\n42\r\n\
            --B\r\ncontent-disposition: form-data; name=\"document\"; filename=\"b%22c%0D%0A.txt\"\r\n\
            content-type: application/octet-stream\r\n\r\none\ntwo\r\n\
            --B\r\ncontent-disposition: form-data; name=\"caption\"\r\n\r\né\n\r\n--B--\r\n";
        assert_eq!(bytes, expected);
    }

    #[test]
    fn a_file_of_an_album_has_the_name_that_stands_for_it() {
        let photo = |data: &[u8; 1]| InputMediaPhoto::new(InputFile::bytes(*data, "p.png").mime_type("image/png"));
        let (_, bytes) = body(&SerializedCall::of(&SendMediaGroup::new(42, [photo(b"1"), photo(b"2")])).unwrap());
        let media = "[{\"type\":\"photo\",\"media\":\"attach://P-0\"},{\"type\":\"photo\",\"media\":\"attach://P-1\"}]";
        assert!(bytes.contains(&["name=\"media\"\r\n\r\n", media, "\r\n--B"].concat()), "{bytes}");
        assert!(
            bytes.contains("name=\"P-1\"; filename=\"p.png\"\r\ncontent-type: image/png\r\n\r\n2\r\n--B--"),
            "{bytes}"
        );
    }

    #[test]
    fn multipart_without_parameters_has_no_body() {
        assert_eq!(Body::of(&SerializedCall::of(&GetMe::new()).unwrap(), Encoding::Multipart), Body::Empty);
    }

    #[test]
    fn names_are_the_last_of_a_path() {
        let names = ["a.txt", "/home/me/a.txt", "C:\\me\\a.txt", "a/", ""].map(base_name);
        assert_eq!(names, ["a.txt", "a.txt", "a.txt", "file", "file"]);
    }
}
