//! The TypeScript declarations: `types.ts` (objects, unions, enumerations) and `methods.ts`.

mod actions;
mod alternatives;
mod fields;
mod kinds;
mod methods;
mod objects;
mod page;
mod status;
mod tsdoc;
mod unions;
mod updates;

pub use actions::actions;
pub use methods::methods;

use super::catalog::{Catalog, Definition, Direction};
use kinds::Kinds;
use page::Page;
use tsdoc::Doc;

const HEADER: &str =
    "// Rendered by botwire-render from the definitions in src/types and src/methods; not edited by hand.";

/// Returns `types.ts`.
pub fn types(catalog: &Catalog) -> String {
    let mut page = Page::new(HEADER);
    page.line(0, "import type { InputFile } from \"./request/files.js\";");
    page.line(0, "import type { Refused, Without } from \"./wrong.js\";");
    page.blank();
    page.doc(0, &Doc::new("Identifier of a chat, or `@channelusername` of a channel or supergroup."));
    page.line(0, "export type ChatId = number | string;");
    page.line(0, "");
    page.line(0, kinds::NOTHING);
    page.line(0, unions::ONE_OF);
    for entry in &catalog.entries {
        for direction in catalog.directions(entry) {
            page.blank();
            let kinds = Kinds { catalog, direction };
            match entry.definition {
                Definition::Enumeration(enumeration) => unions::enumeration(&mut page, catalog, enumeration),
                Definition::Union(union) => unions::union(&mut page, kinds, union),
                Definition::Object(object) if object.name == updates::NAME => {
                    updates::update(&mut page, kinds, object);
                }
                Definition::Object(object) => {
                    let name = catalog.object_name(object, direction);
                    let sent = catalog.object_name(object, Direction::Input);
                    let use_of = match direction {
                        Direction::Input if !entry.output => "Occurs in parameters only.".to_owned(),
                        Direction::Input if sent != object.name => {
                            "As it is sent: enumerated strings are closed.".to_owned()
                        }
                        Direction::Output if entry.input && sent != object.name => {
                            format!("As it is received: enumerated strings are open. What is sent is an `{sent}`.")
                        }
                        _ => String::new(),
                    };
                    let doc = Doc::new(object.doc).paragraph(&use_of);
                    objects::object(
                        &mut page,
                        kinds,
                        object,
                        &alternatives::TypeNames { name: &name, stem: &name },
                        &doc,
                    );
                }
            }
        }
    }
    page.text()
}

#[cfg(test)]
mod tests;
