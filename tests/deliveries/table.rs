//! A store that processes share, with its own clock, and answers that may take time.

use std::collections::HashMap;
use std::future::{pending, poll_fn};
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use botwire::policy::claims::Places;
use botwire::webhook::stores::{BoxError, Claim, ClaimStore, SessionStore};

/// A record of the table.
#[derive(Clone, Debug)]
pub struct Row {
    pub owner: String,
    pub until: Duration,
    pub is_done: bool,
    pub attempts: u32,
    pub response: Option<String>,
}

/// A failing operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Trouble {
    /// It fails.
    Fails(&'static str),
    /// It never ends.
    Hangs(&'static str),
}

#[derive(Default)]
pub struct Rows {
    pub now: Duration,
    pub by_key: HashMap<String, Row>,
    /// Texts, and their expiration.
    pub sessions: HashMap<String, (String, Option<Duration>)>,
    /// The number of changes of sessions.
    pub writes: usize,
    /// The failing operation of sessions, if any.
    pub trouble: Option<Trouble>,
    pub renewals: usize,
    places: Places,
}

#[derive(Clone, Default)]
pub struct Table {
    pub rows: Arc<Mutex<Rows>>,
    /// The number of polls before a future of the store acts, and again before it is ready.
    pub polls: usize,
}

async fn polled(times: usize) {
    let mut polls = 0;
    poll_fn(|context| {
        polls += 1;
        context.waker().wake_by_ref();
        if polls <= times { Poll::Pending } else { Poll::Ready(()) }
    })
    .await;
}

impl Table {
    pub fn pass(&self, time: Duration) {
        self.rows.lock().unwrap().now += time;
    }

    /// Returns the record of the only key with this ending.
    pub fn row(&self, end: &str) -> Option<Row> {
        let rows = self.rows.lock().unwrap();
        rows.by_key.iter().find(|(key, _)| key.ends_with(end)).map(|(_, row)| row.clone())
    }

    async fn query<T>(&self, change: impl FnOnce(&mut Rows) -> T) -> Result<T, BoxError> {
        polled(self.polls).await;
        let changed = change(&mut self.rows.lock().unwrap());
        polled(self.polls).await;
        Ok(changed)
    }

    async fn trouble(&self, operation: &str) -> Result<(), BoxError> {
        let trouble = self.rows.lock().unwrap().trouble;
        match trouble {
            Some(Trouble::Fails(fails)) if fails == operation => Err("connection refused".into()),
            Some(Trouble::Hangs(hangs)) if hangs == operation => pending().await,
            _ => Ok(()),
        }
    }

    async fn set(&self, key: &str, owner: &str, text: Option<(&str, Option<Duration>)>) -> Result<bool, BoxError> {
        self.query(|rows| {
            let is_owner = rows.by_key.get(key).is_some_and(|row| row.owner == owner && !row.is_done);
            if is_owner {
                rows.writes += 1;
                rows.sessions.remove(key);
                let session = text.map(|(text, ttl)| (text.to_owned(), ttl.map(|ttl| rows.now + ttl)));
                rows.sessions.extend(session.map(|session| (key.to_owned(), session)));
            }
            is_owner
        })
        .await
    }

    async fn update(&self, key: &str, owner: &str, change: impl FnOnce(&mut Row, Duration)) -> Result<bool, BoxError> {
        self.query(|rows| {
            let now = rows.now;
            rows.by_key.get_mut(key).filter(|row| row.owner == owner).map(|row| change(row, now)).is_some()
        })
        .await
    }
}

impl ClaimStore for Table {
    async fn claim(&self, key: &str, lease: Duration, place: Option<i64>, owner: &str) -> Result<Claim, BoxError> {
        if place.is_some() {
            self.trouble("claim").await?;
        }
        self.query(|rows| {
            let live = rows.by_key.get(key).filter(|row| row.until > rows.now);
            if let Some(row) = live.filter(|row| row.is_done) {
                return Claim::Done { response: row.response.clone() };
            }
            let former = rows.by_key.get(key).filter(|row| !row.is_done);
            let is_again = former.is_some_and(|row| row.owner == owner);
            let is_free = is_again || live.is_none_or(|row| row.owner.is_empty());
            if !rows.places.may_claim(key, place, is_free, rows.now.as_secs_f64() * 1000.0) {
                return Claim::Busy;
            }
            let attempts = former.map_or(0, |row| row.attempts) + u32::from(!is_again);
            let (owner, until) = (owner.to_owned(), rows.now + lease);
            let row = Row { owner: owner.clone(), until, is_done: false, attempts, response: None };
            rows.by_key.insert(key.to_owned(), row);
            Claim::Owned { owner, attempts }
        })
        .await
    }

    async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
        self.rows.lock().unwrap().renewals += 1;
        self.update(key, owner, |row, now| row.until = if row.is_done { row.until } else { now + lease }).await
    }

    async fn settle(&self, key: &str, owner: &str, ttl: Duration, response: Option<&str>) -> Result<bool, BoxError> {
        let response = response.map(str::to_owned);
        self.update(key, owner, |row, now| {
            (row.until, row.is_done, row.response) = (now + ttl, true, response);
        })
        .await
    }

    async fn release(&self, key: &str, owner: &str, attempts: u32) -> Result<bool, BoxError> {
        self.query(|rows| {
            let now = rows.now;
            let Some(row) = rows.by_key.get_mut(key).filter(|row| !row.owner.is_empty()) else { return true };
            let is_owner = row.owner == owner && !row.is_done;
            if is_owner {
                (row.owner, row.until, row.attempts) = (String::new(), now, attempts);
            }
            is_owner
        })
        .await
    }
}

impl SessionStore for Table {
    async fn read(&self, key: &str) -> Result<Option<String>, BoxError> {
        self.trouble("read").await?;
        self.query(|rows| {
            let found = rows.sessions.get(key).filter(|(_, until)| until.is_none_or(|until| until > rows.now));
            found.map(|(text, _)| text.clone())
        })
        .await
    }

    async fn write(&self, key: &str, text: &str, ttl: Option<Duration>, owner: &str) -> Result<bool, BoxError> {
        self.trouble("write").await?;
        self.set(key, owner, Some((text, ttl))).await
    }

    async fn delete(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        self.trouble("delete").await?;
        self.set(key, owner, None).await
    }
}
