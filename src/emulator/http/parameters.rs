//! The parameters of a call, the same for all four encodings.
//!
//! A form only has texts, so a text represents the value that it shows, in JSON too: `"7"` is a number, `"1"` or
//! `"True"` (in any case) is a Boolean, and the empty text of an optional parameter is absent. A whole number consists of
//! digits. As a JSON number it may be 7.0 or 7e0, as some languages write it. The client refuses most of
//! this.

use std::collections::BTreeMap;

use percent_encoding::percent_decode;
use serde_json::{Map, Number, Value};

use crate::emulator::refusal::{OrRefuse, Result};
use crate::types::{ChatRef, InputFile};
use crate::wire::{ObjectDescriptor, ValueKind, read};

/// A file sent by `multipart/form-data`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// Name of its field in the form; `attach://<field>` refers to it.
    pub field: String,
    /// File name from the sender.
    pub file_name: String,
    /// `Content-Type` from the sender, or empty.
    pub media_type: String,
    /// Content.
    pub bytes: Vec<u8>,
}

/// Parameters by name, and uploaded files.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Parameters {
    /// The values. Values of a form or query are strings here, whatever their kind.
    pub values: Map<String, Value>,
    /// The files; [`Parameters::upload`] puts a string that represents the file into `values`.
    pub uploads: Vec<Upload>,
}

/// The start of strings that represent uploads. No form field contains it by accident, and a forged one only gets an
/// upload of its own call.
pub(crate) const UPLOAD: &str = "attach://\0upload";

/// The same prefix in JSON text.
pub(crate) const UPLOAD_IN_JSON: &str = r"attach://\u0000upload";

impl Parameters {
    /// Adds a file under its field.
    pub fn upload(&mut self, upload: Upload) {
        let stand_in = stand_in(self.uploads.len());
        self.values.insert(upload.field.clone(), stand_in.into());
        self.uploads.push(upload);
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name)?.as_str()
    }

    pub(crate) fn integer(&self, name: &str) -> Option<i64> {
        self.values.get(name)?.as_i64()
    }

    pub(crate) fn chat(&self, name: &str) -> Option<ChatRef> {
        read::value(self.values.get(name)?).ok()
    }

    pub(crate) fn text_of_all(&self) -> String {
        serde_json::to_string(&self.values).unwrap_or_default()
    }

    /// Takes the uploads as files, in the order of their strings.
    pub(crate) fn take_files(&mut self) -> Vec<InputFile> {
        let file = |upload: Upload| InputFile::bytes(upload.bytes, upload.file_name).mime_type(upload.media_type);
        std::mem::take(&mut self.uploads).into_iter().map(file).collect()
    }

    /// Replaces `attach://<field>` by the string of that upload, in fields that take files and in items of an album.
    pub(crate) fn attach(&mut self, object: &ObjectDescriptor) -> Result<()> {
        // Without `collect`, which sorts first and makes the wasm larger.
        let mut indices = BTreeMap::new();
        for (index, upload) in self.uploads.iter().enumerate() {
            indices.entry(upload.field.as_str()).or_insert(index);
        }
        let resolve = |value: &mut Value| -> Result<()> {
            let text = value.as_str().filter(|text| !text.starts_with(UPLOAD));
            let Some(name) = text.and_then(|text| text.strip_prefix("attach://")) else { return Ok(()) };
            let index = indices.get(name).or_refuse("attached file not found")?;
            *value = stand_in(*index).into();
            Ok(())
        };
        for field in object.fields {
            let Some(value) = self.values.get_mut(field.name) else { continue };
            match (&field.kind, value) {
                (ValueKind::File | ValueKind::FileOrString, value) => resolve(value)?,
                (ValueKind::Array(ValueKind::Union(_)), Value::Array(items)) => {
                    items.iter_mut().filter_map(|item| item.get_mut("media")).try_for_each(resolve)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Converts texts to the kinds that the descriptor asks for. A text that does not fit stays, and the check reports
    /// it.
    pub(crate) fn convert(&mut self, object: &ObjectDescriptor) {
        for field in object.fields {
            let Some(value) = self.values.get_mut(field.name) else { continue };
            let Value::String(text) = value else {
                if matches!(field.kind, ValueKind::Integer | ValueKind::Id | ValueKind::ChatId)
                    && !value.is_i64()
                    && let Some(whole) = value.as_f64().and_then(whole)
                {
                    *value = whole.into();
                }
                continue;
            };
            if text.is_empty() && !field.required && !MEANINGFUL_IF_EMPTY.contains(&field.name) {
                self.values.remove(field.name);
            } else if let Some(value) = converted(&field.kind, text) {
                self.values.insert(field.name.to_owned(), value);
            }
        }
        // Many clients send null for an absent value.
        self.values.retain(|_, value| !value.is_null());
        self.values.values_mut().for_each(forget_nulls);
    }

    /// Returns the paths of the parameters, and of members of parameters, that the method does not have.
    pub(crate) fn unknown(&self, object: &ObjectDescriptor) -> Vec<String> {
        let mut is_referenced = vec![false; self.uploads.len()];
        let is_itself = |name: &String, value: &Value| {
            upload_index(value).and_then(|index| self.uploads.get(index)).is_some_and(|upload| upload.field == *name)
        };
        for (name, value) in &self.values {
            if object.field(name).is_some() || !is_itself(name, value) {
                mark_references(value, &mut is_referenced);
            }
        }
        let is_attachment = |value| upload_index(value).and_then(|index| is_referenced.get(index)) == Some(&true);
        let mut paths = Vec::new();
        for (name, value) in &self.values {
            match object.field(name) {
                Some(field) => note_unknown(&field.kind, value, name, &mut paths),
                None if is_attachment(value) && is_itself(name, value) => {}
                None => paths.push(name.clone()),
            }
        }
        paths
    }

    /// Replaces `attach://<field>` by the string of that upload wherever it is, for parameters of later methods.
    pub(crate) fn attach_everywhere(&mut self) {
        let Self { values, uploads } = self;
        if !uploads.is_empty() {
            values.values_mut().for_each(|value| attach_inside(value, uploads));
        }
    }
}

/// Decodes percent-encoding. `None` if the result is not UTF-8.
pub(crate) fn decode(text: &[u8]) -> Option<String> {
    percent_decode(text).decode_utf8().ok().map(Into::into)
}

/// Converts a whole number that some languages write as 5.0 or 5e0.
#[allow(clippy::cast_possible_truncation)] // below 2^53
fn whole(float: f64) -> Option<i64> {
    (float.fract() == 0.0 && float.abs() < 9_007_199_254_740_992.0).then_some(float as i64)
}

fn forget_nulls(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|_, value| !value.is_null());
            members.values_mut().for_each(forget_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(forget_nulls),
        _ => {}
    }
}

fn stand_in(index: usize) -> String {
    [UPLOAD, "-", &index.to_string()].concat()
}

/// Returns the index of the upload that a string represents.
fn upload_index(value: &Value) -> Option<usize> {
    value.as_str()?.strip_prefix(UPLOAD)?.strip_prefix('-')?.parse().ok()
}

impl From<Map<String, Value>> for Parameters {
    fn from(values: Map<String, Value>) -> Self {
        Self { values, uploads: Vec::new() }
    }
}

impl From<Value> for Parameters {
    /// Takes the members of an object. Any other value becomes no parameters.
    fn from(value: Value) -> Self {
        if let Value::Object(values) = value { values.into() } else { Self::default() }
    }
}

/// Optional parameters whose empty text differs from an absent one.
const MEANINGFUL_IF_EMPTY: [&str; 1] = ["next_offset"];

fn converted(kind: &ValueKind, text: &str) -> Option<Value> {
    // The standard library accepts `+7`.
    let is_signed = text.starts_with('+');
    match kind {
        ValueKind::Integer | ValueKind::Id | ValueKind::ChatId => {
            text.parse::<i64>().ok().filter(|_| !is_signed).map(Value::from)
        }
        ValueKind::Float => Number::from_f64(text.parse().ok()?).filter(|_| !is_signed).map(Value::from),
        ValueKind::Boolean | ValueKind::True => match text.to_ascii_lowercase().as_str() {
            "true" | "1" => Some(true.into()),
            "false" | "0" => Some(false.into()),
            _ => None,
        },
        ValueKind::Object(_) | ValueKind::Array(_) | ValueKind::Union(_) | ValueKind::OrTrue(_) => {
            serde_json::from_str(text).ok().filter(|value: &Value| value.is_object() || value.is_array())
        }
        _ => None,
    }
}

/// Marks the uploads that a value refers to, itself or somewhere inside.
fn mark_references(value: &Value, is_referenced: &mut [bool]) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| mark_references(item, is_referenced)),
        Value::Object(members) => members.values().for_each(|member| mark_references(member, is_referenced)),
        _ => {
            if let Some(marked) = upload_index(value).and_then(|index| is_referenced.get_mut(index)) {
                *marked = true;
            }
        }
    }
}

