//! Files that a bot uploads.

use std::fmt::{Debug, Display, Formatter};
use std::sync::Arc;

use super::FileId;
pub use super::file_scope::collect;
#[cfg(feature = "emulator")]
pub(crate) use super::file_scope::provide;
#[cfg(all(not(web), feature = "client"))]
pub use super::file_stream::FileStream;

/// The content of a file, uploaded with `multipart/form-data` the way a browser uploads files.
///
/// Photos may have up to 10 MB, other files up to 50 MB.
///
/// ```
/// use botwire::methods::SendDocument;
/// use botwire::types::InputFile;
///
/// let report = InputFile::bytes("a,b\n1,2\n".as_bytes(), "report.csv").mime_type("text/csv");
/// let call = SendDocument::new(42, report).caption("This month");
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct InputFile {
    /// Source of the bytes.
    pub content: Content,
    /// Name of the file, as the service shows it.
    pub name: Option<String>,
    /// MIME type of the file.
    pub mime_type: Option<String>,
    /// Set for a file that is read while it is sent.
    #[cfg(all(not(web), feature = "client"))]
    pub(crate) place: Option<Arc<super::file_stream::Place>>,
    /// The size in bytes of a file from a path, once it is known.
    #[cfg(all(not(web), feature = "client"))]
    pub(crate) size: Option<u64>,
}

/// Source of the bytes of an uploaded file.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum Content {
    /// In memory; a clone shares them.
    Bytes(Arc<[u8]>),
    /// In the file system. The file is read when the call is made.
    #[cfg(all(not(web), feature = "client"))]
    Path(std::path::PathBuf),
    /// In a stream, which can be read once.
    #[cfg(all(not(web), feature = "client"))]
    Stream(FileStream),
    /// In a `Blob` of the platform, which never enters the memory of the wasm module.
    #[cfg(all(web, feature = "client"))]
    Blob(web_sys::Blob),
    /// In a `ReadableStream` of the platform, which can be read once.
    #[cfg(all(web, feature = "client"))]
    Stream(web_sys::ReadableStream),
}

#[cfg(all(not(web), feature = "client"))]
impl Content {
    /// Returns the source for an error.
    pub(crate) fn source(&self) -> String {
        match self {
            Self::Path(path) => path.display().to_string(),
            other => format!("{other:?}"),
        }
    }
}

impl Debug for Content {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bytes(bytes) => write!(formatter, "{} bytes", bytes.len()),
            #[cfg(all(not(web), feature = "client"))]
            Self::Stream(stream) => stream.fmt(formatter),
            #[cfg(all(not(web), feature = "client"))]
            Self::Path(path) => write!(formatter, "the file {}", path.display()),
            #[cfg(all(web, feature = "client"))]
            Self::Blob(blob) => write!(formatter, "a Blob of {} bytes", blob.size()),
            #[cfg(all(web, feature = "client"))]
            Self::Stream(_) => formatter.write_str("a ReadableStream"),
        }
    }
}

impl InputFile {
    /// Makes a file of bytes, with the name under which it is sent.
    #[must_use]
    pub fn bytes(data: impl Into<Arc<[u8]>>, name: impl Display) -> Self {
        Self::new(Content::Bytes(data.into()), Some(name.to_string()))
    }

    /// Makes a file of one in the file system, which is read when the call is made. `&Path` and `PathBuf` turn into it, too.
    ///
    /// ```no_run
    /// # async fn example(bot: botwire::client::Bot) -> Result<(), botwire::client::Error> {
    /// use std::path::Path;
    ///
    /// bot.send_document(42, Path::new("report.pdf")).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// If the file is too large or cannot be read, the call fails with
    /// [`Error::Validation`](crate::client::Error::Validation). The size of a file is checked before it is read.
    ///
    /// Over `Reqwest`, the threads of tokio for blocking work ask for the size, and read the file in pieces while it is sent, again for
    /// each retry. It is never in memory as a whole. Other [transports](crate::client::Transport) get the whole file in memory, and the
    /// read blocks the thread.
    #[cfg(all(not(web), feature = "client"))]
    #[must_use]
    pub fn path(path: impl Into<std::path::PathBuf>) -> Self {
        let path = path.into();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        Self::new(Content::Path(path), name)
    }

