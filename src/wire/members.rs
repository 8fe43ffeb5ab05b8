//! The members of an object that its rules look at.

use super::compact::{CompactObject, Fields};

/// An object has at most as many fields as an integer has bits, which keeps what is present.
const MOST: usize = u64::BITS as usize;

/// The texts of an object's known members, by the place of their fields: nothing is allocated for them.
pub(super) struct Members<'t> {
    object: CompactObject,
    values: [Option<&'t str>; MOST],
}

impl<'t> Members<'t> {
    /// None yet.
    pub(super) fn of(object: CompactObject) -> Self {
        Self { object, values: [None; MOST] }
    }

    /// Keeps the member of the field at that place.
    pub(super) fn keep(&mut self, index: usize, value: &'t str) {
        if let Some(place) = self.values.get_mut(index) {
            *place = Some(value);
        }
    }

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
