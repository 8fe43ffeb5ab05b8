//! The promises of every store: owners, leases, attempts, places, answers that are lost, and commits of all or nothing. The
//! suite `rust-stores` runs them on Redis, `PostgreSQL` and `SQLite`.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use botwire::webhook::stores::{BoxError, Claim, ClaimStore, Commit, Done, SessionChange, SessionStore};

const LONG: Duration = Duration::from_secs(600);
const SHORT: Duration = Duration::from_millis(100);

/// Returns a number that no other run on the same server has.
pub fn unique() -> u64 {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_micros()).unwrap_or_default() + COUNT.fetch_add(1, Ordering::Relaxed)
}

fn new_key(kind: &str) -> String {
    format!("rust:{kind}:{}", unique())
}

/// Claims a free key. Returns the owner and the count of attempts.
async fn claimed(store: &impl ClaimStore, key: &str, lease: Duration) -> (String, u32) {
    match store.claim(key, lease, None, &unique().to_string()).await {
        Ok(Claim::Owned { owner, attempts }) => (owner, attempts),
        other => panic!("{key} is not free: {other:?}"),
    }
}

/// Claims a key as soon as the lease of its owner has ended.
async fn claimed_later(store: &impl ClaimStore, key: &str) -> (String, u32) {
    loop {
        if let Ok(Claim::Owned { owner, attempts }) = store.claim(key, LONG, None, &unique().to_string()).await {
            return (owner, attempts);
        }
        sleep(SHORT / 5);
    }
}

async fn is_busy(store: &impl ClaimStore, key: &str) -> bool {
    matches!(store.claim(key, LONG, None, "another").await, Ok(Claim::Busy))
}

fn done(key: &str, owner: &str, response: Option<&str>) -> Done {
    let [key, owner] = [key, owner].map(str::to_owned);
    Done { key, owner, ttl: LONG, response: response.map(str::to_owned) }
}

fn session(key: &str, owner: &str, text: Option<&str>) -> SessionChange {
    let [key, owner] = [key, owner].map(str::to_owned);
    SessionChange { key, owner, text: text.map(str::to_owned), ttl: None }
}

/// A claim ends once, and only its owner ends it. Each method may be repeated.
pub async fn keeps_claims(store: &impl ClaimStore) -> Result<(), BoxError> {
    let key = new_key("update");
    let (owner, attempts) = claimed(store, &key, LONG).await;
    assert_eq!(attempts, 1);
    assert!(is_busy(store, &key).await);
    // The owner has lost the answer.
    assert_eq!(store.claim(&key, LONG, None, &owner).await?, Claim::Owned { owner: owner.clone(), attempts: 1 });
    assert!(store.renew(&key, &owner, LONG).await?);
    let text = "application/json\n{\"method\":\"é\"}";
    for _ in 0..2 {
        assert!(store.settle(&key, &owner, LONG, Some(text)).await?);
    }
    assert_eq!(store.claim(&key, LONG, None, "another").await?, Claim::Done { response: Some(text.to_owned()) });
    assert_eq!(store.claim(&key, LONG, None, &owner).await?, Claim::Done { response: Some(text.to_owned()) });
    assert!(!store.settle(&key, "another", LONG, None).await?);
    assert!(!store.renew(&key, &owner, LONG).await?);
    assert!(!store.release(&key, &owner, 1).await?);

    let key = new_key("update");
    let (owner, _) = claimed(store, &key, LONG).await;
    assert!(store.settle(&key, &owner, LONG, None).await?);
    assert_eq!(store.claim(&key, LONG, None, "another").await?, Claim::Done { response: None });

    let key = new_key("update");
    let (owner, _) = claimed(store, &key, LONG).await;
    assert!(store.settle(&key, &owner, SHORT, Some(text)).await?);
    assert_eq!(claimed_later(store, &key).await.1, 1);
    Ok(())
}

/// Attempts are counted, also those of processes that were killed, until a release forgets them.
pub async fn counts_attempts(store: &impl ClaimStore) -> Result<(), BoxError> {
    let key = new_key("update");
    let (former, _) = claimed(store, &key, SHORT).await;
    let (owner, attempts) = claimed_later(store, &key).await;
    assert_eq!(attempts, 2);
    assert!(!store.renew(&key, &former, LONG).await?);
    assert!(!store.settle(&key, &former, LONG, None).await?);
    assert!(!store.release(&key, &former, 1).await?);
    assert!(is_busy(store, &key).await);
    for _ in 0..2 {
        assert!(store.release(&key, &owner, 2).await?);
    }
    assert!(!store.renew(&key, &owner, LONG).await?);
    let (owner, attempts) = claimed(store, &key, LONG).await;
    assert_eq!(attempts, 3);
    // An attempt is taken back.
    assert!(store.release(&key, &owner, 2).await?);
    let (owner, attempts) = claimed(store, &key, LONG).await;
    assert_eq!(attempts, 3);
    for _ in 0..2 {
        assert!(store.release(&key, &owner, 0).await?);
    }
    assert_eq!(claimed(store, &key, LONG).await.1, 1);
    Ok(())
}

