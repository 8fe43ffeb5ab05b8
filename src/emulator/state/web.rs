//! What finds files behind URLs.

use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

use crate::emulator::state::Hosted;

type Find = dyn Fn(&str) -> Option<Hosted> + Send + Sync;

/// The function that finds what nobody hosts.
#[derive(Clone, Default)]
pub(crate) struct Web(pub Option<Arc<Find>>);

impl Debug for Web {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Web").field(&self.0.is_some()).finish()
    }
}
