//! The parameters of a call in one form, whichever of the four encodings they came in.

use serde_json::{Map, Number, Value};

use crate::wire::{Kind, Object};

/// A file that came by `multipart/form-data`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// Name of its field in the form; `attach://<field>` refers to it.
    pub field: String,
    /// File name that the sender gave.
    pub file_name: String,
    /// `Content-Type` that the sender gave; empty when none.
    pub media_type: String,
    /// Content.
    pub bytes: Vec<u8>,
}

/// Parameters by name, and uploaded files.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Parameters {
    /// The values. Texts of a form or query are strings here, whatever their kind.
    pub values: Map<String, Value>,
    /// The files; [`Parameters::upload`] puts a string that stands for the file into `values`.
    pub uploads: Vec<Upload>,
}

/// What the strings that stand for uploads start with. No form field can hold it by accident, and
/// one that forges it gets the file of that index, which is its own.
pub(super) const UPLOAD: &str = "attach://\0upload";

impl Parameters {
    /// Adds a file under its field.
    pub fn upload(&mut self, upload: Upload) {
        let stand_in = [UPLOAD, "-", &self.uploads.len().to_string()].concat();
        self.values.insert(upload.field.clone(), stand_in.into());
        self.uploads.push(upload);
    }

    /// Turns the texts into values of the kinds that the descriptor asks for; a text that does not
    /// fit stays one, for the check to report.
    pub(super) fn convert(&mut self, object: &Object) {
        // A null is nothing, as many clients send it.
        self.values.retain(|_, value| !value.is_null());
        for field in object.fields {
            let Some(Value::String(text)) = self.values.get(field.name) else { continue };
            if text.is_empty() && !field.required && !is_text(&field.kind) {
                self.values.remove(field.name);
            } else if let Some(value) = converted(&field.kind, text) {
                self.values.insert(field.name.to_owned(), value);
            }
        }
    }

    /// Sizes of the uploads in bytes, as the check takes them.
    #[allow(clippy::cast_precision_loss)] // no body of 2^53 bytes is in memory
    pub(super) fn sizes(&self) -> Vec<f64> {
        self.uploads.iter().map(|upload| upload.bytes.len() as f64).collect()
    }
}

impl From<Map<String, Value>> for Parameters {
    fn from(values: Map<String, Value>) -> Self {
        Self { values, uploads: Vec::new() }
    }
}

fn is_text(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::String | Kind::ChatId | Kind::Literal(_) | Kind::Enum(_) | Kind::File | Kind::FileOrString | Kind::Attach
    )
}

fn converted(kind: &Kind, text: &str) -> Option<Value> {
    match kind {
        Kind::Integer | Kind::Id | Kind::ChatId => text.trim().parse::<i64>().ok().map(Value::from),
        Kind::Float => Number::from_f64(text.trim().parse().ok()?).map(Value::from),
        Kind::Boolean | Kind::True => match text.to_ascii_lowercase().as_str() {
            "true" | "1" => Some(true.into()),
            "false" | "0" => Some(false.into()),
            _ => None,
        },
        Kind::Object(_) | Kind::Array(_) | Kind::Union(_) | Kind::OrTrue(_) => {
            serde_json::from_str(text).ok().filter(|value: &Value| value.is_object() || value.is_array())
        }
        _ => None,
    }
}
