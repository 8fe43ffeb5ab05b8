//! Files of streams, and the reading of files while they are sent, natively.

use std::error::Error;
use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use futures_core::Stream;

use super::file_stream::{Chunks, FileStream, Place};
use super::input_file::{Content, InputFile};
use crate::wire::ValidationError;

/// Bytes of a file after which its size is checked again.
const CHECK_EVERY: u64 = 1 << 20;

/// A file that is being read.
pub(crate) struct Reading {
    content: Content,
    place: Arc<Place>,
    /// `None` for a stream of which nothing was read.
    chunks: Option<Chunks>,
    length: Option<u64>,
    read: u64,
    /// How many bytes are read when the size is checked next.
    checked_at: u64,
}

impl Reading {
    pub fn new(content: Content, place: Arc<Place>, chunks: Option<Chunks>, length: Option<u64>) -> Self {
        Self { content, place, chunks, length, read: 0, checked_at: CHECK_EVERY }
    }

    #[cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
    pub fn length(&self) -> Option<u64> {
        self.length
    }

    /// Returns the next bytes, or `None` at the end of a file that has its announced length.
    pub fn poll(&mut self, context: &mut Context<'_>) -> Poll<Result<Option<Vec<u8>>, ValidationError>> {
        if let (None, Content::Stream(stream)) = (&self.chunks, &self.content) {
            self.chunks = Some(stream.take().ok_or_else(|| self.place.taken())?);
        }
        let Some(chunks) = &mut self.chunks else { return Poll::Ready(Ok(None)) };
        let chunk = ready!(chunks(context)).transpose();
        let chunk = chunk.map_err(|error| self.place.unreadable(&self.content.source(), &error))?;
        self.read += chunk.as_ref().map_or(0, |chunk| chunk.len() as u64);
        let is_end = chunk.is_none();
        if let Some(length) = self.length.filter(|length| self.read > *length || is_end && self.read < *length) {
            let received = format!("{}{} bytes", if is_end { "" } else { "at least " }, self.read);
            return Poll::Ready(Err(self.place.error(&format!("{length} bytes, as announced"), &received)));
        }
        if is_end || self.read >= self.checked_at {
            self.checked_at = self.read + CHECK_EVERY;
            if let Some(error) = self.place.refusal_of_size(self.read) {
                return Poll::Ready(Err(error));
            }
        }
        Poll::Ready(Ok(chunk))
    }
}

impl InputFile {
    /// Makes a file of a stream of bytes, with the name under which it is sent. The file is read while it is sent, and is never in
    /// memory as a whole.
    ///
    /// The stream can be read once, so a call is not repeated after the first bytes were read, whatever its
    /// [`Retry`](crate::client::Retry) says. Its error then ends with the reason. If the stream fails, the call fails with
    /// [`Error::Validation`](crate::client::Error::Validation), which names the parameter, and the service does not receive the end
    /// of the request. Dropping the call drops the stream.
    ///
    /// Without a [`length`](InputFile::length), the request has no `Content-Length`: it is sent in chunks, which every HTTP/1.1
    /// server must accept. Transports other than `Reqwest` get the file in memory.
    ///
    /// ```no_run
    /// # async fn example(bot: botwire::client::Bot) -> Result<(), botwire::client::Error> {
    /// use botwire::types::InputFile;
    ///
    /// let lines = (1..1_000_000).map(|line| Ok::<_, std::io::Error>(format!("{line}\n")));
    /// bot.send_document(42, InputFile::stream(futures_util::stream::iter(lines), "numbers.txt")).await?;
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn stream<S, B, E>(chunks: S, name: impl Display) -> Self
    where
        S: Stream<Item = Result<B, E>> + Send + 'static,
        B: Into<Vec<u8>>,
        E: Into<Box<dyn Error + Send + Sync>>,
    {
        let mut chunks = Box::pin(chunks);
        let next = move |context: &mut Context<'_>| {
            let chunk = chunks.as_mut().poll_next(context);
            chunk.map(|chunk| chunk.map(|chunk| chunk.map(Into::into).map_err(io::Error::other)))
        };
        Self::from_chunks(Box::new(next), name)
    }

    /// Makes a file of an `AsyncRead` of tokio, such as a socket or the output of a process, with the name under which it is sent.
    /// Like [`InputFile::stream`], it is read once, while it is sent.
    ///
    /// ```no_run
    /// # async fn example(bot: botwire::client::Bot) -> Result<(), Box<dyn std::error::Error>> {
    /// use botwire::types::InputFile;
    ///
    /// let connection = tokio::net::TcpStream::connect("127.0.0.1:9000").await?;
    /// bot.send_document(42, InputFile::reader(connection, "camera.mp4")).await?;
    /// # Ok(())
    /// # }
    /// ```
    #[cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
    #[must_use]
    pub fn reader(reader: impl tokio::io::AsyncRead + Send + 'static, name: impl Display) -> Self {
        Self::from_chunks(read_chunks(reader), name)
    }

    fn from_chunks(chunks: Chunks, name: impl Display) -> Self {
        Self::new(Content::Stream(FileStream::new(chunks)), Some(name.to_string()))
    }

    /// Sets the number of bytes of a stream, so that its size is checked before anything is sent, and the request has a
    /// `Content-Length`. The call fails if the stream has more or fewer bytes. Other files know their length, so this has no effect
    /// on them.
    #[must_use]
    pub fn length(mut self, bytes: u64) -> Self {
        if let Content::Stream(stream) = &mut self.content {
            stream.set_length(bytes);
        }
        self
    }
}

/// Returns the chunks of a reader.
#[cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
pub(crate) fn read_chunks(reader: impl tokio::io::AsyncRead + Send + 'static) -> Chunks {
    /// Large enough that reading costs little for each byte, and small beside the file.
    const CHUNK: usize = 1 << 16;

    let mut reader = Box::pin(reader);
    // Kept while the reader is not ready.
    let mut bytes = Vec::new();
    Box::new(move |context| {
        bytes.resize(CHUNK, 0);
        let mut buffer = tokio::io::ReadBuf::new(&mut bytes);
        let read = ready!(reader.as_mut().poll_read(context, &mut buffer));
        let length = buffer.filled().len();
        Poll::Ready(match read {
            Ok(()) if length == 0 => None,
            Ok(()) => {
                bytes.truncate(length);
                Some(Ok(std::mem::take(&mut bytes)))
            }
            Err(error) => Some(Err(error)),
        })
    })
}
