//! Handles updates of one chat that arrive at once, with the default options: `order <updates> <milliseconds of a handler>` prints the
//! milliseconds that all take, and the number of responses other than 200.

use std::env;
use std::error::Error;
use std::time::{Duration, Instant};

use botwire::webhook::{Order, Request, Webhook};
use tokio::runtime::Builder;
use tokio::time::sleep;

const PATH: &str = "/hook/a-long-secret";

fn delivery(update_id: u64) -> Request {
    let message = r#"{"message_id":1,"date":1,"chat":{"id":1,"type":"private"},"text":"hi"}"#;
    let body = format!(r#"{{"update_id":{update_id},"message":{message}}}"#);
    Request::new("POST", PATH).header("content-type", "application/json").body(body)
}

async fn statuses(updates: u64, handler: Duration) -> Result<Vec<u16>, Box<dyn Error>> {
    let webhook = Webhook::new(PATH).in_order(Order::by_chat());
    let mut deliveries = Vec::new();
    for update_id in 1..=updates {
        let webhook = webhook.clone();
        deliveries.push(tokio::spawn(async move {
            webhook.handle(delivery(update_id), async move |_, _| sleep(handler).await).await.status()
        }));
    }
    let mut statuses = Vec::new();
    for delivery in deliveries {
        statuses.push(delivery.await?);
    }
    Ok(statuses)
}

fn main() -> Result<(), Box<dyn Error>> {
    let parameters: Vec<u64> = env::args().skip(1).map(|parameter| parameter.parse()).collect::<Result<_, _>>()?;
    let [updates, handler_ms] = parameters[..] else { return Err("order <updates> <milliseconds of a handler>".into()) };
    let runtime = Builder::new_current_thread().enable_time().build()?;
    let since = Instant::now();
    let statuses = runtime.block_on(statuses(updates, Duration::from_millis(handler_ms)))?;
    let refused = statuses.iter().filter(|status| **status != 200).count();
    println!("{} {refused}", since.elapsed().as_secs_f64() * 1000.0);
    Ok(())
}
