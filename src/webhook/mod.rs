//! The webhook: guarding and reading what the service delivers, and answering it in the response.

#[cfg(all(feature = "client", target_arch = "wasm32"))]
mod body;
#[cfg(any(test, all(feature = "client", target_arch = "wasm32")))]
mod claims;
mod guard;
#[cfg(all(feature = "client", target_arch = "wasm32"))]
mod handler;
mod inline;
pub(crate) mod read;

pub use guard::Refusal;
pub use inline::InlineCall;

use crate::types::Update;
use crate::wire::Fault;

/// A webhook: the path under which the service delivers updates, known to nobody else.
///
/// Deliveries carry no signature, so the secret in the path is what tells that they come from the
/// service. Spec: core, Authentication, and core, Events.
///
/// ```
/// use botwire::methods::SendMessage;
/// use botwire::webhook::Webhook;
///
/// let webhook = Webhook::new("/hook/a-long-secret");
/// webhook.check("POST", "/hook/a-long-secret").unwrap();
/// let update = webhook.parse(br#"{"update_id":1}"#).unwrap();
/// let reply = webhook.reply(SendMessage::new(42, "hi")).unwrap();
/// assert_eq!(reply, r#"{"method":"sendMessage","chat_id":42,"text":"hi"}"#);
/// ```
#[derive(Clone)]
pub struct Webhook {
    /// Without the first slash and without percent-encoding.
    path: Vec<u8>,
    header: Option<(String, Vec<u8>)>,
}

impl Webhook {
    /// A webhook under the path of its URL. An empty path, or `/`, is no secret: every delivery is
    /// refused.
    #[must_use]
    pub fn new(secret_path: impl AsRef<str>) -> Self {
        Self { path: guard::decoded(secret_path.as_ref().trim_start_matches('/')), header: None }
    }

    /// A secret that is expected in a header, beside the path. The service of the specification
    /// sends none; this is for one that does, or for a proxy in front that adds it.
    #[must_use]
    pub fn secret_header(self, name: impl Into<String>, value: impl AsRef<str>) -> Self {
        Self { header: Some((name.into(), value.as_ref().as_bytes().to_vec())), ..self }
    }

    /// Checks the verb and the path of a request, before anything else is done with it.
    ///
    /// # Errors
    /// 405 for any verb but POST, 404 for any other path.
    pub fn check(&self, method: &str, path: &str) -> Result<(), Refusal> {
        if method != "POST" {
            return Err(Refusal::new(405));
        }
        let path = path.strip_prefix('/').unwrap_or(path);
        if self.path.is_empty() || !guard::same(&self.path, &guard::decoded(path)) {
            return Err(Refusal::new(404));
        }
        Ok(())
    }

    /// Checks the headers of a request, after its verb and path. `get` gives a header by its name.
    ///
    /// # Errors
    /// 401 without the secret header, 415 for another type than JSON, 413 for more than 1 MiB.
    pub fn check_headers(&self, get: impl Fn(&str) -> Option<String>) -> Result<(), Refusal> {
        if let Some((name, secret)) = &self.header
            && !guard::same(secret, get(name).unwrap_or_default().as_bytes())
        {
            return Err(Refusal::new(401));
        }
        if !guard::is_json(get("content-type").as_deref(), get("content-encoding").as_deref()) {
            return Err(Refusal::new(415));
        }
        let declared = get("content-length").and_then(|length| length.trim().parse::<u64>().ok());
        if declared.is_some_and(|bytes| bytes > guard::LARGEST_BODY as u64) {
            return Err(Refusal::new(413));
        }
        Ok(())
    }

    /// Reads the body of a request. Kinds and fields that this version does not know are kept in
    /// the `extra` of the objects.
    ///
    /// # Errors
    /// 413 for more than 1 MiB, 400 for what is no update, with the first fault.
    pub fn parse(&self, body: &[u8]) -> Result<Update, Refusal> {
        if body.len() > guard::LARGEST_BODY {
            return Err(Refusal::new(413));
        }
        let text = std::str::from_utf8(body).map_err(|_| Refusal::new(400))?;
        // What comes before JSON text in some encoders' UTF-8, and is not part of it.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        read::update(text).map_err(|fault| Refusal { fault: Some(fault), ..Refusal::new(400) })
    }

    /// The body that answers a delivery with a call, as `application/json`. The result of the call
    /// cannot be known, nor whether it succeeded. Spec: core, Events, 4.
    ///
    /// # Errors
    /// The first fault of the parameters. A file cannot be sent in this way.
    pub fn reply(&self, call: impl Into<InlineCall>) -> Result<String, Fault> {
        call.into().into_json()
    }
}

// The path is a secret.
impl std::fmt::Debug for Webhook {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Webhook").finish_non_exhaustive()
    }
}
