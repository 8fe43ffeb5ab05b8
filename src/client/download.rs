//! Downloading a file in pieces, without showing the URL, which holds the token.

use std::fmt::{self, Debug, Formatter};
use std::time::Duration;

use wasm_bindgen::JsValue;
use web_sys::{Headers, Response, ResponseInit};

use super::answer;
use super::body::Body;
use super::bot::Bot;
use super::error::Error;
use super::fetch::{self, Guard};
use super::interruption::{Stopped, within};
use super::response::Pieces;
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
    timeout: Option<Duration>,
    token: Token,
}

pub(super) async fn start(bot: &Bot, file: &File) -> Result<Download, Error> {
    let settings = &*bot.0;
    let largest = settings.check_limits.then_some(LARGEST);
    let timeout = settings.timeout.limit(false, Duration::ZERO);
    let declared = |file: &File| fits(largest, file.file_size.and_then(|size| u64::try_from(size).ok()));
    declared(file)?;
    let found;
    let file = if file.file_path.is_some() {
        file
    } else {
        found = bot.send(GetFile::new(file.file_id.as_str())).await?;
        declared(&found)?;
        &found
    };
    let url = bot.file_url(&path(file.file_path.as_deref().unwrap_or_default())?);
    let get = Body { get: true, ..Body::default() };
    let failed = |stopped: Stopped| stopped.into_error(METHOD, timeout);
    let (response, guard) = within(timeout, None, fetch::send(&url, get)).await.map_err(failed)?;
    if !response.ok() {
        let reply = within(timeout, None, fetch::read(&response, guard)).await.map_err(failed)?;
        return Err(answer::refused(METHOD, &reply));
    }
    let total = length(&response);
    fits(largest, total)?;
    let token = settings.token.clone();
    Ok(Download { response, guard, pieces: None, received: 0, total, largest, timeout, token })
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
    /// bot's time, [`Error::Validation`] once more than 20 MB have come.
    pub async fn chunk(&mut self) -> Result<Option<Vec<u8>>, Error> {
        let next = within(self.timeout, None, Self::next(&self.response, &mut self.pieces)).await;
        let chunk = next.map_err(|stopped| stopped.into_error(METHOD, self.timeout).redacted(&self.token))?;
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

/// The length that the service declares; that of an encoded body is not the file's.
fn length(response: &Response) -> Option<u64> {
    let header = |name| response.headers().get(name).ok().flatten();
    let length = header("content-length").filter(|_| header("content-encoding").is_none())?;
    length.trim().parse().ok()
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
