//! Files of a call, before it is sent.

#[cfg(not(web))]
use std::{fs::Metadata, io, path::Path, sync::Arc};

use super::boxed::BoxFuture;
use crate::request::Error;
use crate::request::serialized_call::SerializedCall;
#[cfg(web)]
use crate::request::serialized_call::mismatch;
use crate::request::stopped::Stopped;
#[cfg(not(web))]
use crate::types::file_stream::{Place, SizeCheck};
use crate::types::input_file::Content;
#[cfg(not(web))]
use crate::types::reading::Reading;
#[cfg(not(web))]
use crate::wire::ValidationError;

/// Asks the file system for the sizes of the files from paths, so that they are checked before anything is sent. A file without a
/// size, such as a pipe or a missing one, is looked at when it is loaded.
///
/// Boxed, so that its code exists once and not in every caller.
#[cfg(not(web))]
pub(crate) fn measured(mut parameters: SerializedCall, is_streamed: bool) -> BoxFuture<'static, SerializedCall> {
    Box::pin(async move {
        for file in &mut parameters.files {
            if let Content::Path(path) = &file.content {
                let found = metadata(path, is_streamed).await.ok();
                file.size = found.filter(Metadata::is_file).map(|metadata| metadata.len());
            }
        }
        parameters
    })
}

/// Asks the file system on a thread of tokio for blocking work, if the transport needs a tokio runtime anyway.
#[cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
async fn metadata(path: &Path, is_streamed: bool) -> io::Result<Metadata> {
    if is_streamed { tokio::fs::metadata(path).await } else { path.metadata() }
}

#[cfg(not(any(web, all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))))]
#[allow(clippy::unused_async)] // as with tokio
async fn metadata(path: &Path, _: bool) -> io::Result<Metadata> {
    path.metadata()
}

/// Reads files from paths and streams, unless the transport reads them while it sends them, or turns files into blobs. Checks
/// their sizes once all are known.
///
/// Boxed, so that its code exists once and not in every caller.
pub(crate) fn load_files(
    parameters: &mut SerializedCall,
    check_limits: bool,
    is_streamed: bool,
) -> BoxFuture<'_, Result<Result<(), Error>, Stopped>> {
    Box::pin(load(parameters, check_limits, is_streamed))
}

#[cfg(not(web))]
async fn load(
    parameters: &mut SerializedCall,
    check_limits: bool,
    is_streamed: bool,
) -> Result<Result<(), Error>, Stopped> {
    let mut has_read = false;
    for index in 0..parameters.files.len() {
        let Some(file) = parameters.files.get(index) else { continue };
        let (content, has_size) = (file.content.clone(), file.size.is_some());
        if matches!(content, Content::Bytes(_)) {
            continue;
        }
        let place = place(parameters, index, check_limits);
        let missing = match &content {
            Content::Stream(stream) => stream.is_taken().then(|| place.taken()),
            Content::Path(path) if !has_size => {
                let found = metadata(path, is_streamed).await;
                let is_folder = found.as_ref().is_ok_and(Metadata::is_dir);
                let error = found.err().or_else(|| is_folder.then(|| io::ErrorKind::IsADirectory.into()));
                error.map(|error| place.unreadable(&content.source(), &error))
            }
            Content::Path(_) | Content::Bytes(_) => None,
        };
        let place = Arc::new(place);
        let read = match missing {
            Some(error) => Err(error),
            None if is_streamed => Ok(content),
            None => read(content, Arc::clone(&place)).await.map(|bytes| Content::Bytes(bytes.into())),
        };
        let content = match read {
            Ok(content) => content,
            Err(error) => {
                return Ok(Err(Error::Validation { method: parameters.method.clone(), error: Box::new(error) }));
            }
        };
        if let Some(file) = parameters.files.get_mut(index) {
            (file.content, file.place) = (content, Some(place));
        }
        has_read = !is_streamed;
    }
    Ok(if has_read { parameters.check(check_limits).map_err(Error::from) } else { Ok(()) })
}

