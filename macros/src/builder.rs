//! Builders: each required field is set once by its name, in any order. `build` exists once all are set.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Ident, Type};

use crate::constructors::Constructor;
use crate::shape::parameter;

/// Renders the function that starts the builder, and the builder.
pub fn render(ident: &Ident, constructor: &Constructor<'_>, values: &TokenStream) -> (TokenStream, TokenStream) {
    let is_only = constructor.name == "new";
    let name = if is_only { format_ident!("builder") } else { constructor.name.clone() };
    let builder =
        if is_only { format_ident!("{ident}Builder") } else { format_ident!("{ident}{}Builder", camel(&name)) };
    let fields: Vec<&Ident> = constructor.parameters.iter().map(|field| &field.ident).collect();
    let types: Vec<&Type> = constructor.parameters.iter().map(|field| field.inner()).collect();
    let states: Vec<Ident> = (0..fields.len()).map(|index| format_ident!("F{index}")).collect();
    let missing: Vec<TokenStream> = fields.iter().map(|_| quote!(crate::wire::Missing)).collect();
    let steps = constructor.parameters.iter().enumerate().map(|(index, field)| {
        let (step, doc, ty) = (&field.ident, &field.doc, field.inner());
        let at = |here: TokenStream| {
            let states = states.iter().enumerate();
            states.map(|(other, state)| if other == index { here.clone() } else { quote!(#state) }).collect::<Vec<_>>()
        };
        let (before, after) = (at(quote!(crate::wire::Missing)), at(quote!(#ty)));
        let free = states.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, state)| state);
        let others: Vec<_> = fields.iter().filter(|other| **other != step).collect();
        let (parameter, value) = parameter(step, ty);
        quote! {
            impl<#(#free),*> #builder<#(#before),*> {
                #[doc = #doc]
                pub fn #step(self, #parameter) -> #builder<#(#after),*> {
                    #builder { #step: #value, #(#others: self.#others),* }
                }
            }
        }
    });
    let doc = format!("Builder of [`{ident}`]: `build` is there when every field is set.");
    let start = format!("{} Each field is set by its name, then `build` makes it.", constructor.doc);
    let function = quote! {
        #[doc = #start]
        pub fn #name() -> #builder<#(#missing),*> {
            #builder { #(#fields: crate::wire::Missing),* }
        }
    };
    let builder = quote! {
        #[doc = #doc]
        #[derive(Debug, Clone)]
        #[must_use]
        pub struct #builder<#(#states),*> {
            #(#fields: #states,)*
        }

        #(#steps)*

        impl #builder<#(#types),*> {
            /// Creates the value.
            #[must_use]
            pub fn build(self) -> #ident {
                let Self { #(#fields),* } = self;
                #ident { #values }
            }
        }
    };
    (function, builder)
}

fn camel(name: &Ident) -> String {
    let mut camel = String::new();
    for word in name.to_string().split('_') {
        let mut letters = word.chars();
        camel.extend(letters.next().into_iter().flat_map(char::to_uppercase).chain(letters));
    }
    camel
}