/// Of several that wait, the one with the lowest place is next.
pub async fn keeps_places(store: &impl ClaimStore) -> Result<(), BoxError> {
    let key = new_key("turn");
    let first = store.claim(&key, LONG, Some(1), "first").await?;
    assert!(matches!(first, Claim::Owned { .. }), "{first:?}");
    for (place, owner) in [(10_000_000_000, "last"), (9, "next")] {
        assert_eq!(store.claim(&key, LONG, Some(place), owner).await?, Claim::Busy);
    }
    // The owner has lost the answer, and waits for nobody.
    assert!(matches!(store.claim(&key, LONG, Some(1), "first").await?, Claim::Owned { .. }));
    assert!(store.release(&key, "first", 0).await?);
    assert_eq!(store.claim(&key, LONG, Some(10_000_000_000), "last").await?, Claim::Busy);
    assert!(matches!(store.claim(&key, LONG, Some(9), "next").await?, Claim::Owned { .. }));
    Ok(())
}

/// The sessions of an update and its end are saved together, or not at all.
pub async fn commits_all_or_nothing(store: &impl SessionStore) -> Result<(), BoxError> {
    let update = new_key("update");
    let keys = [new_key("session"), new_key("session")];
    let (owner, _) = claimed(store, &update, LONG).await;
    let mut owners = Vec::new();
    for key in &keys {
        owners.push(claimed(store, key, LONG).await.0);
    }
    assert!(store.write(&keys[1], "old", None, &owners[1]).await?);
    let changes = |second: &str| vec![session(&keys[0], &owners[0], Some("new")), session(&keys[1], second, None)];

    // The last key has another owner.
    let refused = Commit { done: Some(done(&update, &owner, None)), sessions: changes("another") };
    assert!(!store.commit(&refused).await?);
    // The update has another owner.
    let refused = Commit { done: Some(done(&update, "another", None)), sessions: changes(&owners[1]) };
    assert!(!store.commit(&refused).await?);
    assert_eq!(store.read(&keys[0]).await?, None);
    assert_eq!(store.read(&keys[1]).await?.as_deref(), Some("old"));
    assert!(store.renew(&update, &owner, LONG).await?);

    let commit = Commit { done: Some(done(&update, &owner, Some("r"))), sessions: changes(&owners[1]) };
    assert!(store.commit(&commit).await?);
    assert_eq!(store.read(&keys[0]).await?.as_deref(), Some("new"));
    assert_eq!(store.read(&keys[1]).await?, None);
    assert_eq!(store.claim(&update, LONG, None, "another").await?, Claim::Done { response: Some("r".to_owned()) });

    // The answer was lost, and meanwhile another update has had the turn.
    assert!(store.release(&keys[0], &owners[0], 0).await?);
    let (next, _) = claimed(store, &keys[0], LONG).await;
    assert!(store.write(&keys[0], "newer", None, &next).await?);
    assert!(store.commit(&commit).await?);
    assert_eq!(store.read(&keys[0]).await?.as_deref(), Some("newer"));
    Ok(())
}

/// Sessions are committed without an update, and an update without sessions.
pub async fn commits_parts(store: &impl SessionStore) -> Result<(), BoxError> {
    let (update, key) = (new_key("update"), new_key("session"));
    let (turn, _) = claimed(store, &key, LONG).await;
    let commit = Commit { done: None, sessions: vec![session(&key, &turn, Some("a"))] };
    for _ in 0..2 {
        assert!(store.commit(&commit).await?);
    }
    assert_eq!(store.read(&key).await?.as_deref(), Some("a"));
    let short = SessionChange { ttl: Some(SHORT), ..session(&key, &turn, Some("b")) };
    assert!(store.commit(&Commit { done: None, sessions: vec![short] }).await?);
    // Redis counts whole milliseconds.
    sleep(SHORT + SHORT / 5);
    assert_eq!(store.read(&key).await?, None);

    let (owner, _) = claimed(store, &update, LONG).await;
    assert!(store.commit(&Commit { done: Some(done(&update, &owner, None)), sessions: Vec::new() }).await?);
    assert_eq!(store.claim(&update, LONG, None, "another").await?, Claim::Done { response: None });
    assert!(store.commit(&Commit::default()).await?);
    Ok(())
}

/// All promises.
pub async fn keeps_all(store: &impl SessionStore) -> Result<(), BoxError> {
    keeps_claims(store).await?;
    counts_attempts(store).await?;
    keeps_places(store).await?;
    commits_all_or_nothing(store).await?;
    commits_parts(store).await
}