fn attach_inside(value: &mut Value, uploads: &[Upload]) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| attach_inside(item, uploads)),
        Value::Object(members) => members.values_mut().for_each(|member| attach_inside(member, uploads)),
        Value::String(text) => {
            let name = text.strip_prefix("attach://");
            let index = name.and_then(|name| uploads.iter().position(|upload| upload.field == name));
            if let Some(index) = index {
                *text = stand_in(index);
            }
        }
        _ => {}
    }
}

/// Returns the path of the first member that an object in a value of this kind does not have.
pub(crate) fn unknown_in(kind: &ValueKind, value: &Value, path: &str) -> Option<String> {
    let mut paths = Vec::new();
    note_unknown(kind, value, path, &mut paths);
    paths.into_iter().next()
}

/// Adds the paths of the members that an object in a value of this kind does not have.
fn note_unknown(kind: &ValueKind, value: &Value, path: &str, paths: &mut Vec<String>) {
    let objects: Vec<&ObjectDescriptor> = match (kind, value) {
        (ValueKind::OrTrue(kind), value) => return note_unknown(kind, value, path, paths),
        (ValueKind::Array(kind), Value::Array(items)) => {
            for (index, item) in (0..).zip(items) {
                note_unknown(kind, item, &[path, "[", &i32::to_string(&index), "]"].concat(), paths);
            }
            return;
        }
        (ValueKind::Object(object), Value::Object(_)) => vec![object],
        (ValueKind::Union(union), Value::Object(_)) => {
            // A fixed string, such as a `type`, says which one is meant.
            let is_meant = |object: &&ObjectDescriptor| {
                object.fields.iter().all(|field| match field.kind {
                    ValueKind::Literal(fixed) => value.get(field.name).is_some_and(|name| name == fixed),
                    _ => true,
                })
            };
            union.variants.iter().copied().filter(is_meant).collect()
        }
        _ => return,
    };
    // The check of kinds reports a value that is not a member of a union.
    for (name, member) in value.as_object().into_iter().flatten().filter(|_| !objects.is_empty()) {
        let path = [path, ".", name].concat();
        match objects.iter().find_map(|object| object.field(name)) {
            Some(field) => note_unknown(&field.kind, member, &path, paths),
            None => paths.push(path),
        }
    }
}
