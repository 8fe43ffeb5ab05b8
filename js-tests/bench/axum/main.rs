//! A webhook server with axum on one thread: `axum <types> <port file>`, with one of the types below. It replies to each text in the
//! response.

use std::env;
use std::error::Error;
use std::fs;

use axum_server::extract::{Request, State};
use axum_server::response::{IntoResponse, Response};
use axum_server::routing::post;
use axum_server::{Json, Router};
use botwire::methods::SendMessage;
use botwire::webhook::{Event, InlineCall, Webhook};
use frankenstein::methods::SendMessageParams;
use frankenstein::updates::UpdateContent;
use serde::{Deserialize, Serialize};
use teloxide_core::types::UpdateKind;

const PATH: &str = "/hook/secret";

/// Types of its own, with only what is needed.
mod bare {
    use super::{Deserialize, Serialize};

    #[derive(Deserialize)]
    pub struct Update {
        pub message: Option<Message>,
    }

    #[derive(Deserialize)]
    pub struct Message {
        pub chat: Chat,
        pub text: Option<String>,
    }

    #[derive(Deserialize)]
    pub struct Chat {
        pub id: i64,
    }

    #[derive(Serialize)]
    pub struct SendMessage {
        pub chat_id: i64,
        pub text: String,
    }
}

/// A call in a response.
#[derive(Serialize)]
struct Reply<T> {
    method: &'static str,
    #[serde(flatten)]
    parameters: T,
}

fn reply<T: Serialize>(parameters: Option<T>) -> Response {
    let reply = parameters.map(|parameters| Json(Reply { method: "sendMessage", parameters }));
    reply.map_or_else(|| ().into_response(), IntoResponse::into_response)
}

async fn serde(Json(update): Json<bare::Update>) -> Response {
    reply(update.message.and_then(|message| Some(bare::SendMessage { chat_id: message.chat.id, text: message.text? })))
}

async fn frankenstein(Json(update): Json<frankenstein::updates::Update>) -> Response {
    let UpdateContent::Message(message) = update.content else { return reply::<SendMessageParams>(None) };
    let call = |text| SendMessageParams::builder().chat_id(message.chat.id).text(text).build();
    reply(message.text.clone().map(call))
}

async fn teloxide(Json(update): Json<teloxide_core::types::Update>) -> Response {
    let UpdateKind::Message(message) = update.kind else { return reply::<bare::SendMessage>(None) };
    reply(message.text().map(|text| bare::SendMessage { chat_id: message.chat.id.0, text: text.to_owned() }))
}

/// The types, the check of the path and the call of botwire, without what its webhook promises.
async fn botwire_types(State(webhook): State<Webhook>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let read = async {
        webhook.check(parts.method.as_str(), parts.uri.path()).ok()?;
        let body = axum_server::body::to_bytes(body, 1 << 20).await.ok()?;
        let message = webhook.parse(&body).ok()?.message?;
        let reply = webhook.reply(SendMessage::new(message.chat.id, message.text?)).ok()?;
        Some(([("content-type", "application/json")], reply))
    };
    read.await.map_or_else(|| ().into_response(), IntoResponse::into_response)
}

fn botwire(webhook: Webhook) -> Router {
    let handler = async move |request: Request| {
        webhook
            .handle(request, async |update: botwire::types::Update, _| -> Option<InlineCall> {
                match update.into_event()? {
                    Event::Message(message) => Some(SendMessage::new(message.chat.id, message.text?).into()),
                    _ => None,
                }
            })
            .await
    };
    Router::new().route(PATH, post(handler))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [types, port] = &arguments[..] else { return Err("axum <types> <port file>".into()) };
    let router =
        match types.as_str() {
            "serde" => Router::new().route(PATH, post(serde)),
            "frankenstein" => Router::new().route(PATH, post(frankenstein)),
            "teloxide" => Router::new().route(PATH, post(teloxide)),
            "botwire-types" => Router::new().route(PATH, post(botwire_types)).with_state(Webhook::new(PATH)),
            "botwire" => botwire(Webhook::new(PATH)),
            "botwire-wait-until" => botwire(Webhook::new(PATH).wait_until(|task| drop(tokio::spawn(task)))),
            "botwire-in-order" => botwire(Webhook::new(PATH).in_order(botwire::webhook::Order::by_chat())),
            _ => return Err(
                "types: serde, frankenstein, teloxide, botwire-types, botwire, botwire-wait-until, botwire-in-order"
                    .into(),
            ),
        };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    fs::write(port, listener.local_addr()?.port().to_string())?;
    Ok(axum_server::serve(listener, router).await?)
}
