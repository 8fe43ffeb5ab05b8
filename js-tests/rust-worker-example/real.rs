//! A worker of usual size, which is measured: a calendar with seven commands, dates of chrono, and sessions by derive of serde.

mod claims;

use botwire::client::{Bot, Error};
use botwire::methods::SendMessage;
use botwire::text::Commands;
use botwire::types::Message;
use botwire::webhook::stores::{BoxError, DurableObjectStore};
use botwire::webhook::{Context, Order, Sessions, Webhook, on_command};
use chrono::{DateTime, NaiveDate};
use serde::{Deserialize, Serialize};
use worker::web_sys::{Request, Response};
use worker::{Env, event};

#[derive(Commands)]
enum Command {
    /// Greets you
    Start,
    /// Shows this help
    Help,
    /// Adds an event
    Add { date: NaiveDate, name: String },
    /// Removes an event
    Remove { number: usize },
    /// Lists the events
    List,
    /// Says how many days remain
    Next,
    /// Removes all events
    Clear,
}

#[derive(Default, Serialize, Deserialize)]
struct Calendar {
    owner: Option<String>,
    events: Vec<CalendarEvent>,
}

#[derive(Serialize, Deserialize)]
struct CalendarEvent {
    /// The days since the beginning of our era.
    day: i32,
    name: String,
}

impl CalendarEvent {
    fn line(&self, number: usize) -> String {
        let date = NaiveDate::from_num_days_from_ce_opt(self.day).unwrap_or_default();
        format!("{number}. {}: {}", date.format("%A, %e %B %Y"), self.name)
    }
}

#[event(fetch)]
async fn fetch(request: Request, env: Env, context: worker::Context) -> Result<Response, BoxError> {
    let setting = |name| env.var(name).map(|value| value.to_string());
    let bot = Bot::new(&setting("SERVICE")?, &setting("BOT_TOKEN")?)?;
    let store = || DurableObjectStore::of(&env, "CLAIMS");
    let webhook = Webhook::with_store(setting("HOOK_PATH")?, store()?).bot(bot).in_order(Order::by_chat());
    let webhook = webhook.wait_until(move |task| context.wait_until(task));
    let handler = Sessions::<Calendar>::new(store()?).around(on_command(answer));
    Ok(webhook.handle(request, handler).await)
}

async fn answer(message: Message, command: Command, context: Context) -> Result<SendMessage, Error> {
    let mut calendar = context.session::<Calendar>()?;
    let text = match command {
        Command::Start => {
            calendar.owner = message.from.as_ref().map(|user| user.first_name.clone());
            format!("Hello {}.\n{}", calendar.owner.as_deref().unwrap_or_default(), Command::help())
        }
        Command::Help => Command::help(),
        Command::Add { date, name } => {
            calendar.events.push(CalendarEvent { day: chrono::Datelike::num_days_from_ce(&date), name });
            calendar.events.sort_by_key(|event| event.day);
            format!("You have {} events.", calendar.events.len())
        }
        Command::Remove { number } if (1..=calendar.events.len()).contains(&number) => {
            format!("Removed: {}", calendar.events.remove(number - 1).name)
        }
        Command::Remove { number } => format!("There is no event {number}."),
        Command::List => {
            let lines: Vec<_> = calendar.events.iter().zip(1..).map(|(event, number)| event.line(number)).collect();
            if lines.is_empty() { "You have no events.".to_owned() } else { lines.join("\n") }
        }
        Command::Next => {
            let today = DateTime::from_timestamp(message.date, 0).unwrap_or_default().date_naive();
            let today = chrono::Datelike::num_days_from_ce(&today);
            let next = calendar.events.iter().find(|event| event.day >= today);
            next.map_or("Nothing is planned.".to_owned(), |event| format!("{}: {} days", event.name, event.day - today))
        }
        Command::Clear => {
            calendar.events.clear();
            "Your calendar is empty.".to_owned()
        }
    };
    Ok(message.reply(text))
}
