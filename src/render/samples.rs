//! Hand-made descriptors with every kind and rule, for the tests of the renderers.

use super::Catalogue;
use crate::wire::{Enumeration, Field, Format, Kind, Limit, Method, Object, ObjectRef, Rule, Spec, Union, Value};

macro_rules! field {
    ($name:literal, $kind:expr, $required:literal) => {
        field!($name, $kind, $required, Limit::None)
    };
    ($name:literal, $kind:expr, $required:literal, $limit:expr) => {
        Field {
            name: $name,
            doc: "",
            spec: &Spec { kind: $kind, required: $required, limit: $limit, format: Format::Any },
            default: "",
            only: &[],
        }
    };
}

const fn object(name: &'static str, fields: &'static [Field], rules: &'static [Rule]) -> Object {
    Object { name, doc: "", fields, rules }
}

const fn reference(name: &'static str, table: fn() -> &'static Object) -> Kind {
    Kind::Object(ObjectRef { name, table })
}

static POINT: Enumeration = Enumeration {
    name: "Point",
    doc: "A part of the face.",
    values: &[Value { name: "eyes", doc: "Both." }, Value { name: "chin", doc: "" }],
};

static STATUS: Enumeration = Enumeration {
    name: "Status",
    doc: "",
    values: &[Value { name: "member", doc: "" }, Value { name: "administrator", doc: "" }],
};

static MIME: Enumeration = Enumeration {
    name: "Mime",
    doc: "",
    values: &[Value { name: "text/html", doc: "" }, Value { name: "video/mp4", doc: "" }],
};

pub fn mask() -> &'static Object {
    static MASK: Object =
        object("Mask", &[field!("point", Kind::Enum(&POINT), true), field!("scale", Kind::Float, false)], &[]);
    &MASK
}

pub fn button() -> &'static Object {
    static BUTTON: Object = object(
        "Button",
        &[
            field!("text", Kind::String, true),
            field!("callback_data", Kind::String, false, Limit::Bytes(1, 64)),
            field!("game", reference("Empty", empty), false),
            field!("pay", Kind::Boolean, false),
        ],
        &[Rule::ExactlyOne(&["callback_data", "game", "pay"])],
    );
    &BUTTON
}

pub fn empty() -> &'static Object {
    static EMPTY: Object = object("Empty", &[], &[]);
    &EMPTY
}

static FLAGS: Object = object(
    "Flags",
    &[field!("text", Kind::String, true), field!("a", Kind::Boolean, false), field!("b", Kind::Boolean, false)],
    &[Rule::AtMostOne(&["a", "b"])],
);

static VIDEO: Object = object(
    "Video",
    &[
        field!("type", Kind::Literal("video"), true),
        field!("mime_type", Kind::Enum(&MIME), true),
        field!("content", Kind::String, false),
    ],
    &[Rule::RequiredWhen { field: "content", when: "mime_type", equals: "\"text/html\"" }],
);

static MEDIA: Union = Union { name: "Media", doc: "Media.", variants: &[&VIDEO, &FLAGS] };

pub fn member() -> &'static Object {
    static MEMBER: Object = object(
        "Member",
        &[
            field!("id", Kind::Id, true),
            field!("status", Kind::Enum(&STATUS), true),
            Field { only: &["administrator"], ..field!("can_edit", Kind::Boolean, false) },
        ],
        &[],
    );
    &MEMBER
}

pub fn update() -> &'static Object {
    static UPDATE: Object = object(
        "Update",
        &[
            field!("update_id", Kind::Integer, true),
            Field { doc: "A text */ here.", ..field!("message", reference("Mask", mask), false) },
            field!("poll_answer", reference("Member", member), false),
        ],
        &[],
    );
    &UPDATE
}

static SEND: Method = Method {
    name: "sendThing",
    params: &Object {
        name: "SendThing",
        doc: "Sends a thing. It is new.\n\nSpec: core, Sending.",
        fields: &[
            field!("chat_id", Kind::ChatId, true),
            field!("text", Kind::String, true, Limit::VisibleChars(0, 4096)),
            field!("photo", Kind::FileOrString, false, Limit::UploadBytes(10 << 20)),
            Field { default: "100", ..field!("limit", Kind::Integer, false, Limit::Range(1, 100)) },
            field!("rows", Kind::Array(&Kind::Array(&reference("Button", button))), false),
            field!("media", Kind::Union(&MEDIA), false),
            field!("mask", reference("Mask", mask), false),
        ],
        rules: &[Rule::FirstButton("game")],
    },
    returns: Kind::Array(&reference("Member", member)),
    repeatable: false,
    module: "botwire::methods::sending",
};

static EDIT: Method = Method {
    name: "editThing",
    params: &Object {
        name: "EditThing",
        doc: "Edits a thing.",
        fields: &[
            field!("chat_id", Kind::ChatId, false),
            field!("message_id", Kind::Integer, false),
            field!("inline_message_id", Kind::String, false),
            field!("text", Kind::String, false),
        ],
        rules: &[Rule::Target],
    },
    returns: Kind::OrTrue(&reference("Mask", mask)),
    repeatable: true,
    module: "botwire::methods::editing",
};

static ANSWER: Method = Method {
    name: "answerThing",
    params: &Object {
        name: "AnswerThing",
        doc: "Answers.",
        fields: &[
            field!("ok", Kind::Boolean, true),
            field!("options", Kind::Array(&Kind::String), false),
            field!("error", Kind::String, false),
        ],
        rules: &[
            Rule::RequiredWhen { field: "options", when: "ok", equals: "true" },
            Rule::RequiredWhen { field: "error", when: "ok", equals: "false" },
        ],
    },
    returns: Kind::True,
    repeatable: true,
    module: "botwire::methods::payments",
};

static ME: Method = Method {
    name: "getMe",
    params: &Object { name: "GetMe", doc: "Tests the token.", fields: &[], rules: &[] },
    returns: reference("Member", member),
    repeatable: true,
    module: "botwire::methods::updates",
};

static UPLOAD: Method = Method {
    name: "uploadThing",
    params: &Object {
        name: "UploadThing",
        doc: "Uploads.",
        fields: &[field!("file", Kind::File, true), field!("media", Kind::Attach, false)],
        rules: &[],
    },
    returns: Kind::Integer,
    repeatable: false,
    module: "botwire::methods::files",
};

/// The samples as a catalogue.
pub fn catalogue() -> Catalogue {
    Catalogue::new(&[&SEND, &EDIT, &ANSWER, &ME, &UPLOAD], &[reference("Update", update)])
}
