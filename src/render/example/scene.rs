//! What has happened on the service before each example: somebody has pressed a button, ordered a mug, or sent a photo.

use serde_json::{Value, json};

use super::call::{self, TOKEN, UPLOAD};
use super::files::{self, bytes};
use crate::emulator::actions::{ChatKind, NewChat};
use crate::emulator::{Emulator, EmulatorChat, EmulatorUser, NewBot, NewUser, Options, Refusal, Seen};
use crate::render::json::Json;
use crate::types::OrderInfo;

type Result<T> = std::result::Result<T, Refusal>;

/// Changes of the sample's parameters: `None` leaves one out.
type Changes = Vec<(&'static str, Option<Json>)>;

pub const ALICE: i64 = 1001;
const BOB: i64 = 1002;
pub const STICKERS: &str = "mugs_by_my_bot";
const HOOK: &str = "https://bot.example/hook/a-long-secret";

/// A bot, the user Alice who has written to it, and a supergroup of Alice and Bob that the bot administers.
pub struct Scene {
    pub emulator: Emulator,
    pub alice: EmulatorUser,
    pub bob: EmulatorUser,
    pub group: EmulatorChat,
}

impl Scene {
    pub fn new() -> Result<Self> {
        let bot = NewBot::new().token(TOKEN).username("my_bot").first_name("My bot");
        let bot = NewBot { inline_feedback: true, ..bot };
        let options = Options { entropy: 0, ..Options::default() };
        let emulator = Emulator::with(options, [bot])?;
        emulator.game("taps", "Taps", "Tap as often as you can.")?;
        let alice = NewUser::new().id(ALICE).first_name("Alice").last_name("Liddell").username("alice");
        let alice = emulator.user(alice)?;
        let bob = emulator.user(NewUser::new().id(BOB).first_name("Bob").username("bob"))?;
        let group = NewChat::new(alice.id()).kind(ChatKind::Supergroup).title("Mug lovers");
        let group = emulator.chat(group.members([bob.id()]).administrators([emulator.bot().id()]))?;
        alice.write("Hello")?;
        Ok(Self { emulator, alice, bob, group })
    }

    /// Lets happen what the example of a method needs, and returns the parameters that refer to it.
    pub fn prepare(&self, method: &str, section: &str) -> Result<Changes> {
        let mut changes = vec![
            set("chat_id", if section == "chats" { self.group.id().0 } else { ALICE }),
            set("user_id", if section == "chats" { BOB } else { ALICE }),
        ];
        changes.extend(match method {
            "getUpdates" => return Ok(changes),
            "sendGame" | "setGameScore" | "getGameHighScores" | "answerInlineQuery" | "answerCallbackQuery" => {
                self.asked(method)?
            }
            "answerShippingQuery" | "answerPreCheckoutQuery" => self.ordered(method)?,
            _ if section == "stickers" => self.stickers(method)?,
            _ if section == "chats" => self.in_the_group(method)?,
            _ => self.sent(method)?,
        });
        // Nothing is left that the service would deliver to the webhook of an example.
        self.emulator
            .bot()
            .updates()
            .or_else(|refusal| if refusal.code == 409 { Ok(Vec::new()) } else { Err(refusal) })?;
        Ok(changes)
    }

    /// Messages and their files.
    fn sent(&self, method: &str) -> Result<Changes> {
        let to_alice = |name: &str, message: Value| self.call(name, &with(message, "chat_id", ALICE));
        let id = |message: &Value| {
            set("message_id", message.pointer("/message_id").and_then(Value::as_i64).unwrap_or_default())
        };
        let place = json!({ "latitude": 52.37, "longitude": 4.89, "live_period": 3600 });
        Ok(match method {
            "sendMessage" => vec![set("text", "Hello, *Alice*")],
            "sendPhoto" | "sendVideo" | "sendDocument" | "sendVoice" => vec![set("caption", "As *ordered*")],
            "sendAudio" => vec![set("caption", "As *ordered*"), set("performer", "The Mugs"), set("title", "Refill")],
            "sendVenue" => vec![set("title", "Mug shop")],
            "sendMediaGroup" => {
                let item = |kind: &str, name| Json::object([("type", kind.into()), ("media", upload(name))]);
                vec![set("media", vec![item("photo", "photo.png"), item("video", "video.mp4")])]
            }
            "forwardMessage" => {
                let message = self.bob.at(&self.group).write("Which mug is the best?")?;
                vec![set("from_chat_id", self.group.id().0), set("message_id", message.message_id.0)]
            }
            "editMessageText" => vec![
                id(&to_alice("sendMessage", json!({ "text": "Your order is being packed." }))?),
                set("text", "Your order is *on its way*."),
            ],
            "editMessageReplyMarkup" => {
                let row = |text: &str| {
                    format!(r#"{{ "inline_keyboard": [[{{ "text": "{text}", "callback_data": "like" }}]] }}"#)
                };
                let markup = |text| serde_json::from_str::<Value>(&row(text)).unwrap_or_default();
                let message = to_alice("sendMessage", json!({ "text": "A mug", "reply_markup": markup("Like") }))?;
                vec![id(&message), set("reply_markup", Json::parsed(&row("Like (1)")))]
            }
            "editMessageCaption" => {
                let photo = self.photo("sendPhoto", json!({ "chat_id": ALICE, "caption": "A mug" }), "photo.png")?;
                vec![id(&photo), set("caption", "A mug, *sold out*")]
            }
            "editMessageLiveLocation" => {
                vec![id(&to_alice("sendLocation", place)?), set("latitude", Json::Text("52.38".into()))]
            }
            "stopMessageLiveLocation" => vec![id(&to_alice("sendLocation", place)?)],
            "deleteMessage" => {
                let message = self.bob.at(&self.group).write("Buy cheap watches!")?;
                vec![set("chat_id", self.group.id().0), set("message_id", message.message_id.0)]
            }
            "getFile" => {
                let message = self.photo("sendPhoto", json!({ "chat_id": ALICE }), "photo.png")?;
                let largest = message.pointer("/photo").and_then(Value::as_array).and_then(|sizes| sizes.last());
                vec![set("file_id", largest.and_then(|size| size.get("file_id")?.as_str()).unwrap_or_default())]
            }
            "getUserProfilePhotos" => {
                self.alice.set_photo(bytes("photo.png"))?;
                Vec::new()
            }
            "setWebhook" => vec![set("url", HOOK)],
            "getWebhookInfo" | "deleteWebhook" => {
                self.emulator.bot().updates()?;
                self.call("setWebhook", &json!({ "url": HOOK }))?;
                Vec::new()
            }
            _ => Vec::new(),
        })
    }

    /// Games, inline queries and pressed buttons.
    fn asked(&self, method: &str) -> Result<Changes> {
        if method == "answerInlineQuery" {
            let typed = self.alice.type_inline("mug", "")?;
            return Ok(vec![set("inline_query_id", typed.id())]);
        }
        if method == "answerCallbackQuery" {
            let button = json!([[{ "text": "Add to cart", "callback_data": "add" }]]);
            let mug = json!({ "chat_id": ALICE, "text": "A mug", "reply_markup": { "inline_keyboard": button } });
            self.call("sendMessage", &mug)?;
            self.alice.press(&self.latest()?, "Add to cart")?;
            let query = self.query("callback_query")?;
            return Ok(vec![
                set("callback_query_id", query),
                set("text", "One mug is in your cart."),
                without("url"),
                without("cache_time"),
            ]);
        }
        if method == "sendGame" {
            return Ok(Vec::new());
        }
        let game = self.call("sendGame", &json!({ "chat_id": ALICE, "game_short_name": "taps" }))?;
        let message_id = game.pointer("/message_id").and_then(Value::as_i64).unwrap_or_default();
        if method == "getGameHighScores" {
            self.call(
                "setGameScore",
                &json!({ "user_id": ALICE, "score": 120, "chat_id": ALICE, "message_id": message_id }),
            )?;
        }
        Ok(vec![set("message_id", message_id)])
    }

    /// An order that waits for the bot.
    fn ordered(&self, method: &str) -> Result<Changes> {
        let ships = method == "answerShippingQuery";
        let invoice = json!({
            "chat_id": ALICE, "title": "Coffee mug", "description": "Holds 300 ml", "payload": "mug",
            "provider_token": "a token of your payment provider", "start_parameter": "mug", "currency": "EUR",
            "prices": [{ "label": "Mug", "amount": 1450 }], "need_shipping_address": ships, "is_flexible": ships,
        });
        self.call("sendInvoice", &invoice)?;
        self.alice.pay(&self.latest()?, &OrderInfo::new())?;
        if !ships {
            return Ok(vec![set("pre_checkout_query_id", self.query("pre_checkout_query")?)]);
        }
        let price = Json::object([("label", "Parcel".into()), ("amount", Json::Integer(495))]);
        let option =
            Json::object([("id", "parcel".into()), ("title", "Parcel, 3 days".into()), ("prices", vec![price].into())]);
        Ok(vec![set("shipping_query_id", self.query("shipping_query")?), set("shipping_options", vec![option])])
    }

    /// Sticker sets.
    fn stickers(&self, method: &str) -> Result<Changes> {
        let upload = set("png_sticker", upload("mug.png"));
        let of_set = vec![set("name", STICKERS), set("title", "Mugs")];
        if matches!(method, "createNewStickerSet" | "uploadStickerFile" | "sendSticker") {
            return Ok([of_set, if method == "sendSticker" { vec![] } else { vec![upload] }].concat());
        }
        let set_of = json!({ "user_id": ALICE, "name": STICKERS, "title": "Mugs", "emojis": "☕" });
        self.photo("createNewStickerSet", set_of.clone(), "mug.png")?;
        self.photo("addStickerToSet", set_of, "mug.png")?;
        let mugs = self.call("getStickerSet", &json!({ "name": STICKERS }))?;
        let sticker = mugs.pointer("/stickers/0/file_id").and_then(Value::as_str).unwrap_or_default();
        Ok([of_set, vec![upload, set("sticker", sticker)]].concat())
    }

    /// What administrators do.
    fn in_the_group(&self, method: &str) -> Result<Changes> {
        Ok(match method {
            "deleteChatPhoto" => {
                self.group.set_photo(bytes("mug.png"))?;
                Vec::new()
            }
            "setChatStickerSet" | "deleteChatStickerSet" => {
                self.stickers("getStickerSet")?;
                if method == "deleteChatStickerSet" {
                    self.call(
                        "setChatStickerSet",
                        &json!({ "chat_id": self.group.id(), "sticker_set_name": STICKERS }),
                    )?;
                }
                Vec::new()
            }
            "pinChatMessage" | "unpinChatMessage" => {
                let message = self.alice.at(&self.group).write("New mugs arrive on Monday.")?;
                if method == "unpinChatMessage" {
                    self.group.pin(&message)?;
                }
                vec![set("message_id", message.message_id.0)]
            }
            "unbanChatMember" => {
                self.call("kickChatMember", &json!({ "chat_id": self.group.id(), "user_id": BOB }))?;
                Vec::new()
            }
            "promoteChatMember" => vec![set("can_delete_messages", true), set("can_pin_messages", true)],
            "setChatTitle" => vec![set("title", "Mugs and more")],
            "setChatDescription" => vec![set("description", "Everything about mugs.")],
            _ => Vec::new(),
        })
    }

    pub fn call(&self, method: &str, parameters: &Value) -> Result<Value> {
        call::call(&self.emulator, method, parameters)
            .map(|envelope| envelope.get("result").cloned().unwrap_or_default())
    }

    /// Makes a call that uploads a picture.
    pub fn photo(&self, method: &str, parameters: Value, name: &str) -> Result<Value> {
        let field = if method == "sendPhoto" { "photo" } else { "png_sticker" };
        self.call(method, &with(parameters, field, format!("{UPLOAD}{name}")))
    }

    /// Returns the latest message of the chat with Alice.
    pub fn latest(&self) -> Result<Seen> {
        self.alice.messages().pop().ok_or_else(|| Refusal::bad_request("there is no message"))
    }

    /// Returns the identifier of the latest query of a kind, and confirms all updates.
    fn query(&self, kind: &str) -> Result<String> {
        let updates = serde_json::to_value(self.emulator.bot().updates()?).unwrap_or_default();
        let mut queries =
            updates.as_array().into_iter().flatten().filter_map(|update| update.get(kind)?.get("id")?.as_str());
        queries.next_back().map(Into::into).ok_or_else(|| Refusal::bad_request(kind))
    }
}

fn with(mut parameters: Value, name: &str, value: impl Into<Value>) -> Value {
    if let Value::Object(members) = &mut parameters {
        members.insert(name.to_owned(), value.into());
    }
    parameters
}

fn set(name: &'static str, value: impl Into<Json>) -> (&'static str, Option<Json>) {
    (name, Some(value.into()))
}

fn without(name: &'static str) -> (&'static str, Option<Json>) {
    (name, None)
}

fn upload(name: &str) -> Json {
    debug_assert!(files::NAMES.contains(&name));
    Json::from(format!("{UPLOAD}{name}").as_str())
}
