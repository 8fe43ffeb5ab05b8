//! The records of the tables: the bytes of objects, fields, kinds, and rules. Each record occurs once.

use std::collections::{HashMap, VecDeque};

use crate::wire::compact::kinds::{
    BYTES_OF_KIND, CompactKind, CompactObject, CompactUnion, IDEMPOTENT, LIMITED, Names, REQUIRED, rule,
};
use crate::wire::{
    FieldDescriptor, Format, Limit, MethodDescriptor, ObjectDescriptor, Rule, UnionDescriptor, ValueKind,
};

/// Parameters of a method that the specification does not know.
pub(super) static UNKNOWN: ObjectDescriptor = ObjectDescriptor { name: "Unknown", doc: "", fields: &[], rules: &[] };

/// The tables under construction.
#[derive(Default)]
pub(super) struct Tables {
    pub text: Vec<u8>,
    /// The start of each record, which gets its own line of source.
    pub records: Vec<usize>,
    kinds: Vec<KindEntry>,
    pub limits: Vec<(Limit, Format)>,
    /// Offsets of the records of objects.
    objects: HashMap<&'static str, usize>,
    known: Vec<&'static str>,
    /// The objects of parameters, whose records have no name.
    parameters: Vec<&'static str>,
    waiting: VecDeque<&'static ObjectDescriptor>,
    /// Offsets of other records, by their bytes.
    others: HashMap<Vec<u8>, usize>,
    /// The start of the kinds in the text, followed by the number of kinds that methods need.
    pub kinds_at: usize,
    kinds_of_methods: usize,
}

