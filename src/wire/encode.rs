//! The encodings of parameters besides JSON: urlencoded (and the query), and the fields of multipart.

use form_urlencoded::byte_serialize;

use super::json;

/// Encodes the parameters as `application/x-www-form-urlencoded`, also for a query string. Strings are written without
/// quotes, other values as JSON text.
#[must_use]
pub fn form(parameters: &str) -> String {
    let mut form = String::with_capacity(parameters.len());
    for (name, value) in parts(parameters) {
        if !form.is_empty() {
            form.push('&');
        }
        form.extend(byte_serialize(name.as_bytes()));
        form.push('=');
        form.extend(byte_serialize(value.as_bytes()));
    }
    form
}

/// Returns the parameters as fields of `multipart/form-data`, in order. A string that represents a file stays, and the
/// platform's `FormData` replaces it.
#[must_use]
pub fn parts(parameters: &str) -> Vec<(String, String)> {
    json::members(parameters)
        .map(|(name, value)| {
            let plain = json::text(value).map(|text| text.decode().into_owned());
            (name.decode().into_owned(), plain.unwrap_or_else(|| value.to_owned()))
        })
        .collect()
}
