//! Records the calls of the hook for rejections.

use std::cell::RefCell;

use botwire::webhook::Rejection;

thread_local! {
    /// Status and path of each.
    static REJECTIONS: RefCell<Vec<(u16, String)>> = const { RefCell::new(Vec::new()) };
}

pub fn add(rejection: &Rejection) {
    REJECTIONS.with_borrow_mut(|all| all.push((rejection.status, rejection.error.path.clone())));
}

/// Those since the last time.
pub fn take() -> Vec<(u16, String)> {
    REJECTIONS.take()
}
