//! Saves the end of an update: its sessions, that it is done, and its response.

use super::delivery::Delivery;
use super::failure::Cause;
use super::record::Staged;
use super::shared::Shared;
use super::stores::{AnySessionStore, Commit, Done, SessionChange};
use crate::policy::delivery::{Action, Event};

/// The changes of one store.
struct Changes {
    store: Shared<dyn AnySessionStore>,
    /// True if it is also the store of claims.
    has_claims: bool,
    sessions: Vec<SessionChange>,
}

impl Delivery {
    /// Saves the staged sessions, and that the update is done, with its response if it can be remembered. Where both are in
    /// the same store, this is one operation. Otherwise the sessions come first.
    pub async fn save(self: Shared<Self>, action: Action) -> Event {
        let remembers = matches!(action, Action::SaveDoneRemember | Action::SaveAllRemember);
        // An update that was given up keeps no session.
        let has_sessions = matches!(action, Action::SaveAll | Action::SaveAllRemember);
        let options = &self.webhook.options;
        let (mut done, mut stores) = (None, Vec::new());
        if options.deduplicates {
            let response = if remembers { self.text_to_remember() } else { None };
            let owner = self.owner_of(&self.key).unwrap_or_default();
            done = Some(Done { key: self.key.clone(), owner, ttl: options.claim_ttl, response });
        }
        let is_remembered = done.as_ref().is_some_and(|done| done.response.is_some());
        if has_sessions {
            for staged in self.record().staged.clone() {
                self.add(&mut stores, staged);
            }
        }
        let mut saved = Ok(true);
        for Changes { store, has_claims, sessions } in stores {
            let commit = Commit { done: done.take_if(|_| has_claims), sessions };
            saved = self.saved(|| store.commit(&commit)).await;
            if !matches!(saved, Ok(true)) {
                break;
            }
        }
        if let (Ok(true), Some(Done { key, owner, ttl, response })) = (&saved, &done) {
            saved = self.saved(|| options.store.settle(key, owner, *ttl, response.as_deref())).await;
        }
        match saved {
            Ok(true) => {
                self.let_go(&self.key);
                if is_remembered { Event::SavedRemembered } else { Event::Saved }
            }
            Ok(false) => {
                let lost =
                    "the lease of the update or of its session ended before its handler, so it may be handled twice";
                self.record().cause = Some(Cause::Store(lost.into()));
                Event::SaveRefused
            }
            Err(error) => {
                self.record().cause = Some(Cause::Store(error));
                Event::StoreOver
            }
        }
    }

    fn add(&self, stores: &mut Vec<Changes>, Staged { store, change }: Staged) {
        let options = &self.webhook.options;
        let identity = store.identity();
        let is_same = |other: &Changes| match identity {
            Some(identity) => other.store.identity() == Some(identity),
            None => Shared::ptr_eq(&other.store, &store),
        };
        if let Some(changes) = stores.iter_mut().find(|other| is_same(other)) {
            return changes.sessions.push(change);
        }
        let has_claims = options.deduplicates && identity.is_some() && identity == options.store.identity();
        // The store of claims is the last one.
        let place = if has_claims { stores.len() } else { 0 };
        stores.insert(place, Changes { store, has_claims, sessions: vec![change] });
    }

    /// Returns the response that a redelivery gets again.
    fn text_to_remember(&self) -> Option<String> {
        let mut record = self.record();
        let call = record.content_to_remember().filter(|_| self.webhook.options.remembers_responses)?;
        let response = self.content(call);
        let text = response.to_remember();
        record.prepared = Some(response);
        text
    }
}
