//! Polls a service in memory under a load: `poll <load> <size>` prints the longest wait of an update for its handler and the CPU time of
//! the thread, in milliseconds. The loads are those of `poll.mjs`, which explains them.

use std::env;
use std::error::Error;
use std::fs::read_to_string;
use std::future::pending;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use botwire::client::{Bot, Request, Response, Transport, TransportError};
use botwire::types::Update;
use botwire::webhook::{Context, poll};
use tokio::sync::Notify;
use tokio::time::{sleep, sleep_until};

const SLOW_HANDLER: Duration = Duration::from_secs(2);
const TASK: Duration = Duration::from_millis(500);

/// When an update arrives, in milliseconds, and its chat.
type Arrival = (u64, u64);

struct Service {
    since: Instant,
    /// In the order of time. The identifier of an update is its index plus one.
    arrivals: Vec<Arrival>,
    confirmed: Mutex<usize>,
}

impl Service {
    async fn updates(&self, body: &str) -> String {
        let number = |name: &str| -> Option<usize> {
            let digits = body.split_once(name)?.1.trim_start_matches([':', '"']);
            digits.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
        };
        if let Some(offset) = number("offset") {
            *self.confirmed.lock().unwrap() = offset.saturating_sub(1);
        }
        let first = *self.confirmed.lock().unwrap();
        let waits = number("timeout").is_some_and(|timeout| timeout > 0);
        match self.arrivals.get(first) {
            Some((at, _)) if waits => sleep_until((self.since + Duration::from_millis(*at)).into()).await,
            None if waits => pending().await,
            _ => {}
        }
        let now = self.since.elapsed().as_millis();
        let here =
            self.arrivals.iter().enumerate().skip(first).take(100).take_while(|(_, (at, _))| u128::from(*at) <= now);
        let updates = here.map(|(index, (_, chat))| {
            let message = format!(r#"{{"message_id":1,"date":1,"chat":{{"id":{chat},"type":"private"}},"text":"hi"}}"#);
            format!(r#"{{"update_id":{},"message":{message}}}"#, index + 1)
        });
        format!(r#"{{"ok":true,"result":[{}]}}"#, updates.collect::<Vec<_>>().join(","))
    }
}

struct InMemory(Arc<Service>);

impl Transport for InMemory {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let bytes = request.body.into_bytes().unwrap_or_default();
        let body = String::from_utf8_lossy(&bytes);
        let is_poll = request.url.ends_with("getUpdates");
        let answer = if is_poll { self.0.updates(&body).await } else { r#"{"ok":true,"result":true}"#.to_owned() };
        Ok(Response::new(200, answer))
    }

    async fn sleep(&self, wait: Duration) -> Result<(), TransportError> {
        sleep(wait).await;
        Ok(())
    }
}

/// Returns the CPU time of the thread in milliseconds.
fn cpu_ms() -> Result<f64, Box<dyn Error>> {
    let nanoseconds: f64 =
        read_to_string("/proc/thread-self/schedstat")?.split(' ').next().unwrap_or_default().parse()?;
    Ok(nanoseconds / 1e6)
}

async fn run(load: &'static str, arrivals: Vec<Arrival>) -> Result<f64, Box<dyn Error>> {
    let service = Arc::new(Service { since: Instant::now(), arrivals, confirmed: Mutex::default() });
    let bot = Bot::with_transport("https://service.example", "1:TOKEN", InMemory(service.clone()))?;
    let (longest, handled, end) = (Arc::new(Mutex::new(0.0_f64)), Arc::new(Mutex::new(0)), Arc::new(Notify::new()));
    let ended = end.clone();
    let waits = longest.clone();
    let handler = move |update: Update, context: Context| {
        let (service, longest, handled, end) = (service.clone(), longest.clone(), handled.clone(), end.clone());
        async move {
            let index = usize::try_from(update.update_id.0 - 1).unwrap_or_default();
            let (at, chat) = service.arrivals[index];
            let waited = service.since.elapsed().as_secs_f64() * 1000.0 - at as f64;
            if chat > 1 {
                let mut longest = longest.lock().unwrap();
                *longest = longest.max(waited);
            }
            match load {
                "slow" if chat == 1 => sleep(SLOW_HANDLER).await,
                "tasks" => context.wait_until(async { sleep(TASK).await }),
                _ => {}
            }
            let mut handled = handled.lock().unwrap();
            *handled += 1;
            if *handled == service.arrivals.len() {
                end.notify_one();
            }
        }
    };
    poll(&bot, handler).run(ended.notified()).await?;
    let longest = *waits.lock().unwrap();
    Ok(longest)
}

fn main() -> Result<(), Box<dyn Error>> {
    let parameters: Vec<String> = env::args().skip(1).collect();
    let [load, size] = &parameters[..] else { return Err("poll <load> <size>".into()) };
    let size: u64 = size.parse()?;
    let (load, arrivals): (_, Vec<Arrival>) = match load.as_str() {
        // A slow handler in chat 1, and then an update in another chat each 25 ms.
        "slow" => ("slow", std::iter::once((0, 1)).chain((1..size).map(|index| (index * 25, index + 1))).collect()),
        "backlog" => ("backlog", (0..size).map(|index| (0, index % 1000 + 1)).collect()),
        "tasks" => ("tasks", (0..size).map(|index| (0, index % 1000 + 1)).collect()),
        _ => return Err("loads: slow, backlog, tasks".into()),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let before = cpu_ms()?;
    let longest = runtime.block_on(run(load, arrivals))?;
    println!("{longest} {}", cpu_ms()? - before);
    Ok(())
}
