//! The methods, each a function from its parameters to its result, in the files of `src/methods`.
//!
//! A call comes here checked by the tables, so what they say of a parameter holds.

#![allow(clippy::needless_pass_by_value)] // a method is taken as a whole

mod albums;
pub(crate) mod callbacks;
mod chats;
pub(crate) mod editing;
mod files;
mod forwarding;
mod games;
mod inline;
mod locations;
mod members;
mod payments;
pub(crate) mod places;
pub(crate) mod sending;
mod settings;
mod stickers;
mod updates;

use serde_json::Value;

use crate::emulator::http::answer::MethodResult;
use crate::emulator::http::parameters::{Parameters, UPLOAD, UPLOAD_IN_JSON};
use crate::emulator::refusal::{Refusal, Result, refuse_if};
use crate::emulator::rules::formatted_text::TOO_LONG;
use crate::emulator::service::Service;
use crate::emulator::state::FaultKind;
use crate::methods::{self, Method};
use crate::types::input_file::provide;
use crate::wire::read::forgetting;
use crate::wire::{self, Attachments, CheckOptions, Limit, ValidationError, Wire};

/// A method that the service carries out: all of them, or this does not compile.
trait Served: Method + Wire {
    /// Carries out the call of a bot, which a fault may strike.
    fn done(self, service: &mut Service, bot: i64, fault: Option<&FaultKind>) -> Result<MethodResult>;
}

macro_rules! serve {
    ($($method:ident: $function:path,)*) => {$(
        impl Served for methods::$method {
            fn done(self, service: &mut Service, bot: i64, _: Option<&FaultKind>) -> Result<MethodResult> {
                let result: <Self as Method>::Output = $function(service, bot, self)?;
                Ok(MethodResult::of(&result))
            }
        }
    )*};
}

serve! {
    SetWebhook: updates::set_webhook,
    DeleteWebhook: updates::delete_webhook,
    GetWebhookInfo: updates::get_webhook_info,
    GetMe: updates::get_me,
    SendMessage: sending::send_message,
    ForwardMessage: forwarding::forward_message,
    SendPhoto: sending::send_photo,
    SendAudio: sending::send_audio,
    SendDocument: sending::send_document,
    SendVideo: sending::send_video,
    SendVoice: sending::send_voice,
    SendVideoNote: sending::send_video_note,
    SendMediaGroup: albums::send_media_group,
    SendLocation: places::send_location,
    SendVenue: places::send_venue,
    SendContact: places::send_contact,
    SendChatAction: sending::send_chat_action,
    EditMessageLiveLocation: locations::edit_message_live_location,
    StopMessageLiveLocation: locations::stop_message_live_location,
    GetUserProfilePhotos: files::get_user_profile_photos,
    GetFile: files::get_file,
    KickChatMember: members::kick_chat_member,
    UnbanChatMember: members::unban_chat_member,
    RestrictChatMember: members::restrict_chat_member,
    PromoteChatMember: members::promote_chat_member,
    ExportChatInviteLink: chats::export_chat_invite_link,
    SetChatPhoto: settings::set_chat_photo,
    DeleteChatPhoto: settings::delete_chat_photo,
    SetChatTitle: settings::set_chat_title,
    SetChatDescription: settings::set_chat_description,
    PinChatMessage: settings::pin_chat_message,
    UnpinChatMessage: settings::unpin_chat_message,
    LeaveChat: chats::leave_chat,
    GetChat: chats::get_chat,
    GetChatAdministrators: chats::get_chat_administrators,
    GetChatMembersCount: chats::get_chat_members_count,
    GetChatMember: chats::get_chat_member,
    SetChatStickerSet: settings::set_chat_sticker_set,
    DeleteChatStickerSet: settings::delete_chat_sticker_set,
    AnswerCallbackQuery: callbacks::answer_callback_query,
    EditMessageText: editing::edit_message_text,
    EditMessageCaption: editing::edit_message_caption,
    EditMessageReplyMarkup: editing::edit_message_reply_markup,
    DeleteMessage: editing::delete_message,
    AnswerInlineQuery: inline::answer_inline_query,
    SendSticker: stickers::send_sticker,
    GetStickerSet: stickers::get_sticker_set,
    UploadStickerFile: stickers::upload_sticker_file,
    CreateNewStickerSet: stickers::create_new_sticker_set,
    AddStickerToSet: stickers::add_sticker_to_set,
    SetStickerPositionInSet: stickers::set_sticker_position_in_set,
    DeleteStickerFromSet: stickers::delete_sticker_from_set,
    SendInvoice: payments::send_invoice,
    AnswerShippingQuery: payments::answer_shipping_query,
    AnswerPreCheckoutQuery: payments::answer_pre_checkout_query,
    SendGame: games::send_game,
    SetGameScore: games::set_game_score,
    GetGameHighScores: games::get_game_high_scores,
}

