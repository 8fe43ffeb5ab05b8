//! What each section names: the methods, and what the emulator names everywhere.

pub(super) use crate::emulator::prelude::*;
pub(super) use crate::methods::*;
