//! Types that the steps of a release share.

use std::path::PathBuf;

pub struct Release {
    /// The tag of the release. `None` in a rehearsal.
    pub tag: Option<String>,
    /// True if `--only` names the step.
    pub is_named: bool,
    /// The folder of the release's files.
    pub files: PathBuf,
}

/// The result of a step that did not fail.
pub enum Said {
    Done(String),
    /// Skipped: not possible on this machine, or needed only with a tag.
    Left(String),
}
