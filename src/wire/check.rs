//! The walk: one pass over JSON text along a descriptor, which ends at the first fault.
//!
//! All faults are found by as many passes: each one passes over the faults that are known already.

#![allow(clippy::unnecessary_box_returns)] // see `Outcome`

use super::attachments::Attachments;
use super::compact::{self, Field, Fields, Kind, Object, UNKNOWN, UPDATE};
use super::descriptor::{Format, Method};
use super::fault::{Fault, Outcome, received};
use super::json::{self, Cursor, MAX_DEPTH, Text, Type};
use super::members::Members;
use super::skip::Skip;
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
/// The first fault: path, what was expected, what came.
pub fn check(method: &Method, parameters: &str, options: &CheckOptions<'_>) -> Result<(), Fault> {
    check_parameters(compact_of(method), parameters, options, 0)
}

/// How many faults [`validate`] reports at most.
const MOST_FAULTS: usize = 100;

/// How many bytes [`validate`] reads at most, or twice the parameters: each fault costs one pass.
const MOST_BYTES: usize = 64 << 20;

/// Every fault of the parameters of a method, at most 100; the first is that of [`check`].
#[must_use]
pub fn validate(method: &Method, parameters: &str, options: &CheckOptions<'_>) -> Vec<Fault> {
    faults(compact_of(method), parameters, options)
}

/// Every fault of the parameters of a method, or of one that the specification does not know.
pub(crate) fn faults(method: Option<compact::Method>, parameters: &str, options: &CheckOptions<'_>) -> Vec<Fault> {
    let most = MOST_FAULTS.min(1 + MOST_BYTES / parameters.len().max(1));
    let mut faults: Vec<Fault> = Vec::new();
    while faults.len() < most
        && let Err(fault) = check_parameters(method, parameters, options, faults.len())
        // The end of what can be read comes again in each pass.
        && faults.last() != Some(&fault)
    {
        faults.push(fault);
    }
    faults
}

fn compact_of(method: &Method) -> Option<compact::Method> {
    compact::find(method.name).map(|(_, method)| method)
}

/// Checks the parameters of a method, or of one that the specification does not know: an object of JSON values.
///
/// # Errors
/// The first fault after as many as are to be skipped.
pub(crate) fn check_parameters(
    method: Option<compact::Method>,
    parameters: &str,
    options: &CheckOptions<'_>,
    skip: usize,
) -> Result<(), Fault> {
    let CheckOptions { limits, attachments } = *options;
    let walk = Walk { limits, incoming: false, attachments, skip: Skip::faults(skip) };
    walk.whole(parameters, method.map_or(UNKNOWN, |method| method.params))
}

/// Checks parameters of a method that the specification does not know: an object of JSON values.
///
/// # Errors
/// The first value that JSON cannot hold.
pub fn check_unknown(parameters: &str, attachments: Attachments<'_>) -> Result<(), Fault> {
    check_parameters(None, parameters, &CheckOptions { attachments, ..CheckOptions::default() }, 0)
}

/// Checks the kind of every known field of an Update; limits, enumerations and unknown fields are
/// open, since a newer service may send what this version does not know.
///
/// # Errors
/// The first fault.
pub fn check_update(update: &str) -> Result<(), Fault> {
    let walk = Walk { limits: false, incoming: true, attachments: Attachments::default(), skip: Skip::faults(0) };
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
    /// How many faults are still passed over.
    skip: Skip,
}

