//! The records of the tables as the walk reads them.

use super::kinds::{CompactKind, CompactObject, CompactUnion, LIMITED, Names, REQUIRED};
use super::tables;
use crate::wire::descriptor::{Format, Limit};
use crate::wire::json::Text;
use crate::wire::utf8;

impl CompactKind {
    /// The kind at that place.
    #[inline(always)]
    pub fn at(index: u8) -> Self {
        let index = usize::from(index);
        tables::KINDS.get(index).copied().unwrap_or_else(|| Self::of_updates(index - tables::KINDS.len()))
    }

    /// The object of a kind that is one.
    fn object(self) -> CompactObject {
        if let Self::Object(object) = self { object } else { tables::UNKNOWN }
    }

    #[cold]
    #[inline(never)]
    fn of_updates(index: usize) -> Self {
        let (kinds, _) = updates();
        kinds.get(index).copied().map_or(Self::String, Self::of_bytes)
    }
}

impl CompactObject {
    /// Its fields, in order.
    #[inline(always)]
    pub fn fields(self) -> Fields {
        Fields { at: self.0.into() }
    }

    /// Its name.
    #[cold]
    pub fn name(self) -> &'static str {
        let mut rules = self.fields().rules();
        while rules.next().is_some() {}
        match text(name(rules.at + 1)) {
            "" => "object of parameters",
            name => name,
        }
    }
}

/// The fields of an object from one on.
#[derive(Debug)]
pub struct Fields {
    at: usize,
}

impl Fields {
    /// The rules, which come after the fields.
    pub fn rules(mut self) -> RuleRecords {
        while self.next().is_some() {}
        RuleRecords { at: self.at + 1 }
    }
}

impl Iterator for Fields {
    type Item = CompactField;

    #[inline(always)]
    fn next(&mut self) -> Option<CompactField> {
        let field = CompactField { at: self.at };
        let head = near(self.at);
        if head == 0 {
            return None;
        }
        self.at += usize::from(head & !(REQUIRED | LIMITED)) + 2 + usize::from(head & LIMITED != 0);
        Some(field)
    }
}

/// The rules of an object from one on: the byte of each, and the names in it.
#[derive(Debug)]
pub struct RuleRecords {
    at: usize,
}

impl Iterator for RuleRecords {
    type Item = (u8, Names);

    fn next(&mut self) -> Option<(u8, Names)> {
        let rule = byte(self.at);
        if rule == 0 {
            return None;
        }
        let names = Names(u16::try_from(self.at + 1).unwrap_or_default());
        self.at += 2 + names.iter().map(|name| 1 + name.len()).sum::<usize>();
        Some((rule, names))
    }
}

/// A field, by its offset.
#[derive(Debug, Clone, Copy)]
pub struct CompactField {
    at: usize,
}

impl CompactField {
    /// Whether a key names it.
    #[inline(always)]
    pub fn is_named(self, key: Text<'_>) -> bool {
        (key.is_escaped() || key.raw().len() == usize::from(near(self.at) & !(REQUIRED | LIMITED)))
            && key == *self.name()
    }

    /// Its name on the wire.
    pub fn name(self) -> &'static [u8] {
        name(self.at)
    }

    /// What kind its value is.
    #[inline(always)]
    pub fn kind(self) -> CompactKind {
        CompactKind::at(byte(self.spec()))
    }

    /// Whether it must be present.
    #[inline(always)]
    pub fn required(self) -> bool {
        near(self.at) & REQUIRED != 0
    }

    /// The limit and the form of its value, if it has any.
    #[inline(always)]
    pub fn limit(self) -> Option<(Limit, Format)> {
        if near(self.at) & LIMITED == 0 {
            return None;
        }
        tables::LIMITS.get(usize::from(byte(self.spec() + 1))).copied()
    }

    fn spec(self) -> usize {
        self.at + 1 + length(self.at)
    }
}

impl Names {
    /// The names, in order.
    pub fn iter(self) -> impl Iterator<Item = &'static [u8]> + Clone {
        let mut at = usize::from(self.0) + 1;
        (0..byte(self.0.into())).map(move |_| {
            let name = name(at);
            at += 1 + name.len();
            name
        })
    }

    /// Whether the text is one of the names.
    #[inline(never)]
    pub fn has(self, text: Text<'_>) -> bool {
        self.iter().any(|name| text == *name)
    }

    /// The first name, as text.
    pub fn first(self) -> &'static str {
        text(name(usize::from(self.0) + 1))
    }

    /// The names, as text.
    pub fn texts(self) -> impl Iterator<Item = &'static str> + Clone {
        self.iter().map(text)
    }
}

impl CompactUnion {
    /// Its name.
    pub fn name(self) -> &'static str {
        text(name(self.0.into()))
    }

    /// The objects.
    pub fn variants(self) -> impl ExactSizeIterator<Item = CompactObject> {
        let count = usize::from(self.0) + 1 + length(self.0.into());
        (0..byte(count)).map(move |index| CompactKind::at(byte(count + 1 + usize::from(index))).object())
    }
}

/// A name as text.
pub fn text(name: &'static [u8]) -> &'static str {
    utf8::text(name).unwrap_or_default()
}

/// A byte of the text. The search for a field reads it in place, everything else by a call, which is smaller.
#[inline(never)]
fn byte(at: usize) -> u8 {
    near(at)
}

#[inline(always)]
fn near(at: usize) -> u8 {
    tables::TEXT.get(at).copied().unwrap_or_else(|| byte_of_updates(at - tables::TEXT.len()))
}

#[cold]
#[inline(never)]
fn byte_of_updates(at: usize) -> u8 {
    let (_, text) = updates();
    text.get(at).copied().unwrap_or_default()
}

/// The kinds and the text that only updates need.
fn updates() -> (&'static [[u8; 3]], &'static [u8]) {
    let (kinds, text) = update_table().split_at_checked(3 * tables::UPDATE_KINDS).unwrap_or_default();
    (kinds.as_chunks().0, text)
}

#[cfg(not(all(feature = "js", target_arch = "wasm32", not(any(feature = "client", feature = "emulator")))))]
fn update_table() -> &'static [u8] {
    &tables::UPDATE_TABLE
}

#[cfg(all(feature = "js", target_arch = "wasm32", not(any(feature = "client", feature = "emulator"))))]
pub use given::{update_table, with_updates};

/// Few workers check every field of an update: the others do not upload the table, and it is given for each check.
#[cfg(all(feature = "js", target_arch = "wasm32", not(any(feature = "client", feature = "emulator"))))]
mod given {
    use std::cell::Cell;

    thread_local! {
        static TABLE: Cell<&'static [u8]> = const { Cell::new(&[]) };
    }

    pub fn update_table() -> &'static [u8] {
        TABLE.get()
    }

    /// Has updates checked along the table while the work runs.
    pub fn with_updates<T>(table: &'static [u8], work: impl FnOnce() -> T) -> T {
        TABLE.set(table);
        let outcome = work();
        TABLE.set(&[]);
        outcome
    }
}

fn length(at: usize) -> usize {
    usize::from(byte(at) & !(REQUIRED | LIMITED))
}

#[inline(never)]
fn name(at: usize) -> &'static [u8] {
    let name = at + 1..at + 1 + length(at);
    let text = tables::TEXT.len();
    tables::TEXT.get(name.clone()).or_else(|| updates().1.get(name.start - text..name.end - text)).unwrap_or_default()
}
