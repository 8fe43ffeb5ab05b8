//! How updates reach bots: by long polls and by webhooks.

pub(crate) mod attempt;
pub(crate) mod polls;
mod webhooks;
