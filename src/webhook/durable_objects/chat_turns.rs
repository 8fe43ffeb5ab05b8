//! The Durable Object that lets the updates of one chat be handled one at a time.

use std::cell::RefCell;
use std::fmt::{self, Debug, Formatter};

use js_sys::Date;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::Response;

use super::question::Question;
use crate::platform::abort::within;
use crate::policy::webhook::LEASE;
use crate::webhook::shared::{Notice, Shared, notice};

/// The Durable Object behind [`in_chat_order`](crate::webhook::Webhook::in_chat_order), one for each chat. It stores
/// nothing.
#[derive(Default)]
pub struct ChatTurns(Shared<RefCell<TurnQueue>>);

#[derive(Default)]
struct TurnQueue {
    /// Of the last turn: another one after each start of the object, so that no earlier turn can end a later one.
    last: f64,
    /// The turn that is on, or is given to one that waited. Dropping the notice ends its lease.
    current: Option<(f64, Notice)>,
    waiting: Vec<(i64, Notice)>,
}

impl Debug for ChatTurns {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ChatTurns").finish_non_exhaustive()
    }
}

impl ChatTurns {
    /// An object whose turn is free.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers a request at that URL.
    ///
    /// # Errors
    /// What the host throws.
    pub async fn fetch(&self, url: &str) -> Result<Response, JsValue> {
        let Question { name, id, .. } = Question::of(url);
        if name == "leave" {
            let is_on = self.0.borrow().current.as_ref().is_some_and(|(turn, _)| id.parse() == Ok(*turn));
            if is_on {
                next(&self.0);
            }
            return Response::new_with_opt_str(Some(""));
        }
        let waits = self.0.borrow().current.is_some();
        if waits {
            let (notice, entered) = notice();
            self.0.borrow_mut().waiting.push((id.parse().unwrap_or_default(), notice));
            entered.await;
        }
        Response::new_with_opt_str(Some(&begin(&self.0).to_string()))
    }
}

/// Begins a turn, which ends by itself after its lease.
fn begin(turns: &Shared<RefCell<TurnQueue>>) -> f64 {
    let turn = {
        let turns = &mut *turns.borrow_mut();
        turns.last = if turns.last == 0.0 { Date::now() } else { turns.last } + 1.0;
        turns.last
    };
    lease(turns, turn);
    turn
}

/// Lets the first of those that wait have the next turn.
fn next(turns: &Shared<RefCell<TurnQueue>>) {
    let first = {
        let turns = &mut *turns.borrow_mut();
        turns.current = None;
        let lowest = turns.waiting.iter().enumerate().min_by_key(|(_, (id, _))| *id).map(|(index, _)| index);
        lowest.map(|index| turns.waiting.remove(index))
    };
    if let Some((_, notice)) = first {
        // Taken before the waiting request resumes, so that no other enters in between; on lease, since it may be gone.
        lease(turns, -1.0);
        drop(notice);
    }
}

fn lease(turns: &Shared<RefCell<TurnQueue>>, turn: f64) {
    let (notice, ended) = notice();
    turns.borrow_mut().current = Some((turn, notice));
    let turns = turns.clone();
    spawn_local(async move {
        let ended = async {
            ended.await;
            Ok(())
        };
        if within(Some(LEASE), ended).await.is_err() {
            next(&turns);
        }
    });
}
