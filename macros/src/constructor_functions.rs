//! The functions of constructors: up to three required values are parameters, more are steps of a builder.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use crate::builder;
use crate::constructors::Constructor;
use crate::fields::Field;
use crate::rules::Rules;

/// Renders the functions of the constructors, and their builders.
pub fn render(
    ident: &Ident,
    fields: &[Field],
    rules: &Rules,
    constructors: &[Constructor<'_>],
    closed: bool,
) -> TokenStream {
    let (mut functions, mut builders) = (Vec::new(), Vec::new());
    for constructor in constructors {
        let (name, doc) = (&constructor.name, &constructor.doc);
        let (parameters, _) = constructor.parameters();
        if constructor.is_builder() && !rules.has_target {
            let values = constructor.values(fields, false, closed);
            let (function, builder) = builder::render(ident, constructor, &values);
            functions.push(function);
            builders.push(builder);
            continue;
        }
        let message = (rules.has_target && name == "of").then(|| quote!(message: &crate::types::Message,));
        let values = constructor.values(fields, true, closed);
        let (generics, start) = constructor.generics();
        functions.push(quote! {
            #[doc = #doc]
            #[must_use]
            pub fn #name #generics(#message #(#parameters),*) -> Self {
                #start
                Self { #values }
            }
        });
    }
    let of_query = rules.has_target.then(|| of_query(ident, &constructors[0]));
    let is_empty =
        constructors.iter().any(|constructor| constructor.name == "new" && constructor.parameters.is_empty());
    let default = is_empty.then(|| {
        quote! {
            impl Default for #ident {
                fn default() -> Self {
                    Self::new()
                }
            }
        }
    });
    quote! {
        impl #ident {
            #(#functions)*
            #of_query
        }

        #default
        #(#builders)*
    }
}

/// Renders the constructor for the message of a query.
fn of_query(ident: &Ident, of: &Constructor<'_>) -> TokenStream {
    let (parameters, names) = of.parameters();
    let (generics, _) = of.generics();
    let doc = format!(
        "Makes a call of `{ident}` for the message of a query, in a chat or sent in inline mode; nothing if the query has none."
    );
    quote! {
        #[doc = #doc]
        #[must_use]
        pub fn of_query #generics(query: &crate::types::CallbackQuery, #(#parameters),*) -> Option<Self> {
            match (&query.message, &query.inline_message_id) {
                (Some(message), _) => Some(Self::of(message, #(#names),*)),
                (None, Some(id)) => Some(Self::inline(id, #(#names),*)),
                (None, None) => None,
            }
        }
    }
}
