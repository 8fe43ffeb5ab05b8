//! `#[object]` and `#[method]`: a struct with its serde impls, `new`, setters and descriptor.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Error, Field, Fields, GenericArgument, Ident, ItemStruct, PathArguments, Result, Token, Type,
    parse_quote,
};

use crate::attributes::{MethodAttribute, ObjectAttribute, WireAttribute, documentation, rules};

pub fn object(attribute: &ObjectAttribute, mut item: ItemStruct) -> Result<TokenStream> {
    let ident = item.ident.clone();
    let fixed = attribute.fixed_type.as_ref().map(|value| {
        let marker = format_ident!("{ident}Type");
        (marker, value.value())
    });
    let parts = Parts::of(&mut item, fixed.as_ref())?;
    let marker = fixed.as_ref().map(|(marker, value)| fixed_string(marker, value));
    let common = parts.render(&mut item);
    Ok(quote! {
        #common
        #marker
    })
}

pub fn method(attribute: &MethodAttribute, mut item: ItemStruct) -> Result<TokenStream> {
    let ident = item.ident.clone();
    let name = lower_camel(&ident.to_string());
    let parts = Parts::of(&mut item, None)?;
    let common = parts.render(&mut item);
    let (returns, repeatable) = (&attribute.returns, !attribute.once);
    Ok(quote! {
        #common

        impl crate::methods::Method for #ident {
            type Output = #returns;
            const DESCRIPTOR: &'static crate::wire::Method = {
                static TABLE: crate::wire::Method = crate::wire::Method {
                    name: #name,
                    params: <#ident>::table(),
                    #[cfg(not(target_arch = "wasm32"))] returns: <#returns as crate::wire::Wire>::KIND,
                    repeatable: #repeatable,
                    #[cfg(not(target_arch = "wasm32"))] module: module_path!(),
                };
                &TABLE
            };
        }
    })
}

/// What the struct's fields say.
struct Parts {
    tables: Vec<TokenStream>,
    /// Every field and its name on the wire, in order.
    fields: Vec<(Ident, String)>,
    required: Vec<(Ident, Type)>,
    optional: Vec<(Ident, Type, String)>,
    fixed: Option<Ident>,
    rules: Vec<TokenStream>,
}

