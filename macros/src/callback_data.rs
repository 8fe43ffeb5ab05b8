//! `#[derive(CallbackData)]` and `#[derive(Choice)]`: the data of buttons as a struct, and its fields of several words.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Data, DeriveInput, Error, Fields, Ident, LitStr, Result, Token};

use crate::fields::variants;
use crate::method_list::snake_case;

/// `#[data("name", old = "text")]`.
#[derive(Default)]
struct DataAttribute {
    name: Option<LitStr>,
    old: Option<LitStr>,
}

impl Parse for DataAttribute {
    fn parse(input: ParseStream) -> Result<Self> {
        let name = if input.peek(LitStr) { Some(input.parse()?) } else { None };
        if name.is_some() && (input.parse::<Option<Token![,]>>()?.is_none() || input.is_empty()) {
            return Ok(Self { name, old: None });
        }
        let word: Ident = input.parse()?;
        if word != "old" {
            return Err(Error::new(word.span(), "expected `old = \"text\"`"));
        }
        input.parse::<Token![=]>()?;
        Ok(Self { name, old: Some(input.parse()?) })
    }
}

pub fn callback_data(item: &DeriveInput) -> Result<TokenStream> {
    let attribute = item.attrs.iter().find(|attribute| attribute.path().is_ident("data"));
    let DataAttribute { name, old } =
        attribute.map_or_else(|| Ok(DataAttribute::default()), |attribute| attribute.parse_args())?;
    let name = name.map_or_else(|| snake_case(&item.ident.to_string()), |name| name.value());
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if !((1..=20).contains(&name.len()) && name.bytes().all(is_letter)) {
        let message = "the name of callback data has 1 to 20 of A-Z, a-z, 0-9, _ and -: write #[data(\"name\")]";
        return Err(Error::new_spanned(&item.ident, message));
    }
    let fields = match &item.data {
        Data::Struct(data) if !matches!(data.fields, Fields::Unnamed(_)) => &data.fields,
        _ => return Err(Error::new_spanned(&item.ident, "expected a struct with named fields")),
    };
    let idents: Vec<_> = fields.iter().filter_map(|field| field.ident.as_ref()).collect();
    let names = idents.iter().map(|ident| ident.to_string().trim_start_matches("r#").to_owned());
    let types = fields.iter().map(|field| &field.ty);
    let old = old.map_or_else(|| "This button is too old.".to_owned(), |old| old.value());
    let ident = &item.ident;
    Ok(quote! {
        #[automatically_derived]
        impl ::botwire::webhook::CallbackData for #ident {
            const NAME: &'static str = #name;
            const OLD: &'static str = #old;
            const FIELDS: &'static [(&'static str, ::botwire::webhook::DataKind)] =
                &[#((#names, <#types as ::botwire::webhook::DataField>::KIND)),*];

            fn write(&self, parts: &mut ::std::vec::Vec<::std::string::String>) {
                #(parts.push(::botwire::webhook::DataField::pack(&self.#idents));)*
            }

            fn read(parts: &mut dyn ::core::iter::Iterator<Item = &str>) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(Self { #(#idents: ::botwire::webhook::DataField::unpack(parts.next()?)?),* })
            }
        }

        const _: () = ::botwire::webhook::check_data(#name, <#ident as ::botwire::webhook::CallbackData>::FIELDS);
    })
}

pub fn choice(item: &DeriveInput) -> Result<TokenStream> {
    let (mut names, mut labels, mut idents) = (Vec::new(), Vec::new(), Vec::new());
    for variant in variants(item)? {
        if !matches!(variant.fields, Fields::Unit) {
            return Err(Error::new_spanned(variant, "expected a variant without fields"));
        }
        let attribute = variant.attrs.iter().find(|attribute| attribute.path().is_ident("choice"));
        let label = attribute.map(Attribute::parse_args::<LitStr>).transpose()?;
        names.push(snake_case(&variant.ident.to_string()));
        labels.push(label.map_or_else(|| variant.ident.to_string(), |label| label.value()));
        idents.push(&variant.ident);
    }
    if idents.is_empty() {
        return Err(Error::new_spanned(&item.ident, "expected at least one variant"));
    }
    let (ident, indices) = (&item.ident, 0..idents.len());
    let of_index = indices.clone();
    Ok(quote! {
        #[automatically_derived]
        impl ::botwire::webhook::Choice for #ident {
            const NAMES: &'static [&'static str] = &[#(#names),*];
            const LABELS: &'static [&'static str] = &[#(#labels),*];

            fn index(&self) -> usize {
                match self {
                    #(Self::#idents => #indices,)*
                }
            }

            fn from_index(index: usize) -> ::core::option::Option<Self> {
                match index {
                    #(#of_index => ::core::option::Option::Some(Self::#idents),)*
                    _ => ::core::option::Option::None,
                }
            }
        }
    })
}
