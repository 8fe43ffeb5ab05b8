//! The attribute macros that turn plain Rust types into descriptor tables, serde impls and setters, and the derive macros of bots.

mod attributes;
mod builder;
mod callback_data;
mod commands;
mod constructor_functions;
mod constructors;
mod enumeration;
mod fields;
mod method_list;
mod object;
mod rules;
mod serde;
mod setters;
mod shape;
mod union;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Turns a struct into an object of the service: serde impls, constructors, setters, its descriptor, and `extra`, which
/// keeps unknown fields.
///
/// `#[object(type = "photo")]` adds the fixed field `type`. `#[object(closed)]` refuses unknown fields instead of
/// keeping them; its fields of the types `bool` and `Vec` may be absent. The constructor is `new` with the required
/// fields, or `builder` if there are more than three. `#[constructor(pay: pay = true)]` replaces `new` by a function
/// `pay` that sets the field, `#[constructor(link: url)]` by one that requires it. `#[rule(target)]` makes constructors
/// for a message to edit.
#[proc_macro_attribute]
pub fn object(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let attribute = parse_macro_input!(attribute as attributes::ObjectAttribute);
    let item = parse_macro_input!(item as DeriveInput);
    object::object(&attribute, item).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Turns a struct into the parameters of a method: like `object`, with the name, the result and setters of a request.
///
/// `#[method(returns = Message)]`; `not_idempotent` means that repeating the call blindly is not safe.
#[proc_macro_attribute]
pub fn method(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let attribute = parse_macro_input!(attribute as attributes::MethodAttribute);
    let item = parse_macro_input!(item as DeriveInput);
    object::method(&attribute, item).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Lists the methods: `METHODS`, and the macros `functions_of_bot`, which defines a function of a bot for each, and
/// `for_each_method`.
#[proc_macro]
pub fn methods(item: TokenStream) -> TokenStream {
    let list = parse_macro_input!(item as method_list::MethodList);
    method_list::methods(&list).into()
}

/// Turns an enum of unit variants into an enumerated string that keeps unknown values; `#[enumeration(closed)]` refuses
/// them.
#[proc_macro_attribute]
pub fn enumeration(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let is_closed = !attribute.is_empty();
    if is_closed {
        parse_macro_input!(attribute as attributes::Closed);
    }
    let item = parse_macro_input!(item as DeriveInput);
    enumeration::enumeration(is_closed, &item).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Turns an enum of one-field variants into a union of objects.
#[proc_macro_attribute]
pub fn union(_attribute: TokenStream, item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    union::union(&item).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Derives `botwire::text::Commands`, which documents it.
#[proc_macro_derive(Commands, attributes(command))]
pub fn commands(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    commands::derive(&item).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Derives `botwire::webhook::CallbackData`, which documents it.
#[proc_macro_derive(CallbackData, attributes(data))]
pub fn callback_data(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    callback_data::callback_data(&item).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Derives `botwire::webhook::Choice`, which documents it.
#[proc_macro_derive(Choice, attributes(choice))]
pub fn choice(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    callback_data::choice(&item).unwrap_or_else(syn::Error::into_compile_error).into()
}
