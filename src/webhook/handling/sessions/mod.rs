//! Sessions: a value for each chat or user, loaded before the handler and saved after it, one update at a time.

mod opened;
mod owner;
mod place;
mod session;

use std::fmt::{self, Debug, Formatter};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use self::session::Session;

use self::opened::{Settings, invalid};
use self::owner::Owner;
use super::Context;
use super::session_place::SessionPlace;
use super::shared::{Shared, lock};
use super::stores::{BoxError, SessionStore};
use crate::client::{BoxFuture, MaybeSend, MaybeSync};
use crate::request::lenient_json;
use crate::types::Update;
use crate::webhook::{InlineCall, Reply};
use crate::wire::to_json;

/// Gives handlers a session: a value of your own type for each chat, user or key, kept in a [store](SessionStore).
///
/// ```
/// use botwire::methods::SendMessage;
/// use botwire::types::Update;
/// use botwire::webhook::stores::MemoryStore;
/// use botwire::webhook::{Context, Request, Response, Session, Sessions, Webhook};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Default, Serialize, Deserialize)]
/// struct Counter {
///     messages: u32,
/// }
///
/// async fn count(update: Update, _: Context, mut session: Session<Counter>) -> Option<SendMessage> {
///     session.messages += 1;
///     Some(update.message?.reply(format!("Message {}", session.messages)))
/// }
///
/// async fn serve(webhook: &Webhook, store: MemoryStore, request: Request) -> Response {
///     webhook.handle(request, Sessions::new(store).handler(count)).await
/// }
/// ```
///
/// - The handler gets the session as a [`Session`], through which it reads and changes the value. Changes are saved
///   after the handler has succeeded and its call was checked, and before that call is sent. If one of these fails, nothing is
///   saved. If the store of the sessions is also the [store](crate::webhook::Webhook::store) of the webhook, the sessions and the end of the
///   update are saved in one operation; otherwise the sessions come first.
/// - A key without a session has the `Default` of the type. A session that equals its default is deleted, so
///   `*session = Counter::default()` deletes it.
/// - Updates with the same key are handled one at a time, in the order of their `update_id`s, so no session overwrites another.
///   The wait counts towards the [deadline](crate::webhook::Webhook::deadline), after which the answer is 503 and the update comes again.
/// - If another process has taken the turn meanwhile, as after a pause of this process that is longer than the
///   [lease](crate::webhook::Webhook::lease), nothing is overwritten: the failure is [`Cause::Store`](super::Cause), and the update comes again.
/// - If a group becomes a supergroup, its session moves with it, also if [`by`](Self::by) returns a key that contains the
///   identifier of the chat. A key that contains a name does not change with the name: use identifiers.
/// - An update without a key has a session that is not saved. If the handler changes it, [`on_error`](crate::webhook::Webhook::on_error) is
///   called.
///
/// The same handler works with [`poll`](super::poll()). Sessions are texts of JSON, as in the npm package. A NaN or
/// infinite number fails the update, but in an `Option` it is saved as `None`. A clone is cheap.
pub struct Sessions<S> {
    settings: Settings,
    migrate: Option<Shared<dyn Migrate<S>>>,
}

/// A function of any type that can be shared.
trait Migrate<S>: Fn(Value, u32) -> Result<S, BoxError> + MaybeSend + MaybeSync {}
impl<S, T: Fn(Value, u32) -> Result<S, BoxError> + MaybeSend + MaybeSync> Migrate<S> for T {}

impl<S> Sessions<S> {
    /// Keeps a session for each chat. An update without one, such as an inline query, uses its user's private chat.
    #[must_use]
    pub fn new(store: impl SessionStore + 'static) -> Self {
        Self { settings: Settings::new(Shared::new(store)), migrate: None }
    }

    /// Keeps a session for each user, in all chats.
    #[must_use]
    pub fn by_user(mut self) -> Self {
        self.settings.owner = Owner::User;
        self
    }

    /// Keeps a session for each user in each chat.
    #[must_use]
    pub fn by_user_in_chat(mut self) -> Self {
        self.settings.owner = Owner::UserInChat;
        self
    }

    /// Keeps a session for each key that the function returns.
    #[must_use]
    pub fn by<K: ToString>(mut self, by: impl Fn(&Update) -> Option<K> + MaybeSend + MaybeSync + 'static) -> Self {
        self.settings.owner = Owner::Key(Shared::new(move |update: &Update| by(update).map(|key| key.to_string())));
        self
    }

    /// Sets how long a session is kept after its last change. Default: for ever.
    #[must_use]
    pub fn ttl(mut self, ttl: Duration) -> Self {
        self.settings.ttl = Some(ttl);
        self
    }

    /// Sets the largest size of a session as JSON, in bytes. A larger one fails the update. Default: 64,000, which every store
    /// accepts.
    #[must_use]
    pub fn max_bytes(mut self, max_bytes: usize) -> Self {
        self.settings.max_bytes = max_bytes;
        self
    }

