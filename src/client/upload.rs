//! The body of an upload over `reqwest`, whose files are read while it is sent.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

use super::upload_progress::UploadProgress;
use crate::request::{Part, PartContent, end};
use crate::types::InputFile;
use crate::types::input_file::Content;
use crate::types::reading::{Reading, read_chunks};
use crate::wire::ValidationError;

/// Bytes of a piece of what is in memory: a hundred of them show the progress of a large file.
const PIECE: usize = 1 << 16;

/// The error of a parameter that ended an upload.
#[derive(Clone, Default)]
pub(super) struct Failure(Arc<Mutex<Option<ValidationError>>>);

impl Failure {
    pub fn take(&self) -> Option<ValidationError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A body of `multipart/form-data`.
pub(super) struct Upload {
    /// Never locked. The mutex makes the upload `Sync`, as `reqwest` requires.
    pieces: Mutex<VecDeque<Piece>>,
    length: Option<u64>,
    sent: u64,
    on_progress: Option<UploadProgress>,
    failure: Failure,
}

enum Piece {
    Bytes(Bytes),
    File(Box<Reading>),
}

impl Piece {
    async fn open(file: InputFile) -> Result<Self, ValidationError> {
        let InputFile { content, place, .. } = file;
        let place = place.unwrap_or_default();
        let (chunks, length) = match &content {
            Content::Bytes(bytes) => return Ok(Self::Bytes(Bytes::from_owner(Arc::clone(bytes)))),
            Content::Stream(stream) => (None, stream.length()),
            Content::Path(path) => {
                let opened = async {
                    let file = tokio::fs::File::open(path).await?;
                    let metadata = file.metadata().await?;
                    // The length of a pipe or a device is not known.
                    Ok((read_chunks(file), metadata.is_file().then_some(metadata.len())))
                };
                let (chunks, length) = opened.await.map_err(|error| place.unreadable(&content.source(), &error))?;
                (Some(chunks), length)
            }
        };
        Ok(Self::File(Box::new(Reading::new(content, place, chunks, length))))
    }

    fn length(&self) -> Option<u64> {
        match self {
            Self::Bytes(bytes) => Some(bytes.len() as u64),
            Self::File(file) => file.length(),
        }
    }

    /// Returns the next bytes, or `None` at the end.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, ValidationError>>> {
        match self {
            Self::Bytes(bytes) if bytes.is_empty() => Poll::Ready(None),
            Self::Bytes(bytes) => Poll::Ready(Some(Ok(bytes.split_to(bytes.len().min(PIECE))))),
            Self::File(file) => file.poll(context).map(|chunk| chunk.map(|chunk| chunk.map(Bytes::from)).transpose()),
        }
    }
}

impl Upload {
    /// Opens the files of the parts.
    pub async fn open(
        boundary: &str,
        parts: Vec<Part>,
        on_progress: Option<UploadProgress>,
    ) -> Result<Self, ValidationError> {
        let (mut pieces, mut text) = (VecDeque::new(), Vec::new());
        for part in parts {
            text.extend_from_slice(part.head(boundary).as_bytes());
            match part.content {
                PartContent::Text(value) => text.extend_from_slice(value.as_bytes()),
                PartContent::File(file) => {
                    pieces.extend([Piece::Bytes(std::mem::take(&mut text).into()), Piece::open(file).await?]);
                }
            }
            text.extend_from_slice(b"\r\n");
        }
        text.extend_from_slice(end(boundary).as_bytes());
        pieces.push_back(Piece::Bytes(text.into()));
        let length = pieces.iter().map(Piece::length).sum();
        let upload = Self { pieces: Mutex::new(pieces), length, sent: 0, on_progress, failure: Failure::default() };
        upload.report();
        Ok(upload)
    }

    /// Returns where the error of a parameter is left that ends the upload.
    pub fn failure(&self) -> Failure {
        self.failure.clone()
    }

    fn report(&self) {
        if let Some(on_progress) = &self.on_progress {
            on_progress.call(self.sent, self.length);
        }
    }
}

impl Body for Upload {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let this = self.get_mut();
        let pieces = this.pieces.get_mut().unwrap_or_else(PoisonError::into_inner);
        let bytes = loop {
            let Some(piece) = pieces.front_mut() else { return Poll::Ready(None) };
            match ready!(piece.poll(context)) {
                Some(Ok(bytes)) => break bytes,
                Some(Err(error)) => {
                    let failed = io::Error::other(error.to_string());
                    pieces.clear();
                    *this.failure.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    return Poll::Ready(Some(Err(failed)));
                }
                None => drop(pieces.pop_front()),
            }
        };
        this.sent += bytes.len() as u64;
        this.report();
        Poll::Ready(Some(Ok(Frame::data(bytes))))
    }

    fn size_hint(&self) -> SizeHint {
        self.length.map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}
