//! Answering a request of the platform: the guard, the handler, the inline reply.

use gloo_net::http::{Response as Builder, ResponseBuilder};
use web_sys::{Request, Response, Url};

use super::guard::Refusal;
use super::{InlineCall, Webhook, body, claims};
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
    /// What is no POST, has another path or header, is not JSON, is too large or is no update is
    /// answered with 405, 404, 401, 415, 413 or 400, and the handler is not called; nor is it for an
    /// update that this isolate has handled, which is answered with 200. A call with a fault is
    /// answered with 500, so that the service delivers the update again, and told on the console.
    ///
    /// The call in the response costs three things: its result is not told, nor its failure, and it
    /// has no order among other calls.
    pub async fn handle<C: Into<InlineCall>>(
        &self,
        request: Request,
        handler: impl AsyncFnOnce(Update) -> Option<C>,
    ) -> Response {
        let update = match self.receive(&request).await {
            Ok(update) => update,
            Err(refusal) => return refuse(&refusal),
        };
        let id = update.update_id;
        if !claims::claim(&self.path, id) {
            return respond(Builder::builder(), None);
        }
        let Some(call) = handler(update).await else {
            return respond(Builder::builder(), None);
        };
        let call: InlineCall = call.into();
        let method = call.method();
        match call.into_json() {
            Ok(json) => respond(Builder::builder().header("content-type", "application/json"), Some(&json)),
            Err(fault) => {
                report(method, &fault);
                claims::release(&self.path, id);
                refuse(&Refusal::new(500))
            }
        }
    }

    async fn receive(&self, request: &Request) -> Result<Update, Refusal> {
        let path = Url::new(&request.url()).map_err(|_| Refusal::new(404))?.pathname();
        self.check(&request.method(), &path)?;
        let headers = request.headers();
        self.check_headers(|name| headers.get(name).ok().flatten())?;
        self.parse(&body::read(request).await?)
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
