//! `#[derive(Commands)]`: the commands of a bot as an enum.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Attribute, DeriveInput, Error, Field, Fields, LitStr, Result, Type, Variant};

use crate::attributes::documentation;
use crate::fields::variants;
use crate::method_list::snake_case;

pub fn derive(item: &DeriveInput) -> Result<TokenStream> {
    let (mut infos, mut arms, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for variant in variants(item)? {
        let name = name(variant)?;
        if names.contains(&name) {
            return Err(Error::new_spanned(variant, format!("a second command /{name}")));
        }
        let fields: Vec<&Field> = variant.fields.iter().collect();
        let usage = fields.iter().map(|field| usage(field)).collect::<Vec<_>>().join(" ");
        let help = documentation(&variant.attrs).split_whitespace().collect::<Vec<_>>().join(" ");
        infos.push(quote!(::botwire::text::CommandInfo::new(#name, #usage, #help)));
        let value = value(variant, &fields)?;
        arms.push(quote!(#name => #value,));
        names.push(name);
    }
    let (ident, (generics, types, bounds)) = (&item.ident, item.generics.split_for_impl());
    Ok(quote! {
        #[automatically_derived]
        impl #generics ::botwire::text::Commands for #ident #types #bounds {
            const LIST: &'static [::botwire::text::CommandInfo] = &[#(#infos),*];

            fn from_command(
                command: &::botwire::text::Command,
            ) -> ::core::option::Option<::core::result::Result<Self, ::botwire::text::ArgumentError>> {
                ::core::option::Option::Some(match command.name.as_str() {
                    #(#arms)*
                    _ => return ::core::option::Option::None,
                })
            }
        }
    })
}

/// Returns the name of a command.
fn name(variant: &Variant) -> Result<String> {
    let attribute = variant.attrs.iter().find(|attribute| attribute.path().is_ident("command"));
    let name = match attribute.map(Attribute::parse_args::<LitStr>).transpose()? {
        Some(name) => name.value(),
        None => snake_case(&variant.ident.to_string()),
    };
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    if (1..=32).contains(&name.len()) && name.bytes().all(is_letter) {
        return Ok(name);
    }
    Err(Error::new_spanned(
        variant,
        "a command has 1 to 32 of the characters a-z, 0-9 and _: write #[command(\"name\")]",
    ))
}

/// Returns how the help shows a field. One without a name is a `value`.
fn usage(field: &Field) -> String {
    let name = field.ident.as_ref().map_or("value".to_owned(), ToString::to_string);
    let name = name.trim_start_matches("r#");
    if option(&field.ty).is_some() { format!("[{name}]") } else { format!("<{name}>") }
}

/// Returns the type in an `Option`.
fn option(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let segment = path.path.segments.last().filter(|segment| segment.ident == "Option")?;
    let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.first()? {
        syn::GenericArgument::Type(inner) => Some(inner),
        _ => None,
    }
}

/// Returns an expression for the value of a command.
fn value(variant: &Variant, fields: &[&Field]) -> Result<TokenStream> {
    let ident = &variant.ident;
    let Some((last, words)) = fields.split_last() else {
        return Ok(quote!(::core::result::Result::Ok(Self::#ident {})));
    };
    if let Some(early) = words.iter().find(|field| option(&field.ty).is_some()) {
        return Err(Error::new_spanned(early, "only the last argument of a command may be an Option"));
    }
    let names: Vec<_> = (0..words.len()).map(|index| format_ident!("field_{index}")).collect();
    let types = words.iter().map(|field| &field.ty);
    let (ty, last_value) = match option(&last.ty) {
        Some(inner) => (inner, quote!(optional)),
        None => (&last.ty, quote!(rest)),
    };
    let value = match &variant.fields {
        Fields::Named(_) => {
            let idents = fields.iter().map(|field| &field.ident);
            let values = names.iter().map(|name| quote!(#name)).chain([quote!(last)]);
            quote!(Self::#ident { #(#idents: #values),* })
        }
        _ => quote!(Self::#ident(#(#names,)* last)),
    };
    Ok(quote! {
        (|| {
            let fields = ::botwire::text::Fields::of(command);
            #(let (#names, fields) = fields.word::<#types>()?;)*
            let last = fields.#last_value::<#ty>()?;
            ::core::result::Result::Ok(#value)
        })()
    })
}
