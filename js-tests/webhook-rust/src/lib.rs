//! A bot that echoes texts and answers button presses: the twin of `twin.mjs`, reply for reply.

use botwire::methods::{AnswerCallbackQuery, SendMessage};
use botwire::types::Update;
use botwire::webhook::{InlineCall, Webhook};
use worker::{Context, Env, Request, Response, Result, event};

#[event(fetch)]
async fn fetch(request: Request, env: Env, _context: Context) -> Result<Response> {
    let webhook = Webhook::new(env.var("HOOK")?.to_string());
    let answer = webhook.handle((&request).try_into()?, async |update| reply(update)).await;
    Ok(answer.into())
}

fn reply(update: Update) -> Option<InlineCall> {
    if let Some(query) = update.callback_query {
        return Some(AnswerCallbackQuery::new(query.id).text(query.data?).into());
    }
    let kind = update.kind()?.to_string();
    match update.message {
        Some(message) => {
            Some(SendMessage::new(message.chat.id, message.text?).reply_to_message_id(message.message_id).into())
        }
        None => Some(SendMessage::new(1, kind).into()),
    }
}
