//! Parses the attributes of objects and methods, and `#[wire(...)]` of fields.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Expr, ExprLit, Ident, Lit, LitInt, LitStr, Result, Token, Type, parenthesized};

/// `#[object(...)]`.
#[derive(Default)]
pub struct ObjectAttribute {
    /// Value of the fixed `type` field.
    pub fixed_type: Option<LitStr>,
    /// True if unknown fields are refused.
    pub closed: bool,
}

impl Parse for ObjectAttribute {
    fn parse(input: ParseStream) -> Result<Self> {
        if input.is_empty() {
            return Ok(Self::default());
        }
        if input.peek(Token![type]) {
            input.parse::<Token![type]>()?;
            return Ok(Self { fixed_type: Some(value(input)?), closed: false });
        }
        Closed::parse(input).map(|_| Self { fixed_type: None, closed: true })
    }
}

/// The word `closed`.
pub struct Closed;

impl Parse for Closed {
    fn parse(input: ParseStream) -> Result<Self> {
        let word: Ident = input.parse()?;
        if word == "closed" { Ok(Self) } else { Err(Error::new(word.span(), "expected `closed`")) }
    }
}

/// `#[method(...)]`.
pub struct MethodAttribute {
    /// Type of the result.
    pub returns: Type,
    /// True if a blind repetition is not safe.
    pub not_idempotent: bool,
}

impl Parse for MethodAttribute {
    fn parse(input: ParseStream) -> Result<Self> {
        let (mut returns, mut not_idempotent) = (None, false);
        while !input.is_empty() {
            let word: Ident = input.parse()?;
            if word == "returns" {
                input.parse::<Token![=]>()?;
                returns = Some(input.parse()?);
            } else if word == "not_idempotent" {
                not_idempotent = true;
            } else {
                return Err(Error::new(word.span(), "expected `returns = Type` or `not_idempotent`"));
            }
            skip_comma(input)?;
        }
        let returns = returns.ok_or_else(|| input.error("expected `returns = Type`"))?;
        Ok(Self { returns, not_idempotent })
    }
}

/// `#[wire(...)]` of a field or variant.
#[derive(Default)]
pub struct WireAttribute {
    /// Name on the wire, if it differs from the Rust name.
    pub rename: Option<LitStr>,
    /// `ValueKind` that replaces the one of the Rust type.
    pub kind: Option<TokenStream>,
    /// `Limit`.
    pub limit: Option<TokenStream>,
    /// The limit in words, for rustdoc.
    pub limit_doc: Option<String>,
    /// `Format`.
    pub format: Option<Ident>,
    /// Default as JSON text.
    pub default: Option<LitStr>,
    /// Values of the discriminating field.
    pub only: Vec<LitStr>,
}

impl WireAttribute {
    /// Parses all `#[wire(...)]` attributes.
    pub fn of(attributes: &[Attribute]) -> Result<Self> {
        let mut wire = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("wire")) {
            attribute.parse_args_with(|input: ParseStream| wire.parse(input))?;
        }
        Ok(wire)
    }

    fn parse(&mut self, input: ParseStream) -> Result<()> {
        while !input.is_empty() {
            let word: Ident = input.parse()?;
            match word.to_string().as_str() {
                "attach" => self.kind = Some(quote!(crate::wire::ValueKind::Attach)),
                "only" => {
                    let content;
                    parenthesized!(content in input);
                    let values = Punctuated::<LitStr, Token![,]>::parse_terminated(&content)?;
                    self.only = values.into_iter().collect();
                }
                "rename" => self.rename = Some(value(input)?),
                "default" => self.default = Some(value(input)?),
                "format" => self.format = Some(value(input)?),
                "upload_bytes" => {
                    let bytes: Expr = value(input)?;
                    self.limit_doc = Some(format!("Upload of at most `{}` bytes.", quote!(#bytes)));
                    self.limit = Some(quote!(crate::wire::Limit::UploadBytes(#bytes)));
                }
                unit @ ("chars" | "visible_chars" | "bytes" | "items" | "range") => {
                    let variant = match unit {
                        "chars" => quote!(Chars),
                        "visible_chars" => quote!(VisibleChars),
                        "bytes" => quote!(Bytes),
                        "items" => quote!(Items),
                        _ => quote!(Range),
                    };
                    let (from, to) = bounds(input)?;
                    self.limit_doc = Some(format!("`{}..={}` {}.", quote!(#from), quote!(#to), unit_doc(unit)));
                    self.limit = Some(quote!(crate::wire::Limit::#variant(#from, #to)));
                }
                _ => return Err(Error::new(word.span(), "not an attribute of a field")),
            }
            skip_comma(input)?;
        }
        Ok(())
    }
}

/// Returns the doc comments as one text, without the space after `///`.
pub fn documentation(attributes: &[Attribute]) -> String {
    let lines: Vec<String> = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("doc"))
        .filter_map(|attribute| match &attribute.meta.require_name_value().ok()?.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
                let text = text.value();
                Some(text.strip_prefix(' ').unwrap_or(&text).trim_end().to_owned())
            }
            _ => None,
        })
        .collect();
    lines.join("\n").trim().to_owned()
}

fn unit_doc(unit: &str) -> &str {
    match unit {
        "chars" => "characters (Unicode scalar values)",
        "visible_chars" => "visible characters (markup is not counted)",
        "bytes" => "bytes in UTF-8",
        "items" => "items",
        _ => "is its range",
    }
}

fn value<T: Parse>(input: ParseStream) -> Result<T> {
    input.parse::<Token![=]>()?;
    input.parse()
}

/// Parses `= from..=to`. Not as an expression, because only the full grammar of syn has ranges.
fn bounds(input: ParseStream) -> Result<(LitInt, LitInt)> {
    let from = value(input)?;
    input.parse::<Token![..=]>()?;
    Ok((from, input.parse()?))
}

fn skip_comma(input: ParseStream) -> Result<()> {
    if !input.is_empty() {
        input.parse::<Token![,]>()?;
    }
    Ok(())
}
