//! Options of the service.

use crate::emulator::random;

/// Webhooks that may use plain HTTP, or HTTPS on any port. The specification does not allow either.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum HttpWebhooks {
    /// Webhooks on this machine: `localhost`, `127.0.0.0/8`, `[::1]`.
    #[default]
    Loopback,
    /// All webhooks.
    Always,
    /// No webhooks.
    Never,
}

/// Options of the service.
///
/// ```
/// use botwire::emulator::{Emulator, Options};
///
/// let emulator = Emulator::with(Options { seed: Some(1), strict: true, ..Options::default() }, [])?;
/// # Ok::<(), botwire::emulator::Refusal>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Options {
    /// The seed of identifiers, tokens and `update_id`s. A bot that remembers handled updates ignores those of a second
    /// emulator with the same seed, so give it an empty store for each emulator.
    ///
    /// Default: `None`. Identifiers and tokens are then the same in each emulator, and `update_id`s start at a number that
    /// follows from [`Options::entropy`].
    pub seed: Option<u64>,
    /// The start of `update_id`s without a seed. Default: a random number, and 0 on wasm32, where the standard library has no
    /// random numbers.
    pub entropy: u64,
    /// The webhooks that may use plain HTTP.
    pub http_webhooks: HttpWebhooks,
    /// If true, webhooks on other machines are refused, even with HTTPS.
    pub loopback_webhooks_only: bool,
    /// The largest number of log entries. 0 turns the log off.
    pub log: usize,
    /// The longest wait of a long poll in seconds, whatever its `timeout`. The specification has no limit, but services have
    /// one.
    pub longest_poll: i64,
    /// If true, clients for newer versions are served too, with parameters, values and fields that the specification does not
    /// have.
    pub compat: bool,
    /// If true, input is accepted that real services accept and the specification does not have, such as plain strings as
    /// buttons. Nothing else changes. [`Options::compat`] includes this.
    pub lenient: bool,
    /// If true, unknown parameters are refused, even inside objects and arrays. With [`Options::compat`], later parameters that
    /// are known are accepted.
    pub strict: bool,
    /// If true, deliveries have the `secret_token` of setWebhook, with [`Options::compat`]. Otherwise the log notes that the
    /// parameter has no effect.
    pub sends_secret: bool,
    /// The seconds in which a bot can answer a callback query. After that, the answer is refused as too late. The
    /// specification has no limit, but services have one.
    pub callback_timeout: i64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: None,
            entropy: random::entropy(),
            http_webhooks: HttpWebhooks::default(),
            loopback_webhooks_only: false,
            log: 1000,
            longest_poll: 50,
            compat: false,
            lenient: false,
            strict: false,
            sends_secret: true,
            callback_timeout: 60,
        }
    }
}
