//! Encodes calls and decodes responses: parameters, files, encodings, envelopes and errors.
//!
//! A [`Bot`](crate::client::Bot) does all of this. To send calls by other means, use a [`Prepared`] call.

pub(crate) mod answer;
pub(crate) mod body;
mod error;
pub(crate) mod lenient_json;
mod prepared;
pub(crate) mod random;
pub(crate) mod read;
pub(crate) mod serialized_call;
#[cfg(feature = "client")]
pub(crate) mod stopped;
mod unchecked;

#[cfg(all(feature = "client", web))]
pub(crate) use body::base_name;
#[cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
pub(crate) use body::end;
pub use body::{Body, Encoding, Part, PartContent};
#[cfg(feature = "client")]
pub(crate) use error::chain;
pub use error::{Error, IoError};
pub use prepared::{Prepared, prepare, validate};

pub use crate::wire::ValidationError;
