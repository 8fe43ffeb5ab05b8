//! What the stores of the example promise, over a real Redis and a real PostgreSQL: `BOTWIRE_TEST_REDIS`, `BOTWIRE_TEST_POSTGRES`.

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use botwire::types::Update;
use botwire::webhook::stores::{BoxError, Claim, ClaimStore};
use botwire::webhook::{Order, Request, Webhook};
use botwire_example_stores::postgres::{CLEAN_UP, PostgresStore, SCHEMA};
use botwire_example_stores::redis::RedisStore;
use sqlx::PgPool;
use tokio::time::sleep;

const LONG: Duration = Duration::from_secs(600);
const SHORT: Duration = Duration::from_millis(100);

/// A number that no other run on the same server has.
fn unique() -> u64 {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_micros() as u64 + COUNT.fetch_add(1, Ordering::Relaxed)
}

async fn owner_of(store: &impl ClaimStore, key: &str, lease: Duration) -> String {
    match store.claim(key, lease, None).await {
        Ok(Claim::Owned(owner)) => owner,
        other => panic!("the key is not free: {other:?}"),
    }
}

async fn until_free(store: &impl ClaimStore, key: &str) -> String {
    loop {
        if let Ok(Claim::Owned(owner)) = store.claim(key, LONG, None).await {
            return owner;
        }
        sleep(Duration::from_millis(20)).await;
    }
}

async fn keeps_its_promises(store: impl ClaimStore) -> Result<(), BoxError> {
    let key = format!("rust:update:{}", unique());
    let owner = owner_of(&store, &key, LONG).await;
    assert_eq!(store.claim(&key, LONG, None).await?, Claim::Busy);
    assert!(store.renew(&key, &owner, LONG).await?);
    assert!(store.settle(&key, &owner, LONG).await?);
    assert_eq!(store.claim(&key, LONG, None).await?, Claim::Done);
    assert!(!store.settle(&key, &owner, LONG).await?);

    let key = format!("rust:update:{}", unique());
    let former = owner_of(&store, &key, SHORT).await;
    let owner = until_free(&store, &key).await;
    assert!(!store.renew(&key, &former, LONG).await?);
    assert!(!store.settle(&key, &former, LONG).await?);
    assert!(!store.release(&key, &former).await?);
    assert_eq!(store.claim(&key, LONG, None).await?, Claim::Busy);
    assert!(store.release(&key, &owner).await?);
    owner_of(&store, &key, LONG).await;

    let key = format!("rust:turn:{}", unique());
    let Claim::Owned(owner) = store.claim(&key, LONG, Some(1)).await? else { panic!("a new key is not free") };
    for place in [10_000_000_000, 9] {
        assert_eq!(store.claim(&key, LONG, Some(place)).await?, Claim::Busy);
    }
    store.release(&key, &owner).await?;
    assert_eq!(store.claim(&key, LONG, Some(10_000_000_000)).await?, Claim::Busy);
    assert!(matches!(store.claim(&key, LONG, Some(9)).await?, Claim::Owned(_)));
    Ok(())
}

/// 20 messages of a user in 20 groups at once, to two bots with a store each: the session counts all of them.
async fn counts_by_user<S, R, W>(
    stores: [S; 2],
    read: impl Fn(S, String) -> R + Clone + Send + Sync + 'static,
    write: impl Fn(S, String, String) -> W + Clone + Send + Sync + 'static,
) -> Result<(), BoxError>
where
    S: ClaimStore + Clone + Send + Sync + 'static,
    R: Future<Output = Result<Option<String>, BoxError>> + Send,
    W: Future<Output = Result<(), BoxError>> + Send,
{
    let user = unique() % 1_000_000_000;
    let key = format!("rust:session:user:{user}");
    let mut deliveries = Vec::new();
    for index in 0..20_usize {
        let store = stores[index % 2].clone();
        let order = Order::by(Update::user_id);
        let webhook = Webhook::new("/hook/a-long-secret").store(store.clone()).in_order(order).deadline(LONG);
        let body = format!(
            r#"{{"update_id":{update_id},"message":{{"message_id":1,"date":1,"chat":{{"id":-{chat},"type":"group","title":"A"}},"from":{{"id":{user},"is_bot":false,"first_name":"A"}},"text":"a"}}}}"#,
            update_id = unique(),
            chat = index + 1,
        );
        let (read, write, key) = (read.clone(), write.clone(), key.clone());
        deliveries.push(tokio::spawn(async move {
            let request =
                Request::new("POST", "/hook/a-long-secret").header("content-type", "application/json").body(body);
            // The turn of the user is held, so no other update reads or writes the session meanwhile.
            let handler = move |_, _| async move {
                let count: u32 = read(store.clone(), key.clone()).await?.map_or(Ok(0), |text| text.parse())?;
                tokio::task::yield_now().await;
                write(store, key, (count + 1).to_string()).await
            };
            webhook.handle(request, handler).await.status()
        }));
    }
    for delivery in deliveries {
        assert_eq!(delivery.await?, 200);
    }
    assert_eq!(read(stores[0].clone(), key).await?.as_deref(), Some("20"));
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn redis() -> Result<(), BoxError> {
    let Ok(url) = std::env::var("BOTWIRE_TEST_REDIS") else { return Ok(()) };
    keeps_its_promises(RedisStore::connect(&url).await?).await?;
    let stores = [RedisStore::connect(&url).await?, RedisStore::connect(&url).await?];
    let read = |store: RedisStore, key: String| async move { store.read(&key).await };
    let write = |store: RedisStore, key: String, text: String| async move { store.write(&key, &text).await };
    counts_by_user(stores, read, write).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() -> Result<(), BoxError> {
    let Ok(url) = std::env::var("BOTWIRE_TEST_POSTGRES") else { return Ok(()) };
    let pool = PgPool::connect(&url).await?;
    sqlx::raw_sql(&format!("BEGIN; SELECT pg_advisory_xact_lock(hashtext('botwire')); {SCHEMA} COMMIT"))
        .execute(&pool)
        .await?;
    keeps_its_promises(PostgresStore::new(pool.clone())).await?;
    let stores = [PostgresStore::new(pool.clone()), PostgresStore::new(PgPool::connect(&url).await?)];
    let read = |store: PostgresStore, key: String| async move { store.read(&key).await };
    let write = |store: PostgresStore, key: String, text: String| async move { store.write(&key, &text).await };
    counts_by_user(stores, read, write).await?;

    let [dead, in_flight] = ["dead", "in flight"].map(|name| format!("rust:{name}:{}", unique()));
    let insert =
        "INSERT INTO botwire_claims VALUES ($1, 'a', now() - interval '2 days'), ($2, 'a', now() - interval '1 hour')";
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
