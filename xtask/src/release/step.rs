//! What the steps of a release share.

use std::path::PathBuf;

pub struct Release {
    /// The tag that is released; none in a rehearsal.
    pub tag: Option<String>,
    /// The folder of what is released.
    pub files: PathBuf,
}

/// How a step ended that did not fail.
pub enum Said {
    Done(String),
    /// Not possible on this machine, or needed only with a tag.
    Left(String),
}
