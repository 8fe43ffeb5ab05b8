//! The order of updates of one chat: a turn for each, through Durable Objects.

use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

use super::stores::BoxError;
use super::stores::objects::Objects;
use crate::client::BoxFuture;
use crate::types::Update;

/// Turns in Durable Objects of the class `ChatTurns`, by which updates of a chat are handled one at a
/// time, across all isolates; of those that wait, the lowest `update_id` first. What belongs to no
/// chat waits for what its user did.
///
/// A worker in Rust makes the class of [`durable_objects`](super::durable_objects::ChatTurns) in ten lines. The npm package
/// has one of the same questions and answers, so JavaScript and Rust workers may share objects.
///
/// A turn ends after 60 seconds even if the handler does not.
///
/// ```no_run
/// # use botwire::webhook::{DurableObjectTurns, Webhook, stores::BoxError};
/// # fn example(env: wasm_bindgen::JsValue) -> Result<Webhook, BoxError> {
/// let webhook = Webhook::new("/hook/…").in_chat_order(DurableObjectTurns::of(&env, "TURNS")?);
/// # Ok(webhook)
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct DurableObjectTurns {
    objects: Objects,
    name: String,
}

impl DurableObjectTurns {
    /// The turns behind that binding of the worker; `env` may be the one of the `worker` crate.
    ///
    /// # Errors
    /// If there is no such namespace.
    pub fn of(env: impl AsRef<JsValue>, binding: &str) -> Result<Self, BoxError> {
        Ok(Self { objects: Objects::of(env.as_ref(), binding)?, name: "chat".to_owned() })
    }

    /// Sets what the objects are called, for a namespace of several bots. Default: `chat`.
    #[must_use]
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }
}

/// What gives turns. Behind a pointer, so that a program which asks for no order holds no code for it.
pub(super) trait Turns {
    /// Waits for the turn of the update.
    fn enter<'a>(&'a self, update: &Update) -> BoxFuture<'a, Result<Box<dyn Turn>, BoxError>>;
}

/// A turn that is on. It is left also when the delivery is dropped.
pub(super) trait Turn {
    /// Lets the next one have its turn.
    fn leave(&mut self) -> BoxFuture<'static, Result<(), BoxError>>;
}

impl Turns for DurableObjectTurns {
    fn enter<'a>(&'a self, update: &Update) -> BoxFuture<'a, Result<Box<dyn Turn>, BoxError>> {
        let chat = update.chat_id().map_or_else(|| "none".to_owned(), |id| id.to_string());
        let (name, question) = (format!("{}-{chat}", self.name), format!("enter?id={}", update.update_id));
        Box::pin(async move {
            let turn = self.objects.ask(&name, &question).await?;
            Ok(Box::new(ChatTurn(Some((self.objects.clone(), name, turn)))) as Box<dyn Turn>)
        })
    }
}

struct ChatTurn(Option<(Objects, String, String)>);

impl Turn for ChatTurn {
    fn leave(&mut self) -> BoxFuture<'static, Result<(), BoxError>> {
        Box::pin(leave(self.0.take()))
    }
}

impl Drop for ChatTurn {
    fn drop(&mut self) {
        let left = self.0.take();
        if left.is_some() {
            spawn_local(async move {
                // An error can be reported nowhere, and the turn ends by itself.
                let _ = leave(left).await;
            });
        }
    }
}

async fn leave(left: Option<(Objects, String, String)>) -> Result<(), BoxError> {
    let Some((objects, name, turn)) = left else { return Ok(()) };
    objects.ask(&name, &format!("leave?id={turn}")).await.map(drop)
}
