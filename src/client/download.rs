//! Downloads a file in chunks without showing the URL, which contains the token.

use std::fmt::{self, Debug, Formatter};
use std::time::Duration;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::bot::Bot;
use super::clock::Moment;
use super::response::Response;
use super::signal::CallSignal;
use super::transport::Request;
use super::within::within;
use crate::methods::GetFile;
use crate::policy::{MAX_FAILURE_BYTES, MAX_FILE_BYTES};
use crate::request::serialized_call::mismatch;
use crate::request::stopped::Stopped;
use crate::request::{Error, answer};
use crate::types::File;
use crate::wire::{ValidationError, json};

/// The method name in errors.
const METHOD: &str = "download";

/// The characters that are escaped in a path segment: all but the unreserved ones of RFC 3986.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

impl Bot {
    /// Downloads a file of at most 20 MB. Calls `getFile` first if the path is not known. The URL is not returned, because it
    /// contains the token. If the [`file_size`](File::file_size) is known, a download with fewer bytes fails.
    ///
    /// # Errors
    /// [`Error::Validation`] if the file is larger (unless limits are not checked), and the errors of a call.
    pub async fn download(&self, file: &File) -> Result<Download, Error> {
        start(self, file).await.map_err(|error| self.0.token.clean(error))
    }
}

/// A download that has started. Dropping it aborts it.
pub struct Download {
    bot: Bot,
    response: Response,
    received: u64,
    total: Option<u64>,
    /// The size of the file according to `getFile`.
    size: Option<u64>,
    largest: Option<u64>,
    limits: Limits,
}

/// The time limit of each step, and of the whole download.
#[derive(Clone, Copy)]
struct Limits {
    timeout: Option<Duration>,
    total: Option<Duration>,
    since: Moment,
}

impl Limits {
    /// Runs a step within its time limit and the rest of the total time.
    async fn within<T>(self, bot: &Bot, work: impl Future<Output = Result<T, Stopped>>) -> Result<T, Error> {
        let remaining = self.total.map(|total| total.saturating_sub(self.since.elapsed()));
        let (limit, reported) = match (self.timeout, remaining) {
            (Some(timeout), Some(remaining)) if timeout < remaining => (Some(timeout), self.timeout),
            (timeout, remaining) => (remaining.or(timeout), self.total.or(timeout)),
        };
        within(&*bot.0.transport, limit, &CallSignal::default(), work)
            .await
            .map_err(|stopped| stopped.into_error(METHOD, reported))
    }
}

async fn start(bot: &Bot, file: &File) -> Result<Download, Error> {
    let settings = &*bot.0;
    let largest = settings.check_limits.then_some(MAX_FILE_BYTES);
    let timeout = settings.timeout.limit(false, Duration::ZERO);
    let limits = Limits { timeout, total: settings.download_timeout, since: Moment::now() };
    let size = |file: &File| file.file_size.and_then(|size| u64::try_from(size).ok());
    fits(largest, size(file))?;
    let found;
    let file = if file.file_path.is_some() {
        file
    } else {
        let path = bot.send(GetFile::new(file.file_id.as_str()));
        found = limits.within(bot, async { Ok(path.await) }).await??;
        fits(largest, size(&found))?;
        &found
    };
    let url = bot.file_url(&path(file.file_path.as_deref().unwrap_or_default())?);
    let send = bot.0.transport.send(Request::get(url));
    let mut response = limits.within(bot, send).await?;
    // 204 has no file, and 206 only a part of it.
    if response.status() != 200 {
        let (text, _) = limits.within(bot, response.text(MAX_FAILURE_BYTES)).await?;
        return Err(answer::refused(METHOD, response.status(), &text));
    }
    let total = response.length();
    fits(largest, total)?;
    Ok(Download { bot: bot.clone(), response, received: 0, total, size: size(file), largest, limits })
}

impl Download {
    /// The bytes received so far.
    #[must_use]
    pub fn received(&self) -> u64 {
        self.received
    }

    /// The size of the file in bytes, if the service reports it.
    #[must_use]
    pub fn total(&self) -> Option<u64> {
        self.total
    }

    /// Returns the next chunk of the file, or `None` at its end.
    ///
    /// # Errors
    /// [`Error::Network`] if the connection breaks or the file ends before its [`file_size`](File::file_size), [`Error::Timeout`] if
    /// no chunk arrives within the bot's [timeout](Bot::timeout) or the download takes [too long](Bot::download_timeout),
    /// [`Error::Validation`] if the file has more than 20 MB.
    pub async fn chunk(&mut self) -> Result<Option<Vec<u8>>, Error> {
        let next = self.limits.within(&self.bot, self.response.next()).await;
        let chunk = next.map_err(|error| self.bot.0.token.clean(error))?;
        if let Some(bytes) = &chunk {
            self.received = self.received.saturating_add(bytes.len() as u64);
            fits(self.largest, Some(self.received))?;
        } else if let Some(size) = self.size.filter(|size| self.received < *size) {
            let reason = format!("the file broke off: {} of {size} bytes", self.received);
            return Err(Error::Network { method: METHOD.to_owned(), reason, source: None });
        }
        Ok(chunk)
    }

    /// Returns the whole file, or the rest of it.
    ///
    /// # Errors
    /// The same as [`Download::chunk`].
    pub async fn bytes(mut self) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        while let Some(chunk) = self.chunk().await? {
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }

    /// Returns the file as a response to pass on. Its bytes never enter the wasm memory. It has the type and length of
    /// the original response, but not its URL. Its size is not compared with the [`file_size`](File::file_size).
    ///
    /// # Errors
    /// [`Error::Network`] if the platform cannot create it, for example because a chunk was already read.
    #[cfg(web)]
    pub fn into_response(self) -> Result<web_sys::Response, Error> {
        self.response.pass_on().map_err(|stopped| stopped.into_error(METHOD, None))
    }
}

// The response is not shown: its URL contains the token.
impl Debug for Download {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Download");
        shown.field("received", &self.received).field("total", &self.total).finish_non_exhaustive()
    }
}

fn fits(largest: Option<u64>, size: Option<u64>) -> Result<(), Error> {
    match (largest, size) {
        (Some(largest), Some(size)) if size > largest => {
            Err(invalid("file_size", &format!("at most {largest} bytes"), &format!("{size} or more")))
        }
        _ => Ok(()),
    }
}

/// Returns the path as a part of the URL. The service sets it, so it must not lead out of the bot's files.
fn path(path: &str) -> Result<String, Error> {
    let segments: Vec<&str> = path.split('/').collect();
    if segments.iter().any(|segment| matches!(*segment, "" | "." | "..")) {
        return Err(invalid("file_path", "a relative path", &json::quote(path)));
    }
    Ok(segments.iter().map(|segment| utf8_percent_encode(segment, ESCAPED).to_string()).collect::<Vec<_>>().join("/"))
}

fn invalid(path: &str, expected: &str, received: &str) -> Error {
    let error = ValidationError { path: path.to_owned(), ..mismatch(expected, received) };
    Error::Validation { method: METHOD.to_owned(), error: Box::new(error) }
}
