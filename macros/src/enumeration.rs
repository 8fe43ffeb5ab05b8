//! `#[enumeration]`: an enumerated string that keeps values it does not know.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Error, Fields, Result};

use crate::attributes::{WireAttribute, documentation};
use crate::fields::{variants, without_helpers};
use crate::method_list::snake_case;

pub fn enumeration(is_closed: bool, item: &DeriveInput) -> Result<TokenStream> {
    let (mut idents, mut names, mut docs) = (Vec::new(), Vec::new(), Vec::new());
    let mut variants: Vec<_> = variants(item)?.cloned().collect();
    for variant in &mut variants {
        if !matches!(variant.fields, Fields::Unit) {
            return Err(Error::new_spanned(variant, "expected a variant without fields"));
        }
        let wire = WireAttribute::of(&variant.attrs)?;
        names.push(match wire.rename {
            Some(name) => name.value(),
            None => snake_case(&variant.ident.to_string()),
        });
        docs.push(documentation(&variant.attrs));
        idents.push(variant.ident.clone());
        without_helpers(&mut variant.attrs);
    }
    let (name, text) = (item.ident.to_string(), documentation(&item.attrs));
    let (attributes, visibility, ident, variants) = (&item.attrs, &item.vis, &item.ident, variants.iter());
    let growth = (!is_closed).then(|| {
        quote! {
            /// A value that this version does not know, unchanged. A bot sends one only without `check_limits`.
            Unknown(String),
        }
    });
    let growth_as_str = (!is_closed).then(|| quote!(Self::Unknown(value) => value,));
    let (attribute, from, read) = if is_closed {
        let read = quote! {
            match value.as_str() {
                #(Some(#names) => Ok(Self::#idents),)*
                _ => Err(crate::wire::values::unfit(&Self::EXPECTED, value)),
            }
        };
        (quote!(#[derive(Copy)]), quote!(), read)
    } else {
        let from = quote! {
            impl From<&str> for #ident {
                fn from(value: &str) -> Self {
                    match value {
                        #(#names => Self::#idents,)*
                        other => Self::Unknown(other.to_owned()),
                    }
                }
            }

            impl From<String> for #ident {
                fn from(value: String) -> Self {
                    Self::from(value.as_str())
                }
            }
        };
        (quote!(#[non_exhaustive]), from, quote!(crate::wire::values::string(&Self::EXPECTED, value).map(Self::from)))
    };
    Ok(quote! {
        #(#attributes)*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #attribute
        #visibility enum #ident {
            #(#variants,)*
            #growth
        }

        impl #ident {
            /// The string on the wire.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    #(Self::#idents => #names,)*
                    #growth_as_str
                }
            }
        }

        #from

        impl std::fmt::Display for #ident {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }

        impl serde::Serialize for #ident {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for #ident {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::wire::read::deserialize(deserializer)
            }
        }

        const _: () = {
            static TABLE: crate::wire::Enumeration = crate::wire::Enumeration {
                name: #name,
                #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))] doc: #text,
                values: &[#(crate::wire::EnumerationValue { name: #names, #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))] doc: #docs }),*],
            };

            impl crate::wire::Wire for #ident {
                const KIND: crate::wire::ValueKind = crate::wire::ValueKind::Enum(&TABLE);

                fn read(value: crate::wire::json::Json<'_>) -> Result<Self, Box<crate::wire::ValidationError>> {
                    #read
                }
            }
        };
    })
}
