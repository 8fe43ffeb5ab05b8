//! What a transport fails with.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

#[cfg(not(target_arch = "wasm32"))]
use crate::request::ValidationError;
use crate::request::stopped::{CAUSE, Stopped};

/// Why a request came to nothing: the connection was refused or broken.
///
/// The client takes the token out of its text and of those of its sources.
#[derive(Debug, Clone)]
pub struct TransportError {
    reason: String,
    source: Option<Arc<dyn Error + Send + Sync>>,
    /// Set where no repetition can help.
    #[cfg(not(target_arch = "wasm32"))]
    unfit: Option<ValidationError>,
}

impl TransportError {
    /// What another error says.
    pub fn new(source: impl Error + Send + Sync + 'static) -> Self {
        let reason = source.to_string();
        Self { source: Some(Arc::new(source)), ..Self::message(reason) }
    }

    /// What is wrong with the program, which no repetition mends.
    #[cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
    pub(super) fn unfit(error: ValidationError) -> Self {
        Self { unfit: Some(error.clone()), ..Self::new(error) }
    }

    /// A reason in words.
    pub fn message(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            source: None,
            #[cfg(not(target_arch = "wasm32"))]
            unfit: None,
        }
    }
}

impl Display for TransportError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.reason)
    }
}

impl Error for TransportError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_ref().and_then(|source| source.source())
    }
}

impl From<TransportError> for Stopped {
    fn from(error: TransportError) -> Self {
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(error) = error.unfit {
            return Self::Unfit(error);
        }
        let mut reason = error.to_string();
        let mut source = error.source();
        while let Some(cause) = source {
            reason.push_str(CAUSE);
            reason.push_str(&cause.to_string());
            source = cause.source();
        }
        Self::Failed(reason)
    }
}

impl From<Stopped> for TransportError {
    fn from(stopped: Stopped) -> Self {
        Self::message(match stopped {
            Stopped::Failed(reason) => reason,
            #[cfg(not(target_arch = "wasm32"))]
            Stopped::Unfit(error) => error.to_string(),
            Stopped::Timeout => "it took too long".to_owned(),
            Stopped::Aborted => "it was aborted".to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;
    use std::fmt::{self, Display, Formatter};

    use super::{Stopped, TransportError};
    use crate::client::token::Token;

    const TOKEN: &str = "918273:Zq8-fGh_jKlMnOpQrStUvWxYz0123456";

    #[derive(Debug)]
    struct Refused(String, Option<Box<Refused>>);

    impl Display for Refused {
        fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
            formatter.write_str(&self.0)
        }
    }

    impl Error for Refused {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            self.1.as_deref().map(|source| source as _)
        }
    }

    #[test]
    fn a_token_that_is_cut_off_is_hidden_in_each_error_of_a_chain() {
        for shown in [TOKEN, "918273:Zq8-fGh_jKlMnOpQrStUvWxYz012345", "918273:Zq8-fGh_jKlMnOpQ"] {
            let refused = |text: &str, source| Refused([text, shown].concat(), source);
            let last = Refused("refused".to_owned(), None);
            let source = refused("no way to /file/bot", Some(Box::new(last)));
            let error = TransportError::new(refused("GET /bot", Some(Box::new(source))));
            let error = Token::new(TOKEN).unwrap().clean(Stopped::from(error).into_error("getMe", None));
            let expected = "getMe: no response: GET /bot<token>; cause: no way to /file/bot<token>; cause: refused";
            assert_eq!(error.to_string(), expected, "{shown}");
            assert!(!format!("{error:?}").contains("Zq8"), "{error:?}");
        }
    }
}
