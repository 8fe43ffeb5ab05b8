//! Parts of a text with markup.

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
    /// A code block with the name of a language.
    Pre(String),
    /// A link to the URL.
    Link(String),
}
