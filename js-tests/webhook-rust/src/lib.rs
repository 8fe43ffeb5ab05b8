//! A bot that echoes texts and answers button presses: the twin of `twin.mjs`, reply for reply.

mod objects;
mod rejections;
mod replies;
mod routed;
mod sessions;
mod settings;
mod trials;

use worker::{Context, Env, Request, Response, Result, event};

#[event(fetch)]
async fn fetch(request: Request, env: Env, context: Context) -> Result<Response> {
    if request.path() == "/handled" {
        return Response::from_json(&trials::handled());
    }
    if request.path() == "/refused" {
        return Response::from_json(&rejections::take());
    }
    if env.var("AXUM").is_ok() {
        return routed::answer(request, env, context).await;
    }
    let webhook = settings::webhook(&env, &request.url()?, move |task| context.wait_until(task));
    let webhook = webhook.map_err(|error| error.to_string())?;
    let request = worker::web_sys::Request::try_from(&request)?;
    if env.var("SESSIONS").is_ok() {
        let handler = sessions::handler(&env).map_err(|error| error.to_string())?;
        return Ok(webhook.handle_with(request, env, handler).await.into());
    }
    Ok(webhook.handle_with(request, env, replies::handle).await.into())
}
