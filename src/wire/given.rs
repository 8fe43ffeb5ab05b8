//! What setters take: a value, or an `Option` of a value.

/// A value for an optional field: what turns into the type of the field, or an `Option` of that.
///
/// `Form` tells the two apart. The compiler finds it; nobody writes it.
#[diagnostic::on_unimplemented(message = "expected a `{T}`, what turns into one, or an `Option` of either")]
pub trait Given<T, Form> {
    /// The value, if there is one.
    fn given(self) -> Option<T>;
}

/// Values for an optional list: anything that iterates over what turns into the items, or an `Option` of that.
#[diagnostic::on_unimplemented(message = "expected items that turn into `{T}`, or an `Option` of such items")]
pub trait GivenItems<T, Form> {
    /// The items, if there is a list.
    fn given(self) -> Option<Vec<T>>;
}

/// The form of a value as it is.
#[derive(Debug)]
pub enum Bare {}

/// The form of an `Option`.
#[derive(Debug)]
pub enum Optional {}

impl<T, U: Into<T>> Given<T, Bare> for U {
    fn given(self) -> Option<T> {
        Some(self.into())
    }
}

impl<T, U: Into<T>> Given<T, Optional> for Option<U> {
    fn given(self) -> Option<T> {
        self.map(Into::into)
    }
}

impl<T, I: IntoIterator<Item: Into<T>>> GivenItems<T, Bare> for I {
    fn given(self) -> Option<Vec<T>> {
        Some(self.into_iter().map(Into::into).collect())
    }
}

impl<T, I: IntoIterator<Item: Into<T>>> GivenItems<T, Optional> for Option<I> {
    fn given(self) -> Option<Vec<T>> {
        self.map(|items| items.into_iter().map(Into::into).collect())
    }
}

/// A required field of a builder that is not set yet.
#[derive(Debug, Clone, Copy, Default)]
pub struct Missing;
