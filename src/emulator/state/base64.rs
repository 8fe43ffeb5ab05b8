//! Serializes bytes as base64, because snapshots are JSON.

use std::sync::Arc;

use base64ct::{Base64, Encoding};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(bytes: &Arc<[u8]>, serializer: S) -> Result<S::Ok, S::Error> {
    #[cfg(all(feature = "emulator-js", web))]
    if let Some(number) = apart::take(bytes) {
        return serializer.serialize_str(&["@", &number.to_string()].concat());
    }
    serializer.serialize_str(&Base64::encode_string(bytes))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<[u8]>, D::Error> {
    let text = String::deserialize(deserializer)?;
    Base64::decode_vec(&text).map(Into::into).map_err(D::Error::custom)
}

/// Large contents are saved apart, so that a change of the state does not write all files again.
#[cfg(all(feature = "emulator-js", web))]
pub(crate) mod apart {
    use std::cell::RefCell;
    use std::sync::Arc;

    /// Contents of more bytes are saved apart.
    const MOST_INSIDE: usize = 4096;

    thread_local! {
        static TAKEN: RefCell<Option<Vec<Arc<[u8]>>>> = const { RefCell::new(None) };
    }

    /// Serializes large contents as `@` and their numbers, and returns them in the order of the numbers.
    pub(crate) fn saving_apart<T>(save: impl FnOnce() -> T) -> (T, Vec<Arc<[u8]>>) {
        TAKEN.set(Some(Vec::new()));
        let saved = save();
        (saved, TAKEN.take().unwrap_or_default())
    }

    /// Takes a large content, and returns its number.
    pub(super) fn take(bytes: &Arc<[u8]>) -> Option<usize> {
        TAKEN.with_borrow_mut(|taken| {
            let taken = taken.as_mut().filter(|_| bytes.len() > MOST_INSIDE)?;
            taken.push(Arc::clone(bytes));
            Some(taken.len() - 1)
        })
    }
}
