//! The definitions: every object and union that can be reached, and kinds in the spec's notation.

use std::collections::BTreeMap;

use botwire::methods::METHODS;
use botwire::types::{ResponseParameters, Update};
use botwire::wire::{Field, Kind, Object, Union, Wire};

/// What can be reached.
#[derive(Default)]
pub struct Definitions {
    /// Objects by name.
    pub objects: BTreeMap<&'static str, &'static Object>,
    /// Unions by name.
    pub unions: BTreeMap<&'static str, &'static Union>,
    /// Names of the objects that occur in parameters.
    pub sent: Vec<&'static str>,
}

impl Definitions {
    /// Walks the parameters, and then what is received.
    pub fn collect() -> Self {
        let mut definitions = Self::default();
        for method in METHODS {
            definitions.visit_fields(method.params);
        }
        definitions.sent = definitions.objects.keys().copied().collect();
        // What is sent and received is met again; everything else is new.
        definitions.visit(&Update::KIND);
        definitions.visit(&ResponseParameters::KIND);
        for method in METHODS {
            definitions.visit(&method.returns);
        }
        definitions
    }

    /// Every field and parameter with its place: `User.id`, `sendMessage.text`.
    pub fn fields(&self) -> impl Iterator<Item = (String, &'static Field)> {
        let fields = self.objects.values().flat_map(|object| object.fields.iter().map(|one| (object.name, one)));
        let parameters = METHODS.iter().flat_map(|method| method.params.fields.iter().map(|one| (method.name, one)));
        fields.chain(parameters).map(|(owner, one)| (format!("{owner}.{}", one.name), one))
    }

    fn visit(&mut self, kind: &Kind) {
        match kind {
            Kind::Object(object) => self.visit_object(object.get()),
            Kind::Array(item) | Kind::OrTrue(item) => self.visit(item),
            Kind::Union(union) => {
                self.unions.insert(union.name, union);
                for object in union.variants {
                    self.visit_object(object);
                }
            }
            _ => {}
        }
    }

    fn visit_object(&mut self, object: &'static Object) {
        if self.objects.insert(object.name, object).is_none() {
            self.visit_fields(object);
        }
    }

    fn visit_fields(&mut self, object: &'static Object) {
        for field in object.fields {
            self.visit(&field.kind);
        }
    }
}

/// A kind in the notation of the specification.
pub fn notation(kind: &Kind) -> String {
    match kind {
        Kind::Integer | Kind::Id => "Integer".into(),
        Kind::Float => "Float".into(),
        Kind::String | Kind::Literal(_) | Kind::Enum(_) | Kind::Attach => "String".into(),
        Kind::Boolean => "Boolean".into(),
        Kind::True => "True".into(),
        Kind::ChatId => "ChatId".into(),
        Kind::File => "InputFile".into(),
        Kind::FileOrString => "InputFile or String".into(),
        Kind::Object(object) => object.name.into(),
        Kind::Union(union) => union.name.into(),
        Kind::Array(item) => format!("Array of {}", notation(item)),
        Kind::OrTrue(other) => format!("{} or True", notation(other)),
    }
}

/// The strings that a kind allows.
pub fn values(kind: &Kind) -> Option<String> {
    match kind {
        Kind::Literal(value) => Some((*value).into()),
        Kind::Enum(enumeration) => {
            let names: Vec<&str> = enumeration.values.iter().map(|value| value.name).collect();
            Some(names.join(", "))
        }
        Kind::Array(item) => values(item),
        _ => None,
    }
}
