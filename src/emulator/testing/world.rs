//! What all handles share: the service, its clock, the webhooks, and who waits.

use std::collections::BTreeMap;
use std::fmt::{self, Debug, Formatter};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use serde_json::Value;

use super::super::actions::Act;
use super::super::{Answer, ChatKey, CustomCall, Delivery, FaultKind, Outcome, Refusal, Service, Time};
use crate::webhook::InlineCall;
#[cfg(feature = "client")]
use crate::webhook::Response;

/// How long a wait lasts unless [`Emulator::set_wait_timeout`](super::Emulator::set_wait_timeout) says otherwise.
const TIMEOUT: Duration = Duration::from_secs(3);

/// The answer of a webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WebhookResponse {
    /// HTTP status. 200 to 299 confirms the update. After any other status, it is delivered again.
    pub status: u16,
    /// `Content-Type` of the body.
    pub content_type: String,
    /// The body: a call in one of three encodings, or anything else.
    pub body: Vec<u8>,
}

impl WebhookResponse {
    /// Creates a response without a body.
    #[must_use]
    pub fn new(status: u16) -> Self {
        Self { status, content_type: String::new(), body: Vec::new() }
    }

    /// Creates a response with a call. If the client would refuse its parameters, the status is 500, as for a handler that
    /// fails.
    #[must_use]
    pub fn call(call: impl Into<InlineCall>) -> Self {
        match call.into().into_json() {
            Ok(body) => Self { status: 200, content_type: "application/json".into(), body: body.into() },
            Err(fault) => Self { status: 500, content_type: "text/plain".into(), body: fault.to_string().into() },
        }
    }
}

/// The answer that a [`Webhook`](crate::webhook::Webhook) gave. A body that the platform holds, on wasm32 that of a `Blob`, is
/// left out.
#[cfg(feature = "client")]
impl From<Response> for WebhookResponse {
    fn from(response: Response) -> Self {
        let content_type = response.body().content_type().unwrap_or_default();
        Self { status: response.status(), content_type, body: response.into_bytes().unwrap_or_default() }
    }
}

type DeliveryHandler = Box<dyn FnMut(&Delivery) -> WebhookResponse + Send>;

pub(super) type MethodHandler = Arc<dyn Fn(CustomCall) -> Result<Value, Refusal> + Send + Sync>;

pub(super) struct WorldState {
    service: Service,
    now: Time,
    pub handler: Option<DeliveryHandler>,
    /// The methods of the test, by their names in lower case.
    pub methods: BTreeMap<String, MethodHandler>,
    /// The last message and the last edit of each chat that a user has read.
    pub read: BTreeMap<(i64, ChatKey), (i64, u64)>,
    /// How long a wait for a bot lasts.
    pub timeout: Duration,
    waiting: Vec<Waker>,
    /// How often something happened.
    pub events: u64,
    /// When the timeouts of clients expire.
    #[cfg(feature = "client")]
    deadlines: Vec<Time>,
    /// Answers of long polls, by their numbers, that nobody has taken yet.
    ended: BTreeMap<u64, Answer>,
}

/// When the timeout of a client expires, until it is dropped.
#[cfg(feature = "client")]
pub(super) struct Deadline {
    world: SharedWorld,
    pub end: Time,
}

#[cfg(feature = "client")]
impl Drop for Deadline {
    fn drop(&mut self) {
        let deadlines = &mut self.world.lock().deadlines;
        if let Some(at) = deadlines.iter().position(|end| *end == self.end) {
            deadlines.swap_remove(at);
        }
    }
}

/// The shared state; a clone is another handle of the same.
#[derive(Clone)]
pub(super) struct SharedWorld(Arc<Mutex<WorldState>>);

impl SharedWorld {
    pub fn new(service: Service, now: Time) -> Self {
        Self(Arc::new(Mutex::new(WorldState {
            service,
            now,
            handler: None,
            methods: BTreeMap::new(),
            read: BTreeMap::new(),
            timeout: TIMEOUT,
            waiting: Vec::new(),
            events: 0,
            #[cfg(feature = "client")]
            deadlines: Vec::new(),
            ended: BTreeMap::new(),
        })))
    }

