//! The error of a transport.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::io;
use std::sync::Arc;

use crate::request::IoError;
#[cfg(not(web))]
use crate::request::ValidationError;
use crate::request::stopped::{CAUSE, Stopped};

/// An error of a [`Transport`](super::Transport), such as a refused or broken connection.
///
/// The client removes the token from its text and from its sources.
///
/// ```
/// # #[cfg(feature = "client")] {
/// use botwire::client::TransportError;
///
/// let error = TransportError::new(std::io::Error::from(std::io::ErrorKind::ConnectionRefused));
/// assert_eq!(error.to_string(), "connection refused");
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct TransportError {
    reason: String,
    source: Option<Arc<dyn Error + Send + Sync>>,
    /// Set if a retry cannot help.
    #[cfg(not(web))]
    unfit: Option<ValidationError>,
}

impl TransportError {
    /// Creates an error from another error.
    pub fn new(source: impl Error + Send + Sync + 'static) -> Self {
        let reason = source.to_string();
        Self { source: Some(Arc::new(source)), ..Self::message(reason) }
    }

    /// Creates an error for a mistake in the program, which a retry does not fix.
    #[cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
    pub(super) fn unfit(error: ValidationError) -> Self {
        Self { unfit: Some(error.clone()), ..Self::new(error) }
    }

    /// Creates an error from a text.
    pub fn message(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            source: None,
            #[cfg(not(web))]
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
        #[cfg(not(web))]
        if let Some(error) = error.unfit {
            return Self::Unfit(error);
        }
        // Includes the texts up to the system's error, which is the source of the client's error.
        let mut texts = Vec::new();
        let first = error.source.as_ref().map(|source| &**source as &(dyn Error + 'static));
        if !error.reason.is_empty() && first.is_none_or(|first| first.to_string() != error.reason) {
            texts.push(error.reason.clone());
        }
        let mut next = first;
        while let Some(cause) = next {
            if let Some(io) = cause.downcast_ref::<io::Error>() {
                return Self::Io(texts.join(CAUSE), IoError::of(io, |text| text));
            }
            texts.push(cause.to_string());
            next = cause.source();
        }
        Self::Failed(texts.join(CAUSE))
    }
}

impl From<Stopped> for TransportError {
    fn from(stopped: Stopped) -> Self {
        Self::message(match stopped {
            Stopped::Failed(reason) => reason,
            Stopped::Io(reason, source) => return Self { source: Some(source.0), ..Self::message(reason) },
            #[cfg(not(web))]
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
    use std::io;

    use super::{IoError, Stopped, TransportError};
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

    #[test]
    fn an_error_of_the_system_is_the_source_and_shown_once() {
        let reset = || io::Error::from_raw_os_error(104);
        let other = io::Error::new(io::ErrorKind::TimedOut, format!("slow /bot{TOKEN}/getMe"));
        for (error, shown, kind) in [
            (TransportError::new(reset()), "getMe: no response", reset().kind()),
            (TransportError::new(other), "getMe: no response", io::ErrorKind::TimedOut),
            (TransportError::new(Broken(reset())), "getMe: no response: it broke", reset().kind()),
        ] {
            let error = Token::new(TOKEN).unwrap().clean(Stopped::from(error).into_error("getMe", None));
            let source = error.source().unwrap().downcast_ref::<io::Error>().unwrap();
            assert_eq!((error.to_string().as_str(), source.kind()), (shown, kind));
            assert!(!format!("{error:?} {source} {source:?}").contains("Zq8"), "{error:?}");
            let again = Stopped::from(TransportError::from(Stopped::Io(
                "it broke".to_owned(),
                IoError::of(source, |text| text),
            )));
            assert_eq!(again.into_error("getMe", None).source().unwrap().to_string(), source.to_string());
        }
        assert!(size_of::<crate::client::Error>() <= 64);
    }

    #[derive(Debug)]
    struct Broken(io::Error);

    impl Display for Broken {
        fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
            formatter.write_str("it broke")
        }
    }

    impl Error for Broken {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&self.0)
        }
    }
}
