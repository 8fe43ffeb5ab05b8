//! Methods that later interfaces added, each with the rule by which the emulator answers it: the only list of them.

use serde_json::Value;

use super::call::run;
use super::content::{copy_message, copy_messages, delete_messages, edit_media, forward_messages, send_album};
use super::names::METHODS;
use crate::emulator::http::{Parameters, quoted};
use crate::emulator::prelude::*;
use crate::emulator::rules::known;
use crate::emulator::stored::{json_text, members, text};
use crate::methods;
use crate::wire::MethodDescriptor;

/// How the emulator answers a method that the specification does not have.
#[derive(Clone, Copy)]
pub(crate) enum Rule {
    /// Like a method of the specification, after renaming this parameter.
    Like(&'static str, &'static str, &'static str),
    /// `true`. Nothing else happens.
    True,
    /// `true`. The method whose result is the value returns it from then on.
    Keep,
    /// The parameter that the last call of this method had, or else this JSON text. With a name, an object contains it.
    Kept(&'static str, &'static str, &'static str),
    /// This JSON text, always.
    Value(&'static str),
    /// The message of a text that a function writes.
    Text(fn(&Parameters) -> Result<String>),
    /// By a function, which returns JSON text: conversions of objects to values would add 15 kB to the wasm.
    Run(fn(&mut Service, i64, &mut Parameters) -> Result<String>),
}

use Rule::{Keep, Kept, Like, Run, Text, True};

/// The methods.
const LATER: &[(&str, Rule)] = &[
    ("answerWebAppQuery", Rule::Value(r#"{ "inline_message_id": "web-app" }"#)),
    ("approveChatJoinRequest", True),
    ("banChatSenderChat", True),
    ("close", True),
    ("closeForumTopic", True),
    ("closeGeneralForumTopic", True),
    ("copyMessage", Run(copy_message)),
    ("copyMessages", Run(copy_messages)),
    ("createChatInviteLink", Run(invite_link)),
    ("createChatSubscriptionInviteLink", Run(invite_link)),
    ("createForumTopic", Rule::Value(r#"{ "message_thread_id": 1, "name": "Topic", "icon_color": 7322096 }"#)),
    ("createInvoiceLink", Rule::Value(r#""https://invoice.invalid/1""#)),
    ("declineChatJoinRequest", True),
    ("deleteAllMessageReactions", True),
    ("deleteForumTopic", True),
    ("deleteMessageReaction", True),
    ("deleteMessages", Run(delete_messages)),
    ("deleteMyCommands", Keep),
    ("deleteStickerSet", True),
    ("editChatInviteLink", Run(invite_link)),
    ("editChatSubscriptionInviteLink", Run(invite_link)),
    ("editForumTopic", True),
    ("editGeneralForumTopic", True),
    ("editMessageMedia", Run(edit_media)),
    ("forwardMessages", Run(forward_messages)),
    ("getChatMenuButton", Kept("setChatMenuButton", "menu_button", r#"{ "type": "default" }"#)),
    ("getCustomEmojiStickers", Rule::Value("[]")),
    ("getForumTopicIconStickers", Rule::Value("[]")),
    ("getMyCommands", Kept("setMyCommands", "commands", "[]")),
    ("getMyDefaultAdministratorRights", Kept("setMyDefaultAdministratorRights", "rights", RIGHTS)),
    ("getMyDescription", Kept("setMyDescription", "description", r#""""#)),
    ("getMyName", Run(name)),
    ("getMyShortDescription", Kept("setMyShortDescription", "short_description", r#""""#)),
    ("getMyStarBalance", Rule::Value(r#"{ "amount": 0 }"#)),
    ("getStarTransactions", Rule::Value(r#"{ "transactions": [] }"#)),
    ("getUserChatBoosts", Rule::Value(r#"{ "boosts": [] }"#)),
    ("hideGeneralForumTopic", True),
    ("logOut", True),
    ("refundStarPayment", True),
    ("removeMyProfilePhoto", True),
    ("reopenForumTopic", True),
    ("reopenGeneralForumTopic", True),
    ("replaceStickerInSet", True),
    ("revokeChatInviteLink", Run(invite_link)),
    ("sendAnimation", Like("sendDocument", "animation", "document")),
    ("sendDice", Text(dice)),
    ("sendMessageDraft", True),
    ("sendPoll", Text(poll)),
    ("setChatAdministratorCustomTitle", True),
    ("setChatMenuButton", Keep),
    ("setChatPermissions", True),
    ("setCustomEmojiStickerSetThumbnail", True),
    ("setMessageReaction", True),
    ("setMyCommands", Keep),
    ("setMyDefaultAdministratorRights", Keep),
    ("setMyDescription", Keep),
    ("setMyName", Keep),
    ("setMyProfilePhoto", True),
    ("setMyShortDescription", Keep),
    ("setPassportDataErrors", True),
    ("setStickerEmojiList", True),
    ("setStickerKeywords", True),
    ("setStickerMaskPosition", True),
    ("setStickerSetThumb", True),
    ("setStickerSetThumbnail", True),
    ("setStickerSetTitle", True),
    ("unbanChatSenderChat", True),
    ("unhideGeneralForumTopic", True),
    ("unpinAllChatMessages", Run(unpin_all)),
    ("unpinAllForumTopicMessages", True),
    ("unpinAllGeneralForumTopicMessages", True),
];

/// The rights that a bot has not asked for.
const RIGHTS: &str = r#"{
    "is_anonymous": false, "can_manage_chat": false, "can_delete_messages": false, "can_manage_video_chats": false,
    "can_restrict_members": false, "can_promote_members": false, "can_change_info": false, "can_invite_users": false,
    "can_post_stories": false, "can_edit_stories": false, "can_delete_stories": false
}"#;

/// Finds a later method by its name, in any case: its name, and its rule.
pub(crate) fn later_method(name: &str) -> Option<(&'static str, Rule)> {
    let renamed = METHODS.iter().find(|(_, later)| later.eq_ignore_ascii_case(name));
    renamed
        .map(|(method, later)| (*later, Like(method, "", "")))
        .or_else(|| LATER.iter().find(|(later, _)| later.eq_ignore_ascii_case(name)).copied())
}

/// Returns the rule of an album of documents or audio files, which the specification does not have.
pub(crate) fn later_album(method: &str, parameters: &Parameters) -> Option<Rule> {
    let media = parameters.values.get("media").filter(|_| method == SendMediaGroup::DESCRIPTOR.name)?.as_array()?;
    let is_later = |item: &Value| item.get("type").is_some_and(|kind| kind == "document" || kind == "audio");
    media.iter().any(is_later).then_some(Run(send_album))
}

impl Rule {
    /// Returns the method of the specification that does the same.
    pub(crate) fn method(self) -> Option<&'static MethodDescriptor> {
        if let Like(method, ..) = self { methods::find(method) } else { None }
    }

    /// Renames the parameter of a method that the specification calls differently.
    pub(crate) fn rename(self, parameters: &mut Parameters) {
        if let Like(_, later, name) = self
            && let Some(value) = parameters.values.remove(later)
        {
            parameters.values.insert(name.to_owned(), value);
        }
    }

    /// Describes what the answer leaves out, for the log. Empty if it leaves out nothing.
    pub(crate) fn note(self) -> &'static str {
        match self {
            True => "a method of a later version: answered true, nothing else happens",
            Rule::Value(_) => "a method of a later version: always answered the same",
            Text(_) => "a method of a later version: sent as a text",
            _ => "",
        }
    }
}

impl Service {
    /// Answers a later method by its rule. Returns the result as JSON text.
    pub(crate) fn follow(&mut self, bot: i64, name: &str, rule: Rule, parameters: &mut Parameters) -> Result<String> {
        match rule {
            Like(..) | True => Ok("true".into()),
            Rule::Value(text) => Ok(text.to_owned()),
            Run(run) => run(self, bot, parameters),
            Text(write) => {
                let text = write(parameters)?;
                send_text(self, bot, std::mem::take(parameters), text)
            }
            Keep => {
                let kept = std::mem::take(parameters);
                let bot = self.bot(bot)?;
                let mut all = members(&bot.kept);
                if name == "deleteMyCommands" {
                    all.remove(&scoped("setMyCommands", &kept));
                } else {
                    all.insert(scoped(name, &kept), Value::Object(kept.values));
                }
                bot.kept = text(all);
                Ok("true".into())
            }
            Kept(set, parameter, default) => {
                let kept = members(&self.bot(bot)?.kept).remove(&scoped(set, parameters)).map(Parameters::from);
                let value = kept.and_then(|kept| kept.value(parameter)).map(|value| json_text(&value));
                let value = value.unwrap_or_else(|| default.to_owned());
                let is_text = parameter.ends_with("description");
                Ok(if is_text { ["{\"", parameter, "\":", &value, "}"].concat() } else { value })
            }
        }
    }
}

/// Returns the key of what a bot has set: it may set another value for a scope, a chat or a language.
fn scoped(set: &str, parameters: &Parameters) -> String {
    let mut key = set.to_owned();
    for name in ["scope", "chat_id", "language_code"] {
        let value = parameters
            .value(name)
            .filter(|value| value != "" && value.get("type").is_none_or(|kind| kind != "default"));
        key.extend(value.map(|value| [" ", &json_text(&value)].concat()));
    }
    key
}

/// Sends a text instead of something that the specification does not have.
fn send_text(service: &mut Service, bot: i64, mut parameters: Parameters, text: String) -> Result<String> {
    // Those of the later method, such as the options of a poll, are in the text.
    parameters.values.retain(|name, _| SendMessage::DESCRIPTOR.params.field(name).is_some());
    parameters.values.remove("parse_mode");
    parameters.values.insert("text".into(), text.into());
    run(service, bot, SendMessage::DESCRIPTOR, parameters)
}

#[expect(clippy::unnecessary_wraps, reason = "a rule of the table may fail")]
fn dice(parameters: &Parameters) -> Result<String> {
    Ok(parameters.text("emoji").unwrap_or("🎲").to_owned())
}

fn poll(parameters: &Parameters) -> Result<String> {
    let mut text = parameters.text("question").or_refuse("question is missing")?.to_owned();
    let options = parameters.value("options");
    for option in options.iter().filter_map(Value::as_array).flatten() {
        let option = option.as_str().or_else(|| option.get("text")?.as_str());
        text.push_str(&["\n○ ", option.unwrap_or_default()].concat());
    }
    Ok(text)
}

fn name(service: &mut Service, bot: i64, parameters: &mut Parameters) -> Result<String> {
    let bot = service.bot(bot)?;
    let kept = members(&bot.kept)
        .remove(&scoped("setMyName", parameters))
        .and_then(|kept| Some(kept.get("name")?.as_str()?.to_owned()));
    let name = kept.filter(|name| !name.is_empty()).unwrap_or_else(|| bot.user.first_name.clone());
    Ok(["{\"name\":", &quoted(&name), "}"].concat())
}

fn invite_link(service: &mut Service, bot: i64, parameters: &mut Parameters) -> Result<String> {
    let mut chat = Parameters::default();
    chat.values.extend(parameters.values.remove("chat_id").map(|id| ("chat_id".to_owned(), id)));
    let link = run(service, bot, ExportChatInviteLink::DESCRIPTOR, chat)?;
    let link = parameters.text("invite_link").map_or(link, quoted);
    let creator = serde_json::to_string(&service.shown_user(bot)).unwrap_or_default();
    let flags = "\"creates_join_request\":false,\"is_primary\":false,\"is_revoked\":false}";
    Ok(["{\"invite_link\":", &link, ",\"creator\":", &creator, ",", flags].concat())
}

fn unpin_all(service: &mut Service, bot: i64, parameters: &mut Parameters) -> Result<String> {
    let parameters = std::mem::take(parameters);
    // Without a pinned message, the method of the specification refuses.
    match run(service, bot, UnpinChatMessage::DESCRIPTOR, parameters) {
        Err(refusal) if refusal.description.ends_with(known::NOT_MODIFIED) => Ok("true".into()),
        outcome => outcome,
    }
}
