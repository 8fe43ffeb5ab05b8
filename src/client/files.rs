//! Files of a call, before it is sent.

use super::boxed::BoxFuture;
use crate::request::Error;
use crate::request::serialized_call::{SerializedCall, mismatch};
use crate::request::stopped::Stopped;
use crate::types::input_file::Content;

/// Reads the files of the file system, or turns files into blobs, and checks their sizes once all are known.
///
/// Boxed, so that its code exists once and not in every caller.
pub(crate) fn load_files(
    parameters: &mut SerializedCall,
    check_limits: bool,
) -> BoxFuture<'_, Result<Result<(), Error>, Stopped>> {
    Box::pin(load(parameters, check_limits))
}

#[cfg(not(web))]
#[allow(clippy::unused_async)] // as on wasm32
async fn load(parameters: &mut SerializedCall, check_limits: bool) -> Result<Result<(), Error>, Stopped> {
    let mut has_paths = false;
    for index in 0..parameters.files.len() {
        let Some(Content::Path(path)) = parameters.files.get(index).map(|file| &file.content) else { continue };
        let path = path.clone();
        let read = read(parameters, index, &path, check_limits).unwrap_or_else(|error| {
            let mut mismatch = mismatch("a file that can be read", &format!("{}: {error}", path.display()));
            mismatch.path = name_of(parameters, index);
            Err(Error::Validation { method: parameters.method.clone(), error: Box::new(mismatch) })
        });
        if read.is_err() {
            return Ok(read);
        }
        has_paths = true;
    }
    Ok(if has_paths { parameters.check(check_limits).map_err(Error::from) } else { Ok(()) })
}

/// Reads a file. The size of a regular file was checked before. That of a pipe or a device is checked on the way.
#[cfg(not(web))]
fn read(
    parameters: &mut SerializedCall,
    index: usize,
    path: &std::path::Path,
    check_limits: bool,
) -> std::io::Result<Result<(), Error>> {
    use crate::policy::MAX_UPLOAD_BYTES;
    use std::io::Read;

    let set = |bytes: &[u8], parameters: &mut SerializedCall| {
        if let Some(file) = parameters.files.get_mut(index) {
            file.content = Content::Bytes(bytes.into());
        }
    };
    let mut file = std::fs::File::open(path)?;
    let (mut bytes, most) = (Vec::new(), if check_limits { MAX_UPLOAD_BYTES + 1 } else { u64::MAX });
    file.by_ref().take(most).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == most {
        set(&bytes, parameters);
        if let Err(invalid) = parameters.check(check_limits) {
            return Ok(Err(invalid.into()));
        }
        file.read_to_end(&mut bytes)?;
    }
    set(&bytes, parameters);
    Ok(Ok(()))
}

#[cfg(web)]
async fn load(parameters: &mut SerializedCall, check_limits: bool) -> Result<Result<(), Error>, Stopped> {
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
