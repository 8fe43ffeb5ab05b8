//! Documentation comments (`TSDoc`) from the documentation of the definitions.

/// The lines of a comment.
#[derive(Default, Clone)]
pub struct Doc {
    lines: Vec<String>,
}

impl Doc {
    /// Reads the documentation of a Rust item.
    pub fn new(text: &str) -> Self {
        let lines = if text.is_empty() { Vec::new() } else { safe(text).lines().map(str::to_owned).collect() };
        Self { lines }
    }

    /// Adds a paragraph, unless it is empty.
    #[must_use]
    pub fn paragraph(mut self, text: &str) -> Self {
        if !text.is_empty() {
            if !self.lines.is_empty() {
                self.lines.push(String::new());
            }
            self.lines.extend(safe(text).lines().map(str::to_owned));
        }
        self
    }

    /// Adds a block tag, unless its text is empty.
    #[must_use]
    pub fn tag(mut self, tag: &str, text: &str) -> Self {
        if text.is_empty() {
            return self;
        }
        if self.lines.last().is_some_and(|line| !line.starts_with('@')) {
            self.lines.push(String::new());
        }
        self.lines.push(format!("@{tag} {}", safe(text)));
        self
    }

    /// Adds an example in TypeScript.
    #[must_use]
    pub fn example(mut self, code: &str) -> Self {
        self.lines.extend(["", "@example", "```ts"].map(str::to_owned));
        self.lines.extend(code.replace("*/", "*\\/").lines().map(str::to_owned));
        self.lines.push("```".to_owned());
        self
    }

    /// Returns the lines.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }
}

/// Escapes text so that it neither ends the comment nor has a meaning in `TSDoc`: the links of rustdoc become code, and
/// `@`, `{`, `}` outside code are escaped.
fn safe(text: &str) -> String {
    let text = text.replace("[`", "`").replace("`]", "`").replace("*/", "*\\/");
    let mut safe = String::new();
    for (index, part) in text.split('`').enumerate() {
        if index > 0 {
            safe.push('`');
        }
        if index % 2 == 1 {
            safe.push_str(part);
            continue;
        }
        for letter in part.chars() {
            if matches!(letter, '@' | '{' | '}' | '<' | '>') {
                safe.push('\\');
            }
            safe.push(letter);
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_the_comment_or_starts_a_tag() {
        let doc = Doc::new("See [`Chat`] */ or {x} by @name.\n`@a {b}`").tag("remarks", "0–9.").tag("defaultValue", "");
        assert_eq!(doc.lines(), ["See `Chat` *\\/ or \\{x\\} by \\@name.", "`@a {b}`", "", "@remarks 0–9."]);
    }

    #[test]
    fn empty_documentation_has_no_lines() {
        assert!(Doc::new("").tag("remarks", "").lines().is_empty());
        assert_eq!(Doc::new("").paragraph("Text.").lines(), ["Text."]);
    }
}
