//! The walk: one pass over JSON text along a descriptor, which ends at the first error that is not passed over.

#![allow(clippy::unnecessary_box_returns)] // see `CheckResult`

use super::attachments::Attachments;
use super::compact::{CompactField, CompactKind, CompactObject, Fields, UNKNOWN};
use super::descriptor::Format;
use super::json::{self, Cursor, MAX_DEPTH, Text, Type};
use super::members::Members;
use super::skip::Skip;
use super::validation_error::{CheckResult, ValidationError, received};
use super::words::words;
use super::{limits, rules, unions};

/// The state of a walk, the same all the way down.
pub(super) struct Walk<'a> {
    /// Whether limits are checked.
    pub limits: bool,
    /// Whether the value comes from the service, so that rules and enumerations are open.
    pub incoming: bool,
    /// Files.
    pub attachments: Attachments<'a>,
    /// How many errors are still passed over.
    pub skip: Skip,
}

impl Walk<'_> {
    /// An object that is the whole text.
    pub fn whole(&self, text: &str, object: CompactObject) -> Result<(), ValidationError> {
        let mut cursor = Cursor::new(text);
        let end = |cursor: &mut Cursor<'_>| Ok(cursor.end()?);
        self.value(&mut cursor, CompactKind::Object(object), 0)
            .and_then(|()| end(&mut cursor))
            .map_err(|error: Box<ValidationError>| *error)
    }

    /// An object along its descriptor; its bracket was seen.
    pub fn object(&self, cursor: &mut Cursor<'_>, object: CompactObject, depth: usize) -> CheckResult {
        let mut members = Members::of(object);
        let mut present = 0_u64;
        let mut next = Place { fields: object.fields(), index: 0 };
        let mut may_be_long = false;
        let mut more = cursor.enter(b'}');
        while more {
            let key = cursor.key()?;
            match next.find(object, key) {
                Some((index, field)) => {
                    let value = self.field(cursor, field, depth).map_err(|error| error.in_known(field))?;
                    if let Some(value) = value {
                        present |= 1 << index;
                        members.keep(index, value);
                        may_be_long |= limits::may_break_visible(field, value);
                    }
                }
                None => self.unknown_member(cursor, key, depth + 1)?,
            }
            more = cursor.next(b'}')?;
        }
        let mut fields = object.fields();
        for (index, field) in fields.by_ref().enumerate() {
            if field.required() && present & (1 << index) == 0 {
                self.skip.report(ValidationError::of(&field.kind(), "nothing").in_known(field))?;
            }
        }
        if may_be_long && self.limits {
            limits::visible(&members, &self.skip)?;
        }
        if self.incoming { Ok(()) } else { rules::check(fields.rules(), &members, self.limits, &self.skip) }
    }

    /// The text of a field's value; nothing for a null from the service, which counts as absent.
    fn field<'t>(&self, cursor: &mut Cursor<'t>, field: CompactField, depth: usize) -> CheckResult<Option<&'t str>> {
        let first = cursor.peek();
        let start = cursor.at();
        if self.incoming && !field.required() && first == b'n' {
            cursor.value(depth + 1)?;
            return Ok(None);
        }
        let skip = self.skip.left();
        self.value(cursor, field.kind(), depth + 1)?;
        let value = cursor.since(start);
        // A value of another kind has one error, not two.
        let is_kind = (first == b'[') | (skip == self.skip.left());
        if let Some(&(limit, format)) = field.limit()
            && is_kind
            && (self.limits || format == Format::Country)
        {
            // No service widens what a country's code is, so it is checked in updates, too.
            self.skip.in_outcome(limits::check(limit, format, value, &self.attachments))?;
        }
        Ok(Some(value))
    }

    /// A value along its kind.
    pub fn value(&self, cursor: &mut Cursor<'_>, kind: CompactKind, depth: usize) -> CheckResult {
        if depth > MAX_DEPTH {
            cursor.value(depth)?;
        }
        match cursor.peek() {
            b'"' => {
                let text = cursor.string()?;
                self.skip.in_outcome(self.string(kind, text))
            }
            b'{' | b'[' => self.nested(cursor, kind, depth),
            _ => {
                let value = cursor.scalar()?;
                self.skip.in_outcome(self.scalar(kind, value))
            }
        }
    }

    #[inline(never)]
    fn nested(&self, cursor: &mut Cursor<'_>, kind: CompactKind, depth: usize) -> CheckResult {
        let is_array = cursor.peek() == b'[';
        let object = match kind {
            CompactKind::Array(item) if is_array => return self.array(cursor, CompactKind::at(item), depth),
            CompactKind::Any if is_array => return self.array(cursor, kind, depth),
            CompactKind::Any => Ok(UNKNOWN),
            CompactKind::Object(object) if !is_array => Ok(object),
            CompactKind::Union(union) => unions::choose(union, cursor.clone().value(depth)?),
            _ => Err(ValidationError::of(&kind, &received(cursor.clone().value(depth)?))),
        };
        match object {
            Ok(object) => self.object(cursor, object, depth),
            Err(error) => {
                cursor.value(depth)?;
                self.skip.report(error)
            }
        }
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
        let fits = match (kind, json::type_of(value)) {
            (CompactKind::Integer | CompactKind::Id | CompactKind::ChatId, Type::Number) => {
                return limits::integer(kind, value, self.limits);
            }
            (CompactKind::Float, Type::Number) | (CompactKind::Boolean, Type::Boolean) | (CompactKind::Any, _) => true,
            (CompactKind::True, Type::Boolean) => value == "true",
            _ => false,
        };
        if fits { Ok(()) } else { Err(ValidationError::of(&kind, &received(value))) }
    }

    fn string(&self, kind: CompactKind, text: Text<'_>) -> CheckResult {
        if !self.incoming && !text.is_unicode() {
            return Err(no_unicode());
        }
        let is_file = !self.attachments.are_none() && self.is_file(kind, text)?;
        match kind {
            CompactKind::String if !is_file => Ok(()),
            _ => self.word(kind, text, is_file),
        }
    }

    /// A string that is not any text.
    #[inline(never)]
    fn word(&self, kind: CompactKind, text: Text<'_>, is_file: bool) -> CheckResult {
        let fits = match kind {
            CompactKind::FileOrString | CompactKind::Attach | CompactKind::Any => true,
            CompactKind::File => is_file,
            CompactKind::ChatId => !is_file && (!self.limits || limits::names_chat(text.raw())),
            CompactKind::Literal(names) => names.has(text),
            CompactKind::Enum(names) => !is_file && (!self.limits || names.has(text)),
            _ => false,
        };
        if fits { Ok(()) } else { Err(ValidationError::of(&kind, &self.came(text))) }
    }

    /// Whether the string stands for a file.
    #[inline(never)]
    fn is_file(&self, kind: CompactKind, text: Text<'_>) -> CheckResult<bool> {
        match self.attachments.unfit(text.raw()) {
            Some(what) => Err(ValidationError::of(&kind, what)),
            None => Ok(self.attachments.index(text.raw()).is_some()),
        }
    }

    /// A member that the specification does not know: as it is, if JSON can hold it.
    #[inline(never)]
    fn unknown_member(&self, cursor: &mut Cursor<'_>, key: Text<'_>, depth: usize) -> CheckResult {
        let outcome = if self.incoming {
            cursor.value(depth).map(drop).map_err(Into::into)
        } else {
            self.value(cursor, CompactKind::Any, depth)
        };
        outcome.map_err(|error| error.in_field(&key.decode()))
    }

    /// What a string stands for, in words.
    fn came(&self, text: Text<'_>) -> String {
        match self.attachments.unfit(text.raw()) {
            Some(what) => words(&[what]),
            None if self.attachments.index(text.raw()).is_some() => words(&["a file"]),
            None => received(&text.quoted()),
        }
    }
}

/// Where the search for the field of the next key begins: services and `JSON.stringify` keep the order.
struct Place {
    fields: Fields,
    index: usize,
}

impl Place {
    /// The field that a key names; the search goes on from there.
    fn find(&mut self, object: CompactObject, key: Text<'_>) -> Option<(usize, CompactField)> {
        let begin = self.index;
        let mut has_wrapped = false;
        while !has_wrapped || self.index < begin {
            let index = self.index;
            if let Some(field) = self.fields.next() {
                self.index += 1;
                if field.is_named(key) {
                    return Some((index, field));
                }
            } else if has_wrapped {
                break;
            } else {
                *self = Self { fields: object.fields(), index: 0 };
                has_wrapped = true;
            }
        }
        None
    }
}

#[cold]
#[inline(never)]
fn no_unicode() -> Box<ValidationError> {
    ValidationError::new("well-formed Unicode text", "a lone surrogate")
}
