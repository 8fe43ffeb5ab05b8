//! Answering a request of the platform: the guard, the handler, the inline reply.

use gloo_net::http::{Response as Builder, ResponseBuilder};
use js_sys::Promise;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Request, Response, Url};

use super::guard::{self, Refusal};
use super::{InlineCall, Webhook};
use crate::types::Update;
use crate::wire::Fault;

impl Webhook {
    /// Answers a request that delivers an update. The handler gets the update; the call that it
    /// returns, if any, is checked and sent in the response.
    ///
    /// ```no_run
    /// # use botwire::{methods::SendMessage, types::Update, webhook::Webhook};
    /// # async fn example(request: web_sys::Request) -> web_sys::Response {
    /// Webhook::new("/hook/a-long-secret")
    ///     .handle(request, async |update: Update| {
    ///         let message = update.message?;
    ///         Some(SendMessage::new(message.chat.id, message.text?))
    ///     })
    ///     .await
    /// # }
    /// ```
    ///
    /// What is no POST, has another path or is no update is answered with 405, 404, 413 or 400, and
    /// the handler is not called. A call with a fault is answered with 500, so that the service
    /// delivers the update again, and told on the console.
    pub async fn handle<C: Into<InlineCall>>(
        &self,
        request: Request,
        handler: impl AsyncFnOnce(Update) -> Option<C>,
    ) -> Response {
        let update = match self.receive(&request).await {
            Ok(update) => update,
            Err(refusal) => return refuse(&refusal),
        };
        let Some(call) = handler(update).await else {
            return respond(Builder::builder(), None);
        };
        let call: InlineCall = call.into();
        let method = call.method();
        match call.into_json() {
            Ok(json) => respond(Builder::builder().header("content-type", "application/json"), Some(&json)),
            Err(fault) => {
                report(method, &fault);
                refuse(&Refusal::new(500))
            }
        }
    }

    async fn receive(&self, request: &Request) -> Result<Update, Refusal> {
        let path = Url::new(&request.url()).map_err(|_| Refusal::new(404))?.pathname();
        self.check(&request.method(), &path)?;
        let declared = request.headers().get("content-length").ok().flatten();
        if declared
            .and_then(|length| length.trim().parse::<usize>().ok())
            .is_some_and(|size| size > guard::LARGEST_BODY)
        {
            return Err(Refusal::new(413));
        }
        let unreadable = |_| Refusal::new(400);
        let body = JsFuture::from(Promise::resolve(&request.array_buffer().map_err(unreadable)?)).await;
        let bytes = js_sys::Uint8Array::new(&body.map_err(unreadable)?);
        if bytes.length() as usize > guard::LARGEST_BODY {
            return Err(Refusal::new(413));
        }
        self.parse(&bytes.to_vec())
    }
}

fn refuse(refusal: &Refusal) -> Response {
    let builder = Builder::builder().status(refusal.status);
    respond(refusal.allow().into_iter().fold(builder, |builder, allow| builder.header("allow", allow)), None)
}

fn respond(builder: ResponseBuilder, body: Option<&str>) -> Response {
    // It fails for no status and header used here; an error response is the answer to a lost one.
    builder.body(body).map_or_else(|_| Response::error(), Response::from)
}

fn report(method: &str, fault: &Fault) {
    web_sys::console::error_1(&format!("botwire: the inline reply is not sent: {method}: {fault}").into());
}
