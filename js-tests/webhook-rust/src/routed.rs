//! The same webhook in a router of axum.

use std::sync::Arc;

use axum::Router;
use axum::extract::{self, State};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use tower_service::Service;
use worker::{Context, Env, Error, Result, Url};

use crate::replies::handle;
use crate::settings;

#[derive(Clone)]
struct App {
    env: Env,
    url: Url,
    context: Arc<Context>,
}

pub async fn answer(request: worker::Request, env: Env, context: Context) -> Result<worker::Response> {
    let app = App { env, url: request.url()?, context: Arc::new(context) };
    let mut router = Router::new().route("/hook/{secret}", any(hook)).with_state(app);
    let request: http::Request<worker::Body> = request.try_into()?;
    router.call(request).await?.try_into()
}

#[worker::send]
async fn hook(State(app): State<App>, request: extract::Request) -> Response {
    let context = app.context;
    let webhook = settings::webhook(&app.env, &app.url, move |task| context.wait_until(task));
    match webhook.map_err(|error| Error::from(error.to_string())) {
        Ok(webhook) => webhook.handle_with(request, app.env, handle).await.into_response(),
        Err(error) => error.to_string().into_response(),
    }
}
