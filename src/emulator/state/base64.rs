//! Serializes bytes as base64, because snapshots are JSON.

use std::sync::Arc;

use base64ct::{Base64, Encoding};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(bytes: &Arc<[u8]>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&Base64::encode_string(bytes))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<[u8]>, D::Error> {
    let text = String::deserialize(deserializer)?;
    Base64::decode_vec(&text).map(Into::into).map_err(D::Error::custom)
}
