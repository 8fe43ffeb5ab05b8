//! What is rendered from the descriptors: TypeScript, schema.json, openapi.json.
#![cfg(not(all(target_arch = "wasm32", target_os = "unknown")))] // where documentation and results are left out of the tables

mod catalogue;
mod compact;
mod json;
mod openapi;
mod policy;
mod reference;
mod schema;
mod sentences;
mod typescript;

#[cfg(test)]
mod samples;

pub use catalogue::{Catalogue, CatalogueEntry, Definition, Direction};
pub use reference::reference;

use crate::methods::METHODS;
use crate::types::{ResponseParameters, Update};
use crate::wire::Wire;

/// Every method, and every type that they, an Update or a failure can hold.
#[must_use]
pub fn catalogue() -> Catalogue {
    Catalogue::new(METHODS, &[Update::KIND, ResponseParameters::KIND])
}

/// The source of `src/wire/compact/tables.rs`.
///
/// # Errors
/// When something does not fit the compact form.
pub fn compact() -> Result<String, String> {
    compact::tables(METHODS, Update::table())
}

/// The rendered files: their names and contents.
///
/// # Errors
/// As those of [`compact`].
pub fn files(catalogue: &Catalogue) -> Result<Vec<(&'static str, String)>, String> {
    Ok(vec![
        ("update-table.ts", compact::update_table(METHODS, Update::table())?),
        ("types.ts", typescript::types(catalogue)),
        ("methods.ts", typescript::methods(catalogue)),
        ("actions.ts", typescript::actions(catalogue)),
        ("policy.ts", policy::policy()),
        ("schema.json", schema::schema(catalogue)),
        ("openapi.json", openapi::openapi(catalogue)),
    ])
}
