//! Reads the records of the tables.

use super::kinds::{BYTES_OF_KIND, CompactKind, CompactObject, CompactUnion, LIMITED, Names, REQUIRED};
use super::tables;
use super::whole::whole;
use crate::wire::descriptor::{Format, Limit};
use crate::wire::json::Text;

impl CompactKind {
    /// Returns the kind at that index.
    #[inline(never)]
    pub fn at(index: u16) -> Self {
        let at = tables::KINDS + usize::from(index) * BYTES_OF_KIND;
        whole().get(at..).and_then(<[u8]>::first_chunk).map_or(Self::Any, |bytes| Self::of_bytes(*bytes))
    }

    /// Returns the object of an object kind.
    fn object(self) -> CompactObject {
        if let Self::Object(object) = self { object } else { tables::UNKNOWN }
    }
}

impl CompactObject {
    /// Returns its fields, in order.
    #[inline(always)]
    pub fn fields(self) -> Fields {
        Fields { at: self.0.into() }
    }

    /// Returns its name.
    #[cold]
    pub fn name(self) -> &'static str {
        let end = usize::from(self.0) - 1;
        match text(whole().get(end - length(end)..end).unwrap_or_default()) {
            "" => "object of parameters",
            name => name,
        }
    }
}

/// Iterates over the fields of an object.
#[derive(Debug)]
pub struct Fields {
    at: usize,
}

impl Fields {
    /// Returns the rules, which follow the fields. All fields must have been read.
    pub fn rules(self) -> RuleRecords {
        RuleRecords { at: self.at + 1 }
    }
}

impl Iterator for Fields {
    type Item = CompactField;

    #[inline(always)]
    fn next(&mut self) -> Option<CompactField> {
        let head = near(self.at);
        if head == 0 {
            return None;
        }
        let field = CompactField { at: self.at, head };
        self.at += letters(head) + 2 + usize::from(head & LIMITED != 0);
        Some(field)
    }
}

/// Iterates over the rules of an object: the byte of each, and the names in it.
#[derive(Debug)]
pub struct RuleRecords {
    at: usize,
}

impl RuleRecords {
    /// Returns true if the object has no rules.
    #[inline(always)]
    pub fn are_none(&self) -> bool {
        byte(self.at) == 0
    }
}

impl Iterator for RuleRecords {
    type Item = (u8, Names);

    fn next(&mut self) -> Option<(u8, Names)> {
        let rule = byte(self.at);
        if rule == 0 {
            return None;
        }
        let names = Names(u16::try_from(self.at + 2).unwrap_or_default());
        self.at += 2 + usize::from(byte(self.at + 1));
        Some((rule, names))
    }
}

/// A field, by its offset.
#[derive(Debug, Clone, Copy)]
pub struct CompactField {
    at: usize,
    /// The byte with the length of its name and the bits.
    head: u8,
}

impl CompactField {
    /// Returns true if the key is its name.
    #[inline(always)]
    pub fn is_named(self, key: Text<'_>) -> bool {
        (key.is_escaped() || key.raw().len() == letters(self.head)) && key == *self.name()
    }

    /// Returns its name on the wire.
    pub fn name(self) -> &'static [u8] {
        name(self.at)
    }

    /// Returns the kind of its value.
    #[inline(always)]
    pub fn kind(self) -> CompactKind {
        CompactKind::at(byte(self.spec()).into())
    }

    /// Returns true if the field is required.
    #[inline(always)]
    pub fn required(self) -> bool {
        self.head & REQUIRED != 0
    }

    /// Returns the limit and the format of its value, if any.
    #[inline(always)]
    pub fn limit(self) -> Option<&'static (Limit, Format)> {
        if self.head & LIMITED == 0 {
            return None;
        }
        tables::LIMITS.get(usize::from(byte(self.spec() + 1)))
    }

    fn spec(self) -> usize {
        self.at + 1 + letters(self.head)
    }
}

impl Names {
    /// Returns the names, in order.
    pub fn texts(self) -> impl Iterator<Item = &'static str> + Clone {
        let mut at = usize::from(self.0) + 1;
        (0..byte(self.0.into())).map(move |_| {
            let name = text(name(at));
            at += 1 + name.len();
            name
        })
    }

    /// Returns true if the text is one of the names.
    #[inline(never)]
    pub fn has(self, text: Text<'_>) -> bool {
        self.texts().any(|name| text == *name)
    }

    /// Returns the first name, as text.
    pub fn first(self) -> &'static str {
        text(name(usize::from(self.0) + 1))
    }
}

impl CompactUnion {
    /// Returns its name.
    pub fn name(self) -> &'static str {
        text(name(self.0.into()))
    }

    /// Returns the objects.
    pub fn variants(self) -> impl ExactSizeIterator<Item = CompactObject> {
        let count = usize::from(self.0) + 1 + length(self.0.into());
        (0..byte(count)).map(move |index| CompactKind::at(byte(count + 1 + usize::from(index)).into()).object())
    }

    /// Returns the values of the field that distinguishes the objects. Empty if the union has no such field.
    pub fn fixed_values(self) -> Names {
        let count = usize::from(self.0) + 1 + length(self.0.into());
        Names(u16::try_from(count + 1 + usize::from(byte(count))).unwrap_or_default())
    }
}

/// Converts a name to text.
pub fn text(name: &'static [u8]) -> &'static str {
    str::from_utf8(name).unwrap_or_default()
}

/// Returns a byte of the text. Only the search for a field inlines this; a call is smaller.
#[inline(never)]
fn byte(at: usize) -> u8 {
    near(at)
}

#[inline(always)]
fn near(at: usize) -> u8 {
    whole().get(at).copied().unwrap_or_default()
}

/// Returns the number of letters after the first byte of a name.
fn letters(head: u8) -> usize {
    usize::from(head & !(REQUIRED | LIMITED))
}

fn length(at: usize) -> usize {
    letters(byte(at))
}

#[inline(never)]
fn name(at: usize) -> &'static [u8] {
    whole().get(at + 1..at + 1 + length(at)).unwrap_or_default()
}
