//! Requests and responses of the `http` crate, which axum, hyper, and the `worker` crate use.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::{Buf, Bytes};
use futures_core::Stream;
use http_body_util::Full;

use super::request::{HostRequest, Request, RequestBody};
use super::response::Response;
use crate::client::MaybeSend;

impl<B> HostRequest for http::Request<B>
where
    B: http_body::Body + MaybeSend + 'static,
    B::Data: MaybeSend,
{
    type Response = http::Response<Full<Bytes>>;

    fn into_request(self) -> Request {
        let (parts, body) = self.into_parts();
        let request = Request::new(parts.method.as_str(), parts.uri.path());
        request.with_headers(parts.headers).with_body(RequestBody::Chunks(Box::pin(Frames(Box::pin(body)))))
    }

    async fn response(response: Response) -> Self::Response {
        let (status, headers) = (response.status(), response.headers());
        #[cfg(web)]
        let bytes = crate::platform::body::read(response.into_body()).await.ok();
        #[cfg(not(web))]
        let bytes = response.into_bytes();
        let builder = headers
            .into_iter()
            .fold(http::Response::builder().status(status), |builder, (name, value)| builder.header(name, value));
        // A hook may have set an invalid status.
        let built = bytes.and_then(|bytes| builder.body(Full::from(bytes)).ok());
        built.unwrap_or_else(|| {
            let mut lost = http::Response::default();
            *lost.status_mut() = http::StatusCode::INTERNAL_SERVER_ERROR;
            lost
        })
    }
}

/// The bytes of a body, without trailers.
struct Frames<B>(Pin<Box<B>>);

impl<B: http_body::Body> Stream for Frames<B> {
    type Item = Result<Vec<u8>, ()>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_frame(context).map(|frame| {
            frame.map(|frame| {
                let data = frame.map_err(drop)?.into_data();
                Ok(data.map(|mut data| data.copy_to_bytes(data.remaining()).to_vec()).unwrap_or_default())
            })
        })
    }
}
