//! The pages of the reference: one for each method and each type, in the Markdown of the documentation site.

pub(super) mod calls;
mod fields;
pub(super) mod javascript;
mod methods;
mod prose;
mod recorded;
pub(super) mod rust;
mod sidebar;
mod types;
mod uses;
pub(super) mod values;

use self::recorded::Recording;
use super::catalog::Catalog;
use super::example::{self, Call, Example};
use super::json::Json;

/// Returns the pages: their paths below the folder of the reference, and their contents.
///
/// # Errors
/// If the service in memory refuses the example of a method.
pub fn reference(catalog: &Catalog) -> Result<Vec<(String, String)>, String> {
    let mut pages = vec![
        ("methods/index.md".to_owned(), methods::index(catalog)),
        ("methods/sidebar.json".to_owned(), sidebar::methods(catalog)),
        ("types/index.md".to_owned(), types::index(catalog)),
        ("types/sidebar.json".to_owned(), sidebar::types(catalog)),
    ];
    let mut calls = calls_of_methods(catalog)?;
    for (method, example) in &calls {
        pages.push((format!("methods/{}.md", method.name), methods::page(catalog, method, example)));
    }
    calls.extend(example::more()?);
    let recording = Recording::of(&calls);
    for entry in &catalog.entries {
        let page = types::page(catalog, entry, &recording);
        pages.push((format!("types/{}.md", entry.definition.name()), page));
    }
    Ok(pages)
}

fn calls_of_methods(catalog: &Catalog) -> Result<Vec<Call>, String> {
    catalog.methods.iter().map(|method| Ok((*method, Example::of(method)?))).collect()
}

/// Returns what the examples need to run: a snapshot of the service for each method, the files that they upload, and the
/// calls that only the pages of types show.
///
/// # Errors
/// The same as [`reference()`].
pub fn examples(catalog: &Catalog) -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut files: Vec<(String, Vec<u8>)> =
        example::FILES.map(|name| (name.to_owned(), example::file(name))).into_iter().collect();
    for (method, example) in calls_of_methods(catalog)? {
        files.push((format!("{}.snapshot", method.name), example.before));
    }
    let mut more = Vec::new();
    for (index, (method, example)) in example::more()?.into_iter().enumerate() {
        let (name, snapshot) = (method.name, format!("more-{index}.snapshot"));
        more.push(Json::object([
            ("method", name.into()),
            ("parameters", example.parameters),
            ("response", example.response),
            ("snapshot", snapshot.as_str().into()),
        ]));
        files.push((snapshot, example.before));
    }
    files.push(("more.json".to_owned(), Json::Array(more).text().into_bytes()));
    Ok(files)
}

/// Returns the source of `src/methods/examples.rs`.
///
/// # Errors
/// The same as [`reference()`].
pub fn method_examples(catalog: &Catalog) -> Result<String, String> {
    let mut text = String::from(
        "//! Rendered from the examples of the reference by `cargo xtask build`.\n\n\
/// Returns the example of a method, for its documentation.\nmacro_rules! example_of {\n",
    );
    for method in &catalog.methods {
        let example = calls::documentation(method, &Example::of(method)?);
        let arm = format!("    ({}) => {{ {example:?} }};\n", method.params.name);
        text.push_str(&arm);
    }
    text.push_str("    ($other:ident) => { \"\" };\n}\npub(crate) use example_of;\n");
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{self, samples};
    use crate::wire::{Attachments, CheckOptions, check};

    #[test]
    fn a_page_has_fields_limits_and_links() -> Result<(), String> {
        let pages = reference(&samples::catalog())?;
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
    fn every_method_and_type_of_the_specification_has_a_page() -> Result<(), String> {
        let catalog = render::catalog();
        let pages = reference(&catalog)?;
        let of = |folder: &str| {
            pages.iter().filter(|(path, _)| path.starts_with(folder) && path.strip_suffix(".md").is_some()).count()
        };
        assert_eq!(of("methods/"), catalog.methods.len() + 1);
        assert_eq!(of("types/"), catalog.entries.len() + 1);
        Ok(())
    }

    #[test]
    fn the_examples_in_the_documentation_of_methods_are_current() {
        let is_current =
            method_examples(&render::catalog()).as_deref() == Ok(include_str!("../../methods/examples.rs"));
        assert!(is_current, "src/methods/examples.rs is out of date: `cargo xtask build` renders it again");
    }

    #[test]
    fn the_parameters_that_a_page_shows_pass_the_check() -> Result<(), String> {
        for method in render::catalog().methods {
            let example = Example::of(method)?;
            // A method with an upload shows a multipart body.
            let mut parameters = example.parameters.text();
            for (index, name) in example.uploads().into_iter().enumerate() {
                parameters = parameters.replace(&format!("{}{name}", example::UPLOAD), &format!("attach://x7-{index}"));
            }
            let attachments = Attachments { prefix: "attach://x7", sizes: "100,100," };
            let fault = check(method, &parameters, &CheckOptions { limits: true, attachments }).err();
            assert_eq!(fault.map(|fault| fault.to_string()), None, "{}: {parameters}", method.name);
        }
        Ok(())
    }
}