    /// A test that panicked in another thread leaves a state that can still be looked at.
    pub fn lock(&self) -> MutexGuard<'_, WorldState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn now(&self) -> Time {
        self.lock().now
    }

    /// Does something to the service, and then what follows from it.
    pub fn with<T>(&self, act: impl FnOnce(&mut Service, Time) -> T) -> T {
        let result = self.look(act);
        self.settle();
        result
    }

    /// Looks at the service, from which nothing follows.
    pub fn look<T>(&self, look: impl FnOnce(&mut Service, Time) -> T) -> T {
        let shared = &mut *self.lock();
        look(&mut shared.service, shared.now)
    }

    pub fn act<A: Act>(&self, action: A) -> Result<A::Output, Refusal> {
        self.with(|service, now| service.act(now, action))
    }

    /// Does an action that only looks.
    pub fn ask<A: Act>(&self, action: A) -> Result<A::Output, Refusal> {
        self.look(|service, now| service.act(now, action))
    }

    /// Answers a call, a long poll after it waited.
    pub fn answer(&self, call: impl FnOnce(&mut Service, Time) -> Answer) -> Answer {
        match self.with(call) {
            Answer::Wait { poll, until } => loop {
                if let Some(answer) = self.ended(poll) {
                    return answer;
                }
                self.step(until);
            },
            answer => answer,
        }
    }

    /// The answer of a long poll that has ended. Those of others stay for them.
    pub fn ended(&self, poll: u64) -> Option<Answer> {
        let shared = &mut *self.lock();
        shared.ended.extend(shared.service.ready(shared.now));
        shared.ended.remove(&poll)
    }

    /// Moves time ahead, stopping wherever something is due.
    pub fn advance(&self, target: Time) {
        self.settle();
        while self.step(target) {}
    }

    /// Moves time to what is due next, or to the end. Whether something was due before that.
    fn step(&self, end: Time) -> bool {
        let mut world = self.lock();
        // A delivery that nobody takes stays due, which is not a reason to stand still.
        let wake = world.service.next_wake().filter(|wake| *wake > world.now && *wake < end);
        let time = wake.unwrap_or(end).max(world.now);
        world.now = world.service.at(time);
        drop(world);
        self.settle();
        wake.is_some()
    }

    #[cfg(feature = "client")]
    pub fn set_deadline(&self, end: Time) -> Deadline {
        self.lock().deadlines.push(end);
        Deadline { world: self.clone(), end }
    }

    /// The first deadline of a client that is still to come, before that time.
    #[cfg(feature = "client")]
    pub fn next_deadline(&self, before: Time) -> Option<Time> {
        let world = self.lock();
        world.deadlines.iter().copied().filter(|end| *end > world.now && *end < before).min()
    }

    /// Makes the deliveries that are due, and wakes those who wait.
    pub fn settle(&self) {
        // The handler may use the emulator itself: it is called with nothing locked. A delivery
        // that its own calls lead to is made after it.
        while let Some((mut handler, deliveries)) = self.take_due() {
            for delivery in deliveries {
                let response = delivery.arrives().then(|| handler(&delivery));
                self.conclude(&delivery, response.as_ref());
            }
            self.lock().handler.get_or_insert(handler);
        }
        self.wake();
    }

    /// Takes what a webhook answered to a delivery, unless a fault strikes the answer.
    pub fn conclude(&self, delivery: &Delivery, response: Option<&WebhookResponse>) {
        let outcome = match response.filter(|_| delivery.fault != Some(FaultKind::DropAfter)) {
            Some(WebhookResponse { status, content_type, body }) => {
                Outcome::Answered { status: *status, content_type, body }
            }
            None => Outcome::Failed("the connection was dropped"),
        };
        self.look(|service, now| service.delivered(now, delivery.id, outcome));
    }

    /// Answers the calls of methods of the test. Then the deliveries that are due, and who takes them.
    fn take_due(&self) -> Option<(DeliveryHandler, Vec<Delivery>)> {
        for call in self.look(|service, _| service.custom_calls()) {
            let (id, handler) = (call.id, self.lock().methods.get(&call.method.to_ascii_lowercase()).cloned());
            let answer = handler.map_or_else(|| Err(Refusal::not_found()), |handler| handler(call));
            self.look(|service, now| service.answer(now, id, answer));
        }
        self.take_deliveries()
    }

    pub fn wake(&self) {
        let waiting = {
            let mut world = self.lock();
            world.events += 1;
            std::mem::take(&mut world.waiting)
        };
        waiting.into_iter().for_each(Waker::wake);
    }

    fn take_deliveries(&self) -> Option<(DeliveryHandler, Vec<Delivery>)> {
        let shared = &mut *self.lock();
        shared.handler.as_ref()?;
        let deliveries = shared.service.deliveries(shared.now);
        let handler = shared.handler.take_if(|_| !deliveries.is_empty())?;
        Some((handler, deliveries))
    }

    /// Looks again whenever something happened, until there is what is looked for.
    pub fn wait<T>(&self, mut look: impl FnMut() -> Option<T>) -> impl Future<Output = T> {
        let world = self.clone();
        std::future::poll_fn(move |context: &mut Context<'_>| {
            if let Some(found) = look() {
                return Poll::Ready(found);
            }
            let waiting = &mut world.lock().waiting;
            if !waiting.iter().any(|waker| waker.will_wake(context.waker())) {
                waiting.push(context.waker().clone());
            }
            Poll::Pending
        })
    }
}

impl Debug for SharedWorld {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SharedWorld").finish_non_exhaustive()
    }
}
