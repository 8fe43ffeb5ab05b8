//! A parsed value: it and all values inside it in one list, without copies of their texts.

use std::borrow::Cow;

use serde_json::{Number, Value};

/// A value in the list of a [`Document`]. The values inside it follow.
#[derive(Debug, Clone, PartialEq)]
pub enum Node<'t> {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean(bool),
    /// A number.
    Number(Number),
    /// A string, or the name of a member.
    String(Cow<'t, str>),
    /// An array, with the number of nodes that it and its items take.
    Array(usize),
    /// An object, with the number of nodes that it and its members take: each a name and a value.
    Object(usize),
}

/// A parsed value that owns its list.
#[derive(Debug, Default)]
pub struct Document<'t>(Vec<Node<'t>>);

/// A value of a document: its node, and the nodes inside it.
#[derive(Debug, Clone, Copy)]
pub struct Json<'d>(&'d [Node<'d>]);

impl<'t> Document<'t> {
    /// Creates an empty list with room for the values of a text.
    #[must_use]
    pub fn for_text(text: &str) -> Self {
        Self(Vec::with_capacity(text.len() / 8 + 1))
    }

    /// Copies a value, except for its texts.
    #[must_use]
    pub fn of(value: &'t Value) -> Self {
        let mut document = Self::default();
        document.push_value(value);
        document
    }

    /// Returns the value.
    #[must_use]
    pub fn value(&self) -> Json<'_> {
        Json(&self.0)
    }

    /// Adds a value, or the name of a member.
    pub fn push(&mut self, node: Node<'t>) {
        self.0.push(node);
    }

    /// Begins an array or object. Returns its position for [`end`](Self::end).
    pub fn begin(&mut self) -> usize {
        self.push(Node::Null);
        self.0.len() - 1
    }

    /// Ends the array or object that began at a position.
    pub fn end(&mut self, start: usize, container: fn(usize) -> Node<'t>) {
        let size = self.0.len() - start;
        if let Some(node) = self.0.get_mut(start) {
            *node = container(size);
        }
    }

    fn push_value(&mut self, value: &'t Value) {
        match value {
            Value::Null => self.push(Node::Null),
            Value::Bool(flag) => self.push(Node::Boolean(*flag)),
            Value::Number(number) => self.push(Node::Number(number.clone())),
            Value::String(text) => self.push(Node::String(text.into())),
            Value::Array(items) => {
                let start = self.begin();
                for item in items {
                    self.push_value(item);
                }
                self.end(start, Node::Array);
            }
            Value::Object(members) => {
                let start = self.begin();
                for (name, member) in members {
                    self.push(Node::String(name.into()));
                    self.push_value(member);
                }
                self.end(start, Node::Object);
            }
        }
    }
}

impl<'d> Json<'d> {
    /// Returns the node.
    #[must_use]
    pub fn node(self) -> &'d Node<'d> {
        self.0.first().unwrap_or(&Node::Null)
    }

    /// Returns true for `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        matches!(self.node(), Node::Null)
    }

    /// Returns the string, unless the value is of another type.
    #[must_use]
    pub fn as_str(self) -> Option<&'d str> {
        match self.node() {
            Node::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the number, unless the value is of another type.
    #[must_use]
    pub fn as_number(self) -> Option<&'d Number> {
        match self.node() {
            Node::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the items, unless the value is not an array.
    #[must_use]
    pub fn items(self) -> Option<Values<'d>> {
        matches!(self.node(), Node::Array(_)).then(|| self.inside())
    }

    /// Returns the members in their order, unless the value is not an object. Names may be repeated.
    #[must_use]
    pub fn members(self) -> Option<Members<'d>> {
        matches!(self.node(), Node::Object(_)).then(|| Members(self.inside()))
    }

    /// Returns the last member of that name.
    #[must_use]
    pub fn member(self, name: &str) -> Option<Self> {
        self.members()?.filter(|(key, _)| *key == name).last().map(|(_, value)| value)
    }

    fn inside(self) -> Values<'d> {
        Values(self.0.get(1..).unwrap_or_default())
    }
}

/// The values of an array.
#[derive(Debug, Clone)]
pub struct Values<'d>(&'d [Node<'d>]);

impl<'d> Iterator for Values<'d> {
    type Item = Json<'d>;

    fn next(&mut self) -> Option<Json<'d>> {
        let size = match self.0.first()? {
            Node::Array(size) | Node::Object(size) => *size,
            _ => 1,
        };
        let (value, rest) = self.0.split_at_checked(size)?;
        self.0 = rest;
        Some(Json(value))
    }
}

/// The members of an object.
#[derive(Debug, Clone)]
pub struct Members<'d>(Values<'d>);

impl<'d> Iterator for Members<'d> {
    type Item = (&'d str, Json<'d>);

    fn next(&mut self) -> Option<Self::Item> {
        let name = self.0.next()?.as_str()?;
        Some((name, self.0.next()?))
    }
}

impl From<Json<'_>> for Value {
    fn from(json: Json<'_>) -> Self {
        match json.node() {
            Node::Null => Self::Null,
            Node::Boolean(flag) => Self::Bool(*flag),
            Node::Number(number) => Self::Number(number.clone()),
            Node::String(text) => Self::String(text.as_ref().to_owned()),
            Node::Array(_) => Self::Array(json.inside().map(Self::from).collect()),
            Node::Object(_) => {
                let mut members = serde_json::Map::new();
                // Collecting would sort, with its own code.
                members.extend(Members(json.inside()).map(|(name, value)| (name.to_owned(), value.into())));
                Self::Object(members)
            }
        }
    }
}
