//! Reads the body of a delivery up to a size limit.

use std::future::poll_fn;

use super::request::{RequestBody, RequestChunks};
use crate::webhook::Rejection;

/// Returns the bytes of the body. Fails with 413 if it is too large, without reading the rest, with 400 if it breaks
/// off, and with 500 if other code in the program has read it.
pub(super) async fn read(body: RequestBody, most: usize) -> Result<Vec<u8>, Rejection> {
    match body {
        RequestBody::Read => Err(Rejection::read_before()),
        RequestBody::Bytes(bytes) if bytes.len() > most => Err(Rejection::too_large(most)),
        RequestBody::Bytes(bytes) => Ok(bytes),
        RequestBody::Chunks(chunks) => read_all(chunks, most).await,
        #[cfg(web)]
        RequestBody::Platform(request) => super::web::read(&request, most).await,
    }
}

async fn read_all(mut chunks: RequestChunks, most: usize) -> Result<Vec<u8>, Rejection> {
    let mut bytes = Vec::new();
    while let Some(chunk) = poll_fn(|context| chunks.as_mut().poll_next(context)).await {
        let chunk = chunk.map_err(|()| Rejection::unreadable())?;
        if bytes.len() + chunk.len() > most {
            return Err(Rejection::too_large(most));
        }
        // Most bodies are one chunk, which is not copied.
        if bytes.is_empty() { bytes = chunk } else { bytes.extend_from_slice(&chunk) }
    }
    Ok(bytes)
}
