//! Trials that tests start by the text of a message, such as `/slow 300`.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use botwire::methods::{AnswerPreCheckoutQuery, SendDocument, SendMediaGroup, SendMessage};
use botwire::types::{ChatId, InputFile, InputMedia, InputMediaPhoto, InputMediaVideo, Update, UpdateId};
use botwire::webhook::stores::BoxError;
use botwire::webhook::{Context, InlineCall};
use serde_json::json;
use worker::{Delay, Env};

thread_local! {
    /// The updates that this isolate has handled.
    static HANDLED: RefCell<Vec<UpdateId>> = const { RefCell::new(Vec::new()) };
    /// How many times it has handled "once".
    static RUNS: Cell<u32> = const { Cell::new(0) };
}

pub fn handled() -> Vec<UpdateId> {
    HANDLED.take()
}

/// Writes down a step, in the order of all isolates.
async fn step(env: &Env, what: &str, id: UpdateId) -> Result<(), BoxError> {
    let log = env.durable_object("STEPS")?.id_from_name("all")?.get_stub()?;
    log.fetch_with_str(&format!("https://log.invalid/add?what={what}-{id}")).await?;
    Ok(())
}

/// Returns the trial that an update requests, and its argument.
pub fn asked(update: &Update) -> Option<(String, String)> {
    if let Some(query) = update.pre_checkout_query.as_ref().filter(|query| query.id.starts_with("slow ")) {
        return Some(("pay".to_owned(), query.id.to_string()));
    }
    if let Some(query) = update.callback_query.as_ref() {
        let (trial, with) = query.data.as_ref()?.strip_prefix('/')?.split_once(' ')?;
        return Some((trial.to_owned(), with.to_owned()));
    }
    let (trial, with) = update.message.as_ref()?.text.as_ref()?.strip_prefix('/')?.split_once(' ')?;
    Some((trial.to_owned(), with.to_owned()))
}

pub async fn run(
    trial: &str,
    with: &str,
    update: Update,
    context: Context<Env>,
) -> Result<Option<InlineCall>, BoxError> {
    let env = context.env();
    let chat = update.message.as_ref().map_or(ChatId(1), |message| message.chat.id);
    Ok(match trial {
        "slow" => {
            Delay::from(Duration::from_millis(with.parse()?)).await;
            Some(SendMessage::new(chat, format!("after {with} ms")).into())
        }
        "early" => {
            context.answer(update.callback_query.ok_or("no query")?.answer().text("early")).await?;
            Delay::from(Duration::from_millis(with.parse()?)).await;
            Some(SendMessage::new(chat, format!("late: {}", context.is_late())).into())
        }
        "later" => {
            let (wait, signal) = (Duration::from_millis(with.parse()?), context.signal());
            context.wait_until(async move {
                Delay::from(wait).await;
                SendMessage::new(chat, format!("by a task, aborted: {}", signal.aborted()))
            });
            Some(SendMessage::new(chat, context.kind().ok_or("no kind")?.to_string()).into())
        }
        "fail" => return Err(with.into()),
        "long" => Some(SendMessage::new(chat, "x".repeat(with.parse()?)).into()),
        "document" => {
            let file = InputFile::bytes(with.as_bytes(), "a \"b\".txt").mime_type("text/plain");
            Some(SendDocument::new(chat, file).caption("line\nline").into())
        }
        "album" => {
            let photo = InputMediaPhoto::new(InputFile::bytes(with.as_bytes(), "a.jpg")).caption("c");
            let video = InputMediaVideo::new("file_id");
            Some(SendMediaGroup::new(chat, [InputMedia::from(photo), video.into()]).into())
        }
        "named" => Some(InlineCall::named("SENDDICE", &json!({"chat_id": chat, "emoji": with, "none": null}))),
        // The first run fails, after a delay in which another request can start to wait for it.
        "once" => {
            let run = RUNS.with(|runs| runs.replace(runs.get() + 1)) + 1;
            Delay::from(Duration::from_millis(with.parse()?)).await;
            if run == 1 {
                return Err("run 1".into());
            }
            worker::Cache::default().get("https://cache.invalid/", false).await?;
            Some(SendMessage::new(chat, format!("run {run}")).into())
        }
        // Fails randomly, once in `with` runs, and records handled updates.
        "count" => {
            if js_sys::Math::random() * with.parse::<f64>()? < 1.0 {
                return Err("one of many".into());
            }
            HANDLED.with_borrow_mut(|handled| handled.push(update.update_id));
            Some(SendMessage::new(chat, update.update_id.to_string()).into())
        }
        "step" => {
            step(env, "begin", update.update_id).await?;
            Delay::from(Duration::from_millis(with.parse()?)).await;
            step(env, "end", update.update_id).await?;
            None
        }
        "pay" => {
            Delay::from(Duration::from_millis(with.trim_start_matches("slow ").parse()?)).await;
            Some(AnswerPreCheckoutQuery::accept(with).into())
        }
        _ => None,
    })
}
