//! The members of an object that its rules look at.

use super::compact::{CompactObject, Fields};

/// An object has at most so many fields.
pub(super) const MOST: usize = 64;

/// The texts of an object's known members, by the place of their fields: nothing is allocated for them.
pub(super) struct Members<'t> {
    pub object: CompactObject,
    pub values: &'t [Option<&'t str>; MOST],
    /// The object, with members that are not known.
    pub text: &'t str,
}

impl<'t> Members<'t> {
    /// The fields of the object.
    pub(super) fn fields(&self) -> Fields {
        self.object.fields()
    }

    /// The text of the member of the field at that place.
    pub(super) fn at(&self, index: usize) -> Option<&'t str> {
        self.values.get(index).copied().flatten()
    }

    /// The text of the member of that name.
    #[inline(never)]
    pub(super) fn get(&self, name: &[u8]) -> Option<&'t str> {
        self.at(self.fields().position(|field| field.name() == name)?)
    }

    /// Whether the member is present and not `false`.
    pub(super) fn uses(&self, name: &[u8]) -> bool {
        self.get(name).is_some_and(|value| value != "false")
    }
}
