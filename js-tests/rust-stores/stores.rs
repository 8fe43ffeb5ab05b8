//! The promises of the example's stores, over a file of SQLite, a real Redis and a real PostgreSQL: `BOTWIRE_TEST_REDIS`,
//! `BOTWIRE_TEST_POSTGRES`.

use std::path::Path;
use std::thread;
use std::time::Duration;

use botwire::types::Update;
use botwire::webhook::stores::{BoxError, Claim, ClaimStore, SessionStore};
use botwire::webhook::{Context, Request, Session, Sessions, Webhook};
use botwire_example_stores::postgres::{CLEAN_UP, PostgresStore, SCHEMA};
use botwire_example_stores::redis::RedisStore;
use botwire_example_stores::sqlite::SqliteStore;
use promises::{keeps_all, unique};
use rusqlite::Connection;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgPool;
use tokio::time::sleep;
use wizard::wizard;

#[path = "../../tests/deliveries/promises.rs"]
mod promises;
#[path = "../../tests/deliveries/wizard.rs"]
mod wizard;

const LONG: Duration = Duration::from_secs(600);
const SHORT: Duration = Duration::from_millis(100);

#[derive(Default, Serialize, Deserialize)]
struct Counter {
    count: u32,
}

async fn count(_: Update, _: Context, mut session: Session<Counter>) {
    let count = session.count;
    tokio::task::yield_now().await;
    session.count = count + 1;
}

fn delivery(update_id: u64, chat: i64, user: u64, text: &str) -> Request {
    let message = json!({
        "message_id": 1, "date": 1, "text": text,
        "chat": { "id": chat, "type": "group" }, "from": { "id": user, "is_bot": false, "first_name": "A" },
    });
    let body = json!({ "update_id": update_id, "message": message }).to_string();
    Request::new("POST", "/hook/a-long-secret").header("content-type", "application/json").body(body)
}

/// 20 messages of a user in 20 groups at once, to two bots with a store each: the session counts all of them.
async fn counts_by_user<S>(stores: [S; 2]) -> Result<(), BoxError>
where
    S: SessionStore + Clone + Send + Sync + 'static,
{
    let user = unique() % 1_000_000_000;
    let mut deliveries = Vec::new();
    for index in 0..20_u64 {
        let store = stores[usize::from(index % 2 == 0)].clone();
        let webhook = Webhook::new("/hook/a-long-secret").store(store.clone()).deadline(LONG);
        let handler = Sessions::new(store).by_user().handler(count);
        let request = delivery(unique(), -1 - index as i64, user, "a");
        deliveries.push(tokio::spawn(async move { webhook.handle(request, handler).await.status() }));
    }
    for delivery in deliveries {
        assert_eq!(delivery.await?, 200);
    }
    let handler = Sessions::new(stores[0].clone()).by_user().handler(async |_, _, session: Session<Counter>| {
        assert_eq!(session.count, 20);
    });
    let webhook = Webhook::new("/hook/a-long-secret");
    assert_eq!(webhook.handle(delivery(unique(), 1, user, "a"), handler).await.status(), 200);
    Ok(())
}

/// A conversation of three steps, each in a new process.
async fn restarts<S: SessionStore + 'static>(connect: impl AsyncFn() -> Result<S, BoxError>) -> Result<(), BoxError> {
    let chat = unique() as i64 % 1_000_000_000;
    for (text, answer) in [
        ("/order", "Who is the shirt for?"),
        ("Ann", "Which size?"),
        ("M", "A shirt of size M for Ann is on its way."),
        ("/order", "Who is the shirt for?"),
    ] {
        let handler = Sessions::new(connect().await?).handler(wizard);
        let response = Webhook::new("/hook/a-long-secret").handle(delivery(unique(), chat, 5, text), handler).await;
        let body = String::from_utf8(response.into_bytes().ok_or("no body")?)?;
        assert!(body.contains(answer), "{body}");
    }
    Ok(())
}

/// Only the owner of the turn writes, and a text is forgotten after its time.
async fn keeps_texts(store: impl SessionStore) -> Result<(), BoxError> {
    let key = format!("rust:session:{}", unique());
    assert_eq!(store.read(&key).await?, None);
    assert!(!store.write(&key, "a", None, "another").await?);
    let owner = unique().to_string();
    assert!(matches!(store.claim(&key, LONG, None, &owner).await?, Claim::Owned { .. }));
    assert!(!store.write(&key, "a", None, "another").await?);
    assert!(!store.delete(&key, "another").await?);
    assert_eq!(store.read(&key).await?, None);
    assert!(store.write(&key, "a \u{1f600}", None, &owner).await?);
    assert_eq!(store.read(&key).await?.as_deref(), Some("a \u{1f600}"));
    assert!(store.write(&key, "b", Some(SHORT), &owner).await?);
    while store.read(&key).await?.is_some() {
        sleep(Duration::from_millis(20)).await;
    }
    assert!(store.write(&key, "c", Some(LONG), &owner).await?);
    assert_eq!(store.read(&key).await?.as_deref(), Some("c"));
    assert!(store.delete(&key, &owner).await?);
    assert_eq!(store.read(&key).await?, None);
    store.release(&key, &owner, 0).await?;
    assert!(!store.write(&key, "d", None, &owner).await?);
    Ok(())
}

