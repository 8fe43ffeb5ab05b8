//! Reading the body of a delivery, no more of it than a fair one has.

use std::future::poll_fn;

use super::guard::Refusal;
use super::request::{Body, Chunks};

/// The bytes of the body; 413 if they are too many: the rest is not read then. 400 if it breaks off, 500 if something
/// else in the program has read it.
pub(super) async fn read(body: Body, most: usize) -> Result<Vec<u8>, Refusal> {
    match body {
        Body::Read => Err(Refusal::read_before()),
        Body::Bytes(bytes) if bytes.len() > most => Err(Refusal::too_large(most)),
        Body::Bytes(bytes) => Ok(bytes),
        Body::Chunks(chunks) => read_all(chunks, most).await,
        #[cfg(target_arch = "wasm32")]
        Body::Platform(request) => super::web::read(&request, most).await,
    }
}

async fn read_all(mut chunks: Chunks, most: usize) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    while let Some(chunk) = poll_fn(|context| chunks.as_mut().poll_next(context)).await {
        let chunk = chunk.map_err(|()| Refusal::unreadable())?;
        if bytes.len() + chunk.len() > most {
            return Err(Refusal::too_large(most));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}
