//! The parameters of a call as they are sent: serialized, without their files, and checked.

use serde::Serialize;
use serde_json::Value;

use super::random::random_digits;
use crate::methods::Method;
use crate::types::InputFile;
use crate::types::input_file::{Content, collect};
use crate::wire::json::{self, Text, Type};
use crate::wire::{Attachments, CheckOptions, MOST_ERRORS, ValidationError, check_parameters, compact, to_json};

/// An invalid call: its method, and the error.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Invalid {
    pub method: String,
    pub error: ValidationError,
}

/// The parameters of a call.
#[derive(Debug, Clone)]
pub(crate) struct SerializedCall {
    /// Name of the method in the specification's spelling, or unchanged if it is unknown.
    pub method: String,
    /// The parameters as JSON text, in which the strings `{prefix}-{index}` represent the files.
    pub json: String,
    /// The prefix of those strings.
    pub prefix: String,
    /// The files.
    pub files: Vec<InputFile>,
    /// The method's descriptor, if the specification knows it.
    pub known: Option<compact::CompactMethod>,
    /// The paths of the values that are not checked.
    pub(super) unchecked: Vec<String>,
}

impl SerializedCall {
    /// Serializes a typed method.
    pub fn of<M: Method>(method: &M) -> Result<Self, Invalid> {
        // The descriptor itself would link those of all objects.
        let name = M::DESCRIPTOR.name;
        Self::new(name, compact::find(name).map(|(_, known)| known), method)
    }

    /// Serializes a method by its name, in any case. The specification need not know it.
    pub fn named(name: &str, parameters: &Value) -> Result<Self, Invalid> {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) || !name.bytes().all(is_letter) {
            let received = if name.len() > 64 { "a longer String".to_owned() } else { json::quote(name) };
            return Err(Invalid { method: "call".to_owned(), error: mismatch("the name of a method", &received) });
        }
        let (name, known) = compact::find(name).map_or((name, None), |(name, known)| (name, Some(known)));
        let empty = Value::Object(serde_json::Map::new());
        let call = Self::new(name, known, if parameters.is_null() { &empty } else { parameters })?;
        // In JavaScript, a null in the parameters is an absent value too.
        Ok(Self { json: bare(&call.json), ..call })
    }

    fn new(method: &str, known: Option<compact::CompactMethod>, parameters: &impl Serialize) -> Result<Self, Invalid> {
        Self::written(method, known, &mut || to_json(parameters))
    }

    /// Serializes parameters. Not generic, so that each method of a program adds only the code that writes it.
    fn written(
        method: &str,
        known: Option<compact::CompactMethod>,
        write: &mut dyn FnMut() -> serde_json::Result<String>,
    ) -> Result<Self, Invalid> {
        let prefix = prefix();
        let (json, files) = collect(&prefix, write);
        let invalid = |error| Invalid { method: method.to_owned(), error };
        let json = json.map_err(|error| invalid(mismatch("values that JSON can hold", &error.to_string())))?;
        Ok(Self {
            method: method.to_owned(),
            json: without_nulls(json, known),
            prefix,
            files,
            known,
            unchecked: Vec::new(),
        })
    }

    /// Adds a file as that parameter, which it replaces.
    pub fn with_file(mut self, name: &str, file: InputFile) -> Self {
        let current = json::member(&self.json, name);
        let former = (0..self.files.len()).find(|index| current == Some(&*json::quote(&self.reference(*index))));
        if let Some(former) = former.and_then(|index| self.files.get_mut(index)) {
            *former = file;
        } else if self.json.starts_with('{') {
            let quoted = json::quote(name);
            let others = json::members(&self.json).filter(|(key, _)| *key != *name);
            let others = others.map(|(name, value)| (name, value.to_owned()));
            let added = json::text(&quoted).map(|name| (name, json::quote(&self.reference(self.files.len()))));
            self.json = object(others.chain(added));
            self.files.push(file);
        }
        self
    }

    /// Sets a parameter to a JSON text, or removes it.
    #[cfg(feature = "client")]
    pub fn set(&mut self, name: &str, value: Option<&str>) {
        if json::member(&self.json, name).is_some() && value.is_some() {
            self.json = json::replaced(&self.json, |key, _| value.filter(|_| *key == *name));
            return;
        }
        let quoted = json::quote(name);
        let others = json::members(&self.json).filter(|(key, _)| *key != *name);
        let others = others.map(|(name, value)| (name, value.to_owned()));
        self.json = object(others.chain(json::text(&quoted).zip(value.map(str::to_owned))));
    }

    /// Returns the string that represents the file with that index.
    pub fn reference(&self, index: usize) -> String {
        [&self.prefix, "-", &index.to_string()].concat()
    }

    /// Checks the parameters against the descriptor, with the sizes of the files if they are known.
    pub fn check(&self, limits: bool) -> Result<(), Invalid> {
        let error = self.find_errors(limits, 1).next();
        error.map_or(Ok(()), |error| Err(Invalid { method: self.method.clone(), error }))
    }

    /// Returns every error, at most 100. The first is that of [`SerializedCall::check`].
    pub fn errors(&self) -> Vec<ValidationError> {
        self.find_errors(true, MOST_ERRORS).take(MOST_ERRORS).collect()
    }

    fn find_errors(&self, limits: bool, most: usize) -> impl Iterator<Item = ValidationError> + '_ {
        let attachments = Attachments { prefix: &self.prefix, sizes: &self.sizes() };
        // The errors of unchecked values are found, too, and do not count.
        let most = if self.unchecked.is_empty() { most } else { usize::MAX };
        let errors = check_parameters(self.known, &self.json, &CheckOptions { limits, attachments }, most);
        errors.into_iter().map(|error| *error).filter(|error| !self.is_unchecked(&error.path))
    }

    /// Returns the error that the file with that index would cause if it had that many bytes.
    #[cfg(all(feature = "client", not(web)))]
    pub fn refusal_of_size(&self, index: usize, bytes: u64) -> Option<ValidationError> {
        let sizes = [",".repeat(index), bytes.to_string(), ",".repeat(self.files.len() - index)].concat();
        let attachments = Attachments { prefix: &self.prefix, sizes: &sizes };
        let errors = check_parameters(self.known, &self.json, &CheckOptions { limits: true, attachments }, MOST_ERRORS);
        let received = format!("{bytes} bytes");
        errors.into_iter().map(|error| *error).find(|error| error.received == received)
    }

    /// Returns the sizes in the format of [`Attachments`].
    fn sizes(&self) -> String {
        self.files.iter().map(|file| size(file) + ",").collect()
    }
}

