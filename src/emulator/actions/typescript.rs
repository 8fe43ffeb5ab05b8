//! What TypeScript calls the results of actions.

use super::{InvoiceTerms, NamedBot, Paying, Pressed, QueryState, TypedInline};
use crate::emulator::state::{PaymentState, Seen, SeenEdit};
use crate::types::{Chat, ChatAction, ChatMember, ReplyMarkup, True, User};

/// A result with its TypeScript type.
pub(crate) trait Named {
    const NAME: &'static str;
}

macro_rules! named {
    ($($result:ty: $name:literal,)*) => {
        $(impl Named for $result {
            const NAME: &'static str = $name;
        })*
    };
}

named! {
    NamedBot: "NamedBot",
    User: "User",
    Vec<User>: "User[]",
    Vec<NamedBot>: "NamedBot[]",
    Chat: "Chat",
    Vec<Chat>: "Chat[]",
    Vec<ChatMember>: "ChatMember[]",
    Seen: "SeenMessage",
    Vec<Seen>: "SeenMessage[]",
    Option<Seen>: "SeenMessage | null",
    Vec<SeenEdit>: "SeenEdit[]",
    True: "true",
    String: "string",
    u64: "number",
    Pressed: "Pressed",
    QueryState: "QueryState",
    TypedInline: "TypedInline",
    InvoiceTerms: "InvoiceTerms",
    Paying: "Paying",
    PaymentState: "PaymentState",
    Option<ReplyMarkup>: "ReplyMarkup | null",
    Option<ChatAction>: "ChatAction | null",
}
