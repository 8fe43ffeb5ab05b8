//! Calls beyond the examples of methods. The pages of types show values of these calls too.

use serde_json::{Value, json};

use super::call::{Call, Example, TOKEN};
use super::files::bytes;
use super::scene::{ALICE, STICKERS, Scene};
use crate::emulator::actions::{ChatKind, NewChat, Sending, SentKind};
use crate::emulator::{Answer, Fault, FaultKind, Parameters, Refusal};
use crate::methods::METHODS;
use crate::render::catalog::Direction;
use crate::render::json::Json;
use crate::render::reference::values;
use crate::types::{InlineQueryResult, OrderInfo, ShippingAddress};
use crate::wire::{ObjectDescriptor, ValueKind, Wire};

type Result<T> = std::result::Result<T, Refusal>;

/// Makes the calls one after the other. The service carries out all but the last one.
///
/// # Errors
/// If the service refuses one of the others.
pub fn more() -> Result<Vec<Call>> {
    let mut calls = Calls { scene: Scene::new()?, made: Vec::new() };
    calls.keyboards()?;
    calls.inline_results()?;
    calls.payment()?;
    calls.group()?;
    calls.make("getUpdates", r#"{ "limit": 100 }"#)?;
    let _ = calls.scene.emulator.fault(Fault::new(FaultKind::RateLimit { retry_after: 5 }));
    calls.make("sendMessage", r#"{ "chat_id": 1001, "text": "Hello" }"#)?;
    Ok(calls.made)
}

struct Calls {
    scene: Scene,
    made: Vec<Call>,
}

impl Calls {
    /// Makes a call without uploads, and adds it.
    fn make(&mut self, name: &str, parameters: &str) -> Result<()> {
        let method = METHODS.iter().find(|method| method.name == name);
        let method = *method.ok_or_else(|| Refusal::bad_request(name))?;
        let before = self.scene.emulator.save();
        let input: Value =
            serde_json::from_str(parameters).map_err(|error| Refusal::bad_request(&error.to_string()))?;
        let input = Parameters::from(input);
        match self.scene.emulator.with_service(|service, now| service.call(now, TOKEN, name, input)) {
            Answer::Ready { status: 200 | 429, envelope } => {
                let (parameters, response) = (Json::parsed(parameters), Json::parsed(&envelope));
                self.made.push((method, Example { parameters, response, before }));
                Ok(())
            }
            other => Err(Refusal::bad_request(&format!("{name}: {other:?}"))),
        }
    }

    /// All kinds of keyboards, a game, and presses of their buttons.
    fn keyboards(&mut self) -> Result<()> {
        for markup in [
            r#"{ "keyboard": [[{ "text": "My location", "request_location": true }], [{ "text": "Cancel" }]], "resize_keyboard": true, "one_time_keyboard": true }"#,
            r#"{ "remove_keyboard": true, "selective": true }"#,
            r#"{ "force_reply": true, "selective": true }"#,
            r#"{ "inline_keyboard": [[{ "text": "Add to cart", "callback_data": "add" }], [{ "text": "Shop", "url": "https://shop.example" }]] }"#,
        ] {
            let message = format!(r#"{{ "chat_id": {ALICE}, "text": "A mug", "reply_markup": {markup} }}"#);
            self.make("sendMessage", &message)?;
        }
        self.scene.alice.press(&self.scene.latest()?, "Add to cart")?;
        self.scene.emulator.game_file("taps", true, "taps.gif", GIF)?;
        let play = r#"{ "inline_keyboard": [[{ "text": "Play", "callback_game": {} }]] }"#;
        let game = format!(r#"{{ "chat_id": {ALICE}, "game_short_name": "taps", "reply_markup": {play} }}"#);
        self.make("sendGame", &game)?;
        self.scene.alice.play(&self.scene.latest()?)?;
        Ok(())
    }

    /// One result of each type, with files that users have sent, and one message of each content.
    fn inline_results(&mut self) -> Result<()> {
        let files: Vec<(&str, String)> = [
            ("photo", SentKind::Photo, "photo.png", bytes("photo.png")),
            ("document", SentKind::Document, "report.pdf", bytes("report.pdf")),
            ("audio", SentKind::Audio, "song.mp3", bytes("song.mp3")),
            ("video", SentKind::Video, "video.mp4", bytes("video.mp4")),
            ("voice", SentKind::Voice, "voice.ogg", bytes("voice.ogg")),
            ("sticker", SentKind::Sticker, "mug.webp", bytes("mug.webp")),
            ("gif", SentKind::Document, "mug.gif", GIF.to_vec()),
            ("mpeg4", SentKind::Document, "mug.mp4", bytes("video.mp4")),
        ]
        .into_iter()
        .map(|(name, kind, file, bytes)| {
            let message = self.scene.alice.send(Sending::file_of(kind, file, bytes).caption("A mug"))?;
            let message = serde_json::to_value(&message.message).unwrap_or_default();
            let member = if message.get("photo").is_some() { "/photo/0" } else { &format!("/{}", kind.as_str()) };
            let id = message.pointer(member).and_then(|file| file.get("file_id")?.as_str());
            Ok((name, id.unwrap_or_default().to_owned()))
        })
        .collect::<Result<_>>()?;
        let id_of = |name: &str| files.iter().find(|(known, _)| *known == name).map_or("", |(_, id)| id);
        for kind in ["photo", "video"] {
            let item = format!(
                r#"{{ "type": "{kind}", "media": "{}", "caption": "A *mug*", "parse_mode": "Markdown" }}"#,
                id_of(kind)
            );
            self.make("sendMediaGroup", &format!(r#"{{ "chat_id": {ALICE}, "media": [{item}, {item}] }}"#))?;
        }
        let ValueKind::Union(union) = InlineQueryResult::KIND else { return Ok(()) };
        let results = union.variants.iter().map(|variant| result(variant, variant.name, id_of));
        let content = |object: &'static ObjectDescriptor| values::object(object, Direction::Input, 1);
        let article =
            union.variants.first().copied().and_then(|article| match article.field("input_message_content")?.kind {
                ValueKind::Union(contents) => Some((article, contents)),
                _ => None,
            });
        let messages = article.into_iter().flat_map(|(article, contents)| {
            let with = move |object: &&'static ObjectDescriptor| {
                set(result(article, object.name, |_| ""), "input_message_content", &content(object))
            };
            contents.variants.iter().map(with)
        });
        let typed = self.scene.alice.type_inline("mug", "")?;
        let results: Json = results.chain(messages).collect();
        self.make(
            "answerInlineQuery",
            &format!(r#"{{ "inline_query_id": "{}", "results": {} }}"#, typed.id(), results.text()),
        )?;
        self.scene.alice.choose(&typed, "Article")?;
        Ok(())
    }

    /// An order that Alice pays.
    fn payment(&mut self) -> Result<()> {
        self.make("sendInvoice", r#"{ "chat_id": 1001, "title": "Coffee mug", "description": "Holds 300 ml", "payload": "mug", "provider_token": "a token of your payment provider", "start_parameter": "mug", "currency": "EUR", "prices": [{ "label": "Mug", "amount": 1450 }], "need_name": true, "need_email": true, "need_phone_number": true, "need_shipping_address": true, "is_flexible": true }"#)?;
        let address =
            ShippingAddress::builder().country_code("NL").state("NH").city("Amsterdam").street_line1("Damrak 1");
        let order = OrderInfo::new().name("Alice Liddell").email("alice@example.com").phone_number("+31201234567");
        let order = order.shipping_address(address.street_line2("2nd floor").post_code("1012").build());
        let payment = self.scene.alice.pay(&self.scene.latest()?, &order)?;
        let option =
            r#"{ "id": "parcel", "title": "Parcel, 3 days", "prices": [{ "label": "Parcel", "amount": 495 }] }"#;
        let query = self.waiting("shipping_query")?;
        self.make(
            "answerShippingQuery",
            &format!(r#"{{ "shipping_query_id": "{query}", "ok": true, "shipping_options": [{option}] }}"#),
        )?;
        payment.ship(None)?;
        let query = self.waiting("pre_checkout_query")?;
        self.make("answerPreCheckoutQuery", &format!(r#"{{ "pre_checkout_query_id": "{query}", "ok": true }}"#))
    }

    /// Groups, channels and masks.
    fn group(&mut self) -> Result<()> {
        let Scene { emulator, alice, bob, group, .. } = &self.scene;
        let id = group.id();
        alice.edit(&alice.write("/help me")?, "/help")?;
        group.set_photo(bytes("mug.png"))?;
        group.pin(&alice.at(group).write("New mugs arrive on Monday.")?)?;
        bob.at(group).leave()?;
        let channel =
            NewChat::new(alice.id()).kind(ChatKind::Channel).title("Mug news").administrators([emulator.bot().id()]);
        alice.at(&emulator.chat(channel)?).write("Mugs are half price today.")?;
        let mask = json!({ "point": "eyes", "x_shift": 0.5, "y_shift": 0, "scale": 2.5 });
        let masks = json!({ "user_id": ALICE, "name": MASKS, "title": "Masks", "emojis": "👓", "contains_masks": true, "mask_position": mask });
        let mugs = json!({ "user_id": ALICE, "name": STICKERS, "title": "Mugs", "emojis": "☕" });
        for set in [masks, mugs] {
            self.scene.photo("createNewStickerSet", set, "mug.png")?;
        }
        self.scene.call("setChatDescription", &json!({ "chat_id": id, "description": "Everything about mugs." }))?;
        self.scene.call("setChatStickerSet", &json!({ "chat_id": id, "sticker_set_name": STICKERS }))?;
        self.scene.call("exportChatInviteLink", &json!({ "chat_id": id }))?;
        self.make("getChat", &format!(r#"{{ "chat_id": {id} }}"#))?;
        self.make("getStickerSet", &format!(r#"{{ "name": "{MASKS}" }}"#))
    }

    /// Returns the identifier of the query of a kind that waits in the queue.
    fn waiting(&self, kind: &str) -> Result<String> {
        let queue = self.scene.emulator.with_service(|service, now| service.act_by_name(now, "queue", json!({})))?;
        let mut found =
            queue.as_array().into_iter().flatten().filter_map(|update| update.get(kind)?.get("id")?.as_str());
        found.next_back().map(Into::into).ok_or_else(|| Refusal::bad_request(kind))
    }
}

/// An animation of 32 × 16 pixels.
const GIF: &[u8] = b"GIF89a\x20\0\x10\0";
const MASKS: &str = "masks_by_my_bot";

/// Returns an inline result, whose identifier is the end of a type's name.
fn result<'f>(object: &ObjectDescriptor, name: &str, file: impl Fn(&str) -> &'f str) -> Json {
    let Json::Object(members) = values::object(object, Direction::Input, 1) else { return Json::Object(Vec::new()) };
    let id = name.trim_start_matches("InlineQueryResult");
    let value = |(name, value): (String, Json)| {
        let value = match name.strip_suffix("_file_id") {
            Some(kind) => Json::from(file(kind)),
            None if name == "id" => Json::from(id),
            None => value,
        };
        (name, value)
    };
    members.into_iter().map(value).collect()
}

fn set(object: Json, name: &str, value: &Json) -> Json {
    let Json::Object(members) = object else { return object };
    members.into_iter().map(|(known, old)| if known == name { (known, value.clone()) } else { (known, old) }).collect()
}
