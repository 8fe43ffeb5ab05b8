//! Reading a response, piece by piece.

// Duck-typed, not by classes: a response may be of another realm, or made by a test.

use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Headers, ReadableStreamDefaultReader, Response, ResponseInit};

use super::guard::Guard;
use super::property::{property, settled};
use crate::request::stopped::Stopped;

/// A response that has begun, and is broken off when it is dropped before its end.
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
    /// The value as a response, if it is one that can be read, or a redirect that was not followed.
    pub fn of(answer: JsValue, guard: Guard) -> Option<Self> {
        let kind = property(&answer, "type").and_then(|kind| kind.as_string());
        let readable = status(&answer) != 0 || kind.as_deref() == Some("opaqueredirect");
        readable.then(|| Self { response: answer.unchecked_into(), guard, pieces: Pieces::Unread })
    }

    /// The status; 0 where there is none.
    pub fn status(&self) -> u16 {
        status(&self.response)
    }

    /// The length that is declared; that of an encoded body is another one.
    pub fn length(&self) -> Option<u64> {
        let length = self.header("content-length").filter(|_| self.header("content-encoding").is_none())?;
        length.trim().parse().ok()
    }

    fn header(&self, name: &str) -> Option<String> {
        property(&self.response, "headers")?.unchecked_into::<Headers>().get(name).ok().flatten()
    }

    /// The next piece, or nothing at the end.
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
        // A copy of it is of this realm.
        let piece = property(&step, "value").filter(ArrayBuffer::is_view).map(|piece| Uint8Array::new(&piece).to_vec());
        piece.map(Some).ok_or_else(|| Stopped::Failed("a piece that is not bytes".to_owned()))
    }

    fn reader(&self) -> Option<ReadableStreamDefaultReader> {
        let body = property(&self.response, "body").filter(JsValue::is_object)?;
        ReadableStreamDefaultReader::new(body.unchecked_ref()).ok()
    }

    /// The body may be no stream of the platform where a page has its own `fetch`.
    async fn whole(&mut self) -> Result<Vec<u8>, Stopped> {
        let text = settled(self.response.text()?).await?.as_string();
        self.ended();
        text.map(String::into_bytes).ok_or_else(|| Stopped::Failed("the body is not text".to_owned()))
    }

    fn ended(&mut self) {
        self.pieces = Pieces::End;
        self.guard.release();
    }

    /// The response to pass on, with its type and length, and without its URL.
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
