//! What nearly every method, action, rule and view names: the service, what it stores, why it refuses, time, and the
//! specification's types.

pub(super) use super::clock::{DAY, HOUR, SECOND, Time};
pub(super) use super::refusal::{OrRefuse, Refusal, Result, forbid_if, refuse_if};
pub(super) use super::service::Service;
pub(super) use super::state::*;
pub(super) use crate::methods::*;
pub(super) use crate::types::*;
