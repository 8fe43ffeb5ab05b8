//! The records of the tables as the walk reads them.

use super::kinds::{BYTES_OF_KIND, CompactKind, CompactObject, CompactUnion, LIMITED, Names, REQUIRED};
use super::tables;
use super::whole::whole;
use crate::wire::descriptor::{Format, Limit};
use crate::wire::json::Text;

impl CompactKind {
    /// The kind at that place.
    #[inline(never)]
    pub fn at(index: u16) -> Self {
        let at = tables::KINDS + usize::from(index) * BYTES_OF_KIND;
        whole().get(at..).and_then(<[u8]>::first_chunk).map_or(Self::Any, |bytes| Self::of_bytes(*bytes))
    }

    /// The object of a kind that is one.
    fn object(self) -> CompactObject {
        if let Self::Object(object) = self { object } else { tables::UNKNOWN }
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
        let mut fields = self.fields();
        while fields.next().is_some() {}
        let mut rules = fields.rules();
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
    /// The rules, which come after the fields, all of which were taken.
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

/// The rules of an object from one on: the byte of each, and the names in it.
#[derive(Debug)]
pub struct RuleRecords {
    at: usize,
}

impl RuleRecords {
    /// Whether there are any.
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
    /// The length of its name, and the bits.
    head: u8,
}

impl CompactField {
    /// Whether a key names it.
    #[inline(always)]
    pub fn is_named(self, key: Text<'_>) -> bool {
        (key.is_escaped() || key.raw().len() == letters(self.head)) && key == *self.name()
    }

    /// Its name on the wire.
    pub fn name(self) -> &'static [u8] {
        name(self.at)
    }

    /// What kind its value is.
    #[inline(always)]
    pub fn kind(self) -> CompactKind {
        CompactKind::at(byte(self.spec()).into())
    }

    /// Whether it must be present.
    #[inline(always)]
    pub fn required(self) -> bool {
        self.head & REQUIRED != 0
    }

    /// The limit and the form of its value, if it has any.
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
    /// The names, in order.
    pub fn texts(self) -> impl Iterator<Item = &'static str> + Clone {
        let mut at = usize::from(self.0) + 1;
        (0..byte(self.0.into())).map(move |_| {
            let name = text(name(at));
            at += 1 + name.len();
            name
        })
    }

    /// Whether the text is one of the names.
    #[inline(never)]
    pub fn has(self, text: Text<'_>) -> bool {
        self.texts().any(|name| text == *name)
    }

    /// The first name, as text.
    pub fn first(self) -> &'static str {
        text(name(usize::from(self.0) + 1))
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
        (0..byte(count)).map(move |index| CompactKind::at(byte(count + 1 + usize::from(index)).into()).object())
    }

    /// The values of the field that tells the objects apart; none if there is no such field.
    pub fn fixed_values(self) -> Names {
        let count = usize::from(self.0) + 1 + length(self.0.into());
        Names(u16::try_from(count + 1 + usize::from(byte(count))).unwrap_or_default())
    }
}

/// A name as text.
pub fn text(name: &'static [u8]) -> &'static str {
    str::from_utf8(name).unwrap_or_default()
}

/// A byte of the text. The search for a field reads it in place, everything else by a call, which is smaller.
#[inline(never)]
fn byte(at: usize) -> u8 {
    near(at)
}

#[inline(always)]
fn near(at: usize) -> u8 {
    whole().get(at).copied().unwrap_or_default()
}

/// How many letters follow the first byte of a name.
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
