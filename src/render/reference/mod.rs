//! The pages of the reference: one for each method and each type, in the Markdown of the documentation site.

mod fields;
mod javascript;
mod methods;
mod prose;
mod rust;
mod sidebar;
mod types;
mod uses;
mod values;

use super::catalog::Catalog;

/// Returns the pages: their paths below the folder of the reference, and their contents.
#[must_use]
pub fn reference(catalog: &Catalog) -> Vec<(String, String)> {
    let mut pages = vec![
        ("methods/index.md".to_owned(), methods::index(catalog)),
        ("methods/sidebar.json".to_owned(), sidebar::methods(catalog)),
        ("types/index.md".to_owned(), types::index(catalog)),
        ("types/sidebar.json".to_owned(), sidebar::types(catalog)),
    ];
    pages.extend(
        catalog.methods.iter().map(|method| (format!("methods/{}.md", method.name), methods::page(catalog, method))),
    );
    pages.extend(
        catalog
            .entries
            .iter()
            .map(|entry| (format!("types/{}.md", entry.definition.name()), types::page(catalog, entry))),
    );
    pages
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{self, samples};
    use crate::wire::{Attachments, CheckOptions, check};

    #[test]
    fn a_page_has_fields_limits_and_links() -> Result<(), &'static str> {
        let pages = reference(&samples::catalog());
        let page = |path: &str| pages.iter().find(|(name, _)| name == path).map(|(_, text)| text.as_str());
        let send = page("methods/sendThing.md").ok_or("no page of the method")?;
        assert!(send.contains("### chat_id {#chat_id}"), "{send}");
        assert!(send.contains("1–100"), "{send}");
        assert!(send.contains("[Member](../types/Member.md)"), "{send}");
        assert!(send.contains("await bot.sendThing({"), "{send}");
        let point = page("types/Point.md").ok_or("no page of the enumeration")?;
        assert!(point.contains("`\"eyes\"`") && point.contains("Both."), "{point}");
        Ok(())
    }

    #[test]
    fn every_method_and_type_of_the_specification_has_a_page() {
        let catalog = render::catalog();
        let pages = reference(&catalog);
        let of = |folder: &str| {
            pages.iter().filter(|(path, _)| path.starts_with(folder) && path.strip_suffix(".md").is_some()).count()
        };
        assert_eq!(of("methods/"), catalog.methods.len() + 1);
        assert_eq!(of("types/"), catalog.entries.len() + 1);
    }

    #[test]
    fn the_parameters_that_a_page_shows_pass_the_check() {
        for method in render::catalog().methods {
            let parameters = values::parameters(method).text();
            // A method with a required upload shows a multipart body.
            let attachments = Attachments { prefix: "attach://x7", sizes: "100," };
            let parameters = parameters.replace(values::UPLOAD, "attach://x7-0");
            let fault = check(method, &parameters, &CheckOptions { limits: true, attachments }).err();
            assert_eq!(fault.map(|fault| fault.to_string()), None, "{}: {parameters}", method.name);
        }
    }
}