    /// Makes a file of a `Blob`; without a name the platform chooses one.
    #[cfg(all(web, feature = "client"))]
    #[must_use]
    pub fn blob(blob: web_sys::Blob) -> Self {
        Self::new(Content::Blob(blob), None)
    }

    /// Makes a file of a `ReadableStream`, with the name under which it is sent.
    #[cfg(all(web, feature = "client"))]
    #[must_use]
    pub fn stream(stream: web_sys::ReadableStream, name: impl Display) -> Self {
        Self::new(Content::Stream(stream), Some(name.to_string()))
    }

    pub(super) fn new(content: Content, name: Option<String>) -> Self {
        Self {
            content,
            name,
            mime_type: None,
            #[cfg(all(not(web), feature = "client"))]
            place: None,
            #[cfg(all(not(web), feature = "client"))]
            size: None,
        }
    }

    /// Sets the name under which the file is sent.
    #[must_use]
    pub fn name(mut self, name: impl Display) -> Self {
        self.name = Some(name.to_string());
        self
    }

    /// Sets the MIME type of the file.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Display) -> Self {
        self.mime_type = Some(mime_type.to_string());
        self
    }
}

/// A file to send: an upload, or a string that refers to a file.
///
/// By `file_id`: a file that is already on the service, of any size. Its type cannot change (a
/// video cannot be sent as a photo, a photo not as a document), thumbnails cannot be sent again,
/// sending a photo again sends all its sizes, and the `file_id` belongs to one bot. By HTTP URL:
/// the service downloads the file, photos up to 5 MB, other content up to 20 MB; the target must
/// have the correct MIME type. By upload: photos up to 10 MB, other files up to 50 MB.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum InputFileOrString {
    /// A file that is uploaded.
    Upload(InputFile),
    /// A `file_id`, an HTTP URL, or `attach://<name>` if the specification allows it.
    Reference(String),
}

/// Uses the name of the `File`.
#[cfg(all(web, feature = "client"))]
impl From<web_sys::File> for InputFile {
    fn from(file: web_sys::File) -> Self {
        Self::blob(file.into())
    }
}

#[cfg(all(web, feature = "client"))]
impl From<web_sys::Blob> for InputFile {
    fn from(blob: web_sys::Blob) -> Self {
        Self::blob(blob)
    }
}

#[cfg(all(not(web), feature = "client"))]
mod paths {
    use std::path::{Path, PathBuf};

    use super::{InputFile, InputFileOrString};

    macro_rules! from_path {
        ($($path:ty),*) => {$(
            impl From<$path> for InputFile {
                fn from(path: $path) -> Self {
                    Self::path(path)
                }
            }

            /// A file to upload.
            impl From<$path> for InputFileOrString {
                fn from(path: $path) -> Self {
                    Self::Upload(path.into())
                }
            }
        )*};
    }

    from_path!(&Path, PathBuf, &PathBuf);
}

impl From<InputFile> for InputFileOrString {
    fn from(file: InputFile) -> Self {
        Self::Upload(file)
    }
}

impl From<&str> for InputFileOrString {
    fn from(reference: &str) -> Self {
        Self::Reference(reference.to_owned())
    }
}

impl From<FileId> for InputFileOrString {
    fn from(id: FileId) -> Self {
        Self::Reference(id.into())
    }
}

impl From<&FileId> for InputFileOrString {
    fn from(id: &FileId) -> Self {
        Self::Reference(id.as_str().to_owned())
    }
}

impl From<String> for InputFileOrString {
    fn from(reference: String) -> Self {
        Self::Reference(reference)
    }
}

impl From<&String> for InputFileOrString {
    fn from(reference: &String) -> Self {
        Self::Reference(reference.clone())
    }
}
