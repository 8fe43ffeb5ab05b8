//! The body of a request: JSON, urlencoded or multipart, and the platform's blobs of its files.

use js_sys::{Array, Promise, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, File, FormData, Response};

use super::bot::Encoding;
use super::interruption::Stopped;
use crate::types::InputFile;
use crate::types::input_file::Content;
use crate::wire::parameters::Parameters;
use crate::wire::{Attachments, encode};

/// What is sent, and how it is declared. The platform declares multipart itself, with its boundary.
#[derive(Default)]
pub(crate) struct Body {
    /// Whether it is a GET, with all there is in the query.
    pub get: bool,
    pub query: String,
    pub content: JsValue,
    pub content_type: Option<&'static str>,
}

/// The parameters in the encoding. Files make it multipart, the only one that carries them.
pub(crate) fn of(parameters: &Parameters, encoding: Encoding) -> Result<Body, JsValue> {
    let encoding = if parameters.files.is_empty() { encoding } else { Encoding::Multipart };
    let text = |text: &str, content_type| Body {
        content: JsValue::from_str(text),
        content_type: Some(content_type),
        ..Body::default()
    };
    Ok(match encoding {
        Encoding::Json => text(&parameters.json, "application/json"),
        Encoding::Form => text(&encode::form(&parameters.json), "application/x-www-form-urlencoded"),
        Encoding::Query => Body { get: true, query: encode::form(&parameters.json), ..Body::default() },
        // Servers stumble over a multipart body without parts.
        Encoding::Multipart if parameters.json == "{}" => Body::default(),
        Encoding::Multipart => Body { content: multipart(parameters)?.into(), ..Body::default() },
    })
}

/// A file that stands at the top is the part of that name; one deeper down is a part under the name
/// that its `attach://` string says. Spec: core, `InputMedia`.
fn multipart(parameters: &Parameters) -> Result<FormData, JsValue> {
    let form = FormData::new()?;
    let sizes = vec![0.0; parameters.files.len()];
    let attachments = Attachments { prefix: &parameters.prefix, sizes: &sizes };
    let mut placed = vec![false; parameters.files.len()];
    for (name, value) in encode::parts(&parameters.json) {
        let index = attachments.index(&value);
        match index.and_then(|index| Some((parameters.files.get(index)?, placed.get_mut(index)?))) {
            Some((file, placed)) => {
                append(&form, &name, file)?;
                *placed = true;
            }
            None => form.append_with_str(&name, &value)?,
        }
    }
    let deeper = parameters.files.iter().enumerate().zip(placed).filter(|(_, placed)| !placed);
    for ((index, file), _) in deeper {
        let reference = reference(parameters, index);
        append(&form, reference.strip_prefix("attach://").unwrap_or(&reference), file)?;
    }
    Ok(form)
}

fn append(form: &FormData, name: &str, file: &InputFile) -> Result<(), JsValue> {
    let Content::Blob(blob) = &file.content else {
        return Err(JsValue::from_str("a file that was not read"));
    };
    match &file.name {
        Some(file_name) => form.append_with_blob_and_filename(name, blob, file_name),
        // A File keeps its own name.
        None => form.append_with_blob(name, blob),
    }
}

/// Turns every file into a blob, which can be sent again and again. What the platform holds stays
/// there: only bytes that are in wasm memory already are copied out of it.
pub(crate) async fn read_files(files: &mut [InputFile]) -> Result<(), Stopped> {
    for file in files {
        file.content = Content::Blob(blob(file).await?);
    }
    Ok(())
}

async fn blob(file: &mut InputFile) -> Result<Blob, Stopped> {
    let mime_type = file.mime_type.as_deref();
    let blob = match &file.content {
        Content::Bytes(bytes) => {
            let options = BlobPropertyBag::new();
            options.set_type(mime_type.unwrap_or_default());
            let parts = Array::of1(&Uint8Array::from(bytes.as_ref()));
            return Ok(Blob::new_with_u8_array_sequence_and_options(&parts, &options)?);
        }
        Content::Blob(blob) => blob.clone(),
        Content::Stream(stream) => {
            let promise = Response::new_with_opt_readable_stream(Some(stream))?.blob()?;
            JsFuture::from(Promise::resolve(&promise)).await?.unchecked_into::<Blob>()
        }
    };
    let Some(mime_type) = mime_type.filter(|mime_type| *mime_type != blob.type_()) else { return Ok(blob) };
    // A slice has no name, so the file's own one is kept beside it.
    if let (None, Some(own)) = (&file.name, blob.dyn_ref::<File>()) {
        file.name = Some(own.name());
    }
    Ok(blob.slice_with_f64_and_f64_and_content_type(0.0, blob.size(), mime_type)?)
}

/// The string that stands for the file.
pub(super) fn reference(parameters: &Parameters, index: usize) -> String {
    [&parameters.prefix, "-", &index.to_string()].concat()
}
