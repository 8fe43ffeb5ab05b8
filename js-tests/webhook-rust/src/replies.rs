//! The bot's replies.

use botwire::methods::{SendContact, SendLocation, SendMessage, SendPhoto};
use botwire::types::{
    InlineKeyboardButton, InlineKeyboardMarkup, InlineQueryResultArticle, InputTextMessageContent, Message, Update,
};
use botwire::webhook::stores::BoxError;
use botwire::webhook::{Context, Event, InlineCall};
use worker::Env;

use crate::trials;

pub async fn handle(update: Update, context: Context<Env>) -> Result<Option<InlineCall>, BoxError> {
    match trials::asked(&update) {
        Some((trial, with)) => trials::run(&trial, &with, update, context).await,
        None => Ok(reply(update)),
    }
}

fn reply(update: Update) -> Option<InlineCall> {
    let kind = update.kind()?.to_string();
    match update.into_event()? {
        Event::CallbackQuery(query) => Some(query.answer().text(query.data.as_deref()?).into()),
        Event::InlineQuery(query) => {
            let content = InputTextMessageContent::new(query.query.as_str());
            let article = InlineQueryResultArticle::new("1", query.from.first_name.as_str(), content);
            Some(query.answer([article]).cache_time(0).into())
        }
        Event::ShippingQuery(query) => {
            Some(query.refuse(format!("not to {}", query.shipping_address.city)).into())
        }
        Event::PreCheckoutQuery(query) if query.total_amount > 0 => Some(query.accept().into()),
        Event::PreCheckoutQuery(query) => Some(query.refuse("nothing to pay").into()),
        Event::Message(message) => answer(*message),
        // One that does not fit its type.
        Event::Other(..) if kind == "message" => None,
        _ => Some(SendMessage::new(1, kind).into()),
    }
}

fn answer(message: Message) -> Option<InlineCall> {
    let (chat, id) = (message.chat.id, message.message_id);
    if let Some(location) = message.location {
        return Some(SendLocation::new(chat, location.latitude, location.longitude).into());
    }
    if let Some(contact) = message.contact {
        let call = SendContact::new(chat, contact.phone_number, contact.first_name);
        return Some(call.last_name(contact.last_name).into());
    }
    if let Some(photo) = message.photo.and_then(|mut sizes| sizes.pop()) {
        let call = SendPhoto::new(chat, photo.file_id).disable_notification(true);
        return Some(call.caption(message.caption).into());
    }
    let button = InlineKeyboardButton::callback("again", format!("again {id}"));
    let keyboard = InlineKeyboardMarkup::new([[button]]);
    Some(SendMessage::new(chat, message.text?).reply_to_message_id(id).reply_markup(keyboard).into())
}