/// A kind whose object may not have an offset yet.
#[derive(Debug, Clone, Copy, PartialEq)]
enum KindEntry {
    Object(&'static str),
    Known(CompactKind),
}

impl Tables {
    /// Creates the records that methods need, the kinds, and the records that only updates need.
    pub fn of(methods: &[&'static MethodDescriptor], update: &'static ObjectDescriptor) -> Result<Self, String> {
        let kinds = Self::with_room_for(0, methods, update)?.kinds.len();
        let mut tables = Self::with_room_for(kinds, methods, update)?;
        let bytes: Result<Vec<_>, _> = tables.kinds.iter().map(|entry| tables.bytes_of(*entry)).collect();
        let room = tables.text.iter_mut().skip(tables.kinds_at);
        room.zip(bytes?.concat()).for_each(|(place, byte)| *place = byte);
        Ok(tables)
    }

    /// Creates the tables with space for this many kinds, a number that is known only after all records exist.
    fn with_room_for(
        kinds: usize,
        methods: &[&'static MethodDescriptor],
        update: &'static ObjectDescriptor,
    ) -> Result<Self, String> {
        let mut tables = Self::default();
        tables.parameters(&UNKNOWN);
        for method in methods {
            tables.parameters(method.params);
        }
        tables.records_of_waiting()?;
        tables.kinds_at = tables.text.len();
        tables.kinds_of_methods = tables.kinds.len();
        tables.records.push(tables.kinds_at);
        tables.records.push(tables.updates_at());
        tables.text.resize(tables.kinds_at + kinds * BYTES_OF_KIND, 0);
        tables.object(update);
        tables.records_of_waiting()?;
        Ok(tables)
    }

    /// Returns the start of the part that only updates need. It begins with their kinds.
    pub fn updates_at(&self) -> usize {
        self.kinds_at + self.kinds_of_methods * BYTES_OF_KIND
    }

    fn records_of_waiting(&mut self) -> Result<(), String> {
        while let Some(object) = self.waiting.pop_front() {
            self.record_of_object(object)?;
        }
        Ok(())
    }

    fn bytes_of(&self, entry: KindEntry) -> Result<[u8; BYTES_OF_KIND], String> {
        Ok(match entry {
            KindEntry::Object(name) => CompactKind::Object(CompactObject(self.offset_of(name)?)),
            KindEntry::Known(kind) => kind,
        }
        .bytes())
    }

    pub fn offset_of(&self, object: &str) -> Result<u16, String> {
        offset(*self.objects.get(object).ok_or_else(|| format!("no record of {object}"))?)
    }

    /// Adds a record for the parameters of a method, unless another method has the same.
    fn parameters(&mut self, object: &'static ObjectDescriptor) {
        self.parameters.push(object.name);
        self.object(object);
    }

    /// Adds a record for the object.
    fn object(&mut self, object: &'static ObjectDescriptor) {
        if !self.known.contains(&object.name) {
            self.known.push(object.name);
            self.waiting.push_back(object);
        }
    }

    fn record_of_object(&mut self, object: &'static ObjectDescriptor) -> Result<(), String> {
        let name = if self.parameters.contains(&object.name) { "" } else { object.name };
        let mut record = name.as_bytes().to_vec();
        record.push(u8::try_from(name.len()).map_err(|error| error.to_string())?);
        let start = record.len();
        for field in object.fields {
            self.field(field, &mut record)?;
        }
        record.push(0);
        for rule in object.rules {
            let mut list = Vec::new();
            names(&names_of(rule), &mut list)?;
            record.extend([byte_of(rule), u8::try_from(list.len()).map_err(|error| error.to_string())?]);
            record.extend(list);
        }
        record.push(0);
        let at = self.other(record)?;
        self.objects.insert(object.name, usize::from(at) + start);
        Ok(())
    }

    fn field(&mut self, field: &'static FieldDescriptor, record: &mut Vec<u8>) -> Result<(), String> {
        let limit = (field.limit, field.format);
        let is_limited = limit != (Limit::None, Format::Any);
        let bits = if field.required { REQUIRED } else { 0 } | if is_limited { LIMITED } else { 0 };
        name(field.name, bits, record)?;
        record.push(self.kind(&field.kind)?);
        if is_limited {
            record.push(index(&mut self.limits, limit)?);
        }
        Ok(())
    }

    fn kind(&mut self, kind: &ValueKind) -> Result<u8, String> {
        let mut record = Vec::new();
        let entry = match kind {
            ValueKind::Literal(value) => {
                names(&[value], &mut record)?;
                KindEntry::Known(CompactKind::Literal(Names(self.other(record)?)))
            }
            ValueKind::Enum(enumeration) => {
                let values: Vec<_> = enumeration.values.iter().map(|value| value.name).collect();
                names(&values, &mut record)?;
                KindEntry::Known(CompactKind::Enum(Names(self.other(record)?)))
            }
            ValueKind::Object(object) => {
                self.object(object.get());
                KindEntry::Object(object.name)
            }
            ValueKind::Array(item) => KindEntry::Known(CompactKind::Array(self.kind(item)?.into())),
            ValueKind::Union(union) => {
                name(union.name, 0, &mut record)?;
                record.push(u8::try_from(union.variants.len()).map_err(|error| error.to_string())?);
                for object in union.variants {
                    self.object(object);
                    record.push(index(&mut self.kinds, KindEntry::Object(object.name))?);
                }
                names(&fixed_values(union), &mut record)?;
                KindEntry::Known(CompactKind::Union(CompactUnion(self.other(record)?)))
            }
            other => KindEntry::Known(CompactKind::plain(other).ok_or_else(|| format!("{other:?} of a field"))?),
        };
        index(&mut self.kinds, entry)
    }

    /// Returns the offset of a record that is not an object.
    fn other(&mut self, record: Vec<u8>) -> Result<u16, String> {
        if let Some(at) = self.others.get(&record) {
            return offset(*at);
        }
        let at = self.add(&record);
        self.others.insert(record, at);
        offset(at)
    }

    fn add(&mut self, record: &[u8]) -> usize {
        let at = self.text.len();
        self.records.push(at);
        self.text.extend(record);
        at
    }
}

fn offset(at: usize) -> Result<u16, String> {
    let offset = u16::try_from(at).ok().filter(|offset| offset & IDEMPOTENT == 0);
    offset.ok_or_else(|| "more than 32 KiB of text".to_owned())
}

/// Returns the index of the item, and adds it if it is missing.
fn index<T: PartialEq>(items: &mut Vec<T>, item: T) -> Result<u8, String> {
    let index = items.iter().position(|known| *known == item).unwrap_or(items.len());
    if index == items.len() {
        items.push(item);
    }
    u8::try_from(index).map_err(|_| "more than 256 kinds or limits".to_owned())
}

fn name(name: &str, bits: u8, record: &mut Vec<u8>) -> Result<(), String> {
    let length = u8::try_from(name.len()).unwrap_or(u8::MAX);
    if length == 0 || length & (REQUIRED | LIMITED) != 0 {
        return Err(format!("{name} has no letter or more than 63"));
    }
    record.push(length | bits);
    record.extend(name.bytes());
    Ok(())
}

fn names(list: &[&str], record: &mut Vec<u8>) -> Result<(), String> {
    record.push(u8::try_from(list.len()).map_err(|error| error.to_string())?);
    list.iter().try_for_each(|text| name(text, 0, record))
}

/// Returns the fixed strings with which the objects of a union begin, without duplicates.
fn fixed_values(union: &UnionDescriptor) -> Vec<&'static str> {
    let mut values = Vec::new();
    for field in union.variants.iter().filter_map(|object| object.fields.first()) {
        if let ValueKind::Literal(value) = field.kind
            && !values.contains(&value)
        {
            values.push(value);
        }
    }
    values
}

fn byte_of(rule: &Rule) -> u8 {
    match rule {
        Rule::Target => rule::TARGET,
        Rule::ExactlyOne(_) => rule::EXACTLY_ONE,
        Rule::AtMostOne(_) => rule::AT_MOST_ONE,
        Rule::NoneOf(_) => rule::NONE_OF,
        Rule::RequiredWhen { .. } => rule::REQUIRED_WHEN,
        Rule::ButtonsFirst(_) => rule::BUTTONS_FIRST,
        Rule::FirstButton(_) => rule::FIRST_BUTTON,
    }
}

fn names_of(rule: &Rule) -> Vec<&'static str> {
    match *rule {
        Rule::Target => Vec::new(),
        Rule::ExactlyOne(fields) | Rule::AtMostOne(fields) | Rule::NoneOf(fields) | Rule::ButtonsFirst(fields) => {
            fields.to_vec()
        }
        Rule::RequiredWhen { field, when, equals } => vec![field, when, equals],
        Rule::FirstButton(field) => vec![field],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut record = Vec::new();
        assert_eq!(name(&"n".repeat(63), REQUIRED | LIMITED, &mut record), Ok(()));
        assert_eq!(record.first(), Some(&0xff));
        assert!(name(&"n".repeat(64), 0, &mut record).is_err());
        assert!(name("", 0, &mut record).is_err());
        assert!(offset(1 << 15).is_err());
        let mut many: Vec<usize> = (0..256).collect();
        assert_eq!(index(&mut many, 255), Ok(255));
        assert!(index(&mut many, 256).is_err());
        assert!(Tables::default().kind(&ValueKind::OrTrue(&ValueKind::String)).is_err());
    }
}
