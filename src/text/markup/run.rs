//! What a text with markup consists of.

/// A part of a text, which is plain or one entity. It is never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Run {
    pub text: String,
    pub style: Option<Style>,
}

/// The kind of an entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Style {
    Bold,
    Italic,
    Code,
    /// With the name of a language.
    Pre(String),
    /// To a URL.
    Link(String),
}
