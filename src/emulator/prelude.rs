//! Names that nearly every method, action, rule and view uses: the service, its state, refusals, time, and the
//! specification's types.

pub(super) use super::clock::{DAY, HOUR, SECOND, Time};
pub(super) use super::refusal::{OrRefuse, Refusal, Result, forbid_if, refuse_if};
pub(super) use super::service::Service;
pub(super) use super::state::*;
pub(super) use crate::methods::*;
pub(super) use crate::types::*;
