//! The members of an object, for its rules.

use super::compact::{CompactObject, Fields};

/// The maximum number of fields of an object.
pub(super) const MOST: usize = 64;

/// The texts of an object's known members, by the index of their fields. This allocates nothing.
pub(super) struct Members<'t> {
    pub object: CompactObject,
    pub values: &'t [Option<&'t str>; MOST],
    /// The object, including unknown members.
    pub text: &'t str,
}

impl<'t> Members<'t> {
    /// Returns the fields of the object.
    pub(super) fn fields(&self) -> Fields {
        self.object.fields()
    }

    /// Returns the text of the member of the field with that index.
    pub(super) fn at(&self, index: usize) -> Option<&'t str> {
        self.values.get(index).copied().flatten()
    }

    /// Returns the text of the member of that name.
    #[inline(never)]
    pub(super) fn get(&self, name: &[u8]) -> Option<&'t str> {
        self.at(self.fields().position(|field| field.name() == name)?)
    }

    /// Returns true if the member is present and not `false`.
    pub(super) fn uses(&self, name: &[u8]) -> bool {
        self.get(name).is_some_and(|value| value != "false")
    }
}
