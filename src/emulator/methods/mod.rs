//! The methods. Each is a function from its parameters to its result, in the file that `src/methods` names.
//!
//! Parameters have passed the check by the tables, so functions rely on it.

#![allow(clippy::needless_pass_by_value, clippy::unnecessary_wraps)] // all methods have the same form

mod callbacks;
mod chats;
pub(crate) mod editing;
mod files;
mod games;
mod inline;
pub(crate) mod locations;
mod payments;
pub(crate) mod sending;
mod stickers;
mod updates;

use serde_json::Value;

#[allow(clippy::wildcard_imports)] // each method is a function in one of them
use self::{
    callbacks::*, chats::*, editing::*, files::*, games::*, inline::*, locations::*, payments::*, sending::*,
    stickers::*, updates::*,
};
use crate::emulator::compat;
use crate::emulator::http::{Answer, Parameters, UPLOAD, UPLOAD_IN_JSON};
use crate::emulator::prelude::*;
use crate::emulator::rules::{TOO_LONG, is_misfit, known};
use crate::methods;
use crate::types::input_file::provide;
use crate::wire::read::{self, forgetting};
use crate::wire::{self, Attachments, CheckOptions, Limit, ValidationError};

type Serve = fn(&mut Service, i64, Option<&FaultKind>, Value) -> Result<Answer>;

/// Maps all methods to their functions; a missing one does not compile. The first one may wait, a fault may affect its
/// updates, and its result is stored as text.
macro_rules! table {
    (GetUpdates get_updates, $($method:ident $function:ident,)*) => {
        &[
            (methods::GetUpdates::DESCRIPTOR.name, |service, bot, fault, input| {
                get_updates(service, bot, read::value(&input)?, fault)
            }),
            $((methods::$method::DESCRIPTOR.name, |service, bot, _, input| {
                let result: <methods::$method as Method>::Output = $function(service, bot, read::value(&input)?)?;
                Ok(Answer::of(&result))
            })),*
        ]
    };
}

static SERVED: &[(&str, Serve)] = crate::methods::for_each_method!(table);

impl From<Box<ValidationError>> for Refusal {
    #[cold]
    #[inline(never)] // one copy of the code to show and drop an error
    fn from(error: Box<ValidationError>) -> Self {
        Self::bad_request(&error.to_string())
    }
}

impl Service {
    /// Checks the parameters, and runs the method, which the caller knows by a `name`.
    pub(crate) fn serve(
        &mut self,
        bot: i64,
        name: &str,
        method: &wire::MethodDescriptor,
        mut parameters: Parameters,
        fault: Option<&FaultKind>,
    ) -> Result<Answer> {
        self.check(name, method, &parameters)?;
        let (_, serve) = SERVED.iter().find(|(name, _)| *name == method.name).ok_or_else(Refusal::not_found)?;
        let (files, values) = (parameters.take_files(), Value::Object(parameters.values));
        let answer = forgetting(!self.state.compat, || provide(UPLOAD, files, || serve(self, bot, fault, values)))?;
        Ok(match answer {
            Answer::Ready { status, envelope } => {
                Answer::Ready { status, envelope: compat::with_later_names(self.state.compat, envelope) }
            }
            answer => answer,
        })
    }

    /// Checks the parameters by the tables, as the client does.
    fn check(&self, name: &str, method: &wire::MethodDescriptor, parameters: &Parameters) -> Result<()> {
        let unknown = if self.options.strict { parameters.unknown(method.params) } else { Vec::new() };
        let is_later = |path: &String| self.state.compat && compat::is_known(path);
        let unknown = unknown.iter().find(|path| !is_later(path));
        let what = ["unknown parameter of ", name, ": ", unknown.map_or("", String::as_str)].concat();
        refuse_if(unknown.is_some(), &what)?;
        check_unions(parameters)?;
        let sizes: String = parameters.uploads.iter().map(|upload| upload.bytes.len().to_string() + ",").collect();
        let attachments = Attachments { prefix: UPLOAD_IN_JSON, sizes: &sizes };
        let options = CheckOptions { attachments, ..CheckOptions::default() };
        let url = parameters.text("url").filter(|_| method.name == "setWebhook").unwrap_or_default().to_owned();
        let (is_excused, excused) = updates::excuses(self.options.http_webhooks, &url);
        let mut masked = self.without_later_values(parameters);
        if is_excused {
            // An acceptable URL replaces it for the check.
            masked.to_mut().insert("url".into(), "https://webhook.invalid".into());
        }
        let json = serde_json::to_string(&*masked).unwrap_or_default();
        wire::check(method, &json, &options).map_err(|mut fault| {
            if fault.expected.contains("https://") && method.name == "setWebhook" {
                fault.expected.push_str(excused);
            }
            let limit = method.params.field("text").map(|field| field.limit);
            let is_message = fault.path != "text" || matches!(limit, Some(Limit::VisibleChars(..)));
            let text = text_at(parameters, &fault.path).filter(|_| is_message);
            let is_too_long =
                text.is_some_and(|text| !text.is_empty() && is_misfit(SendMessage::DESCRIPTOR, "text", text));
            let caption = parameters.text("caption").filter(|_| fault.path == "caption");
            if caption.is_some_and(|caption| is_misfit(SendPhoto::DESCRIPTOR, "caption", caption)) {
                return Refusal::bad_request(known::CAPTION);
            }
            if is_too_long { Refusal::bad_request(TOO_LONG) } else { Refusal::bad_request(&fault.to_string()) }
        })
    }
}

/// Returns the text at a path that the check reports: a parameter, or a member of an inline result.
fn text_at<'a>(parameters: &'a Parameters, path: &str) -> Option<&'a str> {
    if path == "text" {
        return parameters.text("text");
    }
    let index: usize =
        path.strip_prefix("results[")?.strip_suffix("].input_message_content.message_text")?.parse().ok()?;
    parameters.values.get("results")?.get(index)?.get("input_message_content")?.get("message_text")?.as_str()
}

/// Refuses a `reply_markup` or `input_message_content` that fits several of its kinds, and an inline result with both a
/// URL and an identifier of its file.
fn check_unions(parameters: &Parameters) -> Result<()> {
    const MARKUPS: &[&[&str]] = &[&["inline_keyboard"], &["keyboard"], &["remove_keyboard"], &["force_reply"]];
    const CONTENTS: &[&[&str]] =
        &[&["message_text"], &["latitude", "longitude", "title", "address"], &["phone_number", "first_name"]];
    let has = |value: &Value, names: &[&str]| names.iter().any(|name| value.get(*name).is_some());
    let is_mixed = |value: &Value, kinds: &[&[&str]]| kinds.iter().filter(|names| has(value, names)).count() > 1;
    let markup = parameters.values.get("reply_markup");
    refuse_if(markup.is_some_and(|markup| is_mixed(markup, MARKUPS)), "reply_markup must be of one of its four kinds")?;
    let results = parameters.values.get("results").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    for result in results.iter().filter_map(Value::as_object) {
        let files = result.keys().filter_map(|name| name.strip_suffix("_file_id"));
        let mut urls = files.map(|kind| [kind, "_url"].concat());
        refuse_if(urls.any(|url| result.contains_key(&url)), "inline result must have a URL or a file_id, not both")?;
    }
    let mut contents = results.iter().filter_map(|result| result.get("input_message_content"));
    let has_mixed_content = contents.any(|content| is_mixed(content, CONTENTS));
    refuse_if(has_mixed_content, "input_message_content must be of one of its four kinds")
}
