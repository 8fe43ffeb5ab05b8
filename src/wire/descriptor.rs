//! The static descriptors of methods, objects, fields, unions, and enumerations.

/// A method of the service: its name, parameters, rules and result.
#[derive(Debug)]
pub struct MethodDescriptor {
    /// Name on the wire, in the spec's spelling (`sendMessage`); the service ignores its case.
    pub name: &'static str,
    /// The parameters, as one object named like the Rust struct (`SendMessage`).
    pub params: &'static ObjectDescriptor,
    /// Kind of the result.
    #[cfg(not(web))]
    pub returns: ValueKind,
    /// True if repeating the call after a failure with an unknown outcome (5xx, network) is safe.
    pub idempotent: bool,
    /// Path of the Rust module that defines it; its last segment is the section of the spec.
    #[cfg(not(web))]
    pub module: &'static str,
}

impl MethodDescriptor {
    /// Returns the section of the spec (`sending`, `chats` …): the file that defines the method.
    #[cfg(not(web))]
    #[must_use]
    pub fn section(&self) -> &'static str {
        self.module.rsplit("::").next().unwrap_or(self.module)
    }
}

/// An object: fields in the order of the spec, and rules between them.
#[derive(Debug)]
pub struct ObjectDescriptor {
    /// Name of the Rust type and of the TypeScript type.
    pub name: &'static str,
    /// Documentation. Omitted on wasm32, where it would add 110 kB.
    #[cfg(not(web))]
    pub doc: &'static str,
    /// The fields.
    pub fields: &'static [FieldDescriptor],
    /// Rules that hold between fields.
    pub rules: &'static [Rule],
}

impl ObjectDescriptor {
    /// Returns the field with that wire name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&'static FieldDescriptor> {
        self.fields.iter().find(|field| field.name == name)
    }
}

/// A field of an object or a parameter of a method.
#[derive(Debug)]
pub struct FieldDescriptor {
    /// Name on the wire.
    pub name: &'static str,
    /// Documentation.
    #[cfg(not(web))]
    pub doc: &'static str,
    /// The accepted values. Separate from the name, because the linker merges equal ones, which saves 2.7 kB of gzip.
    pub spec: &'static Spec,
    /// Default of the service as JSON text, or `""` if the specification does not state one.
    #[cfg(not(web))]
    pub default: &'static str,
    /// Values of the discriminating field (`status`) for which the field exists; empty: all.
    #[cfg(not(web))]
    pub only: &'static [&'static str],
}

impl std::ops::Deref for FieldDescriptor {
    type Target = Spec;

    fn deref(&self) -> &Spec {
        self.spec
    }
}

/// The accepted values of a field.
#[derive(Debug)]
pub struct Spec {
    /// The kind.
    pub kind: ValueKind,
    /// True if the field is required.
    pub required: bool,
    /// Limit of its size or value, with the unit.
    pub limit: Limit,
    /// Form that a string must have.
    pub format: Format,
}

/// A reference to an object's table, behind a function: objects refer to each other in cycles
/// (Message and Chat), and the compiler evaluates a constant through every plain reference in it.
#[derive(Clone, Copy)]
pub struct ObjectRef {
    /// The object's name, for code that must not link its table.
    pub name: &'static str,
    /// The object's table.
    pub table: fn() -> &'static ObjectDescriptor,
}

impl ObjectRef {
    /// Returns the object's table.
    #[must_use]
    pub fn get(self) -> &'static ObjectDescriptor {
        (self.table)()
    }
}

impl std::ops::Deref for ObjectRef {
    type Target = ObjectDescriptor;

    fn deref(&self) -> &ObjectDescriptor {
        self.get()
    }
}

impl std::fmt::Debug for ObjectRef {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name)
    }
}

