//! The updates of a schedule, and the behavior of their handlers.

use std::sync::Arc;

use botwire::methods::{AnswerCallbackQuery, SendMessage};
use botwire::types::Update;
use botwire::webhook::stores::BoxError;
use botwire::webhook::{Context, InlineCall, Request};
use serde_json::json;

use crate::schedule::{Does, Settings};
use crate::world::{Running, World, bot_of, update_id};

/// Callback queries have an answer; messages do not.
pub fn is_query(update: usize) -> bool {
    update_id(update).is_multiple_of(2)
}

pub fn request(update: usize) -> Request {
    let id = update_id(update);
    let body = if is_query(update) {
        let from = json!({"id": 7, "is_bot": false, "first_name": "A"});
        json!({"update_id": id, "callback_query": {"id": format!("q{id}"), "from": from, "chat_instance": "1", "data": "d"}})
    } else {
        let chat = json!({"id": 7, "type": "private"});
        json!({"update_id": id, "message": {"message_id": id, "date": 1, "chat": chat, "text": "hi"}})
    };
    Request::new("POST", "/hook/secret").header("content-type", "application/json").body(body.to_string())
}

/// The program that runs the handler.
#[derive(Clone)]
pub struct Program {
    pub world: World,
    pub behaviors: Arc<Vec<Vec<(u64, Does)>>>,
    pub settings: Settings,
    pub chat: i64,
    /// The number of the process, which is never reused.
    pub process: usize,
}

impl Program {
    /// Handles an update as its schedule says.
    pub async fn handle(self, at: usize, _: Update, context: Context) -> Result<Option<InlineCall>, BoxError> {
        let Self { world, behaviors, settings, chat, process } = self;
        let _running = Running::new(&world, bot_of(at), process);
        let (run, (before_ms, does)) = {
            let mut record = world.record();
            record.runs[at] += 1;
            record.late_runs[at] += u32::from(record.settled[at]);
            let run = record.runs[at];
            (run, behaviors[at][run.min(behaviors[at].len()) - 1])
        };
        let key = format!("{at}.{run}");
        if is_query(at) && matches!(does, Does::Answer | Does::AnswerAndThrow) {
            let answer = AnswerCallbackQuery::new(format!("q{}", update_id(at))).text(key.as_str());
            // An ordinary call fails: the emulator does not know this query.
            match context.answer(answer).await {
                Err(error) if error.kind() != "api" => return Err(error.into()),
                _ => {}
            }
        }
        if before_ms > 0 {
            world.wait(before_ms).await;
        }
        // The hook returns a response for the handler, and the pending answer is still sent.
        if does == Does::AnswerAndThrow && is_query(at) && settings.on_error_handles && !context.is_late() {
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
}
