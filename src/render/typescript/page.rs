//! A page of TypeScript that is written line by line.

use super::tsdoc::Doc;

/// The lines so far.
pub struct Page {
    text: String,
}

impl Page {
    /// Starts a page with a line.
    pub fn new(header: &str) -> Self {
        Self { text: format!("{header}\n") }
    }

    /// Writes an indented line.
    pub fn line(&mut self, depth: usize, line: &str) {
        if !line.is_empty() {
            self.text.extend(std::iter::repeat_n("  ", depth));
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    /// Writes an empty line.
    pub fn blank(&mut self) {
        self.line(0, "");
    }

    /// Writes a documentation comment, unless it is empty.
    pub fn doc(&mut self, depth: usize, doc: &Doc) {
        match doc.lines() {
            [] => {}
            [line] if !line.starts_with('@') => self.line(depth, &format!("/** {line} */")),
            lines => {
                self.line(depth, "/**");
                for line in lines {
                    self.line(depth, format!(" * {line}").trim_end());
                }
                self.line(depth, " */");
            }
        }
    }

    /// Returns the text.
    pub fn text(self) -> String {
        self.text
    }
}
