//! How long a step may take, and how large an answer may be.

use std::time::Duration;

use super::Retry;

/// How long one attempt of a call without files may take, to the last byte of the answer.
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// How long a whole download may take: 20 MB then need 35 kB a second.
pub const DOWNLOAD_TOTAL: Duration = Duration::from_secs(600);

/// How long the confirmation of the last updates may take. Keep it short: shutdown waits for it.
pub const CONFIRMATION: Duration = Duration::from_secs(5);

/// How long the service waits for the answer to a pre-checkout query. Spec: core, Events.
pub const PRE_CHECKOUT: Duration = Duration::from_secs(10);

/// The time that a response may need on its way to the service.
pub const RESPONSE_TIME: Duration = Duration::from_secs(2);

/// Bytes of a successful answer, decompressed. The largest that the service may send, 100 updates of 4096 characters
/// that are escaped as `\ud83d\ude00`, each with the message that it replies to, stays below.
pub const MAX_RESPONSE_BYTES: usize = 16 << 20;

/// Bytes that are read of a failure, whose envelope is far smaller.
pub const MAX_FAILURE_BYTES: usize = 1 << 16;

/// How a call is retried that a webhook makes after its response: hosts let a task run for 30 seconds.
pub const LATE_RETRY: Retry = Retry::times(3).total(Duration::from_secs(20));

/// Bytes of a file that can be downloaded. Spec: core, Media and contact objects.
pub const MAX_FILE_BYTES: u64 = 20 << 20;
