//! Setters of optional fields.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use crate::fields::Field;
use crate::shape::{is_text, items};

/// Renders the setters of a struct.
pub fn of_struct<'a>(fields: impl Iterator<Item = &'a Field>) -> TokenStream {
    let setters = fields.map(|field| {
        let (ident, doc) = (&field.ident, &field.doc);
        let (taken, value) = value(field);
        let set = if field.is_formatted {
            quote! {
                let (text, parse_mode) = #value;
                self.#ident = text;
                self.parse_mode = parse_mode.or(self.parse_mode);
            }
        } else {
            quote!(self.#ident = #value;)
        };
        quote! {
            #[doc = #doc]
            #[must_use]
            pub fn #ident<Form>(mut self, value: impl #taken) -> Self {
                #set
                self
            }
        }
    });
    quote!(#(#setters)*)
}

/// Renders the setters of a request for a method.
pub fn of_request<'a>(method: &Ident, fields: impl Iterator<Item = &'a Field>) -> TokenStream {
    let fields: Vec<&Field> = fields.collect();
    let has_timeout = fields.iter().any(|field| field.name == "timeout");
    let without_timeout = (!has_timeout).then(|| quote!(impl crate::methods::WithoutTimeout for #method {}));
    let setters = fields.iter().map(|field| {
        let (ident, doc) = (&field.ident, &field.doc);
        let (taken, _) = value(field);
        quote! {
            #[doc = #doc]
            pub fn #ident<Form>(mut self, value: impl #taken) -> Self {
                self.method = self.method.#ident(value);
                self
            }
        }
    });
    quote! {
        impl<B: crate::methods::Sender> crate::methods::CallBuilder<B, #method> {
            #(#setters)*
        }

        #without_timeout
    }
}

/// Returns the parameter type of a setter, and the expression for the field.
fn value(field: &Field) -> (TokenStream, TokenStream) {
    let ty = field.inner();
    if field.is_formatted {
        (quote!(crate::types::IntoMessageText<Form>), quote!(crate::types::IntoMessageText::into_message_text(value)))
    } else if let Some(item) = items(ty).filter(|item| items(item).is_none()) {
        (quote!(crate::wire::IntoItems<#item, Form>), quote!(value.into_items()))
    } else if is_text(ty) {
        (quote!(crate::wire::IntoText<Form>), quote!(value.into_text()))
    } else if field.name.ends_with("date") {
        (quote!(crate::wire::IntoDate<Form>), quote!(value.into_date()))
    } else {
        (quote!(crate::wire::IntoField<#ty, Form>), quote!(value.into_field()))
    }
}
