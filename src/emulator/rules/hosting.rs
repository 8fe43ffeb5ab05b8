//! What is behind the URLs that bots send files by. The service in a box opens no connection.
//!
//! A URL gives what [`Service::host`] put there, or else what the function of
//! [`Service::host_with`] finds, or else a small stand-in of the type that its ending says, or that
//! the method wants: the bytes of a stand-in are the URL itself.

use std::sync::Arc;

use crate::emulator::http::essence;
use crate::emulator::prelude::*;
use crate::emulator::rules::{NewFile, by_ending, usual};
use crate::wire::MB;

impl Service {
    /// Puts content behind a URL that bots may send files by; without a type the URL fails.
    pub fn host(&mut self, url: impl Into<String>, media_type: &str, bytes: &[u8]) {
        let file = Hosted { media_type: media_type.to_owned(), bytes: bytes.into() };
        self.state.files.hosted.insert(url.into(), file);
    }

    /// Asks a function what is behind the URLs that [`Service::host`] was not told of. Where it finds
    /// nothing there is a stand-in; with [`Hosted`] of no type the URL fails. It is no part of
    /// snapshots.
    pub fn host_with(&mut self, find: impl Fn(&str) -> Option<Hosted> + Send + Sync + 'static) {
        self.web = Web(Some(Arc::new(find)));
    }

    /// What is behind a URL, if a file of that kind may be sent from it. Spec: core, Sending, file
    /// rules, and core, Limits.
    pub(crate) fn fetched(&self, url: &str, kind: FileKind) -> Result<NewFile> {
        let path = url.split(['?', '#']).next().unwrap_or_default();
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        let found = self.state.files.hosted.get(url).cloned().or_else(|| self.web.0.as_ref()?(url));
        let is_made_up = found.is_none();
        let Hosted { media_type, bytes } = found.unwrap_or_else(|| Hosted {
            media_type: by_ending(&name).unwrap_or_else(|| usual(kind)).to_owned(),
            bytes: url.as_bytes().into(),
        });
        refuse_if(media_type.is_empty(), "failed to get HTTP URL content")?;
        let most = if kind == FileKind::Photo { 5 * MB } else { 20 * MB } as usize;
        refuse_if(bytes.len() > most, "file is too big")?;
        let essence = essence(&media_type);
        let fits = match kind {
            FileKind::Photo => essence.starts_with("image/"),
            FileKind::Audio => matches!(essence.as_str(), "audio/mpeg" | "audio/mp3"),
            FileKind::Video => essence.starts_with("video/"),
            FileKind::Voice => essence == "audio/ogg",
            FileKind::Document => matches!(essence.as_str(), "image/gif" | "application/pdf" | "application/zip"),
            FileKind::Sticker => essence == "image/webp",
            _ => true,
        };
        refuse_if(!fits, "wrong type of the web page content")?;
        Ok(NewFile { bytes, name, media_type, by_url: true, is_made_up })
    }
}
