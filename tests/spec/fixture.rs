//! Reads the fixture, `tests/fixtures/spec.json`.

use serde_json::{Map, Value};

/// A field or parameter: its name, its type, and whether it is required.
pub type FixtureField = (String, String, bool);

/// A method of the fixture.
pub struct FixtureMethod {
    pub name: String,
    pub section: String,
    pub returns: String,
    pub params: Vec<FixtureField>,
}

/// The specification as data.
pub struct Fixture(Value);

impl Fixture {
    pub fn read() -> Self {
        Self(serde_json::from_str(include_str!("../fixtures/spec.json")).expect("JSON"))
    }

    /// Returns the objects with their fields. `InputFile` is the content of a file, not an object.
    pub fn objects(&self) -> Vec<(String, Vec<FixtureField>)> {
        let types = members(&self.0["types"]).filter(|(_, one)| one["fields"].is_object() && one["opaque"] != true);
        types.map(|(name, one)| (name.clone(), fields(&one["fields"]))).collect()
    }

    /// Returns the unions of objects, including the one of the conventions.
    pub fn unions(&self) -> Vec<(String, Vec<String>)> {
        let types = members(&self.0["types"]).filter(|(_, one)| one["oneOf"].is_array());
        let aliases = members(&self.0["aliases"]).filter(|(name, _)| *name != "ChatId");
        let named = types.map(|(name, one)| (name, &one["oneOf"])).chain(aliases);
        named.map(|(name, one)| (name.clone(), strings(one))).collect()
    }

    pub fn methods(&self) -> Vec<FixtureMethod> {
        let methods = members(&self.0["methods"]).map(|(name, one)| FixtureMethod {
            name: name.clone(),
            section: text(&one["section"]),
            returns: text(&one["returns"]),
            params: fields(&one["params"]),
        });
        methods.collect()
    }

    /// Returns the strings that the specification lists for a place.
    pub fn values(&self, place: &str) -> Option<String> {
        let enums = &self.0["enums"];
        let listed = self.rules("items from").find(|rule| rule["where"] == place).map(|rule| text(&rule["enum"]));
        let name = match place.rsplit_once('.') {
            Some((_, "parse_mode")) => "parse_mode".to_owned(),
            _ => listed.unwrap_or_else(|| place.to_owned()),
        };
        enums[&name].is_array().then(|| strings(&enums[&name]).join(", "))
    }

    /// Returns the places with an enumeration. Other names are conventions in words.
    pub fn enumerated_places(&self) -> Vec<String> {
        members(&self.0["enums"])
            .map(|(name, _)| name.clone())
            .filter(|name| name.contains('.') && !name.contains(' '))
            .collect()
    }

    /// Returns the limits that apply to a whole field or parameter.
    pub fn limits(&self) -> impl Iterator<Item = &Value> {
        items(&self.0["limits"]).filter(|limit| limit["where"].is_string() && limit["level"].is_null())
    }

    /// Returns the rules of a kind.
    pub fn rules(&self, kind: &str) -> impl Iterator<Item = &Value> {
        items(&self.0["rules"]).filter(move |rule| rule["rule"] == kind)
    }
}

/// Returns true if the specification only suggests an entry and does not state it for that place. The definitions may
/// omit such an entry.
pub fn is_derived(entry: &Value) -> bool {
    entry["derived"] == true
}

pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} should be a string")).to_owned()
}

pub fn strings(value: &Value) -> Vec<String> {
    items(value).map(text).collect()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().unwrap_or_else(|| panic!("{value} should be an array")).iter()
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().map_or_else(|| panic!("{value} should be an object"), Map::iter)
}

fn fields(value: &Value) -> Vec<FixtureField> {
    members(value)
        .map(|(name, one)| (name.clone(), text(&one["type"]), one["required"].as_bool().expect("required")))
        .collect()
}