pub(crate) fn mismatch(expected: &str, received: &str) -> ValidationError {
    ValidationError { path: String::new(), expected: expected.to_owned(), received: received.to_owned() }
}

/// Returns a random prefix, so that a user's text cannot be mistaken for a file.
fn prefix() -> String {
    ["attach://", &random_digits()].concat()
}

/// Returns the number of bytes as digits, or an empty text if it is unknown.
fn size(file: &InputFile) -> String {
    match &file.content {
        Content::Bytes(bytes) => bytes.len().to_string(),
        #[cfg(all(feature = "client", web))]
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // whole, and below 2^53
        Content::Blob(blob) => (blob.size() as u64).to_string(),
        #[cfg(all(feature = "client", web))]
        Content::Stream(_) => String::new(),
        #[cfg(all(feature = "client", not(web)))]
        Content::Stream(stream) => stream.length().map(|length| length.to_string()).unwrap_or_default(),
        #[cfg(all(feature = "client", not(web)))]
        Content::Path(_) => file.size.map(|bytes| bytes.to_string()).unwrap_or_default(),
    }
}

/// Removes the nulls of fields that the specification does not know: an absent value is never sent. Known fields of a
/// struct never serialize to null, except NaN and infinite numbers, which the check must see.
fn without_nulls(parameters: String, known: Option<compact::CompactMethod>) -> String {
    // The check refuses text that is not an object.
    if !parameters.contains("null") || !parameters.starts_with('{') {
        return parameters;
    }
    let is_typed =
        |name: Text<'_>| known.is_some_and(|method| method.params().fields().any(|field| field.is_named(name)));
    let members = json::members(&parameters).filter(|(name, value)| is_typed(*name) || *value != "null");
    object(members.map(|(name, value)| (name, if is_typed(name) { value.to_owned() } else { bare(value) })))
}

/// Removes the null members of all objects in the value.
fn bare(value: &str) -> String {
    match json::type_of(value) {
        Type::Object => {
            let members = json::members(value).filter(|(_, value)| *value != "null");
            object(members.map(|(name, value)| (name, bare(value))))
        }
        Type::Array => ["[", &json::items(value).map(bare).collect::<Vec<_>>().join(","), "]"].concat(),
        _ => value.to_owned(),
    }
}

fn object<'a>(members: impl Iterator<Item = (Text<'a>, String)>) -> String {
    let members = members.map(|(name, value)| ["\"", name.raw(), "\":", &value].concat());
    ["{", &members.collect::<Vec<_>>().join(","), "}"].concat()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{InputFile, SerializedCall};
    use crate::methods::SendDocument;

    /// Returns the parameters with the content in place of each file, and the number of files.
    fn sent(call: &SerializedCall) -> (Value, usize) {
        let contents = call.files.iter().enumerate().map(|(index, file)| (call.reference(index), file.name.clone()));
        let shown = |json: String, (reference, name): (String, Option<String>)| {
            json.replace(&reference, &["the file ", &name.unwrap_or_default()].concat())
        };
        (serde_json::from_str(&contents.fold(call.json.clone(), shown)).unwrap(), call.files.len())
    }

    fn file(name: &str) -> InputFile {
        InputFile::bytes(*b"x", name)
    }

    #[test]
    fn a_file_becomes_a_parameter_of_any_name() {
        let call = SerializedCall::named("sendAnimation", &json!({"chat_id": 1, "thumb": "id"})).unwrap();
        let call = call.with_file("animation", file("a")).with_file("thumb", file("b")).with_file("a\"b", file("c"));
        let expected = json!({"chat_id": 1, "animation": "the file a", "thumb": "the file b", "a\"b": "the file c"});
        assert_eq!(sent(&call), (expected, 3));
        assert_eq!(call.check(true), Ok(()));
        let nothing = SerializedCall::named("newMethod", &Value::Null).unwrap().with_file("f", file("d"));
        assert_eq!(sent(&nothing), (json!({"f": "the file d"}), 1));
    }

    #[test]
    fn a_file_takes_the_place_of_another() {
        let call = SerializedCall::of(&SendDocument::new(1, file("a"))).unwrap();
        let call = call.with_file("thumb", file("b")).with_file("document", file("c")).with_file("thumb", file("d"));
        assert_eq!(sent(&call), (json!({"chat_id": 1, "document": "the file c", "thumb": "the file d"}), 2));
        let text = call.with_file("caption", file("e")).check(true).unwrap_err();
        assert_eq!(text.error.to_string(), "caption: expected a String, got a file");
    }
}
