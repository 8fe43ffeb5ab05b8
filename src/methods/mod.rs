//! The methods of the service, a file for each section of the specification.
//!
//! ```
//! # use botwire::{methods::*, types::*};
//! # fn example(message: &Message, query: &CallbackQuery, caption: Option<String>) -> Option<EditMessageText> {
//! let photo = SendPhoto::new(&message.chat, "https://site.example/photo.jpg");
//! photo.caption(caption).reply_to_message_id(message);
//! EditMessageText::of(message, "new text").parse_mode(ParseMode::Html);
//! EditMessageText::in_chat("@channel", 5, "new text");
//! let (title, price) = ("Cake", [LabeledPrice::new("Cake", 500)]);
//! let invoice = SendInvoice::builder().chat_id(7).title(title).description("A cake");
//! let invoice = invoice.payload("cake").provider_token("token").start_parameter("cake");
//! invoice.currency("EUR").prices(price).build();
//! EditMessageText::of_query(query, "new text")
//! # }
//! ```
//!
//! An edit needs a message, and a builder all its fields:
//!
//! ```compile_fail,E0599
//! # use botwire::methods::EditMessageText;
//! EditMessageText::new("new text");
//! ```
//!
//! ```compile_fail,E0599
//! # use botwire::methods::EditMessageText;
//! EditMessageText::inline("id", "new text").message_id(5);
//! ```
//!
//! ```compile_fail,E0599
//! # use botwire::methods::SendVenue;
//! SendVenue::builder().chat_id(1).latitude(1.0).longitude(2.0).title("no address").build();
//! ```
//!
//! ```compile_fail,E0599
//! # use botwire::methods::AnswerPreCheckoutQuery;
//! AnswerPreCheckoutQuery::new("id", false); // and no error_message
//! ```

// How a method is added: `CONTRIBUTING.md`, "A method".

use botwire_macros::methods;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::wire;

mod call_builder;
mod callbacks;
mod chats;
mod editing;
#[rustfmt::skip]
mod examples;
mod files;
mod games;
mod inline;
mod locations;
mod payments;
mod reply;
mod sending;
mod stickers;
mod updates;

#[cfg(all(test, not(web)))]
mod tests;

pub use call_builder::{CallBuilder, Sender, WithoutTimeout};
pub use callbacks::*;
pub use chats::*;
pub use editing::*;
pub(crate) use examples::example_of;
pub use files::*;
pub use games::*;
pub use inline::*;
pub use locations::*;
pub use payments::*;
pub use sending::*;
pub use stickers::*;
pub use updates::*;

/// The parameters of a method, with its descriptor and the type of its result.
pub trait Method: Serialize {
    /// The result of a successful call.
    type Output: DeserializeOwned + Send + 'static;
    /// The descriptor of the method. Its `name` is that on the wire.
    const DESCRIPTOR: &'static wire::MethodDescriptor;
}

// In the order of the specification, by section. A test compares the list with the specification.
methods! {
    // updates
    GetUpdates, SetWebhook, DeleteWebhook, GetWebhookInfo, GetMe,
    // sending
    SendMessage, ForwardMessage, SendPhoto, SendAudio, SendDocument, SendVideo, SendVoice, SendVideoNote, SendMediaGroup, SendLocation, SendVenue, SendContact, SendChatAction,
    // locations
    EditMessageLiveLocation, StopMessageLiveLocation,
    // files
    GetUserProfilePhotos, GetFile,
    // chats
    KickChatMember, UnbanChatMember, RestrictChatMember, PromoteChatMember, ExportChatInviteLink, SetChatPhoto, DeleteChatPhoto, SetChatTitle, SetChatDescription, PinChatMessage, UnpinChatMessage, LeaveChat, GetChat, GetChatAdministrators, GetChatMembersCount, GetChatMember, SetChatStickerSet, DeleteChatStickerSet,
    // callbacks
    AnswerCallbackQuery,
    // editing
    EditMessageText, EditMessageCaption, EditMessageReplyMarkup, DeleteMessage,
    // inline
    AnswerInlineQuery,
    // stickers
    SendSticker, GetStickerSet, UploadStickerFile, CreateNewStickerSet, AddStickerToSet, SetStickerPositionInSet, DeleteStickerFromSet,
    // payments
    SendInvoice, AnswerShippingQuery, AnswerPreCheckoutQuery,
    // games
    SendGame, SetGameScore, GetGameHighScores,
}

/// Returns the method with that name, in any case, if the specification has one.
#[doc(hidden)]
#[must_use]
pub fn find(name: &str) -> Option<&'static wire::MethodDescriptor> {
    METHODS.iter().copied().find(|method| method.name.eq_ignore_ascii_case(name))
}
