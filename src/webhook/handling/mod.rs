//! Handles updates that come by webhook or by poll. Needs a client.

#[cfg(feature = "axum")]
mod axum;
mod background;
mod body;
mod callback_routes;
mod commands;
mod composition;
mod context;
pub mod conversations;
mod delivery;
mod driver;
#[cfg(any(web, test))]
pub mod durable_objects;
mod exit;
mod failure;
mod handler;
mod held;
#[cfg(feature = "http")]
mod http;
mod keys;
mod kinds;
pub(super) mod options;
mod order;
#[cfg(web)]
mod panics;
mod places;
mod poll;
mod progress;
mod query;
mod record;
mod register;
mod request;
mod response;
mod save;
mod send;
mod session_place;
mod sessions;
mod setters;
mod shared;
#[cfg(web)]
mod signal;
pub mod stores;
mod task_set;
#[cfg(not(web))]
mod timer;
mod unwound;
#[cfg(web)]
mod web;

pub use callback_routes::{CallbackRoutes, callback_routes};
pub use commands::{Commands, commands};
pub use composition::{
    Handler, Pass, first, handler, in_channels, in_groups, in_private, on, on_command, on_message, pressed, when,
};
pub use context::Context;
pub use failure::{AfterError, Cause, Failure};
pub use options::{AtDeadline, Returned, Task};
pub use order::Order;
pub use poll::{Polling, poll, poll_with};
pub use register::{Registration, Setting};
pub use request::{HostRequest, Request};
pub use response::Response;
pub use sessions::{Session, Sessions};