impl Parts {
    fn of(item: &mut ItemStruct, fixed: Option<&(Ident, String)>) -> Result<Self> {
        let rules = rules(&item.attrs)?;
        without_helpers(&mut item.attrs);
        let mut parts = Self {
            tables: Vec::new(),
            fields: Vec::new(),
            required: Vec::new(),
            optional: Vec::new(),
            fixed: fixed.map(|(marker, _)| marker.clone()),
            rules,
        };
        if let Fields::Unit = item.fields {
            item.fields = Fields::Named(parse_quote!({}));
            item.semi_token = None;
        }
        let Fields::Named(fields) = &mut item.fields else {
            return Err(Error::new_spanned(&item.ident, "expected a struct with named fields"));
        };
        for field in &mut fields.named {
            parts.read(field)?;
        }
        if let Some((marker, value)) = fixed {
            let doc = format!("Kind of the object, always `{value}`.");
            let mut named = Punctuated::<Field, Token![,]>::new();
            named.push(parse_quote!(#[doc = #doc] pub r#type: #marker));
            named.extend(std::mem::take(&mut fields.named));
            fields.named = named;
            parts.fields.insert(0, (format_ident!("r#type"), "type".to_owned()));
            parts.tables.insert(
                0,
                quote!(crate::wire::Field {
                    name: "type",
                    #[cfg(not(target_arch = "wasm32"))] doc: #doc,
                    spec: &crate::wire::Spec {
                        kind: crate::wire::Kind::Literal(#value),
                        required: true,
                        limit: crate::wire::Limit::None,
                        format: crate::wire::Format::Any,
                    },
                    #[cfg(not(target_arch = "wasm32"))] default: "",
                    #[cfg(not(target_arch = "wasm32"))] only: &[],
                }),
            );
        }
        Ok(parts)
    }

    fn read(&mut self, field: &mut Field) -> Result<()> {
        let wire = WireAttribute::of(&field.attrs)?;
        let doc = documentation(&field.attrs);
        without_helpers(&mut field.attrs);
        let Some(ident) = field.ident.clone() else {
            return Err(Error::new_spanned(field, "expected a named field"));
        };
        let name = wire.rename.as_ref().map_or_else(|| ident.unraw().to_string(), syn::LitStr::value);
        let ty = &field.ty;
        let kind = wire.kind.unwrap_or_else(|| quote!(<#ty as crate::wire::Wire>::KIND));
        let limit = wire.limit.unwrap_or_else(|| quote!(crate::wire::Limit::None));
        let format = wire.format.map_or_else(|| quote!(Any), |format| quote!(#format));
        let default = wire.default.map(|default| default.value()).unwrap_or_default();
        let only = wire.only;
        self.tables.push(quote!(crate::wire::Field {
            name: #name,
            #[cfg(not(target_arch = "wasm32"))] doc: #doc,
            spec: &crate::wire::Spec {
                kind: #kind,
                required: <#ty as crate::wire::Wire>::REQUIRED,
                limit: #limit,
                format: crate::wire::Format::#format,
            },
            #[cfg(not(target_arch = "wasm32"))] default: #default,
            #[cfg(not(target_arch = "wasm32"))] only: &[#(#only),*],
        }));
        let default_doc = (!default.is_empty()).then(|| format!("Default: `{default}`."));
        for sentence in wire.limit_doc.map(|limit| format!("Limit: {limit}")).into_iter().chain(default_doc) {
            field.attrs.push(parse_quote!(#[doc = ""]));
            field.attrs.push(parse_quote!(#[doc = #sentence]));
        }
        self.fields.push((ident.clone(), name));
        if let Some(inner) = optional(ty) {
            let inner = inner.clone();
            self.optional.push((ident, inner, doc));
        } else {
            self.required.push((ident, field.ty.clone()));
        }
        Ok(())
    }

    fn render(&self, item: &mut ItemStruct) -> TokenStream {
        let (ident, name) = (item.ident.clone(), item.ident.to_string());
        let text = documentation(&item.attrs);
        if let Fields::Named(fields) = &mut item.fields {
            fields.named.push(parse_quote! {
                /// Fields that the specification does not know, as they are on the wire.
                pub extra: serde_json::Map<String, serde_json::Value>
            });
        }
        let serde = self.serde(&ident);
        let fixed = self.fixed.as_ref().map(|marker| quote!(r#type: #marker,));
        let (names, types): (Vec<_>, Vec<_>) = self.required.iter().cloned().unzip();
        let optionals = self.optional.iter().map(|(ident, _, _)| ident);
        let setters = self.optional.iter().map(|(field, ty, doc)| setter(field, ty, doc));
        let (tables, rules) = (&self.tables, &self.rules);
        quote! {
            #[derive(Debug, Clone, PartialEq)]
            #[non_exhaustive]
            #item

            #serde

            impl #ident {
                /// The descriptor.
                #[must_use]
                pub const fn table() -> &'static crate::wire::Object {
                    static TABLE: crate::wire::Object = crate::wire::Object {
                        name: #name,
                        #[cfg(not(target_arch = "wasm32"))] doc: #text,
                        fields: &[#(#tables),*],
                        rules: &[#(#rules),*],
                    };
                    &TABLE
                }

                /// Makes it with its required fields, in the order of the specification.
                #[allow(clippy::new_without_default, clippy::too_many_arguments)]
                #[must_use]
                pub fn new(#(#names: impl Into<#types>),*) -> Self {
                    Self { #fixed #(#names: #names.into(),)* #(#optionals: None,)* extra: serde_json::Map::new() }
                }

                #(#setters)*

                /// Adds a field that the specification does not know, sent as it is.
                #[must_use]
                pub fn with(mut self, name: impl Into<String>, value: impl Into<serde_json::Value>) -> Self {
                    self.extra.insert(name.into(), value.into());
                    self
                }
            }
        }
    }

    /// Reading and writing, without the code that serde's derive makes for each format.
    fn serde(&self, ident: &Ident) -> TokenStream {
        let (fields, names): (Vec<_>, Vec<_>) = self.fields.iter().cloned().unzip();
        quote! {
            impl crate::wire::Wire for #ident {
                const KIND: crate::wire::Kind = crate::wire::Kind::Object(crate::wire::ObjectRef(Self::table));

                #[allow(unused_mut)]
                fn read(value: serde_json::Value) -> Result<Self, Box<crate::wire::Fault>> {
                    let mut members = crate::wire::read::Members::of(value, Self::table())?;
                    Ok(Self { #(#fields: members.take(#names)?,)* extra: members.rest() })
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
                    let mut writer = crate::wire::Writer::start(serializer, &self.extra)?;
                    #(writer.field(#names, &self.#fields)?;)*
                    writer.end()
                }
            }
        }
    }
}

fn setter(field: &Ident, ty: &Type, doc: &str) -> TokenStream {
    if let Some(inner) = generic(ty, "Box") {
        return quote! {
            #[doc = #doc]
            #[must_use]
            pub fn #field(mut self, value: impl Into<#inner>) -> Self {
                self.#field = Some(Box::new(value.into()));
                self
            }
        };
    }
    quote! {
        #[doc = #doc]
        #[must_use]
        pub fn #field(mut self, value: impl Into<#ty>) -> Self {
            self.#field = Some(value.into());
            self
        }
    }
}

/// A type of one value, the fixed string of a `type` field.
fn fixed_string(marker: &Ident, value: &str) -> TokenStream {
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
            const KIND: crate::wire::Kind = crate::wire::Kind::Literal(#value);

            fn read(value: serde_json::Value) -> Result<Self, Box<crate::wire::Fault>> {
                if value == #value { Ok(Self) } else { Err(crate::wire::read::unfit(&Self::KIND, &value)) }
            }
        }
    }
}

/// Removes the attributes that only these macros read.
pub fn without_helpers(attributes: &mut Vec<Attribute>) {
    attributes.retain(|attribute| !attribute.path().is_ident("wire") && !attribute.path().is_ident("rule"));
}

fn optional(ty: &Type) -> Option<&Type> {
    generic(ty, "Option")
}

fn generic<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    let Type::Path(path) = ty else { return None };
    let segment = path.path.segments.last().filter(|segment| segment.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.first()? {
        GenericArgument::Type(inner) => Some(inner),
        _ => None,
    }
}

fn lower_camel(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
