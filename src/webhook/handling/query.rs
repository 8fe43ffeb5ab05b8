//! The query of an update, and its only answer.

use crate::policy::webhook::ANSWERS;
use crate::request::serialized_call::SerializedCall;
use crate::types::{Update, UpdateKind};
use crate::wire::json;

/// A query that the service waits for an answer to.
pub(super) struct PendingQuery {
    kind: UpdateKind,
    /// The method that answers it.
    method: &'static str,
    id: String,
}

impl PendingQuery {
    /// Returns the query of an update of that kind, even if it does not fit its type.
    pub fn of(update: &Update, kind: &UpdateKind) -> Option<Self> {
        let (_, method) = ANSWERS.into_iter().find(|(query, _)| *query == kind.as_str())?;
        let id = match kind {
            UpdateKind::CallbackQuery => update.callback_query.as_ref().map(|query| query.id.to_string()),
            UpdateKind::InlineQuery => update.inline_query.as_ref().map(|query| query.id.to_string()),
            UpdateKind::ShippingQuery => update.shipping_query.as_ref().map(|query| query.id.to_string()),
            _ => update.pre_checkout_query.as_ref().map(|query| query.id.to_string()),
        };
        let untyped = || Some(update.extra.get(kind.as_str())?.get("id")?.as_str()?.to_owned());
        Some(Self { id: id.or_else(untyped)?, kind: kind.clone(), method })
    }

    /// Returns true if the call answers this query.
    pub fn is_answered_by(&self, call: &SerializedCall) -> bool {
        let id = json::member(&call.json, &[self.kind.as_str(), "_id"].concat()).and_then(json::text);
        call.method == self.method && id.is_some_and(|id| id == *self.id)
    }

    /// Describes the expected answer.
    pub fn expected(&self) -> String {
        format!("{} of the query of this update", self.method)
    }
}

/// The answer to the query of an update.
#[derive(Default)]
pub(super) enum QueryAnswer {
    #[default]
    None,
    /// The response may hold the answer.
    Pending(SerializedCall),
    /// The answer is in the response, or was sent as an ordinary call.
    Sent,
}

impl QueryAnswer {
    pub fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }

    /// Returns a pending answer.
    pub fn pending(&self) -> Option<&SerializedCall> {
        if let Self::Pending(call) = self { Some(call) } else { None }
    }

    /// Takes a pending answer, to send it.
    pub fn take(&mut self) -> Option<SerializedCall> {
        match std::mem::replace(self, Self::Sent) {
            Self::Pending(call) => Some(call),
            Self::None => {
                *self = Self::None;
                None
            }
            Self::Sent => None,
        }
    }

    /// Replaces a pending answer by the returned one. Returns false if an answer was already sent.
    pub fn replace(&mut self) -> bool {
        !matches!(std::mem::replace(self, Self::Sent), Self::Sent)
    }
}
