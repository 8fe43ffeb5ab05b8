//! `methods!`: the list of methods, and the macro that defines a function of a bot for each.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Ident, Result, Token};

use crate::constructors::Constructor;

/// The names of the structs, in order.
pub struct MethodList(Punctuated<Ident, Token![,]>);

impl Parse for MethodList {
    fn parse(input: ParseStream) -> Result<Self> {
        Punctuated::parse_terminated(input).map(Self)
    }
}

pub fn methods(MethodList(names): &MethodList) -> TokenStream {
    let names: Vec<&Ident> = names.iter().collect();
    let macros = names.iter().map(|name| macro_of(name));
    let functions = names.iter().map(|name| format_ident!("{}", snake_case(&name.to_string())));
    quote! {
        /// Every method of the specification, in its order.
        #[doc(hidden)]
        pub static METHODS: &[&wire::MethodDescriptor] = &[#(<#names as Method>::DESCRIPTOR),*];

        /// Defines the functions of a bot, one for each method, in an `impl` whose type implements [`Sender`].
        #[allow(unused_macros)]
        macro_rules! functions_of_bot {
            () => { #(crate::methods::#macros! {})* };
        }
        #[allow(unused_imports)]
        pub(crate) use functions_of_bot;

        /// Passes the names of all methods, each with that of its function, to another macro, so that the compiler
        /// requires all of them.
        #[allow(unused_macros)]
        macro_rules! for_each_method {
            ($then:ident) => { $then! { #(#names #functions,)* } };
        }
        #[allow(unused_imports)]
        pub(crate) use for_each_method;
    }
}

/// Renders the macro of one method. Its types are looked up where the macro is used, which imports all types.
pub fn function_of_bot(ident: &Ident, doc: &str, constructors: &[Constructor<'_>]) -> TokenStream {
    let (name, function) = (macro_of(ident), format_ident!("{}", snake_case(&ident.to_string())));
    let (generics, parameters, method) = match constructors {
        [only] if only.name == "new" && !only.is_builder() => {
            let (parameters, names) = only.parameters();
            (only.generics().0, quote!(#(#parameters),*), quote!(crate::methods::#ident::new(#(#names),*)))
        }
        _ => (TokenStream::new(), quote!(method: crate::methods::#ident), quote!(method)),
    };
    quote! {
        #[allow(unused_macros)]
        macro_rules! #name {
            () => {
                #[doc = #doc]
                #[doc = ""]
                #[doc = crate::methods::example_of!(#ident)]
                pub fn #function #generics(&self, #parameters) -> crate::methods::CallBuilder<Self, crate::methods::#ident> {
                    crate::methods::CallBuilder::new(self.clone(), #method)
                }
            };
        }
        #[allow(unused_imports)]
        pub(crate) use #name;
    }
}

fn macro_of(ident: &Ident) -> Ident {
    format_ident!("{}_of_bot", snake_case(&ident.to_string()))
}

pub fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for (index, letter) in name.char_indices() {
        if letter.is_uppercase() && index > 0 {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}
