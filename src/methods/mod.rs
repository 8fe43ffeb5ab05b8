//! The methods of the service, a file for each section of the specification.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::wire;

// In the order of the specification, which the list of methods follows; the empty lines keep
// rustfmt from sorting them.
mod updates;

mod sending;

mod locations;

mod files;

mod chats;

mod callbacks;

mod editing;

mod inline;

mod stickers;

mod payments;

mod games;

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

pub use callbacks::*;
pub use chats::*;
pub use editing::*;
pub use files::*;
pub use games::*;
pub use inline::*;
pub use locations::*;
pub use payments::*;
pub use sending::*;
pub use stickers::*;
pub use updates::*;

/// The parameters of a method, with what the method is and returns.
pub trait Method: Serialize {
    /// The result of a successful call.
    type Output: DeserializeOwned;
    /// What the method is: its name, parameters, rules and result.
    const DESCRIPTOR: &'static wire::Method;
}

include!(concat!(env!("OUT_DIR"), "/methods.rs"));

/// The method of that name in any case, or nothing if the specification has none.
#[must_use]
pub fn find(name: &str) -> Option<&'static wire::Method> {
    METHODS.iter().copied().find(|method| method.name.eq_ignore_ascii_case(name))
}
