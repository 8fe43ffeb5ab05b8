//! The members of an object that its rules look at.

/// The texts of an object's known members, by name.
#[derive(Default)]
pub(super) struct Members<'t>(Vec<(&'static str, &'t str)>);

impl<'t> Members<'t> {
    /// Keeps a member.
    pub(super) fn push(&mut self, name: &'static str, value: &'t str) {
        self.0.push((name, value));
    }

    /// The text of the member of that name.
    pub(super) fn get(&self, name: &str) -> Option<&'t str> {
        self.0.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// Whether the member is present and not `false`.
    pub(super) fn uses(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| value != "false")
    }
}