impl Walk<'_> {
    /// An object that is the whole text.
    fn whole(&self, text: &str, object: Object) -> Result<(), Fault> {
        let mut cursor = Cursor::new(text);
        let end = |cursor: &mut Cursor<'_>| Ok(cursor.end()?);
        self.object(&mut cursor, object, 0).and_then(|()| end(&mut cursor)).map_err(|fault: Box<Fault>| *fault)
    }

    /// An object along its descriptor.
    pub(super) fn object(&self, cursor: &mut Cursor<'_>, object: Object, depth: usize) -> Outcome {
        if cursor.peek() != b'{' {
            return self.no_object(cursor, object, depth);
        }
        let mut members = Members::of(object);
        let mut present = 0_u64;
        let mut next = Place { fields: object.fields(), index: 0 };
        let mut may_be_long = false;
        let mut more = cursor.enter(b'}');
        while more {
            let key = cursor.key()?;
            match next.find(object, key) {
                Some((index, field)) => {
                    let value = self.field(cursor, field, depth).map_err(|fault| fault.in_known(field))?;
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
                self.skip.fault(Fault::of(&field.kind(), "nothing").in_known(field))?;
            }
        }
        if may_be_long && self.limits {
            limits::visible(&members, &self.skip)?;
        }
        if self.incoming { Ok(()) } else { rules::check(fields.rules(), &members, self.limits, &self.skip) }
    }

    #[cold]
    #[inline(never)]
    fn no_object(&self, cursor: &mut Cursor<'_>, object: Object, depth: usize) -> Outcome {
        let came = match cursor.peek() {
            b'"' => self.came(cursor.string()?),
            _ => received(cursor.value(depth)?),
        };
        self.skip.fault(Fault::of(&Kind::Object(object), &came))
    }

    /// The text of a field's value; nothing for a null from the service, which counts as absent.
    fn field<'t>(&self, cursor: &mut Cursor<'t>, field: Field, depth: usize) -> Outcome<Option<&'t str>> {
        let first = cursor.peek();
        let start = cursor.at();
        if self.incoming && !field.required() && first == b'n' {
            cursor.value(depth + 1)?;
            return Ok(None);
        }
        let skip = self.skip.left();
        self.value(cursor, field.kind(), depth + 1)?;
        let value = cursor.since(start);
        // A value of another kind has one fault, not two.
        let is_kind = first == b'[' || skip == self.skip.left();
        if let Some((limit, format)) = field.limit()
            && is_kind
            && (self.limits || format == Format::Country)
        {
            // No service widens what a country's code is, so it is checked in updates, too.
            self.skip.in_outcome(limits::check(limit, format, value, &self.attachments))?;
        }
        Ok(Some(value))
    }

    /// A value along its kind.
    pub(super) fn value(&self, cursor: &mut Cursor<'_>, kind: Kind, depth: usize) -> Outcome {
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
    fn nested(&self, cursor: &mut Cursor<'_>, kind: Kind, depth: usize) -> Outcome {
        let object = match kind {
            Kind::Object(object) => Ok(object),
            Kind::Array(item) if cursor.peek() == b'[' => return self.array(cursor, Kind::at(item), depth),
            Kind::Union(union) => unions::choose(union, cursor.clone().value(depth)?),
            _ => Err(Fault::of(&kind, &received(cursor.clone().value(depth)?))),
        };
        match object {
            Ok(object) => self.object(cursor, object, depth),
            Err(fault) => {
                cursor.value(depth)?;
                self.skip.fault(fault)
            }
        }
    }

    fn array(&self, cursor: &mut Cursor<'_>, item: Kind, depth: usize) -> Outcome {
        let mut more = cursor.enter(b']');
        let mut index = 0;
        while more {
            self.value(cursor, item, depth + 1).map_err(|fault| fault.in_item(index))?;
            index += 1;
            more = cursor.next(b']')?;
        }
        Ok(())
    }

    fn scalar(&self, kind: Kind, value: &str) -> Outcome {
        let fits = match (kind, json::type_of(value)) {
            (Kind::Integer | Kind::Id | Kind::ChatId, Type::Number) => {
                return limits::integer(kind, value, self.limits);
            }
            (Kind::Float, Type::Number) | (Kind::Boolean, Type::Boolean) => true,
            (Kind::True, Type::Boolean) => value == "true",
            _ => false,
        };
        if fits { Ok(()) } else { Err(Fault::of(&kind, &received(value))) }
    }

    fn string(&self, kind: Kind, text: Text<'_>) -> Outcome {
        if !self.incoming && !text.is_unicode() {
            return Err(no_unicode());
        }
        let is_file = !self.attachments.are_none() && self.is_file(kind, text)?;
        match kind {
            Kind::String if !is_file => Ok(()),
            _ => self.word(kind, text, is_file),
        }
    }

    /// A string that is not any text.
    #[inline(never)]
    fn word(&self, kind: Kind, text: Text<'_>, is_file: bool) -> Outcome {
        let fits = match kind {
            Kind::FileOrString | Kind::Attach => true,
            Kind::File => is_file,
            Kind::ChatId => !is_file && (!self.limits || limits::names_chat(text.raw())),
            Kind::Literal(names) => names.has(text),
            Kind::Enum(names) => !is_file && (!self.limits || names.has(text)),
            _ => false,
        };
        if fits { Ok(()) } else { Err(Fault::of(&kind, &self.came(text))) }
    }

    /// Whether the string stands for a file.
    #[inline(never)]
    fn is_file(&self, kind: Kind, text: Text<'_>) -> Outcome<bool> {
        match self.attachments.unfit(text.raw()) {
            Some(what) => Err(Fault::of(&kind, what)),
            None => Ok(self.attachments.index(text.raw()).is_some()),
        }
    }

    /// A value that the specification does not know: as it is, if JSON can hold it.
    fn unknown(&self, cursor: &mut Cursor<'_>, depth: usize) -> Outcome {
        if depth > MAX_DEPTH || self.incoming {
            cursor.value(depth)?;
            return Ok(());
        }
        match cursor.peek() {
            b'{' => {
                let mut more = cursor.enter(b'}');
                while more {
                    let key = cursor.key()?;
                    self.unknown_member(cursor, key, depth + 1)?;
                    more = cursor.next(b'}')?;
                }
            }
            b'[' => {
                let mut more = cursor.enter(b']');
                let mut index = 0;
                while more {
                    self.unknown(cursor, depth + 1).map_err(|fault| fault.in_item(index))?;
                    index += 1;
                    more = cursor.next(b']')?;
                }
            }
            b'"' => {
                let text = cursor.string()?;
                if !text.is_unicode() {
                    return self.skip.fault(no_unicode());
                }
                if let Some(what) = self.attachments.unfit(text.raw()) {
                    return self.skip.fault(Fault::new("a value that JSON can hold", what));
                }
            }
            _ => {
                cursor.value(depth)?;
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn unknown_member(&self, cursor: &mut Cursor<'_>, key: Text<'_>, depth: usize) -> Outcome {
        self.unknown(cursor, depth).map_err(|fault| fault.in_field(&key.decode()))
    }

    /// What a string stands for, in words.
    fn came(&self, text: Text<'_>) -> String {
        match self.attachments.unfit(text.raw()) {
            Some(what) => what.to_owned(),
            None if self.attachments.index(text.raw()).is_some() => "a file".to_owned(),
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
    fn find(&mut self, object: Object, key: Text<'_>) -> Option<(usize, Field)> {
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
fn no_unicode() -> Box<Fault> {
    Fault::new("well-formed Unicode text", "a lone surrogate")
}
