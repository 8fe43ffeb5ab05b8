//! The walk: one pass over JSON text along a descriptor, which ends at the first error that is not skipped.

#![allow(clippy::unnecessary_box_returns)] // see `CheckResult`

use std::iter::Enumerate;

use super::attachments::Attachments;
use super::compact::{CompactField, CompactKind, CompactObject, Fields, UNKNOWN};
use super::descriptor::Format;
use super::json::{self, Cursor, MAX_DEPTH, Text, Type};
use super::members::{MOST, Members};
use super::skip::Skip;
use super::validation_error::{CheckResult, ValidationError};
use super::{limits, rules, unions};

/// The state of a walk, which is the same at each level.
pub(super) struct Walk<'a> {
    /// True if limits are checked.
    pub limits: bool,
    /// True if the value is from the service. Rules and enumerations are then not checked.
    pub incoming: bool,
    /// Files.
    pub attachments: Attachments<'a>,
    /// The number of errors that are still to be skipped.
    pub skip: Skip,
}

impl Walk<'_> {
    /// Walks an object that is the whole text.
    pub fn whole(&self, text: &str, object: CompactObject) -> CheckResult {
        let mut cursor = Cursor::new(text);
        self.value(&mut cursor, CompactKind::Object(object), 0)?;
        Ok(cursor.end()?)
    }

    /// Walks an object whose bracket was found.
    pub fn object(&self, cursor: &mut Cursor<'_>, object: CompactObject, depth: usize) -> CheckResult {
        let start = cursor.at();
        let mut values = [None; MOST];
        let mut next = object.fields().enumerate();
        let mut more = cursor.enter(b'}');
        while more {
            let key = cursor.key()?;
            match find(&mut next, object, key) {
                Some((index, field)) => {
                    let value = self.field(cursor, field, depth).map_err(|error| error.in_known(field))?;
                    if let Some(place) = values.get_mut(index) {
                        *place = value;
                    }
                }
                None => self.unknown_member(cursor, key, depth + 1)?,
            }
            more = cursor.next(b'}')?;
        }
        let members = Members { object, values: &values, text: cursor.since(start) };
        let mut fields = object.fields();
        for (index, field) in fields.by_ref().enumerate() {
            match members.at(index) {
                Some(value) if self.limits => self.skip.in_outcome(limits::visible(field, value, &members))?,
                None if field.required() => {
                    self.skip.report(ValidationError::of(&field.kind(), "nothing").in_known(field))?;
                }
                _ => {}
            }
        }
        if self.incoming { Ok(()) } else { rules::check(fields.rules(), &members, self.limits, &self.skip) }
    }

    /// Walks a field and returns its text, or `None` for a null from the service, which counts as absent.
    fn field<'t>(&self, cursor: &mut Cursor<'t>, field: CompactField, depth: usize) -> CheckResult<Option<&'t str>> {
        let first = cursor.peek();
        let start = cursor.at();
        let is_absent = self.incoming && !field.required() && first == b'n';
        let skip = self.skip.remaining();
        self.value(cursor, if is_absent { CompactKind::Any } else { field.kind() }, depth + 1)?;
        if is_absent {
            return Ok(None);
        }
        let value = cursor.since(start);
        // For a value of the wrong kind, only one error is reported.
        let is_kind = (first == b'[') | (skip == self.skip.remaining());
        if let Some(&(limit, format)) = field.limit()
            && is_kind
            && (self.limits || format == Format::Country)
        {
            // The format of country codes does not change, so it is also checked in updates.
            self.skip.in_outcome(limits::check(limit, format, value, &self.attachments))?;
        }
        Ok(Some(value))
    }

    /// Walks a value of the kind.
    pub fn value(&self, cursor: &mut Cursor<'_>, kind: CompactKind, depth: usize) -> CheckResult {
        let is_deep = depth > MAX_DEPTH;
        if self.incoming && (is_deep || kind == CompactKind::Any) {
            cursor.value()?;
            return Ok(());
        }
        if is_deep {
            return Err(ValidationError::new("at most 64 levels of nesting", "more"));
        }
        let outcome = match (cursor.peek(), kind) {
            (b'"', _) => self.string(kind, cursor.string()?),
            (b'{', CompactKind::Object(object)) => return self.object(cursor, object, depth),
            (b'{' | b'[', _) => return self.nested(cursor, kind, depth),
            _ => self.scalar(kind, cursor.scalar()?),
        };
        self.skip.in_outcome(outcome)
    }

    /// Walks an array, or an object of a union, of any kind, or of a wrong kind.
    #[inline(never)]
    fn nested(&self, cursor: &mut Cursor<'_>, kind: CompactKind, depth: usize) -> CheckResult {
        match (cursor.peek(), kind) {
            (b'[', CompactKind::Array(item)) => return self.array(cursor, CompactKind::at(item), depth),
            (b'[', CompactKind::Any) => return self.array(cursor, kind, depth),
            (_, CompactKind::Any) => return self.object(cursor, UNKNOWN, depth),
            _ => {}
        }
        let mut after = cursor.clone();
        let value = after.value()?;
        let error = match kind {
            CompactKind::Union(union) => match unions::choose(union, value) {
                Ok(object) => return self.object(cursor, object, depth),
                Err(error) => error,
            },
            _ => ValidationError::unfit(kind, value),
        };
        *cursor = after;
        self.skip.report(error)
    }

    fn array(&self, cursor: &mut Cursor<'_>, item: CompactKind, depth: usize) -> CheckResult {
        let mut more = cursor.enter(b']');
        let mut index = 0;
        while more {
            self.value(cursor, item, depth + 1).map_err(|error| error.in_item(index))?;
            index += 1;
            more = cursor.next(b']')?;
        }
        Ok(())
    }

    fn scalar(&self, kind: CompactKind, value: &str) -> CheckResult {
        match (kind, json::type_of(value)) {
            (CompactKind::Integer | CompactKind::Id | CompactKind::ChatId, Type::Number) => {
                limits::integer(kind, value, self.limits)
            }
            (CompactKind::Float, Type::Number) | (CompactKind::Boolean, Type::Boolean) | (CompactKind::Any, _) => {
                Ok(())
            }
            (CompactKind::True, Type::Boolean) if value == "true" => Ok(()),
            _ => Err(ValidationError::unfit(kind, value)),
        }
    }

    fn string(&self, kind: CompactKind, text: Text<'_>) -> CheckResult {
        let is_text = self.attachments.are_none() && (self.incoming || text.is_unicode());
        match kind {
            CompactKind::String | CompactKind::Any if is_text => Ok(()),
            _ => self.word(kind, text),
        }
    }

    /// Checks a string that must have a certain value, or that may represent a file.
    #[inline(never)]
    fn word(&self, kind: CompactKind, text: Text<'_>) -> CheckResult {
        if !self.incoming && !text.is_unicode() {
            return Err(ValidationError::new("well-formed Unicode text", "a lone surrogate"));
        }
        if let Some(what) = self.attachments.unfit(text.raw()) {
            return Err(ValidationError::of(&kind, what));
        }
        let is_file = self.attachments.has(text.raw());
        let fits = match kind {
            CompactKind::Any | CompactKind::FileOrString | CompactKind::Attach => true,
            CompactKind::File => is_file,
            CompactKind::String => !is_file,
            CompactKind::ChatId => !is_file && (!self.limits || limits::names_chat(text.raw())),
            CompactKind::Literal(names) => names.has(text),
            CompactKind::Enum(names) => !is_file && (!self.limits || names.has(text)),
            _ => false,
        };
        match fits {
            true => Ok(()),
            false if is_file => Err(ValidationError::of(&kind, "a file")),
            false => Err(ValidationError::unfit(kind, &text.quoted())),
        }
    }

    /// Walks an unknown member, which may be any JSON value.
    #[inline(never)]
    fn unknown_member(&self, cursor: &mut Cursor<'_>, key: Text<'_>, depth: usize) -> CheckResult {
        self.value(cursor, CompactKind::Any, depth).map_err(|error| error.in_field(&key.decode()))
    }
}

/// Finds the field of a key, starting after the previous field: services and `JSON.stringify` keep the order.
#[inline(always)]
fn find(next: &mut Enumerate<Fields>, object: CompactObject, key: Text<'_>) -> Option<(usize, CompactField)> {
    for _ in 0..2 {
        let found = next.find(|(_, field)| field.is_named(key));
        if found.is_some() {
            return found;
        }
        *next = object.fields().enumerate();
    }
    None
}
