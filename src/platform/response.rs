//! Reads a response in chunks.

// Duck-typed: the class of a response may be from another realm, or a test may have made it.

use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Headers, ReadableStreamDefaultReader, Response, ResponseInit};

use super::guard::Guard;
use super::property::{property, settled};
use crate::request::stopped::Stopped;

/// A response that has begun. Dropping it before its end aborts the request.
#[derive(Debug)]
pub(crate) struct Incoming {
    response: Response,
    guard: Guard,
    pieces: Pieces,
}

#[derive(Debug)]
enum Pieces {
    Unread,
    Stream(ReadableStreamDefaultReader),
    End,
}

impl Incoming {
    /// Converts the value if it is a readable response, or a redirect that was not followed.
    pub fn of(answer: JsValue, guard: Guard) -> Option<Self> {
        let kind = property(&answer, "type").and_then(|kind| kind.as_string());
        let readable = status(&answer) != 0 || kind.as_deref() == Some("opaqueredirect");
        readable.then(|| Self { response: answer.unchecked_into(), guard, pieces: Pieces::Unread })
    }

    /// Returns the status, or 0 if the response has none.
    pub fn status(&self) -> u16 {
        status(&self.response)
    }

    /// Returns the declared length, unless the body is encoded and its length differs.
    pub fn length(&self) -> Option<u64> {
        let length = self.header("content-length").filter(|_| self.header("content-encoding").is_none())?;
        length.trim().parse().ok()
    }

    fn header(&self, name: &str) -> Option<String> {
        property(&self.response, "headers")?.unchecked_into::<Headers>().get(name).ok().flatten()
    }

    /// Returns the next chunk, or `None` at the end.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, Stopped> {
        if matches!(self.pieces, Pieces::Unread) {
            let Some(reader) = self.reader() else { return self.whole().await.map(Some) };
            self.pieces = Pieces::Stream(reader);
        }
        let Pieces::Stream(reader) = &self.pieces else { return Ok(None) };
        let step = settled(reader.read()).await?;
        if property(&step, "done").is_some_and(|done| done.is_truthy()) {
            self.ended();
            return Ok(None);
        }
        // The chunk may be from another realm; its copy is from this one.
        let piece = property(&step, "value").filter(ArrayBuffer::is_view).map(|piece| Uint8Array::new(&piece).to_vec());
        piece.map(Some).ok_or_else(|| Stopped::Failed("a piece that is not bytes".to_owned()))
    }

    fn reader(&self) -> Option<ReadableStreamDefaultReader> {
        let body = property(&self.response, "body").filter(JsValue::is_object)?;
        ReadableStreamDefaultReader::new(body.unchecked_ref()).ok()
    }

    /// Reads the whole body. If a page replaces `fetch`, the body may not be a stream of the platform.
    async fn whole(&mut self) -> Result<Vec<u8>, Stopped> {
        let text = settled(self.response.text()?).await?.as_string();
        self.ended();
        text.map(String::into_bytes).ok_or_else(|| Stopped::Failed("the body is not text".to_owned()))
    }

    fn ended(&mut self) {
        self.pieces = Pieces::End;
        self.guard.release();
    }

    /// Returns the response to pass on, with its type and length but without its URL.
    pub fn pass_on(mut self, length: Option<u64>) -> Result<Response, JsValue> {
        let headers = Headers::new()?;
        if let Some(mime_type) = self.header("content-type") {
            headers.set("content-type", &mime_type)?;
        }
        if let Some(length) = length {
            headers.set("content-length", &length.to_string())?;
        }
        let init = ResponseInit::new();
        init.set_headers(&headers);
        let response = Response::new_with_opt_readable_stream_and_init(self.response.body().as_ref(), &init)?;
        self.guard.release();
        Ok(response)
    }
}

fn status(response: &JsValue) -> u16 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    property(response, "status").and_then(|status| status.as_f64()).map_or(0, |status| status as u16)
}