/// The one method that may wait, and whose result is stored as text.
impl Served for methods::GetUpdates {
    fn done(self, service: &mut Service, bot: i64, fault: Option<&FaultKind>) -> Result<MethodResult> {
        updates::get_updates(service, bot, self, fault)
    }
}

type Serve = fn(&mut Service, i64, Option<&FaultKind>, Value) -> Result<MethodResult>;

fn serve<M: Served>(
    service: &mut Service,
    bot: i64,
    fault: Option<&FaultKind>,
    parameters: Value,
) -> Result<MethodResult> {
    M::read(parameters).map_err(|error| Refusal::bad_request(&error.to_string()))?.done(service, bot, fault)
}

macro_rules! table {
    ($($method:ident,)*) => { &[$((methods::$method::DESCRIPTOR.name, serve::<methods::$method>)),*] };
}

static SERVED: &[(&str, Serve)] = crate::methods::for_each_method!(table);

impl Service {
    /// Checks parameters, given also as JSON text, and carries the method out.
    pub(crate) fn serve(
        &mut self,
        bot: i64,
        method: &wire::MethodDescriptor,
        mut parameters: Parameters,
        json: &str,
        fault: Option<&FaultKind>,
    ) -> Result<MethodResult> {
        self.check(method, &mut parameters, json)?;
        let (_, serve) = SERVED.iter().find(|(name, _)| *name == method.name).ok_or_else(Refusal::not_found)?;
        let (files, values) = (parameters.take_files(), Value::Object(parameters.values));
        forgetting(!self.state.compat, || provide(UPLOAD, files, || serve(self, bot, fault, values)))
    }

    /// Checks the parameters by the tables, as the client does.
    fn check(&self, method: &wire::MethodDescriptor, parameters: &mut Parameters, json: &str) -> Result<()> {
        let (strict, compat) = (self.options.strict, self.state.compat);
        if let Some(path) = parameters.unknown(method.params).filter(|_| strict && !compat) {
            return Err(Refusal::bad_request(&["unknown parameter of ", method.name, ": ", &path].concat()));
        }
        check_markup(parameters)?;
        let sizes = parameters.sizes();
        let attachments = Attachments { prefix: UPLOAD_IN_JSON, sizes: &sizes };
        let options = CheckOptions { attachments, ..CheckOptions::default() };
        let excused = match method.name {
            "setWebhook" => updates::excuse_url(self.options.http_webhooks, parameters),
            _ => None,
        };
        let outcome = if let Some(url) = excused {
            let masked = parameters.text_of_all();
            parameters.values.insert("url".into(), url);
            wire::check(method, &masked, &options)
        } else {
            wire::check(method, json, &options)
        };
        outcome.map_err(|fault| refusal(method, parameters, &fault))
    }
}

/// Refuses a `reply_markup` that is several of its four kinds at once.
fn check_markup(parameters: &Parameters) -> Result<()> {
    const KINDS: [&str; 4] = ["inline_keyboard", "keyboard", "remove_keyboard", "force_reply"];
    let Some(markup) = parameters.values.get("reply_markup") else { return Ok(()) };
    refuse_if(
        KINDS.iter().filter(|kind| markup.get(**kind).is_some()).count() > 1,
        "reply_markup must be of one of its four kinds",
    )
}

fn refusal(method: &wire::MethodDescriptor, parameters: &Parameters, error: &ValidationError) -> Refusal {
    let field = method.params.field(&error.path).filter(|field| field.name == "text");
    match (field.map(|field| field.limit), parameters.text("text")) {
        (Some(Limit::VisibleChars(_, most)), Some(text)) if text.chars().count() > most as usize => {
            Refusal::bad_request(TOO_LONG)
        }
        _ => Refusal::bad_request(&error.to_string()),
    }
}
