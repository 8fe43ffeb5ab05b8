//! The definitions: every reachable object and union.

use std::collections::BTreeMap;

use botwire::methods::METHODS;
use botwire::types::{ResponseParameters, Update};
use botwire::wire::{FieldDescriptor, ObjectDescriptor, UnionDescriptor, ValueKind, Wire};

/// The reachable definitions.
#[derive(Default)]
pub struct Definitions {
    /// Objects by name.
    pub objects: BTreeMap<&'static str, &'static ObjectDescriptor>,
    /// Unions by name.
    pub unions: BTreeMap<&'static str, &'static UnionDescriptor>,
    /// Names of the objects that occur in parameters.
    pub sent: Vec<&'static str>,
}

impl Definitions {
    /// Visits the parameters, and then received values.
    pub fn collect() -> Self {
        let mut definitions = Self::default();
        for method in METHODS {
            definitions.visit_fields(method.params);
        }
        definitions.sent = definitions.objects.keys().copied().collect();
        // Types that are both sent and received were visited already. All others are new.
        definitions.visit(&Update::KIND);
        definitions.visit(&ResponseParameters::KIND);
        for method in METHODS {
            definitions.visit(&method.returns);
        }
        definitions
    }

    /// Returns every field and parameter with its place: `User.id`, `sendMessage.text`.
    pub fn fields(&self) -> impl Iterator<Item = (String, &'static FieldDescriptor)> {
        let fields = self.objects.values().flat_map(|object| object.fields.iter().map(|one| (object.name, one)));
        let parameters = METHODS.iter().flat_map(|method| method.params.fields.iter().map(|one| (method.name, one)));
        fields.chain(parameters).map(|(owner, one)| (format!("{owner}.{}", one.name), one))
    }

    fn visit(&mut self, kind: &ValueKind) {
        match kind {
            ValueKind::Object(object) => self.visit_object(object.get()),
            ValueKind::Array(item) | ValueKind::OrTrue(item) => self.visit(item),
            ValueKind::Union(union) => {
                self.unions.insert(union.name, union);
                for object in union.variants {
                    self.visit_object(object);
                }
            }
            _ => {}
        }
    }

    fn visit_object(&mut self, object: &'static ObjectDescriptor) {
        if self.objects.insert(object.name, object).is_none() {
            self.visit_fields(object);
        }
    }

    fn visit_fields(&mut self, object: &'static ObjectDescriptor) {
        for field in object.fields {
            self.visit(&field.kind);
        }
    }
}

/// Returns the strings that a kind allows.
pub fn values(kind: &ValueKind) -> Option<String> {
    match kind {
        ValueKind::Literal(value) => Some((*value).into()),
        ValueKind::Enum(enumeration) => {
            let names: Vec<&str> = enumeration.values.iter().map(|value| value.name).collect();
            Some(names.join(", "))
        }
        ValueKind::Array(item) => values(item),
        _ => None,
    }
}
