//! `#[object]` and `#[method]`: a struct with its serde impls, constructors, setters and descriptor.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Attribute, DeriveInput, Ident, Result, parse_quote};

use crate::attributes::{MethodAttribute, ObjectAttribute, documentation};
use crate::fields::{self, Field, without_helpers};
use crate::rules::Rules;
use crate::{constructor_functions, constructors, method_list, serde, setters};

pub fn object(attribute: &ObjectAttribute, mut item: DeriveInput) -> Result<TokenStream> {
    let Some(value) = attribute.fixed_type.as_ref().map(syn::LitStr::value) else {
        return Ok(Struct::parse(&mut item, None, attribute.closed)?.common);
    };
    let marker = format_ident!("{}Type", item.ident);
    let Struct { common, .. } = Struct::parse(&mut item, Some((&marker, &value)), false)?;
    let marker = serde::fixed_string(&marker, &value);
    Ok(quote!(#common #marker))
}

pub fn method(attribute: &MethodAttribute, mut item: DeriveInput) -> Result<TokenStream> {
    let ident = item.ident.clone();
    let name = lower_camel(&ident.to_string());
    let attributes = item.attrs.clone();
    let example = quote!(crate::methods::example_of!(#ident));
    item.attrs.extend::<[Attribute; 2]>([parse_quote!(#[doc = ""]), parse_quote!(#[doc = #example])]);
    let Struct { common, fields, rules } = Struct::parse(&mut item, None, false)?;
    let request = setters::of_request(&ident, settable(&fields, &rules));
    let constructors = constructors::of(&item, &fields, &rules, &attributes)?;
    let function = method_list::function_of_bot(&ident, &documentation(&attributes), &constructors);
    let (returns, idempotent) = (&attribute.returns, !attribute.not_idempotent);
    Ok(quote! {
        #common
        #request
        #function

        impl crate::methods::Method for #ident {
            type Output = #returns;
            const DESCRIPTOR: &'static crate::wire::MethodDescriptor = {
                static TABLE: crate::wire::MethodDescriptor = crate::wire::MethodDescriptor {
                    name: #name,
                    params: <#ident>::table(),
                    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))] returns: <#returns as crate::wire::Wire>::KIND,
                    idempotent: #idempotent,
                    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))] module: module_path!(),
                };
                &TABLE
            };
        }
    })
}

/// A parsed struct, with the code that objects and methods share.
struct Struct {
    common: TokenStream,
    fields: Vec<Field>,
    rules: Rules,
}

impl Struct {
    fn parse(item: &mut DeriveInput, fixed: Option<(&Ident, &str)>, closed: bool) -> Result<Self> {
        let attributes = item.attrs.clone();
        let rules = Rules::of(&attributes)?;
        without_helpers(&mut item.attrs);
        let fields = fields::parse(item, fixed, closed)?;
        let constructors = constructors::of(item, &fields, &rules, &attributes)?;
        if !closed {
            fields::named(item)?.named.push(parse_quote! {
                /// Fields that the specification does not know, as they are on the wire.
                pub extra: serde_json::Map<String, serde_json::Value>
            });
        }
        let (ident, name, text) = (&item.ident, item.ident.to_string(), documentation(&item.attrs));
        let serde = serde::object(ident, &fields, closed);
        let constructors = constructor_functions::render(ident, &fields, &rules, &constructors, closed);
        let growth = (!closed).then(|| quote!(#[non_exhaustive]));
        let with = (!closed).then(|| {
            quote! {
                /// Adds a field that the specification does not know, sent as it is. A field of that name is replaced.
                #[must_use]
                pub fn with(mut self, name: impl Into<String>, value: impl Into<serde_json::Value>) -> Self {
                    self.extra.insert(name.into(), value.into());
                    self
                }
            }
        });
        let setters = setters::of_struct(settable(&fields, &rules));
        let tables = fields.iter().map(|field| &field.table);
        let expressions = &rules.expressions;
        let common = quote! {
            #[derive(Debug, Clone, PartialEq)]
            #growth
            #item

            #serde
            #constructors

            impl #ident {
                /// The descriptor.
                #[doc(hidden)]
                #[must_use]
                pub const fn table() -> &'static crate::wire::ObjectDescriptor {
                    static TABLE: crate::wire::ObjectDescriptor = crate::wire::ObjectDescriptor {
                        name: #name,
                        #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))] doc: #text,
                        fields: &[#(#tables),*],
                        rules: &[#(#expressions),*],
                    };
                    &TABLE
                }

                #setters

                #with
            }
        };
        Ok(Self { common, fields, rules })
    }
}

/// Returns the fields that have setters: optional ones that no constructor sets.
fn settable<'a>(fields: &'a [Field], rules: &'a Rules) -> impl Iterator<Item = &'a Field> {
    fields.iter().filter(|field| field.is_optional() && !rules.exclusive.contains(&field.name))
}

fn lower_camel(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
