//! Downloading a file in pieces, without showing the URL, which holds the token.

use std::fmt::{self, Debug, Formatter};
use std::future::IntoFuture;
use std::time::Duration;

use js_sys::Date;
use wasm_bindgen::JsValue;
use web_sys::{Headers, Response, ResponseInit};

use super::answer;
use super::body::Body;
use super::bot::Bot;
use super::error::Error;
use super::fetch::{self, Guard};
use super::interruption::{Stopped, elapsed, within};
use super::response::{Pieces, length};
use super::token::{Token, percent_encode};
use crate::methods::GetFile;
use crate::types::File;
use crate::wire::parameters::fault;
use crate::wire::{Fault, MB, json};

/// What errors call it.
const METHOD: &str = "download";

/// The largest file that a bot may download. Spec: core, Limits.
const LARGEST: u64 = 20 * MB as u64;

/// A download that has begun. Dropping it breaks it off.
pub struct Download {
    response: Response,
    guard: Guard,
    pieces: Option<Pieces>,
    received: u64,
    total: Option<u64>,
    largest: Option<u64>,
    limits: Limits,
    token: Token,
}

/// How long each step may take, and all of them.
#[derive(Clone, Copy)]
struct Limits {
    timeout: Option<Duration>,
    total: Option<Duration>,
    /// When the download began, in milliseconds.
    since: f64,
}

impl Limits {
    /// Waits no longer than what is left of the whole time.
    async fn within<T>(self, work: impl Future<Output = Result<T, Stopped>>) -> Result<T, Error> {
        let left = self.total.map(|total| total.saturating_sub(elapsed(self.since)));
        let (limit, reported) = match (self.timeout, left) {
            (Some(timeout), Some(left)) if timeout < left => (Some(timeout), self.timeout),
            (timeout, left) => (left.or(timeout), self.total.or(timeout)),
        };
        within(limit, None, work).await.map_err(|stopped| stopped.into_error(METHOD, reported))
    }
}

pub(super) async fn start(bot: &Bot, file: &File) -> Result<Download, Error> {
    let settings = &*bot.0;
    let largest = settings.check_limits.then_some(LARGEST);
    let timeout = settings.timeout.limit(false, Duration::ZERO);
    let limits = Limits { timeout, total: settings.download_timeout, since: Date::now() };
    let declared = |file: &File| fits(largest, file.file_size.and_then(|size| u64::try_from(size).ok()));
    declared(file)?;
    let found;
    let file = if file.file_path.is_some() {
        file
    } else {
        let path = bot.send(GetFile::new(file.file_id.as_str())).into_future();
        found = limits.within(async { Ok(path.await) }).await??;
        declared(&found)?;
        &found
    };
    let url = bot.file_url(&path(file.file_path.as_deref().unwrap_or_default())?);
    let get = Body { get: true, ..Body::default() };
    let (response, guard) = limits.within(fetch::send(&url, get)).await?;
    if !response.ok() {
        let reply = limits.within(fetch::read(&response, guard, settings.max_response_bytes)).await?;
        return Err(answer::refused(METHOD, &reply));
    }
    let total = length(&response);
    fits(largest, total)?;
    let token = settings.token.clone();
    Ok(Download { response, guard, pieces: None, received: 0, total, largest, limits, token })
}

impl Download {
    /// The bytes received so far.
    #[must_use]
    pub fn received(&self) -> u64 {
        self.received
    }

    /// The size of the file in bytes, where the service says it.
    #[must_use]
    pub fn total(&self) -> Option<u64> {
        self.total
    }

    /// The next piece of the file, or nothing at its end.
    ///
    /// # Errors
    /// [`Error::Network`] if the connection breaks, [`Error::Timeout`] if no piece comes within the
    /// bot's [time](Bot::timeout) or the whole takes [too long](Bot::download_timeout), [`Error::Validation`] once more than 20 MB have come.
    pub async fn chunk(&mut self) -> Result<Option<Vec<u8>>, Error> {
        let next = self.limits.within(Self::next(&self.response, &mut self.pieces)).await;
        let chunk = next.map_err(|error| error.redacted(&self.token))?;
        match &chunk {
            Some(bytes) => {
                self.received = self.received.saturating_add(bytes.len() as u64);
                fits(self.largest, Some(self.received))?;
            }
            None => self.guard.release(),
        }
        Ok(chunk)
    }

    /// The whole file, or what is left of it.
    ///
    /// # Errors
    /// Those of [`Download::chunk`].
    pub async fn bytes(mut self) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        while let Some(chunk) = self.chunk().await? {
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }

    /// The file as a response to pass on, whose bytes never enter wasm memory. It has the type and
    /// length of the service's, and no URL.
    ///
    /// # Errors
    /// [`Error::Network`] if the platform cannot make it, as when a piece was read already.
    pub fn into_response(mut self) -> Result<Response, Error> {
        let response = self.copy().map_err(|thrown| Stopped::from(thrown).into_error(METHOD, None))?;
        self.guard.release();
        Ok(response)
    }

    fn copy(&self) -> Result<Response, JsValue> {
        let headers = Headers::new()?;
        if let Some(mime_type) = self.response.headers().get("content-type")? {
            headers.set("content-type", &mime_type)?;
        }
        if let Some(total) = self.total {
            headers.set("content-length", &total.to_string())?;
        }
        let init = ResponseInit::new();
        init.set_headers(&headers);
        Response::new_with_opt_readable_stream_and_init(self.response.body().as_ref(), &init)
    }

    async fn next(response: &Response, pieces: &mut Option<Pieces>) -> Result<Option<Vec<u8>>, Stopped> {
        if pieces.is_none() {
            *pieces = Pieces::of(response)?;
        }
        match pieces {
            Some(pieces) => pieces.next().await,
            None => Ok(None),
        }
    }
}

// Without the response, whose URL holds the token.
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

/// The path as a part of the URL. It comes from outside, and must not lead out of the bot's files.
fn path(path: &str) -> Result<String, Error> {
    let segments: Vec<&str> = path.split('/').collect();
    if segments.iter().any(|segment| matches!(*segment, "" | "." | "..")) {
        return Err(invalid("file_path", "a relative path", &json::quote(path)));
    }
    Ok(segments.iter().map(|segment| percent_encode(segment)).collect::<Vec<_>>().join("/"))
}

fn invalid(path: &str, expected: &str, received: &str) -> Error {
    let fault = Fault { path: path.to_owned(), ..fault(expected, received) };
    Error::Validation { method: METHOD.to_owned(), fault }
}
