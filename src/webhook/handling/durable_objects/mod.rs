//! The Durable Objects of a worker in Rust, for any version of the `worker` crate, since they take the host's own objects.
//!
//! A worker's class is only this, and wrangler binds it like any other:
//!
//! ```text
//! use botwire::webhook::durable_objects;
//! use worker::{DurableObject, Env, Request, Response, Result, State, durable_object};
//!
//! #[durable_object(alarm)]
//! pub struct UpdateClaims(durable_objects::UpdateClaims);
//!
//! impl DurableObject for UpdateClaims {
//!     fn new(state: State, _: Env) -> Self {
//!         Self(durable_objects::UpdateClaims::new(state._inner()))
//!     }
//!     async fn fetch(&self, request: Request) -> Result<Response> {
//!         Ok(self.0.fetch(request.inner()).await?.into())
//!     }
//!     async fn alarm(&self) -> Result<Response> {
//!         self.0.alarm().await?;
//!         Response::empty()
//!     }
//! }
//! ```
//!
//! In `wrangler.toml`: a binding `{ name = "CLAIMS", class_name = "UpdateClaims" }` under `[durable_objects]`, and the
//! class among the `new_sqlite_classes` (or `new_classes`) of a migration. The webhook asks it through
//! [`DurableObjectStore`](super::stores::DurableObjectStore), for claims, [turns](crate::webhook::Webhook::in_order)
//! and [sessions](super::Sessions).

mod question;
#[cfg(web)]
mod records;
#[cfg(web)]
mod storage;
#[cfg(web)]
mod update_claims;

#[cfg(web)]
pub use update_claims::UpdateClaims;