/// A server that pauses for longer than a client waits by default answers in the end.
async fn outlasts_a_pause(url: &str) -> Result<(), BoxError> {
    let store = RedisStore::connect(url).await?;
    let mut connection = redis::Client::open(url)?.get_multiplexed_async_connection().await?;
    redis::cmd("CLIENT").arg("PAUSE").arg(1500).query_async::<()>(&mut connection).await?;
    let claim = store.claim(&format!("rust:update:{}", unique()), LONG, None, "a").await?;
    assert_eq!(claim, Claim::Owned { owner: "a".to_owned(), attempts: 1 });
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn redis() -> Result<(), BoxError> {
    let Ok(url) = std::env::var("BOTWIRE_TEST_REDIS") else { return Ok(()) };
    keeps_all(&RedisStore::connect(&url).await?).await?;
    keeps_texts(RedisStore::connect(&url).await?).await?;
    let stores = [RedisStore::connect(&url).await?, RedisStore::connect(&url).await?];
    counts_by_user(stores).await?;
    outlasts_a_pause(&url).await?;
    restarts(async || RedisStore::connect(&url).await).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() -> Result<(), BoxError> {
    let Ok(url) = std::env::var("BOTWIRE_TEST_POSTGRES") else { return Ok(()) };
    let pool = PgPool::connect(&url).await?;
    sqlx::raw_sql(&format!("BEGIN; SELECT pg_advisory_xact_lock(hashtext('botwire')); {SCHEMA} COMMIT"))
        .execute(&pool)
        .await?;
    keeps_all(&PostgresStore::new(pool.clone())).await?;
    keeps_texts(PostgresStore::new(pool.clone())).await?;
    let stores = [PostgresStore::new(pool.clone()), PostgresStore::connect(&url).await?];
    counts_by_user(stores).await?;
    restarts(async || PostgresStore::connect(&url).await).await?;

    let [dead, in_flight] = ["dead", "in flight"].map(|name| format!("rust:{name}:{}", unique()));
    let insert = "INSERT INTO botwire_claims (key, owner, until) VALUES ($1, 'a', now() - interval '2 days'), ($2, 'a', now() - interval '1 hour')";
    sqlx::query(insert).bind(&dead).bind(&in_flight).execute(&pool).await?;
    sqlx::query(CLEAN_UP).execute(&pool).await?;
    let kept: Vec<String> = sqlx::query_scalar("SELECT key FROM botwire_claims WHERE key IN ($1, $2)")
        .bind(&dead)
        .bind(&in_flight)
        .fetch_all(&pool)
        .await?;
    assert_eq!(kept, [in_flight]);
    Ok(())
}

/// A new file can be opened at once by several.
fn opens_at_once(folder: &Path) {
    for round in 0..20 {
        let file = folder.join(format!("new-{round}.db"));
        thread::scope(|scope| {
            for opening in [(); 4].map(|()| scope.spawn(|| SqliteStore::open(&file).map(drop))) {
                opening.join().expect("no panic").expect("the file opens");
            }
        });
    }
}

/// An operation waits for as long as another process writes.
async fn outlasts_a_lock(file: &Path) -> Result<(), BoxError> {
    let (store, other) = (SqliteStore::open(file)?, Connection::open(file)?);
    other.execute_batch("BEGIN IMMEDIATE")?;
    let claim = tokio::spawn(async move { store.claim("rust:update:locked", LONG, None, "a").await });
    sleep(SHORT * 3).await;
    assert!(!claim.is_finished());
    other.execute_batch("COMMIT")?;
    assert_eq!(claim.await??, Claim::Owned { owner: "a".to_owned(), attempts: 1 });
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() -> Result<(), BoxError> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sqlite-{}", unique()));
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("bot.db");
    keeps_all(&SqliteStore::open(&file)?).await?;
    keeps_texts(SqliteStore::open(&file)?).await?;
    counts_by_user([SqliteStore::open(&file)?, SqliteStore::open(&file)?]).await?;
    restarts(async || SqliteStore::open(&file)).await?;
    outlasts_a_lock(&file).await?;
    opens_at_once(&folder);

    let store = SqliteStore::open(folder.join("old.db"))?;
    let database = Connection::open(folder.join("old.db"))?;
    database.execute_batch(
        "WITH times AS (SELECT CAST(strftime('%s', 'now') AS INTEGER) * 1000 AS now)
        INSERT INTO botwire_claims (key, owner, attempts, is_done, until, text)
        SELECT 'dead', 'a', 1, 0, now - 2 * 86400000, NULL FROM times UNION ALL
        SELECT 'in flight', 'a', 1, 0, now - 3600000, NULL FROM times UNION ALL
        SELECT 'done', 'a', 0, 1, now - 3600000, 'r' FROM times UNION ALL
        SELECT 'session=old', NULL, 0, 0, now - 3600000, 's' FROM times UNION ALL
        SELECT 'session=new', NULL, 0, 0, now + 3600000, 's' FROM times",
    )?;
    store.clean_up().await?;
    let mut keys = database.prepare("SELECT key FROM botwire_claims ORDER BY key")?;
    let kept = keys.query_map([], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
    assert_eq!(kept, ["in flight", "session=new"]);
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
