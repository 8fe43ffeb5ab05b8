//! Takes files out of the parameters while a request is built.

use std::cell::Cell;

use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{InputFile, InputFileOrString};
use crate::wire::json::Json;
use crate::wire::{ValidationError, ValueKind, Wire, read, values};

/// A request that is being built, or read.
struct Scope {
    prefix: String,
    files: Vec<InputFile>,
}

thread_local! {
    // Serialize and Wire cannot pass a context, so they leave the files here.
    static SCOPES: Cell<Vec<Scope>> = const { Cell::new(Vec::new()) };
}

/// Ends the innermost scope, also when serializing fails or panics.
struct OpenScope;

impl Drop for OpenScope {
    fn drop(&mut self) {
        with_scopes(Vec::pop);
    }
}

fn with_scopes<T>(use_scopes: impl FnOnce(&mut Vec<Scope>) -> T) -> T {
    SCOPES.with(|cell| {
        let mut scopes = cell.take();
        let result = use_scopes(&mut scopes);
        cell.set(scopes);
        result
    })
}

/// Serializes parameters and hands out the files in them.
///
/// While `serialize` runs, the file at index *i* is written as the string `{prefix}-{i}`. Scopes
/// may be nested: a file goes to the innermost one.
pub fn collect<T>(prefix: &str, serialize: impl FnOnce() -> T) -> (T, Vec<InputFile>) {
    with_scopes(|scopes| scopes.push(Scope { prefix: prefix.to_owned(), files: Vec::new() }));
    let scope_guard = OpenScope;
    let result = serialize();
    let files =
        with_scopes(|scopes| scopes.last_mut().map(|scope| std::mem::take(&mut scope.files)).unwrap_or_default());
    drop(scope_guard);
    (result, files)
}

/// Reads parameters that were written by [`collect`], and puts the files back: while `read` runs, the string
/// `{prefix}-{i}` is the file at index *i*.
#[cfg(feature = "emulator")]
pub(crate) fn provide<T>(prefix: &str, files: Vec<InputFile>, read: impl FnOnce() -> T) -> T {
    with_scopes(|scopes| scopes.push(Scope { prefix: prefix.to_owned(), files }));
    let scope_guard = OpenScope;
    let result = read();
    drop(scope_guard);
    result
}

/// The file that a string represents, inside of [`provide`].
fn provided(text: &str) -> Option<InputFile> {
    with_scopes(|scopes| {
        let scope = scopes.last()?;
        let index: usize = text.strip_prefix(scope.prefix.as_str())?.strip_prefix('-')?.parse().ok()?;
        scope.files.get(index).cloned()
    })
}

impl Serialize for InputFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let reference = with_scopes(|scopes| {
            scopes.last_mut().map(|scope| {
                let reference = format!("{}-{}", scope.prefix, scope.files.len());
                scope.files.push(self.clone());
                reference
            })
        });
        match reference {
            Some(reference) => serializer.serialize_str(&reference),
            None => Err(S::Error::custom("a file can only be serialized while a request is being built")),
        }
    }
}

impl<'de> Deserialize<'de> for InputFile {
    /// Fails: a file is uploaded and never comes as a value.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read::deserialize(deserializer)
    }
}

impl Serialize for InputFileOrString {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Upload(file) => file.serialize(serializer),
            Self::Reference(reference) => serializer.serialize_str(reference),
        }
    }
}

impl<'de> Deserialize<'de> for InputFileOrString {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read::deserialize(deserializer)
    }
}

impl Wire for InputFile {
    const KIND: ValueKind = ValueKind::File;

    fn read(value: Json<'_>) -> Result<Self, Box<ValidationError>> {
        value.as_str().and_then(provided).ok_or_else(|| values::unfit(&Self::EXPECTED, value))
    }
}

impl Wire for InputFileOrString {
    const KIND: ValueKind = ValueKind::FileOrString;

    fn read(value: Json<'_>) -> Result<Self, Box<ValidationError>> {
        let text = values::string(&Self::EXPECTED, value)?;
        Ok(provided(&text).map_or_else(|| Self::Reference(text), Self::Upload))
    }
}
