//! The updates of a schedule, and what their handler does.

use std::sync::Arc;

use botwire::methods::{AnswerCallbackQuery, SendMessage};
use botwire::types::Update;
use botwire::webhook::stores::BoxError;
use botwire::webhook::{Context, InlineCall, Request};
use serde_json::json;

use crate::schedule::Does;
use crate::world::{World, index};

/// Callback queries have an answer; messages have none.
pub fn is_query(update: usize) -> bool {
    update.is_multiple_of(2)
}

pub fn request(update: usize) -> Request {
    let id = update + 1;
    let body = if is_query(update) {
        let from = json!({"id": 7, "is_bot": false, "first_name": "A"});
        json!({"update_id": id, "callback_query": {"id": format!("q{id}"), "from": from, "chat_instance": "1", "data": "d"}})
    } else {
        let chat = json!({"id": 7, "type": "private"});
        json!({"update_id": id, "message": {"message_id": id, "date": 1, "chat": chat, "text": "hi"}})
    };
    Request::new("POST", "/hook/secret").header("content-type", "application/json").body(body.to_string())
}

/// What the handler of an update does.
pub async fn handle(
    world: World,
    behaviours: Arc<Vec<Vec<(u64, Does)>>>,
    handles: bool,
    chat: i64,
    update: Update,
    context: Context,
) -> Result<Option<InlineCall>, BoxError> {
    let at = index(update.update_id.0);
    let (run, (before_ms, does)) = {
        let mut record = world.record();
        record.runs[at] += 1;
        let run = record.runs[at];
        (run, behaviours[at][run.min(behaviours[at].len()) - 1])
    };
    let key = format!("{}.{run}", at + 1);
    if is_query(at) && matches!(does, Does::Answer | Does::AnswerAndThrow) {
        context.answer(AnswerCallbackQuery::new(format!("q{}", at + 1)).text(key.as_str())).await?;
    }
    if before_ms > 0 {
        world.wait(before_ms).await;
    }
    // The hook answers for the handler, and the answer that is pending goes out all the same.
    if does == Does::AnswerAndThrow && is_query(at) && handles && !context.is_late() {
        world.record().owed.push((at, key.clone()));
    }
    match does {
        Does::Throw | Does::AnswerAndThrow => return Err(format!("the handler of {key} fails").into()),
        Does::Bot => {
            context.bot()?.send(SendMessage::new(chat, format!("bot {key}"))).await?;
        }
        Does::WaitUntil => {
            let wait = world.wait(5);
            context.wait_until(async move {
                wait.await;
                Err::<(), BoxError>("background".into())
            });
        }
        _ => {}
    }
    let mut record = world.record();
    record.successes[at] += 1;
    if does == Does::Call || does == Does::Answer && is_query(at) {
        record.owed.push((at, key.clone()));
    }
    Ok((does == Does::Call).then(|| SendMessage::new(chat, key).into()))
}
