//! Renders `src/wire/compact/tables.rs`, the descriptors in the compact form of `src/wire/compact/mod.rs`, and for the
//! npm package the part that only the check of updates needs.

mod records;

use std::fmt::Write;
use std::ops::Range;

use self::records::{Tables, UNKNOWN};
use crate::wire::{MethodDescriptor, ObjectDescriptor};

/// Returns the source of the tables.
///
/// # Errors
/// When something does not fit the compact form, such as a name of more than 63 letters.
pub fn tables(methods: &[&'static MethodDescriptor], update: &'static ObjectDescriptor) -> Result<String, String> {
    Tables::of(methods, update)?.source(methods, update)
}

/// Returns the source of `update-table.ts`: the part that only updates need, each byte as a character.
///
/// # Errors
/// The same as [`tables`].
pub fn update_table(
    methods: &[&'static MethodDescriptor],
    update: &'static ObjectDescriptor,
) -> Result<String, String> {
    let tables = Tables::of(methods, update)?;
    let bytes = tables.text.get(tables.updates_at()..).unwrap_or_default().escape_ascii();
    Ok(format!(
        "// Rendered by botwire-render from the definitions in src/types; not edited by hand.\n\
         /** The part of the engine's tables that only updates need, each byte as a character. */\n\
         export const UPDATE_TABLE = \"{bytes}\";\n"
    ))
}

impl Tables {
    fn source(
        &self,
        methods: &[&'static MethodDescriptor],
        update: &'static ObjectDescriptor,
    ) -> Result<String, String> {
        let (text, updates) = (self.updates_at(), self.text.len() - self.updates_at());
        let object = |name: &str| Ok::<_, String>(format!("CompactObject({})", self.offset_of(name)?));
        let mut source = String::from(
            "//! Rendered from the descriptors by `cargo xtask build`.\n\n#![allow(clippy::unreadable_literal)]\n\n",
        );
        source.push_str(
            "use super::kinds::{CompactMethod, CompactObject};\nuse crate::wire::descriptor::{Format, Limit};\n",
        );
        list(
            &mut source,
            "METHODS",
            "CompactMethod",
            methods.iter().map(|method| {
                let params = self.offset_of(method.params.name)?;
                Ok(format!("CompactMethod::new({params}, {}), // {}", method.idempotent, method.name))
            }),
        )?;
        let names = methods.iter().map(|method| Ok(format!("\"{}\",", method.name)));
        list(&mut source, "NAMES", "&str", names)?;
        for (what, table) in [("UPDATE", update), ("UNKNOWN", &UNKNOWN)] {
            let _ = writeln!(source, "\npub const {what}: CompactObject = {};", object(table.name)?);
        }
        let _ =
            writeln!(source, "\n/// Where the kinds begin in the text.\npub const KINDS: usize = {};", self.kinds_at);
        let limits = self.limits.iter().map(|(limit, format)| Ok(format!("(Limit::{limit:?}, Format::{format:?}),")));
        list(&mut source, "LIMITS", "(Limit, Format)", limits)?;
        let _ = writeln!(source, "\npub static TEXT: [u8; {text}] = *b\"\\");
        self.lines(&mut source, 0..text);
        source.push_str("\n#[cfg_attr(npm, allow(dead_code))]\n");
        let _ = writeln!(source, "pub static UPDATE_TABLE: [u8; {updates}] = *b\"\\");
        self.lines(&mut source, text..self.text.len());
        Ok(source)
    }

    /// Writes the rest of a static, with one line for each record in that part of the text.
    fn lines(&self, source: &mut String, part: Range<usize>) {
        for (number, start) in self.records.iter().enumerate().filter(|(_, start)| part.contains(*start)) {
            let end = self.records.get(number + 1).copied().unwrap_or(self.text.len());
            let record = self.text.get(*start..end).unwrap_or_default();
            let _ = writeln!(source, "    {}\\", record.escape_ascii());
        }
        source.push_str("\";\n");
    }
}

fn list(
    source: &mut String,
    name: &str,
    item: &str,
    items: impl ExactSizeIterator<Item = Result<String, String>>,
) -> Result<(), String> {
    let _ = writeln!(source, "\npub static {name}: [{item}; {}] = [", items.len());
    for item in items {
        let _ = writeln!(source, "    {}", item?);
    }
    source.push_str("];\n");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::tables;
    use crate::methods::METHODS;
    use crate::types::Update;

    #[test]
    fn the_compact_tables_are_those_of_the_descriptors() {
        let tables = tables(METHODS, Update::table());
        let is_current = tables.as_deref() == Ok(include_str!("../../wire/compact/tables.rs"));
        assert!(is_current, "src/wire/compact/tables.rs is out of date: `cargo xtask build` renders it again");
    }
}
