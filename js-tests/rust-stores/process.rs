//! A process of a bot over Redis, PostgreSQL or SQLite, as `stores/process-program.mjs`: it reads an update from each line, writes lines about
//! what happens, and ends itself at a step, before the store is asked or before its answer is used.

use std::env;
use std::io::stdin;
use std::process::abort;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use botwire::client::{self, Bot, Transport, TransportError};
use botwire::types::Update;
use botwire::webhook::conversations::{Talk, conversation};
use botwire::webhook::stores::{BoxError, Claim, ClaimStore, Commit, SessionStore};
use botwire::webhook::{Context, Failure, Order, Request, Response, Session, Sessions, Webhook, commands, first};
use botwire_example_stores::postgres::{PostgresStore, SCHEMA};
use botwire_example_stores::redis::RedisStore;
use botwire_example_stores::sqlite::SqliteStore;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::runtime::Runtime;
use tokio::time::sleep;

#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Settings {
    kind: String,
    url: String,
    token: String,
    lease_ms: u64,
    #[serde(default)]
    kill_at: u64,
    /// The session of a chat lists its updates, and the answer repeats the list.
    #[serde(default)]
    counts: bool,
    /// /form starts a conversation.
    #[serde(default)]
    talks: bool,
}

#[derive(Clone, Default, Serialize, Deserialize)]
struct Handled {
    handled: Vec<i64>,
}

/// A store whose process ends at a step.
#[derive(Clone)]
struct Mortal<S> {
    store: S,
    steps: Arc<AtomicU64>,
    kill_at: u64,
}

impl<S> Mortal<S> {
    async fn ask<T>(&self, question: impl Future<Output = Result<T, BoxError>>) -> Result<T, BoxError> {
        self.step();
        let answer = question.await;
        self.step();
        answer
    }

    async fn settling(
        &self,
        key: &str,
        question: impl Future<Output = Result<bool, BoxError>>,
    ) -> Result<bool, BoxError> {
        self.step();
        let answer = question.await;
        if let (Some(update_id), Ok(true)) = (key.split(':').nth(2), &answer) {
            println!("settled {update_id}");
        }
        self.step();
        answer
    }

    fn step(&self) {
        if self.steps.fetch_add(1, Ordering::SeqCst) + 1 == self.kill_at {
            abort();
        }
    }
}

impl<S: ClaimStore + Sync> ClaimStore for Mortal<S> {
    async fn claim(&self, key: &str, lease: Duration, place: Option<i64>, owner: &str) -> Result<Claim, BoxError> {
        self.ask(self.store.claim(key, lease, place, owner)).await
    }

    async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
        self.ask(self.store.renew(key, owner, lease)).await
    }

    async fn settle(&self, key: &str, owner: &str, ttl: Duration, response: Option<&str>) -> Result<bool, BoxError> {
        self.settling(key, self.store.settle(key, owner, ttl, response)).await
    }

    async fn release(&self, key: &str, owner: &str, attempts: u32) -> Result<bool, BoxError> {
        self.ask(self.store.release(key, owner, attempts)).await
    }

    fn identity(&self) -> Option<usize> {
        self.store.identity()
    }
}

impl<S: SessionStore + Sync> SessionStore for Mortal<S> {
    async fn read(&self, key: &str) -> Result<Option<String>, BoxError> {
        self.ask(self.store.read(key)).await
    }

    async fn write(&self, key: &str, text: &str, ttl: Option<Duration>, owner: &str) -> Result<bool, BoxError> {
        self.ask(self.store.write(key, text, ttl, owner)).await
    }

    async fn delete(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        self.ask(self.store.delete(key, owner)).await
    }

    async fn commit(&self, commit: &Commit) -> Result<bool, BoxError> {
        let key = commit.done.as_ref().map(|done| done.key.clone()).unwrap_or_default();
        self.settling(&key, self.store.commit(commit)).await
    }
}

/// A service that is never called.
struct NoService;

impl Transport for NoService {
    async fn send(&self, _: client::Request) -> Result<client::Response, TransportError> {
        Err(TransportError::new(std::io::Error::other("no service")))
    }

    async fn sleep(&self, wait: Duration) -> Result<(), TransportError> {
        sleep(wait).await;
        Ok(())
    }
}

