//! A call that is carried out.

use crate::emulator::clock::Time;
use crate::emulator::service::Service;
use crate::emulator::state::fault_kind::FaultKind;

/// A call that is carried out.
pub(crate) struct MethodCall<'a> {
    pub service: &'a mut Service,
    pub caller: Caller,
    /// The fault that strikes the call.
    pub fault: Option<FaultKind>,
}

/// Who calls, and when.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Caller {
    pub bot: i64,
    pub now: Time,
}
