//! The promises of stores, on the store in memory and on one that has only the required methods.

use std::time::Duration;

use botwire::webhook::stores::{Claim, ClaimStore, Commit, Done, MemoryStore, SessionChange, SessionStore};
use pollster::block_on;

use super::promises::keeps_all;
use super::table::Table;

#[test]
fn the_memory_keeps_the_promises_of_a_store() {
    block_on(keeps_all(&MemoryStore::default())).unwrap();
}

#[test]
fn clones_of_a_store_have_one_identity() {
    let store = MemoryStore::default();
    assert!(store.identity().is_some());
    assert_eq!(store.clone().identity(), store.identity());
    assert_ne!(MemoryStore::default().identity(), store.identity());
    assert_eq!(Table::default().identity(), None);
}

#[test]
fn a_store_without_a_commit_saves_the_sessions_first() {
    let table = Table::default();
    let [update, session] = ["1:update:1", "1:session:a"].map(str::to_owned);
    let lease = Duration::from_secs(15);
    block_on(async {
        for key in [&update, &session] {
            assert!(matches!(table.claim(key, lease, None, "a").await.unwrap(), Claim::Owned { .. }));
        }
        let done = Done { key: update.clone(), owner: "a".to_owned(), ttl: lease, response: Some("r".to_owned()) };
        let change = |owner: &str| SessionChange {
            key: session.clone(),
            owner: owner.to_owned(),
            text: Some("text".to_owned()),
            ttl: None,
        };
        // A session that is not saved leaves the update open.
        let refused = Commit { done: Some(done.clone()), sessions: vec![change("b")] };
        assert!(!table.commit(&refused).await.unwrap());
        assert!(table.renew(&update, "a", lease).await.unwrap());
        let commit = Commit { done: Some(done), sessions: vec![change("a")] };
        assert!(table.commit(&commit).await.unwrap());
        assert_eq!(table.read(&session).await.unwrap().as_deref(), Some("text"));
        let done = Claim::Done { response: Some("r".to_owned()) };
        assert_eq!(table.claim(&update, lease, None, "b").await.unwrap(), done);
    });
}
