//! What the options of a webhook are: the deadline, claims, hooks, and how replies are written.

use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
use std::{collections::BTreeMap, sync::Mutex};

use super::request::Request;
use super::response::Response;
use super::shared::Shared;
use super::stores::AnyStore;
#[cfg(not(target_arch = "wasm32"))]
use super::stores::MemoryStore;
#[cfg(target_arch = "wasm32")]
use super::turns::Turns;
use super::{Failure, Rejection};
use crate::client::{Bot, BoxFuture, Encoding, MaybeSend, MaybeSync};
use crate::policy::webhook::{DEADLINE, REMEMBERED};

/// Work that goes on after a request was answered.
pub type Task = BoxFuture<'static, ()>;

#[derive(Clone)]
pub(super) struct WebhookOptions {
    pub bot: Option<Bot>,
    pub deadline: Option<Duration>,
    pub wait_until: Option<Shared<dyn WaitUntil>>,
    pub store: Store,
    /// What is left to await of claims whose delivery was dropped, by the update. The next delivery of the update does it.
    #[cfg(not(target_arch = "wasm32"))]
    pub abandoned: Shared<Mutex<BTreeMap<crate::types::UpdateId, Task>>>,
    #[cfg(target_arch = "wasm32")]
    pub turns: Option<Shared<dyn Turns>>,
    pub keep: Duration,
    pub reply_encoding: Encoding,
    pub on_error: Option<Shared<dyn OnError>>,
    pub on_reject: Option<Shared<dyn OnReject>>,
}

/// Functions that can be shared.
pub(super) trait WaitUntil: Fn(Task) + MaybeSend + MaybeSync {}
impl<T: Fn(Task) + MaybeSend + MaybeSync> WaitUntil for T {}
pub(super) trait OnError: Fn(&Failure) -> Option<Response> + MaybeSend + MaybeSync {}
impl<T: Fn(&Failure) -> Option<Response> + MaybeSend + MaybeSync> OnError for T {}
pub(super) trait OnReject: Fn(&Rejection, &Request) + MaybeSend + MaybeSync {}
impl<T: Fn(&Rejection, &Request) + MaybeSend + MaybeSync> OnReject for T {}

#[derive(Clone)]
pub(super) enum Store {
    #[cfg(target_arch = "wasm32")]
    OfIsolate,
    None,
    Given(Shared<dyn AnyStore>),
}

impl Default for Store {
    /// A webhook is made for each request there.
    #[cfg(target_arch = "wasm32")]
    fn default() -> Self {
        Self::OfIsolate
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn default() -> Self {
        Self::Given(Shared::new(MemoryStore::default()))
    }
}

impl Default for WebhookOptions {
    fn default() -> Self {
        Self {
            bot: None,
            deadline: Some(DEADLINE),
            wait_until: None,
            store: Store::default(),
            #[cfg(not(target_arch = "wasm32"))]
            abandoned: Shared::default(),
            #[cfg(target_arch = "wasm32")]
            turns: None,
            keep: REMEMBERED,
            reply_encoding: Encoding::Json,
            on_error: None,
            on_reject: None,
        }
    }
}
