//! One handler for three programs: long polling, a server with axum, and a worker. Settings come from the environment:
//!
//! ```console
//! SERVICE=https://service.example BOT_TOKEN=123456:secret cargo run --example shared --features http,reqwest
//! SERVICE=https://service.example BOT_TOKEN=123456:secret HOOK_PATH=/hook/random-letters PORT=8080 \
//!     cargo run --example shared --features http,reqwest
//! ```

use botwire::methods::SendMessage;
use botwire::types::Update;
use botwire::webhook::{Context, Event, InlineCall};

/// Handles an update from any source.
pub async fn handler(update: Update, _: Context) -> Option<InlineCall> {
    match update.into_event()? {
        Event::Message(message) => Some(SendMessage::new(message.chat.id, message.text?).into()),
        Event::CallbackQuery(query) => Some(query.answer().text("Done").into()),
        _ => None,
    }
}

/// The worker. `examples/worker-rust` shows its `#[event(fetch)]`, whose request is converted with `try_from`.
#[cfg(target_arch = "wasm32")]
pub async fn fetch(request: web_sys::Request, webhook: botwire::webhook::Webhook) -> web_sys::Response {
    webhook.handle(request, handler).await
}

#[cfg(not(target_arch = "wasm32"))]
#[allow(unused_imports)] // a test uses one of them
pub use native::{main, router};

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::{env, error};

    use axum::Router;
    use axum::extract::{Request, State};
    use axum::response::IntoResponse;
    use axum::routing::any;
    use botwire::client::Bot;
    use botwire::webhook::{Webhook, poll};

    use super::handler;

    /// Returns the router of the server, with the webhook at that path.
    pub fn router(webhook: Webhook, path: &str) -> Router {
        Router::new().route(path, any(hook)).with_state(webhook)
    }

    async fn hook(State(webhook): State<Webhook>, request: Request) -> impl IntoResponse {
        webhook.handle(request, handler).await
    }

    /// Runs the server, or long polling if `HOOK_PATH` is not set.
    #[allow(dead_code)] // a test uses the handler
    #[tokio::main(flavor = "current_thread")]
    pub async fn main() -> Result<(), Box<dyn error::Error>> {
        let bot = Bot::new(&env::var("SERVICE")?, &env::var("BOT_TOKEN")?)?;
        let Ok(path) = env::var("HOOK_PATH") else {
            return Ok(poll(&bot, handler).run(stopped()).await?);
        };
        let webhook = Webhook::new(&path).bot(bot).wait_until(|task| drop(tokio::spawn(task)));
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", env::var("PORT")?.parse()?)).await?;
        Ok(axum::serve(listener, router(webhook, &path)).with_graceful_shutdown(stopped()).await?)
    }

    /// Waits for Ctrl+C. `examples/axum-bot` also stops when its host asks for it.
    async fn stopped() {
        let _ = tokio::signal::ctrl_c().await;
    }
}
