//! What is stored of a conversation: its finished steps, in the form of the npm package.

use serde_json::{Map, Value};

use crate::request::lenient_json;

/// A finished step.
#[derive(Debug, Clone, Default)]
pub(super) struct Step {
    /// The kind of the step and its text, or its own identifier.
    pub id: String,
    pub value: Option<Value>,
    /// The text of the failure of an effect.
    pub error: Option<String>,
    /// The `update_id` of the answer. Only questions have one.
    pub by: Option<i64>,
}

/// A conversation in progress.
#[derive(Debug, Clone, Default)]
pub(super) struct Run {
    pub name: String,
    /// The `update_id` that started it.
    pub started: i64,
    /// The time of the last step, in seconds.
    pub at: i64,
    pub arguments: Option<Value>,
    pub steps: Vec<Step>,
    /// The open question.
    pub open: Option<String>,
    /// Finished steps after the open question, if it is asked again because a later step failed.
    pub kept: Vec<Step>,
    /// The `update_id` that ended it. It is remembered until the next update, whose redelivery gets the same result.
    pub ended: Option<i64>,
}

impl Step {
    fn read(value: &Value) -> Option<Self> {
        Some(Self {
            id: text(value, "id")?,
            value: value.get("value").cloned(),
            error: text(value, "error"),
            by: value.get("by").and_then(Value::as_i64),
        })
    }

    fn write(&self) -> Value {
        let members = [
            ("id", Some(self.id.clone().into())),
            ("value", self.value.clone()),
            ("error", self.error.clone().map(Value::from)),
            ("by", self.by.map(Value::from)),
        ];
        object(members)
    }
}

impl Run {
    /// Reads a run, or returns `None` for something else.
    pub fn read(json: &str) -> Option<Self> {
        let value = &lenient_json::value(json).ok()?;
        let number = |name| value.get(name).and_then(Value::as_i64);
        let steps = |name| -> Option<Vec<Step>> { value.get(name)?.as_array()?.iter().map(Step::read).collect() };
        Some(Self {
            name: text(value, "name")?,
            started: number("started")?,
            at: number("at")?,
            arguments: value.get("args").cloned(),
            steps: steps("steps")?,
            open: text(value, "open"),
            kept: steps("kept").unwrap_or_default(),
            ended: number("ended"),
        })
    }

    pub fn write(&self) -> String {
        let steps = |steps: &[Step]| Value::from(steps.iter().map(Step::write).collect::<Vec<_>>());
        let members = [
            ("name", Some(self.name.clone().into())),
            ("started", Some(self.started.into())),
            ("at", Some(self.at.into())),
            ("args", self.arguments.clone()),
            ("steps", Some(steps(&self.steps))),
            ("open", self.open.clone().map(Value::from)),
            ("kept", (!self.kept.is_empty()).then(|| steps(&self.kept))),
            ("ended", self.ended.map(Value::from)),
        ];
        object(members).to_string()
    }

    /// Returns the updates that it has taken, the last one last.
    pub fn seen(&self) -> impl DoubleEndedIterator<Item = i64> + '_ {
        let answers = self.steps.iter().filter_map(|step| step.by);
        std::iter::once(self.started).chain(answers).chain(self.ended)
    }
}

fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name)?.as_str().map(str::to_owned)
}

fn object<const N: usize>(members: [(&str, Option<Value>); N]) -> Value {
    let present = members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Value::Object(present.collect::<Map<_, _>>())
}
