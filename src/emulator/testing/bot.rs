//! Handle of a bot: its token, and calls with typed parameters and results.

use serde_json::Value;

use super::super::http::Envelope;
use super::super::{Answer, Parameters, Refusal, Upload};
use super::world::SharedWorld;
use crate::methods::{GetUpdates, Method};
use crate::types::input_file::{Content, collect};
use crate::types::{Update, User, UserId};

/// A bot.
#[derive(Clone)]
pub struct EmulatorBot {
    pub(super) world: SharedWorld,
    pub(super) user: User,
    pub(super) token: String,
}

// Without the token, because tests print their values.
impl std::fmt::Debug for EmulatorBot {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("EmulatorBot").field("user", &self.user).finish_non_exhaustive()
    }
}

impl EmulatorBot {
    /// Returns the bot as users see it.
    #[must_use]
    pub fn user(&self) -> &User {
        &self.user
    }

    /// Returns the identifier of the bot.
    #[must_use]
    pub fn id(&self) -> UserId {
        self.user.id
    }

    /// Returns the token.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Makes a call, with its files. A `getUpdates` with a `timeout` moves time until it ends.
    ///
    /// # Errors
    /// When the service refuses the call. A fault that cuts off the response is a refusal with code 502.
    #[allow(clippy::needless_pass_by_value)] // made for the call
    pub fn call<M: Method>(&self, method: M) -> Result<M::Output, Refusal> {
        let (values, files) = collect("attach://upload", || serde_json::to_value(&method));
        let mut input = Parameters::from(values.map_err(|error| Refusal::new(400, error.to_string()))?);
        for (index, file) in files.into_iter().enumerate() {
            let field = ["upload-", &index.to_string()].concat();
            let (file_name, media_type) = (file.name.unwrap_or_default(), file.mime_type.unwrap_or_default());
            #[allow(irrefutable_let_patterns)] // the only variant natively
            let Content::Bytes(bytes) = file.content else {
                return Err(Refusal::new(400, "a Blob or stream cannot be read at once"));
            };
            input.uploads.push(Upload { field, file_name, media_type, bytes: bytes.to_vec() });
        }
        let result = self.call_by_name(M::DESCRIPTOR.name, input)?;
        serde_json::from_value(result).map_err(|error| Refusal::new(500, error.to_string()))
    }

    /// Makes a call by the name of the method, with parameters as on the wire.
    ///
    /// # Errors
    /// As [`EmulatorBot::call`].
    pub fn call_by_name(&self, method: &str, parameters: impl Into<Parameters>) -> Result<Value, Refusal> {
        let answer = self.world.answer(|service, now| service.call(now, &self.token, method, parameters));
        let Answer::Ready { envelope, .. } = answer else {
            return Err(Refusal::new(502, "no envelope came, by a fault"));
        };
        let envelope = serde_json::from_str(&envelope).map_err(|error| Refusal::new(500, error.to_string()))?;
        let Envelope { result, error_code, description, parameters, .. } = envelope;
        let code = error_code.and_then(|code| u16::try_from(code).ok()).unwrap_or(500);
        result.ok_or(Refusal { parameters, ..Refusal::new(code, description.unwrap_or_default()) })
    }

    /// Returns the stored updates and confirms them.
    ///
    /// # Errors
    /// When a webhook is set, or a fault is applied.
    pub fn updates(&self) -> Result<Vec<Update>, Refusal> {
        let updates = self.call(GetUpdates::new())?;
        if let Some(last) = updates.last() {
            self.call(GetUpdates::new().offset(last.update_id.0 + 1).limit(1))?;
        }
        Ok(updates)
    }
}
