//! Hand-made descriptors with every kind and rule, for the tests of the renderers.

use super::Catalog;
use crate::wire::{
    Enumeration, EnumerationValue, FieldDescriptor, Format, Limit, MethodDescriptor, ObjectDescriptor, ObjectRef, Rule,
    Spec, UnionDescriptor, ValueKind,
};

macro_rules! field {
    ($name:literal, $kind:expr, $required:literal) => {
        field!($name, $kind, $required, Limit::None)
    };
    ($name:literal, $kind:expr, $required:literal, $limit:expr) => {
        FieldDescriptor {
            name: $name,
            doc: "",
            spec: &Spec { kind: $kind, required: $required, limit: $limit, format: Format::Any },
            default: "",
            only: &[],
        }
    };
}

const fn object(name: &'static str, fields: &'static [FieldDescriptor], rules: &'static [Rule]) -> ObjectDescriptor {
    ObjectDescriptor { name, doc: "", fields, rules }
}

const fn reference(name: &'static str, table: fn() -> &'static ObjectDescriptor) -> ValueKind {
    ValueKind::Object(ObjectRef { name, table })
}

static POINT: Enumeration = Enumeration {
    name: "Point",
    doc: "A part of the face.",
    values: &[EnumerationValue { name: "eyes", doc: "Both." }, EnumerationValue { name: "chin", doc: "" }],
};

static STATUS: Enumeration = Enumeration {
    name: "Status",
    doc: "",
    values: &[EnumerationValue { name: "member", doc: "" }, EnumerationValue { name: "administrator", doc: "" }],
};

static MIME: Enumeration = Enumeration {
    name: "Mime",
    doc: "",
    values: &[EnumerationValue { name: "text/html", doc: "" }, EnumerationValue { name: "video/mp4", doc: "" }],
};

pub fn mask() -> &'static ObjectDescriptor {
    static MASK: ObjectDescriptor = object(
        "Mask",
        &[field!("point", ValueKind::Enum(&POINT), true), field!("scale", ValueKind::Float, false)],
        &[],
    );
    &MASK
}

pub fn button() -> &'static ObjectDescriptor {
    static BUTTON: ObjectDescriptor = object(
        "Button",
        &[
            field!("text", ValueKind::String, true),
            field!("callback_data", ValueKind::String, false, Limit::Bytes(1, 64)),
            field!("game", reference("Empty", empty), false),
            field!("pay", ValueKind::Boolean, false),
        ],
        &[Rule::ExactlyOne(&["callback_data", "game", "pay"])],
    );
    &BUTTON
}

pub fn empty() -> &'static ObjectDescriptor {
    static EMPTY: ObjectDescriptor = object("Empty", &[], &[]);
    &EMPTY
}

static FLAGS: ObjectDescriptor = object(
    "Flags",
    &[
        field!("text", ValueKind::String, true),
        field!("a", ValueKind::Boolean, false),
        field!("b", ValueKind::Boolean, false),
    ],
    &[Rule::AtMostOne(&["a", "b"])],
);

static VIDEO: ObjectDescriptor = object(
    "Video",
    &[
        field!("type", ValueKind::Literal("video"), true),
        field!("mime_type", ValueKind::Enum(&MIME), true),
        field!("content", ValueKind::String, false),
    ],
    &[Rule::RequiredWhen { field: "content", when: "mime_type", equals: "\"text/html\"" }],
);

static MEDIA: UnionDescriptor = UnionDescriptor { name: "Media", doc: "Media.", variants: &[&VIDEO, &FLAGS] };

pub fn member() -> &'static ObjectDescriptor {
    static MEMBER: ObjectDescriptor = object(
        "Member",
        &[
            field!("id", ValueKind::Id, true),
            field!("status", ValueKind::Enum(&STATUS), true),
            FieldDescriptor { only: &["administrator"], ..field!("can_edit", ValueKind::Boolean, false) },
        ],
        &[],
    );
    &MEMBER
}

pub fn update() -> &'static ObjectDescriptor {
    static UPDATE: ObjectDescriptor = object(
        "Update",
        &[
            field!("update_id", ValueKind::Integer, true),
            FieldDescriptor { doc: "A text */ here.", ..field!("message", reference("Mask", mask), false) },
            field!("poll_answer", reference("Member", member), false),
        ],
        &[],
    );
    &UPDATE
}

static SEND: MethodDescriptor = MethodDescriptor {
    name: "sendThing",
    params: &ObjectDescriptor {
        name: "SendThing",
        doc: "Sends a thing. It is new.",
        fields: &[
            field!("chat_id", ValueKind::ChatId, true),
            field!("text", ValueKind::String, true, Limit::VisibleChars(0, 4096)),
            field!("photo", ValueKind::FileOrString, false, Limit::UploadBytes(10 << 20)),
            FieldDescriptor { default: "100", ..field!("limit", ValueKind::Integer, false, Limit::Range(1, 100)) },
            field!("rows", ValueKind::Array(&ValueKind::Array(&reference("Button", button))), false),
            field!("media", ValueKind::Union(&MEDIA), false),
            field!("mask", reference("Mask", mask), false),
        ],
        rules: &[Rule::FirstButton("game")],
    },
    returns: ValueKind::Array(&reference("Member", member)),
    idempotent: false,
    module: "botwire::methods::sending",
};

static EDIT: MethodDescriptor = MethodDescriptor {
    name: "editThing",
    params: &ObjectDescriptor {
        name: "EditThing",
        doc: "Edits a thing.",
        fields: &[
            field!("chat_id", ValueKind::ChatId, false),
            field!("message_id", ValueKind::Integer, false),
            field!("inline_message_id", ValueKind::String, false),
            field!("text", ValueKind::String, false),
        ],
        rules: &[Rule::Target],
    },
    returns: ValueKind::OrTrue(&reference("Mask", mask)),
    idempotent: true,
    module: "botwire::methods::editing",
};

static ANSWER: MethodDescriptor = MethodDescriptor {
    name: "answerThing",
    params: &ObjectDescriptor {
        name: "AnswerThing",
        doc: "Answers.",
        fields: &[
            field!("ok", ValueKind::Boolean, true),
            field!("options", ValueKind::Array(&ValueKind::String), false),
            field!("error", ValueKind::String, false),
        ],
        rules: &[
            Rule::RequiredWhen { field: "options", when: "ok", equals: "true" },
            Rule::RequiredWhen { field: "error", when: "ok", equals: "false" },
        ],
    },
    returns: ValueKind::True,
    idempotent: true,
    module: "botwire::methods::payments",
};

static ME: MethodDescriptor = MethodDescriptor {
    name: "getMe",
    params: &ObjectDescriptor { name: "GetMe", doc: "Tests the token.", fields: &[], rules: &[] },
    returns: reference("Member", member),
    idempotent: true,
    module: "botwire::methods::updates",
};

static UPLOAD: MethodDescriptor = MethodDescriptor {
    name: "uploadThing",
    params: &ObjectDescriptor {
        name: "UploadThing",
        doc: "Uploads.",
        fields: &[field!("file", ValueKind::File, true), field!("media", ValueKind::Attach, false)],
        rules: &[],
    },
    returns: ValueKind::Integer,
    idempotent: false,
    module: "botwire::methods::files",
};

/// Returns the samples as a catalog.
pub fn catalog() -> Catalog {
    Catalog::new(&[&SEND, &EDIT, &ANSWER, &ME, &UPLOAD], &[reference("Update", update)])
}
