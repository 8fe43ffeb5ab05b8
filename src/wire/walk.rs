//! The walk: one pass over JSON text along a descriptor, which finds all errors.

#![allow(clippy::unnecessary_box_returns)] // see `CheckResult`

use std::iter::Enumerate;

use super::attachments::Attachments;
use super::compact::{CompactField, CompactKind, CompactObject, Fields, UNKNOWN};
use super::descriptor::Format;
use super::faults::{Errors, Faults, Stop};
use super::json::{self, Cursor, MAX_DEPTH, Text, Type};
use super::members::{MOST, Members};
use super::validation_error::{CheckResult, ValidationError, received};
use super::{limits, rules, unions};

/// The state of a walk, which is the same at each level.
pub(super) struct Walk<'a> {
    /// True if limits are checked.
    pub limits: bool,
    /// True if the value is from the service. Rules and enumerations are then not checked.
    pub incoming: bool,
    /// Files.
    pub attachments: Attachments<'a>,
    /// The errors found so far.
    pub faults: Faults,
}

impl Walk<'_> {
    /// Walks an object that is the whole text, and returns the errors.
    pub fn errors(mut self, text: &str, object: CompactObject) -> Errors {
        let mut cursor = Cursor::new(text);
        if self.value(&mut cursor, CompactKind::Object(object), 0).is_ok() {
            let _ = self.faults.read(cursor.end());
        }
        self.faults.found
    }

    /// Walks an object whose bracket was found.
    pub fn object(&mut self, cursor: &mut Cursor<'_>, object: CompactObject, depth: usize) -> Result<(), Stop> {
        let start = cursor.at();
        let mut values = [None; MOST];
        let mut next = object.fields().enumerate();
        let mut more = cursor.enter(b'}');
        while more {
            let key = self.faults.read(cursor.key())?;
            let first = self.faults.count();
            match find(&mut next, object, key) {
                Some((index, field)) => {
                    let value = self.field(cursor, field, depth);
                    self.faults.in_known(first, field);
                    if let Some(place) = values.get_mut(index) {
                        *place = value?;
                    }
                }
                None => self.unknown_member(cursor, key, depth + 1)?,
            }
            more = self.faults.read(cursor.next(b'}'))?;
        }
        let members = Members { object, values: &values, text: cursor.since(start) };
        let mut fields = object.fields();
        for (index, field) in fields.by_ref().enumerate() {
            match members.at(index) {
                Some(value) if self.limits => self.faults.add(limits::visible(field, value, &members))?,
                None if field.required() => {
                    self.faults.report(ValidationError::of(&field.kind(), "nothing").in_known(field))?;
                }
                _ => {}
            }
        }
        if self.incoming { Ok(()) } else { rules::check(fields.rules(), &members, self.limits, &mut self.faults) }
    }

    /// Walks a field and returns its text, or `None` for a null from the service, which counts as absent.
    fn field<'t>(
        &mut self,
        cursor: &mut Cursor<'t>,
        field: CompactField,
        depth: usize,
    ) -> Result<Option<&'t str>, Stop> {
        let first = cursor.peek();
        let start = cursor.at();
        let is_absent = self.incoming && !field.required() && first == b'n';
        let count = self.faults.count();
        self.value(cursor, if is_absent { CompactKind::Any } else { field.kind() }, depth + 1)?;
        if is_absent {
            return Ok(None);
        }
        let value = cursor.since(start);
        // For a value of the wrong kind, only one error is reported.
        let is_kind = (first == b'[') | (count == self.faults.count());
        if let Some(&(limit, format)) = field.limit()
            && is_kind
            && (self.limits || format == Format::Country)
        {
            // The format of country codes does not change, so it is also checked in updates.
            self.faults.add(limits::check(limit, format, value, &self.attachments))?;
        }
        Ok(Some(value))
    }

    /// Walks a value of the kind.
    pub fn value(&mut self, cursor: &mut Cursor<'_>, kind: CompactKind, depth: usize) -> Result<(), Stop> {
        let is_deep = depth > MAX_DEPTH;
        if is_deep || (self.incoming && kind == CompactKind::Any) {
            self.faults.read(cursor.value())?;
            let is_wrong = is_deep && !self.incoming;
            return if is_wrong { self.faults.report(too_deep()) } else { Ok(()) };
        }
        let outcome = match (cursor.peek(), kind) {
            (b'"', _) => {
                let text = self.faults.read(cursor.string())?;
                self.string(kind, text)
            }
            (b'{', CompactKind::Object(object)) => return self.object(cursor, object, depth),
            (b'{' | b'[', _) => return self.nested(cursor, kind, depth),
            _ => {
                let value = self.faults.read(cursor.scalar())?;
                self.scalar(kind, value)
            }
        };
        self.faults.add(outcome)
    }

    /// Walks an array, or an object of a union, of any kind, or of a wrong kind.
    #[inline(never)]
    fn nested(&mut self, cursor: &mut Cursor<'_>, kind: CompactKind, depth: usize) -> Result<(), Stop> {
        match (cursor.peek(), kind) {
            (b'[', CompactKind::Array(item)) => return self.array(cursor, CompactKind::at(item), depth),
            (b'[', CompactKind::Any) => return self.array(cursor, kind, depth),
            (_, CompactKind::Any) => return self.object(cursor, UNKNOWN, depth),
            _ => {}
        }
        let mut after = cursor.clone();
        let value = self.faults.read(after.value())?;
        let error = match kind {
            CompactKind::Union(union) => match unions::choose(union, value, &self.attachments) {
                Ok(object) => return self.object(cursor, object, depth),
                Err(error) => error,
            },
            _ => ValidationError::unfit(kind, value),
        };
        *cursor = after;
        self.faults.report(error)
    }

    fn array(&mut self, cursor: &mut Cursor<'_>, item: CompactKind, depth: usize) -> Result<(), Stop> {
        let mut more = cursor.enter(b']');
        let mut index = 0;
        while more {
            let first = self.faults.count();
            let outcome = self.value(cursor, item, depth + 1);
            self.faults.in_item(first, index);
            outcome?;
            index += 1;
            more = self.faults.read(cursor.next(b']'))?;
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
        if self.attachments.is_unchecked(text.raw()) {
            return Ok(());
        }
        if let Some(what) = self.attachments.unfit(text.raw()) {
            return Err(ValidationError::of(&kind, what));
        }
        let is_file = self.attachments.has(text.raw());
        let fits = match kind {
            CompactKind::Any => true,
            CompactKind::FileOrString | CompactKind::Attach => {
                if self.limits && !is_file && limits::is_path(text.raw().as_bytes()) {
                    return Err(ValidationError::new(limits::NO_PATH, &received(&text.quoted())));
                }
                true
            }
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
    fn unknown_member(&mut self, cursor: &mut Cursor<'_>, key: Text<'_>, depth: usize) -> Result<(), Stop> {
        let first = self.faults.count();
        let outcome = self.value(cursor, CompactKind::Any, depth);
        self.faults.in_field(first, &key.decode());
        outcome
    }
}

#[cold]
fn too_deep() -> Box<ValidationError> {
    ValidationError::new("at most 64 levels of nesting", "more")
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
