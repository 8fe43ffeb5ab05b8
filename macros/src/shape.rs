//! What a Rust type looks like: optional, boxed, a list; and what functions take for it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericArgument, Ident, PathArguments, Type};

/// The type in an `Option`.
pub fn optional(ty: &Type) -> Option<&Type> {
    generic(ty, "Option")
}

/// The type in a `Box`.
pub fn boxed(ty: &Type) -> Option<&Type> {
    generic(ty, "Box")
}

/// The type of the items of a `Vec`.
pub fn items(ty: &Type) -> Option<&Type> {
    generic(ty, "Vec")
}

/// Whether the type has one value, which nobody needs to give.
pub fn is_true(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("True"))
}

/// Whether the type is a text, which any value that can be displayed is.
pub fn is_text(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("String"))
}

/// Whether the type is one that has a value without being given: false, or nothing.
pub fn is_defaulted(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("bool")) || items(ty).is_some()
}

/// The parameter of a function for a value of the type, and the expression that makes the value.
pub fn parameter(name: &Ident, ty: &Type) -> (TokenStream, TokenStream) {
    if let Some(row) = items(ty) {
        if let Some(item) = items(row) {
            return (
                quote!(#name: impl IntoIterator<Item: IntoIterator<Item: Into<#item>>>),
                quote!(#name.into_iter().map(|row| row.into_iter().map(Into::into).collect()).collect()),
            );
        }
        return (
            quote!(#name: impl IntoIterator<Item: Into<#row>>),
            quote!(#name.into_iter().map(Into::into).collect()),
        );
    }
    if let Some(inner) = boxed(ty) {
        return (quote!(#name: impl Into<#inner>), quote!(Box::new(#name.into())));
    }
    if is_text(ty) {
        return (quote!(#name: impl std::fmt::Display), quote!(#name.to_string()));
    }
    (quote!(#name: impl Into<#ty>), quote!(#name.into()))
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
