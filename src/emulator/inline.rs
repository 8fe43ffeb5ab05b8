//! Inline mode: queries, their answers with the cache, and the results that users choose.
//!
//! Where the specification is silent: a query may be answered again while it is known, a negative `cache_time` is 0, and a
//! query at another place is another one for the cache. Pictures behind `thumb_url` are never fetched, so their types do
//! not matter.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::answer::{Done, Refusal};
use super::buttons::check_buttons;
use super::call::Call;
use super::chat::ChatKey;
use super::clock::{SECOND, Time};
use super::file::{FileKind, Source};
use super::json::Members;
use super::kept::Kept;
use super::media::Details;
use super::member::SEND_OTHER;
use super::message::{Content, Record, Words};
use super::names::Names;
use super::parameters::Parameters;
use super::places;
use super::queries::{Query, QueryKind};
use super::sending::file_content;
use super::service::Service;
use super::stored::{is_json, stored};
use crate::wire::MB;

/// `cache_time` of answerInlineQuery when absent, in seconds.
const CACHE_TIME: i64 = 300;
/// Characters of an inline query.
const QUERY: usize = 512;

/// What inline mode remembers.
#[derive(Debug, Clone, Default)]
pub(super) struct Inline {
    messages: Names<(ChatKey, i64)>,
    /// Kept answers by bot, user (0 for everybody) and query.
    cache: Kept<String>,
}
stored! { Inline { messages, cache } => are_json }

impl Inline {
    fn are_json(&self) -> bool {
        self.cache.values().all(|answer| is_json(answer))
    }

    /// Where the message of an `inline_message_id` is.
    pub fn message(&self, id: &str) -> Option<(ChatKey, i64)> {
        self.messages.get(id).copied()
    }

    pub fn remember(&mut self, inline_message_id: String, chat: ChatKey, id: i64) {
        self.messages.insert(inline_message_id, (chat, id));
    }

    pub fn forget(&mut self, id: &str) {
        self.messages.remove(id);
    }
}

/// Carries out a method of the section; none if it is of another.
pub(super) fn call(call: &mut Call<'_>) -> Option<Result<Done, Refusal>> {
    (call.method.name == "answerInlineQuery").then(|| answer_inline_query(call))
}

fn answer_inline_query(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let mut seen = BTreeSet::new();
    for result in parameters.items("results") {
        let Some(result) = result.as_object() else { continue };
        let id = result.get("id").and_then(Value::as_str).unwrap_or_default();
        if !seen.insert(id) {
            return Err(Refusal::bad_request("result identifiers must be unique"));
        }
        service.check_result(caller.bot, &Parameters::from(result.clone()))?;
    }
    let id = parameters.text("inline_query_id").unwrap_or_default();
    let query = service.asked(caller.now, caller.bot, id, QueryKind::Inline)?;
    let cache_time = parameters.integer("cache_time").unwrap_or(CACHE_TIME).max(0);
    let mut answer = Members::new().json("results", &parameters.json("results"));
    for name in ["next_offset", "switch_pm_text", "switch_pm_parameter"] {
        answer = answer.maybe(name, parameters.text(name).filter(|text| !text.is_empty()));
    }
    let answer = answer.object();
    query.answer.clone_from(&answer);
    let user = if parameters.is_true("is_personal") { query.user } else { 0 };
    let key = key(caller.bot, user, &query.about);
    if cache_time > 0 {
        let until = caller.now.after(cache_time.saturating_mul(SECOND));
        service.inline.cache.keep(key, answer, caller.now, until);
    }
    Ok(Done::yes())
}

fn key(bot: i64, user: i64, about: &str) -> String {
    [&bot.to_string(), "/", &user.to_string(), "/", about].concat()
}

/// What the members of a result that hold files are called, by its type.
fn file_of(result: &Parameters) -> Option<(FileKind, &str, bool)> {
    let kind = match result.text("type")? {
        "photo" => FileKind::Photo,
        "gif" | "mpeg4_gif" | "document" => FileKind::Document,
        "video" => FileKind::Video,
        "audio" => FileKind::Audio,
        "voice" => FileKind::Voice,
        "sticker" => FileKind::Sticker,
        _ => return None,
    };
    let names = ["photo", "gif", "mpeg4", "document", "video", "audio", "voice", "sticker"];
    let text = |ending: &str| names.iter().find_map(|name| result.text(&[name, ending].concat()));
    match text("_file_id") {
        Some(id) => Some((kind, id, true)),
        None => text("_url").map(|url| (kind, url, false)),
    }
}

/// The MIME type that the URL of a result must have. Spec: second document, `InlineQueryResult`.
fn media_type_of(result: &Parameters) -> Option<&str> {
    Some(match result.text("type")? {
        "photo" => "image/jpeg",
        "gif" => "image/gif",
        "mpeg4_gif" => "video/mp4",
        "audio" => "audio/mpeg",
        "voice" => "audio/ogg",
        _ => return result.text("mime_type"),
    })
}

