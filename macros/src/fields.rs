//! The fields of a struct, parsed for the macros.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::{Attribute, Data, DeriveInput, Error, Fields, FieldsNamed, Ident, Result, Type, Variant, parse_quote};

use crate::attributes::{WireAttribute, documentation};
use crate::shape::{is_defaulted, is_text, is_true, optional};

/// A field of a struct.
#[derive(Clone)]
pub struct Field {
    /// Name in Rust.
    pub ident: Ident,
    /// Name on the wire.
    pub name: String,
    /// Type in Rust.
    pub ty: Type,
    /// Documentation.
    pub doc: String,
    /// True if the field has one value, which is set automatically.
    pub is_fixed: bool,
    /// True if an absent field has the default of its type.
    pub has_default: bool,
    /// True for a text with a `parse_mode`.
    pub is_formatted: bool,
    /// The field in the descriptor.
    pub table: TokenStream,
}

impl Field {
    pub fn is_optional(&self) -> bool {
        optional(&self.ty).is_some()
    }

    /// Returns the type of the value, without `Option`.
    pub fn inner(&self) -> &Type {
        optional(&self.ty).unwrap_or(&self.ty)
    }

    /// Creates the fixed field `type`.
    fn fixed(marker: &Ident, value: &str) -> Self {
        let doc = format!("Kind of the object, always `{value}`.");
        Self {
            ident: format_ident!("r#type"),
            name: "type".to_owned(),
            ty: parse_quote!(#marker),
            is_fixed: true,
            has_default: false,
            is_formatted: false,
            table: table("type", &doc, &parse_quote!(#marker), WireAttribute::default(), false),
            doc,
        }
    }

    fn parse(field: &mut syn::Field, closed: bool) -> Result<Self> {
        let mut wire = WireAttribute::of(&field.attrs)?;
        let doc = documentation(&field.attrs);
        without_helpers(&mut field.attrs);
        let Some(ident) = field.ident.clone() else {
            return Err(Error::new_spanned(field, "expected a named field"));
        };
        let name = wire.rename.as_ref().map_or_else(|| ident.unraw().to_string(), syn::LitStr::value);
        let limit_doc = wire.limit_doc.take().map(|limit| format!("Limit: {limit}"));
        let default_doc = wire.default.as_ref().map(|default| format!("Default: `{}`.", default.value()));
        for sentence in limit_doc.into_iter().chain(default_doc) {
            field.attrs.push(parse_quote!(#[doc = ""]));
            field.attrs.push(parse_quote!(#[doc = #sentence]));
        }
        let (ty, is_fixed) = (field.ty.clone(), is_true(&field.ty));
        let has_default = closed && is_defaulted(&ty);
        let table = table(&name, &doc, &ty, wire, has_default);
        Ok(Self { ident, name, ty, doc, is_fixed, has_default, is_formatted: false, table })
    }
}

/// Parses the fields of a struct, removes the attributes of these macros, and adds the fixed field `type` in front.
pub fn parse(item: &mut DeriveInput, fixed: Option<(&Ident, &str)>, closed: bool) -> Result<Vec<Field>> {
    let named = named(item)?;
    let mut fields = named.named.iter_mut().map(|field| Field::parse(field, closed)).collect::<Result<Vec<_>>>()?;
    if fields.iter().any(|field| field.name == "parse_mode") {
        for field in &mut fields {
            field.is_formatted = ["text", "caption", "message_text"].contains(&&*field.name) && is_text(field.inner());
        }
    }
    if let Some((marker, value)) = fixed {
        let field = Field::fixed(marker, value);
        let doc = &field.doc;
        named.named.insert(0, parse_quote!(#[doc = #doc] pub r#type: #marker));
        fields.insert(0, field);
    }
    Ok(fields)
}

/// Returns the named fields of a struct, and gives a struct without fields an empty list of them.
pub fn named(item: &mut DeriveInput) -> Result<&mut FieldsNamed> {
    let error = Error::new_spanned(&item.ident, "expected a struct with named fields");
    let Data::Struct(data) = &mut item.data else { return Err(error) };
    if let Fields::Unit = data.fields {
        data.fields = Fields::Named(parse_quote!({}));
        data.semi_token = None;
    }
    if let Fields::Named(named) = &mut data.fields { Ok(named) } else { Err(error) }
}

/// Returns the variants of an enum.
pub fn variants(item: &DeriveInput) -> Result<impl Iterator<Item = &Variant>> {
    let Data::Enum(data) = &item.data else { return Err(Error::new_spanned(&item.ident, "expected an enum")) };
    Ok(data.variants.iter())
}

/// Removes the attributes that only these macros read.
pub fn without_helpers(attributes: &mut Vec<Attribute>) {
    attributes.retain(|attribute| !["wire", "rule", "constructor"].iter().any(|name| attribute.path().is_ident(name)));
}

fn table(name: &str, doc: &str, ty: &Type, wire: WireAttribute, has_default: bool) -> TokenStream {
    let required = if has_default { quote!(false) } else { quote!(<#ty as crate::wire::Wire>::REQUIRED) };
    let kind = wire.kind.unwrap_or_else(|| quote!(<#ty as crate::wire::Wire>::KIND));
    let limit = wire.limit.unwrap_or_else(|| quote!(crate::wire::Limit::None));
    let format = wire.format.map_or_else(|| quote!(Any), |format| quote!(#format));
    let default = wire.default.map(|default| default.value()).unwrap_or_default();
    let only = wire.only;
    quote!(crate::wire::FieldDescriptor {
        name: #name,
        #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))] doc: #doc,
        spec: &crate::wire::Spec {
            kind: #kind,
            required: #required,
            limit: #limit,
            format: crate::wire::Format::#format,
        },
        #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))] default: #default,
        #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))] only: &[#(#only),*],
    })
}
