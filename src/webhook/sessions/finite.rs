//! Refuses NaN and infinite numbers, which JSON would keep as null: an `Option` of them would silently be read as `None`.

use std::fmt::Error;

use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct,
    SerializeTupleVariant, Serializer,
};

/// Returns true if all numbers of the value are finite.
pub(super) fn is_finite(value: &impl Serialize) -> bool {
    value.serialize(Finite).is_ok()
}

/// Writes nothing, and fails at a number that is not finite.
struct Finite;

type Checked = Result<(), Error>;

macro_rules! nothing {
    ($($name:ident($($type:ty),*);)*) => {$(
        fn $name(self $(, _: $type)*) -> Checked {
            Ok(())
        }
    )*};
}

macro_rules! parts {
    ($($name:ident($($type:ty),*): $compound:ident;)*) => {
        $(type $compound = Self;)*
        $(fn $name(self $(, _: $type)*) -> Result<Self, Error> {
            Ok(self)
        })*
    };
}

macro_rules! compounds {
    ($($compound:ident: $($name:ident($($key:ty)?)),*;)*) => {$(
        impl $compound for Finite {
            type Ok = ();
            type Error = Error;

            $(fn $name<T: Serialize + ?Sized>(&mut self $(, _: $key)?, value: &T) -> Checked {
                value.serialize(Finite)
            })*

            fn end(self) -> Checked {
                Ok(())
            }
        }
    )*};
}

impl Serializer for Finite {
    type Ok = ();
    type Error = Error;

    nothing! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_i128(i128);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_u128(u128);
        serialize_char(char);
        serialize_str(&str);
        serialize_bytes(&[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
    }

    parts! {
        serialize_seq(Option<usize>): SerializeSeq;
        serialize_tuple(usize): SerializeTuple;
        serialize_tuple_struct(&'static str, usize): SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize): SerializeTupleVariant;
        serialize_map(Option<usize>): SerializeMap;
        serialize_struct(&'static str, usize): SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize): SerializeStructVariant;
    }

    fn serialize_f32(self, value: f32) -> Checked {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Checked {
        if value.is_finite() { Ok(()) } else { Err(Error) }
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Checked {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Checked {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Checked {
        value.serialize(self)
    }
}

compounds! {
    SerializeSeq: serialize_element();
    SerializeTuple: serialize_element();
    SerializeTupleStruct: serialize_field();
    SerializeTupleVariant: serialize_field();
    SerializeMap: serialize_key(), serialize_value();
    SerializeStruct: serialize_field(&'static str);
    SerializeStructVariant: serialize_field(&'static str);
}
