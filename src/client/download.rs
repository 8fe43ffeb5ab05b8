//! Downloading a file in pieces, without showing the URL, which holds the token.

use std::time::Duration;

use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ReadableStreamDefaultReader, Response, ResponseInit};

use super::answer;
use super::body::Body;
use super::bot::Bot;
use super::error::Error;
use super::fetch::{self, Guard, Reply, settled};
use super::interruption::{Stopped, within};
use super::parameters::fault;
use super::token::{Token, percent_encode};
use crate::methods::GetFile;
use crate::types::File;
use crate::wire::MB;

/// What errors call it.
const METHOD: &str = "download";

/// The largest file that a bot may download. Spec: core, Limits.
const LARGEST: u64 = 20 * MB as u64;

/// A download that has begun. Dropping it breaks it off.
#[derive(Debug)]
pub struct Download {
    response: Response,
    guard: Guard,
    reader: Option<ReadableStreamDefaultReader>,
    received: u64,
    total: Option<u64>,
    largest: Option<u64>,
    timeout: Option<Duration>,
    token: Token,
}

pub(super) async fn start(bot: &Bot, file: &File) -> Result<Download, Error> {
    let settings = &*bot.0;
    let largest = settings.check_limits.then_some(LARGEST);
    fits(largest, file.file_size.and_then(|size| u64::try_from(size).ok()), "file_size")?;
    let known;
    let file = if file.file_path.is_some() {
        file
    } else {
        known = bot.send(GetFile::new(file.file_id.as_str())).await?;
        fits(largest, known.file_size.and_then(|size| u64::try_from(size).ok()), "file_size")?;
        &known
    };
    let url = bot.file_url(&path(file.file_path.as_deref().unwrap_or_default())?);
    let body = Body { query: None, content: None, content_type: None };
    let failed = |stopped: Stopped| stopped.into_error(METHOD, settings.timeout);
    let (response, mut guard) = within(settings.timeout, None, fetch::send(&url, body)).await.map_err(failed)?;
    if !response.ok() {
        let text = within(settings.timeout, None, async { Ok(settled(response.text()?).await?) }).await;
        guard.release();
        let reply = Reply { status: response.status(), text: text.map_err(failed)?.as_string().unwrap_or_default() };
        return Err(answer::refused(METHOD, &reply));
    }
    let total = response.headers().get("content-length").ok().flatten().and_then(|length| length.trim().parse().ok());
    fits(largest, total, "file_size")?;
    let token = settings.token.clone();
    Ok(Download { response, guard, reader: None, received: 0, total, largest, timeout: settings.timeout, token })
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
        let next = within(self.timeout, None, Self::read(&self.response, &mut self.reader)).await;
        let chunk = next.map_err(|stopped| stopped.into_error(METHOD, self.timeout).redacted(&self.token))?;
        match &chunk {
            Some(bytes) => {
                self.received = self.received.saturating_add(bytes.len() as u64);
                fits(self.largest, Some(self.received), "file_size")?;
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

    /// The file as a response to pass on, whose bytes never enter wasm memory. It has the status,
    /// type and length of the service's, and no URL.
    ///
    /// # Errors
    /// [`Error::Network`] if the platform cannot make it, as when a piece was read already.
    pub fn into_response(mut self) -> Result<Response, Error> {
        let response = self.copy().map_err(|thrown| Stopped::from(thrown).into_error(METHOD, None))?;
        self.guard.release();
        Ok(response)
    }

    fn copy(&self) -> Result<Response, JsValue> {
        let init = ResponseInit::new();
        let headers = web_sys::Headers::new()?;
        for name in ["content-type", "content-length"] {
            if let Some(value) = self.response.headers().get(name)? {
                headers.set(name, &value)?;
            }
        }
        init.set_headers(&headers);
        Response::new_with_opt_readable_stream_and_init(self.response.body().as_ref(), &init)
    }

    async fn read(
        response: &Response,
        reader: &mut Option<ReadableStreamDefaultReader>,
    ) -> Result<Option<Vec<u8>>, Stopped> {
        if reader.is_none() {
            *reader = response.body().map(|body| ReadableStreamDefaultReader::new(&body)).transpose()?;
        }
        let Some(reader) = reader else { return Ok(None) };
        let step = settled(reader.read()).await?;
        if Reflect::get(&step, &"done".into())?.is_truthy() {
            return Ok(None);
        }
        let value = Reflect::get(&step, &"value".into())?;
        let chunk =
            value.dyn_into::<Uint8Array>().map_err(|_| Stopped::Failed("a piece that is no bytes".to_owned()))?;
        Ok(Some(chunk.to_vec()))
    }
}

fn fits(largest: Option<u64>, size: Option<u64>, path: &str) -> Result<(), Error> {
    let (Some(largest), Some(size)) = (largest, size) else { return Ok(()) };
    if size <= largest {
        return Ok(());
    }
    let mut fault = fault(&format!("a file of at most {largest} bytes"), &format!("{size} bytes"));
    path.clone_into(&mut fault.path);
    Err(Error::Validation { method: METHOD.to_owned(), fault })
}

/// The path as a part of the URL. It comes from outside, so it must not lead to a method.
fn path(path: &str) -> Result<String, Error> {
    let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    if segments.is_empty() || segments.iter().any(|segment| matches!(*segment, "." | "..")) {
        let mut fault = fault("the path of a file", &crate::wire::json::quote(path));
        "file_path".clone_into(&mut fault.path);
        return Err(Error::Validation { method: METHOD.to_owned(), fault });
    }
    Ok(segments.iter().map(|segment| percent_encode(segment)).collect::<Vec<_>>().join("/"))
}
