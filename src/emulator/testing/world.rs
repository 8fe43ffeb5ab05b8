//! The state that all handles share: the service, its clock, the webhooks, and waiting tasks.

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

/// The default time limit of a wait, see [`Emulator::set_wait_timeout`](super::Emulator::set_wait_timeout).
const TIMEOUT: Duration = Duration::from_secs(3);

/// The response of a webhook.
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

/// Converts the response of a [`Webhook`](crate::webhook::Webhook). A body that the platform holds, such as that of a
/// `Blob` on wasm32, is omitted.
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
    /// The time limit of a wait for a bot.
    pub timeout: Duration,
    waiting: Vec<Waker>,
    /// The number of events.
    pub events: u64,
    /// The deadlines of clients.
    #[cfg(feature = "client")]
    deadlines: Vec<Time>,
    /// Answers of ended long polls that have not been taken, by number.
    ended: BTreeMap<u64, Answer>,
}

/// The deadline of a client, until it is dropped.
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

/// The shared state. A clone is another handle of it.
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

    /// Locks the state, even after a panic of a test in another thread.
    pub fn lock(&self) -> MutexGuard<'_, WorldState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn now(&self) -> Time {
        self.lock().now
    }

    /// Runs a function with the service, and then everything that follows from it.
    pub fn with<T>(&self, act: impl FnOnce(&mut Service, Time) -> T) -> T {
        let result = self.look(act);
        self.settle();
        result
    }

    /// Runs a function with the service from which nothing follows.
    pub fn look<T>(&self, look: impl FnOnce(&mut Service, Time) -> T) -> T {
        let shared = &mut *self.lock();
        look(&mut shared.service, shared.now)
    }

    pub fn act<A: Act>(&self, action: A) -> Result<A::Output, Refusal> {
        self.with(|service, now| service.act(now, action))
    }

    /// Runs an action that changes nothing.
    pub fn ask<A: Act>(&self, action: A) -> Result<A::Output, Refusal> {
        self.look(|service, now| service.act(now, action))
    }

    /// Answers a call, and a long poll after its wait.
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

    /// Takes the answer of an ended long poll. Answers of other polls are kept.
    pub fn ended(&self, poll: u64) -> Option<Answer> {
        let shared = &mut *self.lock();
        shared.ended.extend(shared.service.ready(shared.now));
        shared.ended.remove(&poll)
    }

    /// Moves time forward, stopping whenever something is due.
    pub fn advance(&self, target: Time) {
        self.settle();
        while self.step(target) {}
    }

    /// Moves time to the next event that is due, or to the end. Returns true if an event was due.
    fn step(&self, end: Time) -> bool {
        let mut world = self.lock();
        // A delivery that nobody takes stays due, but must not stop the time.
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

    /// Returns the next deadline of a client before this time.
    #[cfg(feature = "client")]
    pub fn next_deadline(&self, before: Time) -> Option<Time> {
        let world = self.lock();
        world.deadlines.iter().copied().filter(|end| *end > world.now && *end < before).min()
    }

    /// Makes the deliveries that are due, and wakes all waiting tasks.
    pub fn settle(&self) {
        // The handler is called without a lock, because it may use the emulator. Deliveries that its calls cause are
        // made after it.
        while let Some((mut handler, deliveries)) = self.take_due() {
            for delivery in deliveries {
                let response = delivery.arrives().then(|| handler(&delivery));
                self.conclude(&delivery, response.as_ref());
            }
            self.lock().handler.get_or_insert(handler);
        }
        self.wake();
    }

    /// Takes the webhook's response to a delivery, unless a fault drops it.
    pub fn conclude(&self, delivery: &Delivery, response: Option<&WebhookResponse>) {
        let outcome = match response.filter(|_| delivery.fault != Some(FaultKind::DropAfter)) {
            Some(WebhookResponse { status, content_type, body }) => {
                Outcome::Answered { status: *status, content_type, body }
            }
            None => Outcome::Failed("the connection was dropped"),
        };
        self.look(|service, now| service.delivered(now, delivery.id, outcome));
    }

    /// Answers the calls of added methods. Then returns the due deliveries and their handler.
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

    /// Calls `look` after each event, until it returns a value.
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