/// Does the work of an update, whose text is its time in milliseconds.
async fn work(update: &Update) {
    let text = update.message.as_ref().and_then(|message| message.text.as_deref()).unwrap_or_default();
    println!("begin {} {}", update.update_id.0, now());
    sleep(Duration::from_millis(text.parse().unwrap_or(0))).await;
    println!("end {} {}", update.update_id.0, now());
}

/// Answers an update with a conversation, whose effect writes a line.
async fn talked<S: SessionStore + Clone + Send + Sync + 'static>(
    webhook: &Webhook,
    store: &Mortal<S>,
    request: Request,
) -> Response {
    let effects = store.clone();
    let form = conversation("form", move |talk: Talk| {
        let store = effects.clone();
        async move {
            let name: String = talk.ask("Name?").await;
            let effect = talk.once(async move |once| {
                store.step();
                println!("effect {}", once.key());
                store.step();
                Ok::<_, BoxError>(7)
            });
            let number: u8 = effect.await?;
            let city: String = talk.ask("City?").await;
            Ok::<_, BoxError>(format!("{name} {number} {city}"))
        }
    });
    let go = form.clone();
    let routes = commands().route("form", move |_, _, context| go.start(context));
    let handler = Sessions::<()>::new(store.clone()).by_user_in_chat().around(first([form.handler(), routes.into()]));
    webhook.handle(request, handler).await
}

fn now() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis())
}

/// Waits for the store: its server may be starting again.
async fn connected<S>(connect: impl AsyncFn() -> Result<S, BoxError>) -> S {
    loop {
        match connect().await {
            Ok(store) => return store,
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

fn serve<S: SessionStore + Clone + Send + Sync + 'static>(
    runtime: &Runtime,
    settings: &Settings,
    store: S,
) -> Result<(), BoxError> {
    let store = Mortal { store, steps: Arc::default(), kill_at: settings.kill_at };
    // The number in the token distinguishes bots in a store.
    let bot = Bot::with_transport("https://service.example", &settings.token, NoService)?;
    let path = format!("/{}", settings.token);
    let webhook = Webhook::new(&path)
        .bot(bot)
        .store(store.clone())
        .lease(Duration::from_millis(settings.lease_ms))
        .deadline(Duration::from_secs(60))
        .attempts(1000)
        .on_error(|_: &Failure| ());
    let webhook = if settings.counts || settings.talks {
        webhook
    } else {
        webhook.in_order(Order::by_chat().store(store.clone()))
    };
    println!("ready");
    for body in stdin().lines() {
        let body = body?;
        let update_id = serde_json::from_str::<Value>(&body)?["update_id"].clone();
        let request = Request::new("POST", &path).header("content-type", "application/json").body(body);
        let (webhook, store) = (webhook.clone(), store.clone());
        let (counts, talks) = (settings.counts, settings.talks);
        runtime.spawn(async move {
            let response = if talks {
                talked(&webhook, &store, request).await
            } else if counts {
                let handler =
                    Sessions::new(store).handler(async |update: Update, _: Context, mut session: Session<Handled>| {
                        let message = update.message.clone()?;
                        if message.text.as_deref() != Some("list") {
                            session.handled.push(update.update_id.0);
                            work(&update).await;
                        }
                        Some(message.reply(format!("{:?}", session.handled)))
                    });
                webhook.handle(request, handler).await
            } else {
                webhook.handle(request, async |update: Update, _: Context| work(&update).await).await
            };
            let (status, body) = (response.status(), response.into_bytes().unwrap_or_default());
            println!("{status} {update_id} {}", String::from_utf8_lossy(&body));
        });
    }
    Ok(())
}

fn main() -> Result<(), BoxError> {
    let settings: Settings = serde_json::from_str(&env::args().nth(1).unwrap_or_default())?;
    let runtime = Runtime::new()?;
    match settings.kind.as_str() {
        "redis" => {
            let store = runtime.block_on(connected(|| RedisStore::connect(&settings.url)));
            serve(&runtime, &settings, store)
        }
        "sqlite" => serve(&runtime, &settings, SqliteStore::open(&settings.url)?),
        _ => {
            let store = runtime.block_on(connected(async || {
                let pool = sqlx::PgPool::connect(&settings.url).await?;
                let schema = format!("BEGIN; SELECT pg_advisory_xact_lock(hashtext('botwire')); {SCHEMA} COMMIT");
                sqlx::raw_sql(&schema).execute(&pool).await?;
                Ok(PostgresStore::new(pool))
            }));
            serve(&runtime, &settings, store)
        }
    }
}
