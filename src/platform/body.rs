//! Converts bodies to the platform's types: text, or a form with the files as blobs.

use js_sys::{Array, Promise, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, File, FormData, Response};

use crate::request::{Body, Part, PartContent, base_name};
use crate::types::InputFile;
use crate::types::input_file::Content;

/// Returns the body and its type. The platform itself declares the type of multipart, with its boundary.
pub(crate) fn of(body: &Body) -> Result<(JsValue, Option<&'static str>), JsValue> {
    Ok(match body {
        Body::Empty => (JsValue::UNDEFINED, None),
        Body::Text { content_type, text } => (JsValue::from_str(text), Some(content_type)),
        Body::Multipart { parts, .. } => (form(parts)?.into(), None),
    })
}

fn form(parts: &[Part]) -> Result<FormData, JsValue> {
    let form = FormData::new()?;
    for Part { name, content } in parts {
        match content {
            PartContent::Text(text) => form.append_with_str(name, text)?,
            PartContent::File(file) => {
                let blob = match &file.content {
                    Content::Bytes(bytes) => from_bytes(bytes, file.mime_type.as_deref())?,
                    Content::Blob(blob) => blob.clone(),
                    Content::Stream(_) => return Err(JsValue::from_str("a file that was not read")),
                };
                match &file.name {
                    Some(path) => form.append_with_blob_and_filename(name, &blob, base_name(path))?,
                    // A `File` has its own name.
                    None => form.append_with_blob(name, &blob)?,
                }
            }
        }
    }
    Ok(form)
}

fn from_bytes(bytes: &[u8], mime_type: Option<&str>) -> Result<Blob, JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(mime_type.unwrap_or_default());
    Blob::new_with_u8_array_sequence_and_options(&Array::of1(&Uint8Array::from(bytes)), &options)
}

/// Converts every file, including streams, so that it can be sent repeatedly. Data of the platform stays there.
pub(crate) async fn read_files(files: &mut [InputFile]) -> Result<(), JsValue> {
    for file in files {
        if !matches!(file.content, Content::Bytes(_)) {
            file.content = Content::Blob(blob(file).await?);
        }
    }
    Ok(())
}

/// Returns the bytes of a body, for callers outside the platform.
#[cfg(any(feature = "emulator", feature = "http"))]
pub(crate) async fn read(mut body: Body) -> Result<Vec<u8>, JsValue> {
    if let Body::Multipart { parts, .. } = &mut body {
        for part in parts {
            if let PartContent::File(file) = &mut part.content
                && let Content::Blob(blob) = &file.content
            {
                let bytes = JsFuture::from(Promise::resolve(&blob.array_buffer())).await?;
                file.mime_type = file.mime_type.take().or_else(|| Some(blob.type_()));
                file.content = Content::Bytes(Uint8Array::new(&bytes).to_vec().into());
            }
        }
    }
    body.into_bytes().ok_or_else(|| JsValue::from_str("a file that was not read"))
}

async fn blob(file: &mut InputFile) -> Result<Blob, JsValue> {
    let mime_type = file.mime_type.as_deref();
    let blob = match &file.content {
        Content::Bytes(bytes) => return from_bytes(bytes, mime_type),
        Content::Blob(blob) => blob.clone(),
        Content::Stream(stream) => {
            let promise = Response::new_with_opt_readable_stream(Some(stream))?.blob()?;
            JsFuture::from(Promise::resolve(&promise)).await?.unchecked_into::<Blob>()
        }
    };
    let Some(mime_type) = mime_type.filter(|mime_type| *mime_type != blob.type_()) else { return Ok(blob) };
    // A slice has no name, so the file's own one is stored with it.
    if let (None, Some(own)) = (&file.name, blob.dyn_ref::<File>()) {
        file.name = Some(own.name());
    }
    blob.slice_with_f64_and_f64_and_content_type(0.0, blob.size(), mime_type)
}
