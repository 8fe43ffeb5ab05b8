//! A page of TypeScript that is written line by line.

use super::tsdoc::Doc;

/// The lines so far.
pub struct Page {
    text: String,
}

impl Page {
    /// A page that opens with a line.
    pub fn new(header: &str) -> Self {
        Self { text: format!("{header}\n") }
    }

    /// A line, indented.
    pub fn line(&mut self, depth: usize, line: &str) {
        if !line.is_empty() {
            self.text.extend(std::iter::repeat_n("  ", depth));
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    /// An empty line.
    pub fn blank(&mut self) {
        self.line(0, "");
    }

    /// A documentation comment, unless it is empty.
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

    /// The text.
    pub fn text(self) -> String {
        self.text
    }
}
