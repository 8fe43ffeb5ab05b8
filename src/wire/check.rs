//! The walk: one pass over JSON text along a descriptor, which ends at the first error.
//!
//! All errors are found by as many passes: each one passes over the errors that are known already.

#![allow(clippy::unnecessary_box_returns)] // see `CheckResult`

use super::attachments::Attachments;
use super::compact::{self, CompactField, CompactKind, CompactObject, Fields, UNKNOWN, UPDATE};
use super::descriptor::{Format, MethodDescriptor};
use super::json::{self, Cursor, MAX_DEPTH, Text, Type};
use super::members::Members;
use super::skip::Skip;
use super::validation_error::{CheckResult, ValidationError, received};
use super::words::words;
use super::{limits, rules, unions};

/// How parameters are checked.
#[derive(Debug, Clone, Copy)]
pub struct CheckOptions<'a> {
    /// Whether limits, formats, enumerated values and rules of arrangement are checked. Kinds,
    /// required fields and targets always are.
    pub limits: bool,
    /// The files that were taken out of the parameters.
    pub attachments: Attachments<'a>,
}

impl Default for CheckOptions<'_> {
    fn default() -> Self {
        Self { limits: true, attachments: Attachments::default() }
    }
}

/// Checks the parameters of a method.
///
/// # Errors
/// The first error: path, what was expected, what came.
pub fn check(method: &MethodDescriptor, parameters: &str, options: &CheckOptions<'_>) -> Result<(), ValidationError> {
    check_parameters(compact_of(method), parameters, options, 0)
}

/// How many errors [`validate`] reports at most.
const MOST_ERRORS: usize = 100;

/// How many bytes [`validate`] reads at most, or twice the parameters: each error costs one pass.
const MOST_BYTES: usize = 64 << 20;

/// Every error of the parameters of a method, at most 100; the first is that of [`check`].
#[must_use]
pub fn validate(method: &MethodDescriptor, parameters: &str, options: &CheckOptions<'_>) -> Vec<ValidationError> {
    errors(compact_of(method), parameters, options)
}

/// Every error of the parameters of a method, or of one that the specification does not know.
pub(crate) fn errors(
    method: Option<compact::CompactMethod>,
    parameters: &str,
    options: &CheckOptions<'_>,
) -> Vec<ValidationError> {
    let most = MOST_ERRORS.min(1 + MOST_BYTES / parameters.len().max(1));
    let mut errors: Vec<ValidationError> = Vec::new();
    while errors.len() < most
        && let Err(error) = check_parameters(method, parameters, options, errors.len())
        // The end of what can be read comes again in each pass.
        && errors.last() != Some(&error)
    {
        errors.push(error);
    }
    errors
}

fn compact_of(method: &MethodDescriptor) -> Option<compact::CompactMethod> {
    compact::find(method.name).map(|(_, method)| method)
}

/// Checks the parameters of a method, or of one that the specification does not know: an object of JSON values.
///
/// # Errors
/// The first error after as many as are to be skipped.
pub(crate) fn check_parameters(
    method: Option<compact::CompactMethod>,
    parameters: &str,
    options: &CheckOptions<'_>,
    skip: usize,
) -> Result<(), ValidationError> {
    let CheckOptions { limits, attachments } = *options;
    let walk = Walk { limits, incoming: false, attachments, skip: Skip::errors(skip) };
    walk.whole(parameters, method.map_or(UNKNOWN, compact::CompactMethod::params))
}

/// Checks parameters of a method that the specification does not know: an object of JSON values.
///
/// # Errors
/// The first value that JSON cannot hold.
pub fn check_unknown(parameters: &str, attachments: Attachments<'_>) -> Result<(), ValidationError> {
    check_parameters(None, parameters, &CheckOptions { attachments, ..CheckOptions::default() }, 0)
}

/// Checks the kind of every known field of an Update; limits, enumerations and unknown fields are
/// open, since a newer service may send what this version does not know.
///
/// # Errors
/// The first error.
pub fn check_update(update: &str) -> Result<(), ValidationError> {
    let walk = Walk { limits: false, incoming: true, attachments: Attachments::default(), skip: Skip::errors(0) };
    walk.whole(update, UPDATE)
}

/// The state of a walk, the same all the way down.
pub(super) struct Walk<'a> {
    /// Whether limits are checked.
    pub limits: bool,
    /// Whether the value comes from the service, so that rules and enumerations are open.
    incoming: bool,
    /// Files.
    pub attachments: Attachments<'a>,
    /// How many errors are still passed over.
    skip: Skip,
}

impl Walk<'_> {
    /// An object that is the whole text.
    fn whole(&self, text: &str, object: CompactObject) -> Result<(), ValidationError> {
        let mut cursor = Cursor::new(text);
        let end = |cursor: &mut Cursor<'_>| Ok(cursor.end()?);
        self.value(&mut cursor, CompactKind::Object(object), 0)
            .and_then(|()| end(&mut cursor))
            .map_err(|error: Box<ValidationError>| *error)
    }

    /// An object along its descriptor; its bracket was seen.
    pub(super) fn object(&self, cursor: &mut Cursor<'_>, object: CompactObject, depth: usize) -> CheckResult {
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
    pub(super) fn value(&self, cursor: &mut Cursor<'_>, kind: CompactKind, depth: usize) -> CheckResult {
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