    /// Sets the version of stored sessions, and how to migrate a session of another version: `migrate` gets it as JSON,
    /// with its version. Default: 0, and a session of another version fails the update.
    ///
    /// ```
    /// # use botwire::webhook::{Sessions, stores::MemoryStore};
    /// # use serde::{Deserialize, Serialize};
    /// #[derive(Default, Serialize, Deserialize)]
    /// struct Counter {
    ///     messages: u32,
    /// }
    ///
    /// let sessions = Sessions::new(MemoryStore::default()).version(1, |old, _| {
    ///     // In version 0 the counter was a number.
    ///     Ok(Counter { messages: serde_json::from_value(old)? })
    /// });
    /// ```
    #[must_use]
    pub fn version(
        mut self,
        version: u32,
        migrate: impl Fn(Value, u32) -> Result<S, BoxError> + MaybeSend + MaybeSync + 'static,
    ) -> Self {
        self.settings.version = version;
        Self { migrate: Some(Shared::new(migrate)), ..self }
    }
}

impl<S: Serialize + DeserializeOwned + Default + MaybeSend + 'static> Sessions<S> {
    /// Converts a handler that also takes a session for [`Webhook::handle`](crate::webhook::Webhook::handle) and
    /// [`poll`](super::poll()).
    ///
    /// Its errors are the errors of `handler`, [`Error::Validation`](crate::client::Error::Validation) for a session
    /// that cannot be written or read, and errors of the store, as [`Cause::Store`](super::Cause).
    pub fn handler<E, H, F>(
        &self,
        handler: H,
    ) -> impl Fn(Update, Context<E>) -> BoxFuture<'static, Result<Option<InlineCall>, BoxError>>
    + Clone
    + MaybeSend
    + MaybeSync
    + use<S, E, H, F>
    where
        E: MaybeSend + 'static,
        H: Fn(Update, Context<E>, Session<S>) -> F + MaybeSend + MaybeSync + 'static,
        F: Future<Output: Reply> + MaybeSend + 'static,
    {
        let (sessions, handler) = (self.clone(), Shared::new(handler));
        move |update, context| {
            let (sessions, handler) = (sessions.clone(), handler.clone());
            Box::pin(async move { sessions.run(update, context, &*handler).await })
        }
    }

    async fn run<E, F: Future<Output: Reply>>(
        self,
        mut update: Update,
        context: Context<E>,
        handler: &impl Fn(Update, Context<E>, Session<S>) -> F,
    ) -> Result<Option<InlineCall>, BoxError> {
        let delivery = context.delivery.clone();
        let opened = self.settings.open(&delivery, &mut update).await?;
        let stored = opened.content()?;
        let value = match stored.session {
            Some(json) => self.read(stored.version, json)?,
            None => S::default(),
        };
        let (session, slot) = Session::new(value);
        let (settings, current) = (self.settings.clone(), slot.clone());
        let check = move |talk: &str| {
            // A session that is in use is not counted.
            let session = lock(&current).as_ref().map(json_of).transpose()?;
            settings.text(session.as_deref(), Some(talk)).map(drop)
        };
        let place = Shared::new(SessionPlace::new(&slot, stored.talk, Box::new(check)));
        let around = delivery.record().place.replace(place.clone());
        let call = handler(update, context, session).await.into_call();
        delivery.record().place = around;
        let call = call?;
        let value = lock(&slot).take();
        let value = value.ok_or_else(|| invalid("session", "to be dropped before the handler ends", "one in use"))?;
        let (json, initial) = (json_of(&value)?, json_of(&S::default())?);
        drop(value);
        if opened.content()?.session.is_none_or(|stored| stored != json) {
            // For example, a NaN becomes null in JSON.
            let read_again = read::<S>(&json).map(drop);
            read_again.map_err(|reason| invalid("session", "what can be read again", &reason))?;
        }
        let talk = lock(&place.talk).run.take();
        self.settings.stage(&delivery, opened, (json != initial).then_some(&json), talk.as_deref())?;
        Ok(call)
    }

    fn read(&self, version: u32, json: &str) -> Result<S, BoxError> {
        let this = self.settings.version;
        match &self.migrate {
            Some(migrate) if version != this => migrate(value(json)?, version),
            _ if version != this => {
                let received = format!("one of version {version}");
                Err(invalid(
                    "version",
                    &format!("a session of version {this}, or a function that migrates it"),
                    &received,
                ))
            }
            _ => read(json).map_err(|reason| invalid("session", &format!("a session of version {this}"), &reason)),
        }
    }
}

fn json_of(value: &impl Serialize) -> Result<String, BoxError> {
    to_json(value).map_err(|error| invalid("session", "what JSON can keep", &error.to_string()))
}

fn read<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_value(value(json)?).map_err(|error| error.to_string())
}

/// Parses JSON. `read::<Value>` would link a second parser into the wasm.
fn value(json: &str) -> Result<Value, String> {
    let read = lenient_json::read(json).map_err(|_| "no JSON")?;
    if read.is_cut { Err("what is nested too deeply".to_owned()) } else { Ok(read.document.value().into()) }
}

impl<S> Clone for Sessions<S> {
    fn clone(&self) -> Self {
        Self { settings: self.settings.clone(), migrate: self.migrate.clone() }
    }
}

impl<S> Debug for Sessions<S> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Sessions").field("version", &self.settings.version).finish_non_exhaustive()
    }
}