impl Service {
    /// Refuses a result that could not be sent: markup that cannot be read, files of another bot or
    /// type, an unknown game.
    fn check_result(&self, bot: i64, result: &Parameters) -> Result<(), Refusal> {
        self.caption_of(result)?;
        if let Some(content) = result.values.get("input_message_content").and_then(Value::as_object) {
            let content = Parameters::from(content.clone());
            let kinds = ["message_text", "latitude", "phone_number"];
            if kinds.iter().filter(|name| content.values.contains_key(**name)).count() > 1
                || content.values.contains_key("title") != content.values.contains_key("address")
            {
                return Err(Refusal::bad_request("input_message_content must be of one of its four kinds"));
            }
            if content.text("message_text").is_some() {
                if self.text_of(&content, "message_text")?.text.is_empty() {
                    return Err(Refusal::bad_request("message text is empty"));
                }
            } else {
                self.inline_place(Time::default(), &content)?;
            }
        }
        if matches!(result.text("type"), Some("location" | "venue" | "contact")) {
            self.inline_place(Time::default(), result)?;
        }
        let game = result.text("game_short_name");
        if let Some(name) = game {
            self.check_game(bot, name)?;
        }
        check_buttons(game.is_some(), false, &result.json("reply_markup"))?;
        let is_url = |text: &str| text.starts_with("http://") || text.starts_with("https://");
        let mut urls = result
            .values
            .iter()
            .filter(|(name, _)| name.ends_with("url") && *name != "hide_url")
            .filter_map(|(_, url)| url.as_str());
        if !urls.all(is_url) {
            return Err(Refusal::bad_request("URL of an inline result is invalid"));
        }
        if result.text("title") == Some("") {
            return Err(Refusal::bad_request("title of an inline result must be non-empty"));
        }
        if let Some((kind, id, true)) = file_of(result) {
            let Source::Known(number) = self.source(bot, result, id, kind)? else { return Ok(()) };
            let media_type = self.files.get(number).map_or("", |file| file.media_type.as_str());
            let essence = media_type.split(';').next().unwrap_or_default().trim();
            match result.text("type") {
                Some("document") if !matches!(essence, "application/pdf" | "application/zip") => {
                    return Err(Refusal::bad_request("only PDF and ZIP files can be sent as document results"));
                }
                // Animations are stored as documents, so the type of the file tells them apart.
                Some("gif" | "mpeg4_gif") if media_type_of(result) != Some(essence) => {
                    return Err(Refusal::bad_request("type of file mismatch"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A user types an inline query: the identifier of the query, whose answer may be there already
    /// because it was kept.
    pub(super) fn type_inline(
        &mut self,
        now: Time,
        bot: i64,
        user: i64,
        parameters: &Parameters,
    ) -> Result<String, Refusal> {
        let text = parameters.text("query").unwrap_or_default();
        let offset = parameters.text("offset").unwrap_or_default();
        if text.chars().count() > QUERY {
            return Err(Refusal::bad_request("inline query is too long"));
        }
        self.check_presence(now, ChatKey::Private { bot, user }, user)?;
        let wants_location = self.bot(bot)?.inline_location;
        let location = parameters.values.get("location").filter(|_| wants_location).map(Value::to_string);
        let about = Members::new().text("query", text).text("offset", offset);
        // Another place is another query, also for the cache.
        let about = about.json("location", location.as_deref().unwrap_or_default()).object();
        let kept = [user, 0].into_iter().find_map(|who| self.inline.cache.get(&key(bot, who, &about), now).cloned());
        let query = Query {
            kind: QueryKind::Inline,
            bot,
            user,
            about,
            is_game: false,
            answer: kept.clone().unwrap_or_default(),
        };
        let id = self.ask(now, query);
        if kept.is_none() {
            let update = Members::new()
                .text("id", &id)
                .json("from", &self.show_person(user))
                .json("location", location.as_deref().unwrap_or_default())
                .text("query", text)
                .text("offset", offset);
            self.push(now, bot, user, "inline_query", &update.object());
        }
        Ok(id)
    }

    /// A user chooses a result, which is sent to a chat on their behalf; the message.
    pub(super) fn choose(
        &mut self,
        now: Time,
        user: i64,
        query: &str,
        result: &str,
        chat: Option<ChatKey>,
        location: Option<&Value>,
    ) -> Result<(ChatKey, i64), Refusal> {
        let asked = self.query(query).filter(|query| query.user == user && query.kind == QueryKind::Inline);
        let asked = asked.ok_or_else(|| Refusal::bad_request("inline query not found"))?;
        let bot = asked.bot;
        let about: Map<String, Value> = serde_json::from_str(&asked.about).unwrap_or_default();
        let answer: Map<String, Value> = serde_json::from_str(&asked.answer).unwrap_or_default();
        let results = answer.get("results").and_then(Value::as_array).cloned().unwrap_or_default();
        let found = results.into_iter().find(|known| known.get("id").and_then(Value::as_str) == Some(result));
        let Some(Value::Object(found)) = found else { return Err(Refusal::bad_request("inline result not found")) };
        let chosen = Parameters::from(found);
        let chat = chat.unwrap_or(ChatKey::Private { bot, user });
        self.check_user(now, chat, user, SEND_OTHER)?;
        if chosen.text("game_short_name").is_some() {
            self.check_game_place(chat)?;
        }
        let (content, live_until) = self.inline_content(now, bot, &chosen)?;
        let mut record = Record::new(user, now, content);
        let markup = record.keyboard(chosen.json("reply_markup"))?;
        let rest = record.rest_mut();
        (rest.via, rest.live_until) = (bot, live_until);
        let inline_id = if markup.is_empty() { String::new() } else { self.random.letters(24) };
        rest.markup = markup;
        rest.inline_message_id.clone_from(&inline_id);
        let id = self.publish(now, chat, record);
        let entry = self.bot(bot)?;
        if entry.inline_feedback {
            let location = location.or_else(|| about.get("location")).filter(|_| entry.inline_location);
            let location = location.map(Value::to_string).unwrap_or_default();
            let typed = about.get("query").and_then(Value::as_str).unwrap_or_default();
            let update = Members::new()
                .text("result_id", result)
                .json("from", &self.show_person(user))
                .json("location", &location)
                .maybe("inline_message_id", Some(inline_id.as_str()).filter(|id| !id.is_empty()))
                .text("query", typed);
            self.push(now, bot, user, "chosen_inline_result", &update.object());
        }
        Ok((chat, id))
    }

    /// A user presses the button of inline results that switches to the private chat with the bot that answered; where
    /// the `/start` is.
    pub(super) fn switch_to_bot(&mut self, now: Time, user: i64, query: &str) -> Result<(ChatKey, i64), Refusal> {
        let asked = self.query(query).filter(|query| query.user == user && query.kind == QueryKind::Inline);
        let asked = asked.ok_or_else(|| Refusal::bad_request("inline query not found"))?;
        let chat = ChatKey::Private { bot: asked.bot, user };
        let answer: Map<String, Value> = serde_json::from_str(&asked.answer).unwrap_or_default();
        if !answer.contains_key("switch_pm_text") {
            return Err(Refusal::bad_request("the inline results have no button that switches to the bot"));
        }
        let parameter = answer.get("switch_pm_parameter").and_then(Value::as_str).unwrap_or_default();
        let id = self.write_text(now, chat, user, ["/start ", parameter].concat().trim_end(), None)?;
        Ok((chat, id))
    }

    /// What a chosen result sends, and until when it is live.
    fn inline_content(&mut self, now: Time, bot: i64, result: &Parameters) -> Result<(Content, Option<Time>), Refusal> {
        if let Some(content) = result.values.get("input_message_content").and_then(Value::as_object) {
            let content = Parameters::from(content.clone());
            if content.text("message_text").is_some() {
                return Ok((Content::Text(self.text_of(&content, "message_text")?), None));
            }
            return self.inline_place(now, &content);
        }
        if let Some(name) = result.text("game_short_name") {
            return Ok((Content::Game(bot, name.into(), Words::default()), None));
        }
        let Some((kind, text, cached)) = file_of(result) else { return self.inline_place(now, result) };
        let words = self.caption_of(result)?;
        let small = matches!(result.text("type"), Some("gif" | "mpeg4_gif"));
        let source = match if small && !cached { FileKind::VideoNote } else { kind } {
            // An animation is shown as a document of its own type, which a URL may not have for sendDocument.
            FileKind::VideoNote => self.source(bot, result, text, FileKind::VideoNote)?,
            kind => self.source(bot, result, text, kind)?,
        };
        if let Source::New(content) = &source {
            if small && content.bytes.len() > MB as usize {
                return Err(Refusal::bad_request("file is too big"));
            }
            let essence = content.media_type.split(';').next().unwrap_or_default().trim();
            // A stand-in is of the type of its ending, which is nobody's fault.
            if !content.is_made_up && media_type_of(result).is_some_and(|wanted| wanted != essence) {
                return Err(Refusal::bad_request("wrong type of the web page content"));
            }
        }
        let (kind, member) = self.media(source, kind, Details::of_result(result))?;
        Ok((file_content(kind, member, words), None))
    }

    fn inline_place(&self, now: Time, given: &Parameters) -> Result<(Content, Option<Time>), Refusal> {
        let members = if given.text("phone_number").is_some() {
            places::contact(self, given)?
        } else if given.text("address").is_some() {
            places::venue(self, given)?
        } else {
            places::location(self, given)?
        };
        Ok((Content::Other(members.bare().into()), places::live_until(now, given)))
    }
}
