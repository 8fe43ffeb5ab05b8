//! Renders the descriptors as TypeScript, `schema.json`, and `openapi.json`.
#![cfg(not(web))] // where documentation and results are left out of the tables

mod catalog;
mod compact;
mod delivery;
mod example;
mod json;
mod openapi;
mod policy;
mod reference;
mod schema;
mod sentences;
mod typescript;
mod what_happens;

#[cfg(test)]
mod samples;

pub use catalog::{Catalog, CatalogEntry, Definition, Direction};
pub use reference::{examples, method_examples, reference};
pub use what_happens::what_happens;

use crate::methods::METHODS;
use crate::types::{ResponseParameters, Update};
use crate::wire::Wire;

/// Returns every method, and every type that methods, an Update, or an error use.
#[must_use]
pub fn catalog() -> Catalog {
    Catalog::new(METHODS, &[Update::KIND, ResponseParameters::KIND])
}

/// Returns the source of `src/wire/compact/tables.rs`.
///
/// # Errors
/// If something does not fit the compact form.
pub fn compact() -> Result<String, String> {
    compact::tables(METHODS, Update::table())
}

/// Returns the names and contents of the rendered files.
///
/// # Errors
/// The same as [`compact`].
pub fn files(catalog: &Catalog) -> Result<Vec<(&'static str, String)>, String> {
    Ok(vec![
        ("update-table.ts", compact::update_table(METHODS, Update::table())?),
        ("types.ts", typescript::types(catalog)),
        ("methods.ts", typescript::methods(catalog)?),
        ("actions.ts", typescript::actions(catalog)),
        ("policy.ts", policy::policy()),
        ("answer-methods.ts", policy::answer_methods()),
        ("updates/delivery-rules.ts", delivery::rules()),
        ("schema.json", schema::schema(catalog)),
        ("openapi.json", openapi::openapi(catalog)),
    ])
}
