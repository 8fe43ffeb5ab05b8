//! Constructors: their names, their parameters, and the fields that they set.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, DeriveInput, Error, Expr, Ident, Result, Token};

use crate::fields::Field;
use crate::rules::Rules;
use crate::shape::parameter;

/// More fields than this are set by name.
const MOST_PARAMETERS: usize = 3;

/// `#[constructor(name: field = value, field)]`: sets fields to values, and requires optional fields.
struct ConstructorAttribute {
    name: Ident,
    parts: Vec<(Ident, Option<Expr>)>,
}

impl Parse for ConstructorAttribute {
    fn parse(input: ParseStream) -> Result<Self> {
        let (name, mut parts) = (input.parse()?, Vec::new());
        if !input.is_empty() {
            input.parse::<Token![:]>()?;
        }
        while !input.is_empty() {
            let field = input.parse()?;
            let is_set = input.parse::<Option<Token![=]>>()?.is_some();
            parts.push((field, if is_set { Some(input.parse()?) } else { None }));
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(Self { name, parts })
    }
}

/// A constructor.
pub struct Constructor<'a> {
    pub name: Ident,
    pub doc: String,
    /// The required values, in order.
    pub parameters: Vec<&'a Field>,
    /// Fields with their values; an optional field is set by its bare value.
    pub set: Vec<(Ident, TokenStream)>,
}

impl Constructor<'_> {
    /// Returns true if the fields are set by name.
    pub fn is_builder(&self) -> bool {
        self.parameters.len() > MOST_PARAMETERS
    }

    /// Returns the parameters of the function, and their names.
    pub fn parameters(&self) -> (Vec<TokenStream>, Vec<&Ident>) {
        let parameter = |field: &&Field| match (&field.ident, field.is_formatted) {
            (ident, true) => quote!(#ident: impl crate::types::MessageText<Form>),
            (ident, false) => parameter(ident, field.inner()).0,
        };
        self.parameters.iter().map(|field| (parameter(field), &field.ident)).unzip()
    }

    /// Returns the parameter that is a text with a `parse_mode`.
    fn formatted(&self) -> Option<&Ident> {
        self.parameters.iter().find(|field| field.is_formatted).map(|field| &field.ident)
    }

    /// Returns the type parameters and the first statement of the function.
    pub fn generics(&self) -> (TokenStream, TokenStream) {
        let start = self
            .formatted()
            .map(|ident| quote!(let (#ident, parse_mode) = crate::types::MessageText::into_message_text(#ident);));
        (start.as_ref().map_or_else(TokenStream::new, |_| quote!(<Form>)), quote!(#start))
    }

    /// Returns the fields of the struct with their values, from variables with the names of the parameters.
    pub fn values(&self, fields: &[Field], convert: bool, closed: bool) -> TokenStream {
        let formatted = self.formatted().filter(|_| convert);
        let values = fields.iter().map(|field| {
            let ident = &field.ident;
            if formatted.is_some() && field.name == "parse_mode" {
                // The variable does not have the span of the field, which may come from another macro.
                return quote!(#ident: parse_mode);
            }
            let parameter = self.parameters.iter().any(|field| field.ident == *ident).then(|| {
                if convert && !field.is_formatted { parameter(ident, field.inner()).1 } else { quote!(#ident) }
            });
            let set = self.set.iter().find(|(name, _)| name == ident).map(|(_, value)| value.clone());
            match parameter.or(set) {
                Some(value) if field.is_optional() => quote!(#ident: Some(#value)),
                Some(value) => quote!(#ident: #value),
                None if field.is_optional() => quote!(#ident: None),
                None => {
                    let ty = &field.ty;
                    quote!(#ident: <#ty as Default>::default())
                }
            }
        });
        let extra = (!closed).then(|| quote!(extra: serde_json::Map::new()));
        quote!(#(#values,)* #extra)
    }
}

/// Returns the constructors of a struct.
pub fn of<'a>(
    item: &DeriveInput,
    fields: &'a [Field],
    rules: &Rules,
    attributes: &[Attribute],
) -> Result<Vec<Constructor<'a>>> {
    let field = |name: &Ident| fields.iter().find(|field| field.ident == *name);
    let required = || fields.iter().filter(|field| !(field.is_optional() || field.is_fixed || field.has_default));
    let mut constructors = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("constructor")) {
        let ConstructorAttribute { name, parts } = attribute.parse_args()?;
        let mut names = Vec::new();
        let (mut parameters, mut set) = (Vec::new(), Vec::new());
        for (part, value) in &parts {
            let field = field(part).ok_or_else(|| Error::new(part.span(), "not a field"))?;
            names.push(format!("`{}`", field.name));
            match value {
                Some(value) => set.push((part.clone(), quote!(#value))),
                None => parameters.push(field),
            }
        }
        let is_set = |field: &&Field| !set.iter().any(|(name, _)| *name == field.ident);
        parameters = required().filter(is_set).chain(parameters).collect();
        let with = if names.is_empty() { String::new() } else { format!(", with {}", names.join(" and ")) };
        constructors.push(Constructor {
            name,
            doc: format!("Makes {} `{}`{with}.", article(&item.ident), item.ident),
            parameters,
            set,
        });
    }
    if constructors.is_empty() && !rules.has_target {
        let doc = format!("Makes {} `{}` of its required fields.", article(&item.ident), item.ident);
        constructors.push(Constructor {
            name: format_ident!("new"),
            doc,
            parameters: required().collect(),
            set: Vec::new(),
        });
    }
    if rules.has_target {
        let with = |names: &[&str]| {
            let target = names.iter().filter_map(|name| fields.iter().find(|field| field.name == *name));
            target.chain(required()).collect()
        };
        let message = quote!(message);
        let of = vec![
            (format_ident!("chat_id"), quote!(#message.chat.id.into())),
            (format_ident!("message_id"), quote!(#message.message_id)),
        ];
        let doc = |what: &str| format!("Makes {} `{}` for {what}.", article(&item.ident), item.ident);
        let mut add = |name: &str, what: &str, parameters, set| {
            constructors.push(Constructor { name: format_ident!("{name}"), doc: doc(what), parameters, set });
        };
        add("of", "a message", with(&[]), of);
        add("in_chat", "the message of that identifier in a chat", with(&["chat_id", "message_id"]), Vec::new());
        add("inline", "a message that was sent via the bot in inline mode", with(&["inline_message_id"]), Vec::new());
    }
    Ok(constructors)
}

fn article(name: &syn::Ident) -> &'static str {
    let name = name.to_string();
    if name.starts_with(['A', 'E', 'I', 'O', 'U']) && !name.starts_with("Use") { "an" } else { "a" }
}