/// The kind of a value.
#[derive(Debug, Clone, Copy)]
pub enum ValueKind {
    /// Integer of 32 bits, signed.
    Integer,
    /// Identifier of a chat or user: an integer below 52 bits.
    Id,
    /// Number.
    Float,
    /// String.
    String,
    /// Boolean.
    Boolean,
    /// Always `true` when present.
    True,
    /// Numeric chat identifier or `@channelusername`.
    ChatId,
    /// A fixed string.
    Literal(&'static str),
    /// One of an enumeration's strings; open in results.
    Enum(&'static Enumeration),
    /// An uploaded file; a string does not work.
    File,
    /// An uploaded file, a `file_id` or a URL.
    FileOrString,
    /// A `file_id`, a URL, `attach://<name>`, or a file that is sent under such a name.
    Attach,
    /// An object.
    Object(ObjectRef),
    /// An array.
    Array(&'static ValueKind),
    /// One of several objects.
    Union(&'static UnionDescriptor),
    /// A value of that kind, or `true` (results of the edit methods).
    OrTrue(&'static ValueKind),
}

/// Writes the notation of the specification.
impl std::fmt::Display for ValueKind {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Integer | Self::Id => formatter.write_str("Integer"),
            Self::Float => formatter.write_str("Float"),
            Self::String | Self::Literal(_) | Self::Enum(_) | Self::Attach => formatter.write_str("String"),
            Self::Boolean => formatter.write_str("Boolean"),
            Self::True => formatter.write_str("True"),
            Self::ChatId => formatter.write_str("ChatId"),
            Self::File => formatter.write_str("InputFile"),
            Self::FileOrString => formatter.write_str("InputFile or String"),
            Self::Object(object) => formatter.write_str(object.name),
            Self::Union(union) => formatter.write_str(union.name),
            Self::Array(item) => write!(formatter, "Array of {item}"),
            Self::OrTrue(other) => write!(formatter, "{other} or True"),
        }
    }
}

/// An enumerated string.
#[derive(Debug)]
pub struct Enumeration {
    /// Name of the type.
    pub name: &'static str,
    /// Documentation.
    #[cfg(not(web))]
    pub doc: &'static str,
    /// The values of the spec.
    pub values: &'static [EnumerationValue],
}

/// A value of an enumeration.
#[derive(Debug)]
pub struct EnumerationValue {
    /// The string on the wire.
    pub name: &'static str,
    /// Documentation.
    #[cfg(not(web))]
    pub doc: &'static str,
}

/// One of several objects, distinguished by their fixed fields and then by the fields present.
#[derive(Debug)]
pub struct UnionDescriptor {
    /// Name of the type.
    pub name: &'static str,
    /// Documentation.
    #[cfg(not(web))]
    pub doc: &'static str,
    /// The objects.
    pub variants: &'static [&'static ObjectDescriptor],
}

/// A limit with its unit. Bounds are inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// No stated limit.
    None,
    /// Unicode scalar values of a string.
    Chars(u32, u32),
    /// Unicode scalar values of a string that are shown: markup is not counted when the sibling
    /// `parse_mode` is present.
    VisibleChars(u32, u32),
    /// Bytes of a string in UTF-8.
    Bytes(u32, u32),
    /// Items of an array.
    Items(u32, u32),
    /// Value of an integer.
    Range(i32, i32),
    /// Size of an uploaded file in bytes.
    UploadBytes(u32),
}

/// The form of a string, beyond its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Any.
    Any,
    /// At least one character.
    NonEmpty,
    /// Empty, or an HTTPS URL on port 443, 80, 88 or 8443.
    WebhookUrl,
    /// English letters, digits and single underscores, a letter first, `_by_<bot_username>` last.
    StickerSetName,
    /// Characters of `A-Z a-z 0-9 _ -`.
    DeepLink,
    /// Three letters (ISO 4217).
    Currency,
    /// Two capital letters (ISO 3166-1 alpha-2), also in updates.
    Country,
    /// A `file_id`: a URL is not supported.
    NotUrl,
}

/// A rule between the fields of an object.
#[derive(Debug, Clone, Copy)]
pub enum Rule {
    /// Either `chat_id` and `message_id`, or `inline_message_id`.
    Target,
    /// Exactly one of the fields is present.
    ExactlyOne(&'static [&'static str]),
    /// At most one of the fields is present and not `false`.
    AtMostOne(&'static [&'static str]),
    /// No field of these is present and not `false`: they belong to an object of another type.
    NoneOf(&'static [&'static str]),
    /// The field is required when another one has that value (JSON text).
    RequiredWhen {
        /// The field that becomes required.
        field: &'static str,
        /// The field that decides.
        when: &'static str,
        /// Its value as JSON text.
        equals: &'static str,
    },
    /// A button with one of these fields must be the first in the first row.
    ButtonsFirst(&'static [&'static str]),
    /// When `reply_markup` has buttons, the first one of the first row has this field.
    FirstButton(&'static str),
}
