//! Values of a call that are sent unchecked, while everything around them is checked.

use super::serialized_call::{Invalid, SerializedCall, mismatch};
use crate::wire::ValidationError;
use crate::wire::json::{self, Type};

impl SerializedCall {
    /// Sets the value at a path, and excludes it from the check.
    pub fn set_unchecked(mut self, path: &str, value: &str) -> Result<Self, Invalid> {
        let Some(json) = placed(&self.json, path, value).filter(|_| !path.is_empty()) else {
            let expected = "a place for an unchecked value, such as reply_markup.inline_keyboard[0][0]";
            let error = ValidationError { path: path.to_owned(), ..mismatch(expected, "a path to nowhere") };
            return Err(Invalid { method: self.method, error });
        };
        self.json = json;
        self.unchecked.push(path.to_owned());
        Ok(self)
    }

    /// Returns true if the path is that of an unchecked value or of a part of one.
    pub(super) fn is_unchecked(&self, path: &str) -> bool {
        let leads_into = |rest: &str| rest.is_empty() || rest.starts_with(['.', '[']);
        self.unchecked.iter().any(|unchecked| path.strip_prefix(unchecked.as_str()).is_some_and(leads_into))
    }
}

/// Returns the JSON text with a value at that path, or `None` if the path does not exist.
fn placed(json: &str, path: &str, value: &str) -> Option<String> {
    if path.is_empty() {
        return Some(value.to_owned());
    }
    if let Some(path) = path.strip_prefix('[') {
        let (index, path) = path.split_once(']')?;
        let (index, mut items) = (index.parse::<usize>().ok()?, items(json)?);
        if index == items.len() && path.is_empty() {
            items.push(value.to_owned());
        } else {
            let item = items.get_mut(index)?;
            *item = placed(item, path, value)?;
        }
        return Some(["[", &items.join(","), "]"].concat());
    }
    let path = path.strip_prefix('.').unwrap_or(path);
    let (name, path) = path.split_at_checked(path.find(['.', '[']).unwrap_or(path.len()))?;
    if json::type_of(json) != Type::Object || name.is_empty() {
        return None;
    }
    let quoted = json::quote(name);
    let mut members: Vec<String> = Vec::new();
    let mut is_set = false;
    for (key, member) in json::members(json) {
        let is_meant = key == *name;
        is_set |= is_meant;
        let member = if is_meant { placed(member, path, value)? } else { member.to_owned() };
        members.push(["\"", key.raw(), "\":", &member].concat());
    }
    if !is_set {
        members.push([&quoted, ":", path.is_empty().then_some(value)?].concat());
    }
    Some(["{", &members.join(","), "}"].concat())
}

fn items(json: &str) -> Option<Vec<String>> {
    (json::type_of(json) == Type::Array).then(|| json::items(json).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::placed;

    #[test]
    fn a_value_is_placed() {
        let json = r#"{"a":{"b":[[1],2]},"c":3}"#;
        for (path, expected) in [
            ("c", Some(r#"{"a":{"b":[[1],2]},"c":7}"#)),
            ("d", Some(r#"{"a":{"b":[[1],2]},"c":3,"d":7}"#)),
            ("a.b[0][0]", Some(r#"{"a":{"b":[[7],2]},"c":3}"#)),
            ("a.b[0][1]", Some(r#"{"a":{"b":[[1,7],2]},"c":3}"#)),
            ("a.b[2]", Some(r#"{"a":{"b":[[1],2,7]},"c":3}"#)),
            ("a.x", Some(r#"{"a":{"b":[[1],2],"x":7},"c":3}"#)),
            ("a.b[4]", None),
            ("a.b.x", None),
            ("a[0]", None),
            ("x.y", None),
            ("a.b[x]", None),
            ("a.", None),
            ("[0]", None),
        ] {
            assert_eq!(placed(json, path, "7").as_deref(), expected, "{path}");
        }
    }
}
