//! Serde impls, without the code that serde's derive generates for each format.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use crate::fields::Field;

/// Renders the impls of an object.
pub fn object(ident: &Ident, fields: &[Field], closed: bool) -> TokenStream {
    let name = ident.to_string();
    let idents: Vec<_> = fields.iter().map(|field| &field.ident).collect();
    let names: Vec<_> = fields.iter().map(|field| &field.name).collect();
    let (defaulted, fields): (Vec<&Field>, Vec<&Field>) = fields.iter().partition(|field| field.has_default);
    let (optional, required): (Vec<&Field>, Vec<&Field>) = fields.into_iter().partition(|field| field.is_optional());
    let [(optional, optional_names), (required, required_names), (defaulted, defaulted_names)] =
        [optional, required, defaulted]
            .map(|fields| fields.iter().map(|field| (&field.ident, &field.name)).unzip::<_, _, Vec<_>, Vec<_>>());
    let (members, unknown) = if closed {
        (quote!(closed(value, &Self::EXPECTED, Self::table())), quote!(&serde_json::Map::new()))
    } else {
        (quote!(of(value, &Self::EXPECTED)), quote!(&self.extra))
    };
    let read = if closed {
        quote! {
            let mut read = Self {
                #(#required,)*
                #(#optional: None,)*
                #(#defaulted: Default::default(),)*
            };
            #(members.fill(#optional_names, &mut read.#optional);)*
            #(members.fill(#defaulted_names, &mut read.#defaulted);)*
        }
    } else {
        quote!(let read = Self { #(#required,)* #(#optional: members.take(#optional_names),)* extra: members.rest() };)
    };
    quote! {
        impl crate::wire::Wire for #ident {
            const KIND: crate::wire::ValueKind = crate::wire::ValueKind::Object(crate::wire::ObjectRef { name: #name, table: Self::table });

            #[allow(unused_mut)]
            fn read(value: crate::wire::json::Json<'_>) -> Result<Self, Box<crate::wire::ValidationError>> {
                let mut members = crate::wire::read::ObjectReader::#members?;
                #(let #required = members.require(#required_names)?;)*
                #read
                members.finish(read)
            }
        }

        impl<'de> serde::Deserialize<'de> for #ident {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::wire::read::deserialize(deserializer)
            }
        }

        impl serde::Serialize for #ident {
            #[allow(unused_mut)]
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let unknown = #unknown;
                let mut writer = crate::wire::Writer::start(serializer, unknown)?;
                #(writer.field(#names, &self.#idents)?;)*
                writer.end()
            }
        }
    }
}

/// Renders a type with one value, the fixed string of a `type` field.
pub fn fixed_string(marker: &Ident, value: &str) -> TokenStream {
    let doc = format!("The fixed string `{value}`.");
    quote! {
        #[doc = #doc]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub struct #marker;

        impl serde::Serialize for #marker {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(#value)
            }
        }

        impl crate::wire::Wire for #marker {
            const KIND: crate::wire::ValueKind = crate::wire::ValueKind::Literal(#value);

            fn read(value: crate::wire::json::Json<'_>) -> Result<Self, Box<crate::wire::ValidationError>> {
                if value.as_str() == Some(#value) { Ok(Self) } else { Err(crate::wire::values::unfit(&Self::EXPECTED, value)) }
            }
        }
    }
}
