//! The Durable Object of this worker.

use botwire::webhook::durable_objects;
use worker::{DurableObject, Env, Request, Response, Result, State, durable_object};

#[durable_object]
pub struct RustClaims(durable_objects::UpdateClaims);

impl DurableObject for RustClaims {
    fn new(state: State, _: Env) -> Self {
        Self(durable_objects::UpdateClaims::new(state._inner()))
    }
    async fn fetch(&self, request: Request) -> Result<Response> {
        Ok(self.0.fetch(request.inner()).await?.into())
    }
    async fn alarm(&self) -> Result<Response> {
        self.0.alarm().await?;
        Response::empty()
    }
}
