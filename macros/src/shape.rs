//! The shape of a Rust type (optional, boxed, a list), and the function parameters for it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericArgument, Ident, PathArguments, Type};

/// Returns the type in an `Option`.
pub fn optional(ty: &Type) -> Option<&Type> {
    generic(ty, "Option")
}

/// Returns the type of the items of a `Vec`.
pub fn items(ty: &Type) -> Option<&Type> {
    generic(ty, "Vec")
}

/// Returns true for a type with one value, which is set automatically.
pub fn is_true(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("True"))
}

/// Returns true for a text. Functions accept any value that implements `Display` for it.
pub fn is_text(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("String"))
}

/// Returns true for a type with a default: false, or an empty list.
pub fn is_defaulted(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("bool")) || items(ty).is_some()
}

/// Returns the parameter of a function for this type, and the expression that converts it.
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
