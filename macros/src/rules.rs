//! The `#[rule(...)]` attributes of a struct: rules between its fields.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Ident, Lit, Result, Token, parenthesized};

/// The fields that identify a message to edit.
pub const TARGET: [&str; 3] = ["chat_id", "message_id", "inline_message_id"];

/// The rules of a struct.
#[derive(Default)]
pub struct Rules {
    /// The rules as `Rule` expressions.
    pub expressions: Vec<TokenStream>,
    /// True if the struct identifies a message to edit.
    pub has_target: bool,
    /// Mutually exclusive fields, which the constructors set.
    pub exclusive: Vec<String>,
}

impl Rules {
    /// Parses all `#[rule(...)]` attributes.
    pub fn of(attributes: &[Attribute]) -> Result<Self> {
        let mut rules = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("rule")) {
            attribute.parse_args_with(|input: ParseStream| rules.parse(input))?;
        }
        Ok(rules)
    }

    fn parse(&mut self, input: ParseStream) -> Result<()> {
        let word: Ident = input.parse()?;
        if word == "target" {
            self.has_target = true;
            self.exclusive.extend(TARGET.map(str::to_owned));
            self.expressions.push(quote!(crate::wire::Rule::Target));
            return Ok(());
        }
        let content;
        parenthesized!(content in input);
        if word == "required_when" {
            self.expressions.push(required_when(&content)?);
            return Ok(());
        }
        let fields = Punctuated::<Ident, Token![,]>::parse_terminated(&content)?;
        let fields: Vec<String> = fields.iter().map(ToString::to_string).collect();
        self.expressions.push(match word.to_string().as_str() {
            "exactly_one" => quote!(crate::wire::Rule::ExactlyOne(&[#(#fields),*])),
            "at_most_one" => quote!(crate::wire::Rule::AtMostOne(&[#(#fields),*])),
            "none_of" => quote!(crate::wire::Rule::NoneOf(&[#(#fields),*])),
            "buttons_first" => quote!(crate::wire::Rule::ButtonsFirst(&[#(#fields),*])),
            "first_button" => quote!(crate::wire::Rule::FirstButton(#(#fields),*)),
            _ => return Err(Error::new(word.span(), "unknown rule")),
        });
        if word == "exactly_one" || word == "at_most_one" {
            self.exclusive.extend(fields);
        }
        Ok(())
    }
}

fn required_when(content: ParseStream) -> Result<TokenStream> {
    let field = content.parse::<Ident>()?.to_string();
    content.parse::<Token![,]>()?;
    let when = content.parse::<Ident>()?.to_string();
    content.parse::<Token![=]>()?;
    let equals = match content.parse::<Lit>()? {
        Lit::Bool(value) => value.value.to_string(),
        Lit::Str(value) => format!("\"{}\"", value.value()),
        other => return Err(Error::new(other.span(), "expected a Boolean or a string")),
    };
    Ok(quote!(crate::wire::Rule::RequiredWhen { field: #field, when: #when, equals: #equals }))
}
