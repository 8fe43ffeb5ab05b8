//! A bot that echoes texts and answers button presses: the twin of `twin.mjs`, reply for reply.

mod settings;
mod trials;

use botwire::methods::SendMessage;
use botwire::types::Update;
use botwire::webhook::{Event, InlineCall};
use worker::{Context, Env, Error, Request, Response, Result, event};

#[event(fetch)]
async fn fetch(request: Request, env: Env, context: Context) -> Result<Response> {
    let webhook = settings::webhook(&env, context).map_err(|error| Error::from(error.to_string()))?;
    let request = (&request).try_into()?;
    let answer = webhook.handle(request, async move |update| match trials::asked(&update) {
        Some((trial, with)) => trials::run(&trial, &with, update, &env).await,
        None => Ok(reply(update)),
    });
    Ok(answer.await.into())
}

fn reply(update: Update) -> Option<InlineCall> {
    let kind = update.kind()?.to_string();
    match update.into_event()? {
        Event::CallbackQuery(mut query) => {
            let data = query.data.take()?;
            Some(query.answer().text(data).into())
        }
        Event::Message(message) => {
            Some(SendMessage::new(message.chat.id, message.text?).reply_to_message_id(message.message_id).into())
        }
        // One that does not fit its type.
        Event::Other(_, value) if kind == "message" && !value["text"].is_string() => None,
        _ => Some(SendMessage::new(1, kind).into()),
    }
}
