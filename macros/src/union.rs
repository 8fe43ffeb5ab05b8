//! `#[union]`: one of several objects.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Error, Fields, Result, Type};

use crate::attributes::documentation;
use crate::fields::variants;

pub fn union(item: &DeriveInput) -> Result<TokenStream> {
    let (mut idents, mut types) = (Vec::new(), Vec::new());
    for variant in variants(item)? {
        let Fields::Unnamed(fields) = &variant.fields else {
            return Err(Error::new_spanned(variant, "expected a variant with one object"));
        };
        let Some(field) = fields.unnamed.first() else {
            return Err(Error::new_spanned(variant, "expected a variant with one object"));
        };
        idents.push(&variant.ident);
        types.push(&field.ty);
    }
    let (ident, name, text) = (&item.ident, item.ident.to_string(), documentation(&item.attrs));
    let indices = 0..types.len();
    let conversions = idents.iter().zip(&types).map(|(variant, ty)| conversion(ident, variant, ty));
    Ok(quote! {
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        #[allow(clippy::large_enum_variant)]
        #item

        #(#conversions)*

        const _: () = {
            static TABLE: crate::wire::UnionDescriptor = crate::wire::UnionDescriptor {
                name: #name,
                #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))] doc: #text,
                variants: &[#(<#types>::table()),*],
            };

            impl crate::wire::Wire for #ident {
                const KIND: crate::wire::ValueKind = crate::wire::ValueKind::Union(&TABLE);

                fn read(value: crate::wire::json::Json<'_>) -> Result<Self, Box<crate::wire::ValidationError>> {
                    match crate::wire::values::variant(&TABLE, value)? {
                        #(#indices => crate::wire::Wire::read(value).map(Self::#idents),)*
                        _ => Err(crate::wire::values::unfit(&Self::EXPECTED, value)),
                    }
                }
            }

            impl<'de> serde::Deserialize<'de> for #ident {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    crate::wire::read::deserialize(deserializer)
                }
            }

            impl serde::Serialize for #ident {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    match self {
                        #(Self::#idents(value) => serde::Serialize::serialize(value, serializer),)*
                    }
                }
            }
        };
    })
}

fn conversion(ident: &syn::Ident, variant: &syn::Ident, ty: &Type) -> TokenStream {
    quote! {
        impl From<#ty> for #ident {
            fn from(value: #ty) -> Self {
                Self::#variant(value)
            }
        }
    }
}
