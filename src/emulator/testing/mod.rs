//! The emulator for tests: handles of bots, users and chats that share one service and clock.

/// Defines methods of handles, each with the reason for which the service refuses it.
macro_rules! handles {
    ($(
        $(#[doc = $doc:literal])*
        #[fails = $reason:literal]
        fn $name:ident(&$this:ident $(, $input:ident: $type:ty)*) -> $result:ty $body:block
    )*) => {$(
        $(#[doc = $doc])*
        ///
        /// # Errors
        #[doc = concat!("When ", $reason, ".")]
        pub fn $name(&$this $(, $input: $type)*) -> Result<$result, Refusal> $body
    )*};
}

mod asserts;
mod bot;
mod chat;
mod emulator;
mod pending;
mod serving;
#[cfg(feature = "client")]
mod transport;
mod user;
mod waiting;
mod world;

pub use bot::EmulatorBot;
pub use chat::EmulatorChat;
pub use emulator::Emulator;
pub use pending::{Callback, Payment, Press, Typed};
pub use user::EmulatorUser;
pub use waiting::WaitTimeout;
pub use world::WebhookResponse;