/// Reads a file into memory. The size of a regular file was checked before. That of others is checked on the way.
#[cfg(not(web))]
async fn read(content: Content, place: Arc<Place>) -> Result<Vec<u8>, ValidationError> {
    use crate::policy::MAX_UPLOAD_BYTES;
    use std::io::Read;

    let mut bytes = Vec::new();
    match &content {
        Content::Path(path) => {
            let unreadable = |error| place.unreadable(&content.source(), &error);
            let mut file = std::fs::File::open(path).map_err(unreadable)?;
            file.by_ref().take(MAX_UPLOAD_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
            if let Some(error) = place.refusal_of_size(bytes.len() as u64) {
                return Err(error);
            }
            file.read_to_end(&mut bytes).map_err(unreadable)?;
        }
        Content::Stream(stream) => {
            let length = stream.length();
            let mut reading = Reading::new(content, place, None, length);
            while let Some(chunk) = std::future::poll_fn(|context| reading.poll(context)).await? {
                bytes.extend_from_slice(&chunk);
            }
        }
        Content::Bytes(_) => {}
    }
    Ok(bytes)
}

/// Returns the parameter of a file.
#[cfg(not(web))]
fn place(parameters: &SerializedCall, index: usize, check_limits: bool) -> Place {
    // The error for a file of any size names the parameter.
    let refusal = parameters.refusal_of_size(index, u64::from(u32::MAX));
    let path = refusal.map_or_else(|| name_of(parameters, index), |error| error.path);
    let size_check = check_limits.then(|| -> SizeCheck {
        let call = parameters.clone();
        Box::new(move |bytes| call.refusal_of_size(index, bytes))
    });
    Place { path, size_check }
}

/// Returns why the call cannot be sent again: a stream in it was read.
#[cfg(not(web))]
pub(super) fn sent_once(parameters: &SerializedCall) -> Option<String> {
    let is_taken = |content: &Content| matches!(content, Content::Stream(stream) if stream.is_taken());
    let file = parameters.files.iter().find(|file| is_taken(&file.content))?;
    let path = file.place.as_ref().map_or("", |place| &place.path);
    Some(format!("not retried, because the stream of {path} was read; a path or bytes can be sent again"))
}

/// Adds the reason why a call was not retried. The errors that have no text of their own do not change.
pub(super) fn with_reason(mut error: Error, reason: &str) -> Error {
    if let Error::Api { description: text, .. }
    | Error::Network { reason: text, .. }
    | Error::Http { excerpt: text, .. } = &mut error
    {
        text.push_str(if text.is_empty() { "" } else { "; " });
        text.push_str(reason);
    }
    error
}

#[cfg(web)]
pub(super) fn sent_once(_: &SerializedCall) -> Option<String> {
    None
}

#[cfg(web)]
async fn load(parameters: &mut SerializedCall, check_limits: bool, _: bool) -> Result<Result<(), Error>, Stopped> {
    use crate::platform::body;

    let (mut streams, mut locked) = (false, None);
    for (index, file) in parameters.files.iter().enumerate() {
        if let Content::Stream(stream) = &file.content {
            streams = true;
            locked = locked.or(stream.locked().then_some(index));
        }
    }
    if let Some(index) = locked {
        let mut error = mismatch("a stream that can be read", "a locked stream");
        error.path = name_of(parameters, index);
        return Ok(Err(Error::Validation { method: parameters.method.clone(), error: Box::new(error) }));
    }
    body::read_files(&mut parameters.files).await?;
    Ok(if streams { parameters.check(check_limits).map_err(Error::from) } else { Ok(()) })
}

/// Returns the name of the parameter whose value is the file, if it is a top-level one.
fn name_of(parameters: &SerializedCall, index: usize) -> String {
    let reference = crate::wire::json::quote(&parameters.reference(index));
    let holds = |value: &str| value == reference;
    crate::wire::json::members(&parameters.json)
        .find(|(_, value)| holds(value))
        .map(|(name, _)| name.decode().into_owned())
        .unwrap_or_default()
}
