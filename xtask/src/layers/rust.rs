//! Finds out which files of a crate use each other, from the paths in their code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree, Visibility};

use super::graph::Graph;
use crate::repository::files_below;

/// A path of names, such as `wire::json::Cursor`.
type Names = Vec<String>;

/// A module in a separate file.
#[derive(Default)]
struct Module {
    file: String,
    /// The path of its code, which includes the names of modules that are nested in the file.
    here: Names,
    children: BTreeSet<String>,
    defines: BTreeSet<String>,
    uses: Vec<Names>,
    /// Names that the module only re-exports, and their origins. A re-export is not a use.
    reexports: BTreeMap<String, Names>,
    passes_on_all_of: Vec<Names>,
}

/// Reads the crate in the folder, without its tests.
pub fn graph(root: &Path) -> Graph {
    let mut modules: BTreeMap<Names, Module> = BTreeMap::new();
    for file in files_below(root) {
        let inside = file.strip_prefix(root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let Some(stem) = inside.strip_suffix(".rs") else { continue };
        if stem.split('/').any(|part| part == "tests") {
            continue;
        }
        let name: Names =
            stem.split('/').filter(|part| !matches!(*part, "mod" | "lib" | "main")).map(str::to_owned).collect();
        let text = fs::read_to_string(&file).unwrap_or_default();
        modules.insert(name.clone(), Module::read(inside.clone(), name, &text));
    }
    let mut graph = Graph::default();
    for module in modules.values() {
        for used in &module.uses {
            if let Some(target) = file_of(&modules, used, 0) {
                graph.add(&module.file, target);
            }
        }
    }
    graph
}

/// Returns the file that a path leads to, through modules that only re-export the name.
fn file_of<'a>(modules: &'a BTreeMap<Names, Module>, names: &[String], depth: usize) -> Option<&'a str> {
    let length = (0..=names.len()).rev().find(|length| modules.contains_key(&names[..*length]))?;
    let module = &modules[&names[..length]];
    let Some(next) = names.get(length).filter(|_| depth < 8) else { return Some(&module.file) };
    if let Some(origin) = module.reexports.get(next) {
        return file_of(modules, &[origin.as_slice(), &names[length + 1..]].concat(), depth + 1);
    }
    let origins = module.passes_on_all_of.iter().filter_map(|origin| modules.get(origin));
    let through_glob = origins.into_iter().find(|origin| origin.defines.contains(next));
    // A name that no module of the crate defines is from another crate, as in the output of a macro.
    let is_own = length > 0 || module.defines.contains(next);
    through_glob.or(is_own.then_some(module)).map(|module| module.file.as_str())
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

/// Returns the attributes and the name of a named item.
fn parts(item: &Item) -> (&[Attribute], Option<String>) {
    match item {
        Item::Const(item) => (&item.attrs, Some(item.ident.to_string())),
        Item::Enum(item) => (&item.attrs, Some(item.ident.to_string())),
        Item::Fn(item) => (&item.attrs, Some(item.sig.ident.to_string())),
        Item::Impl(item) => (&item.attrs, None),
        Item::Mod(item) => (&item.attrs, None),
        Item::Static(item) => (&item.attrs, Some(item.ident.to_string())),
        Item::Struct(item) => (&item.attrs, Some(item.ident.to_string())),
        Item::Trait(item) => (&item.attrs, Some(item.ident.to_string())),
        Item::Type(item) => (&item.attrs, Some(item.ident.to_string())),
        Item::Use(item) => (&item.attrs, None),
        _ => (&[], None),
    }
}

impl Module {
    fn read(file: String, name: Names, text: &str) -> Self {
        let mut module = Self { file, here: name, ..Self::default() };
        let parsed = syn::parse_file(text).unwrap_or_else(|error| panic!("{}: {error}", module.file));
        // Before the paths, because a path may precede the declaration of its first module.
        let children =
            parsed.items.iter().filter_map(|item| if let Item::Mod(item) = item { Some(item) } else { None });
        module.children = children.map(|child| child.ident.to_string()).collect();
        module.visit_file(&parsed);
        module
    }

    /// Returns the path from the root of the crate (`botwire` in its own binary), or `None` for other crates.
    fn absolute(&self, path: &[String]) -> Option<Names> {
        let first = path.first()?.as_str();
        if first == "crate" || first == "botwire" {
            return Some(path[1..].to_vec());
        }
        if first == "super" {
            let up = path.iter().take_while(|name| *name == "super").count();
            return Some([&self.here[..self.here.len().checked_sub(up)?], &path[up..]].concat());
        }
        self.children.contains(first).then(|| [self.here.as_slice(), path].concat())
    }

    fn uses(&mut self, path: &[String]) {
        self.uses.extend(self.absolute(path));
    }

    /// Adds every path in the tree of a `use` item.
    fn imports(&mut self, head: &[String], tree: &UseTree, is_public: bool) {
        let path = |name: &syn::Ident| [head, &[name.to_string()]].concat();
        let (path, passed_on) = match tree {
            UseTree::Path(inner) => return self.imports(&path(&inner.ident), &inner.tree, is_public),
            UseTree::Group(group) => {
                return group.items.iter().for_each(|inner| self.imports(head, inner, is_public));
            }
            UseTree::Glob(_) => (head.to_vec(), None),
            UseTree::Name(name) if name.ident == "self" => (head.to_vec(), head.last().cloned()),
            UseTree::Name(name) => (path(&name.ident), Some(name.ident.to_string())),
            UseTree::Rename(name) => (path(&name.ident), Some(name.rename.to_string())),
        };
        let Some(path) = self.absolute(&path) else { return };
        match passed_on {
            None if is_public => self.passes_on_all_of.push(path),
            Some(name) if is_public => drop(self.reexports.insert(name, path)),
            _ => self.uses.push(path),
        }
    }

    /// Adds the paths and the items among the tokens of a macro.
    fn read_tokens(&mut self, tokens: TokenStream) {
        let mut path = Names::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Ident(ident) if colons == 2 && !path.is_empty() => {
                    path.push(ident.to_string());
                    colons = 0;
                }
                other => {
                    let before = std::mem::take(&mut path);
                    self.uses_if_long(&before);
                    colons = 0;
                    match other {
                        TokenTree::Ident(ident) => {
                            let kinds = ["struct", "enum", "fn", "trait", "type", "const", "static"];
                            if before.last().is_some_and(|kind| kinds.contains(&kind.as_str())) {
                                self.defines.insert(ident.to_string());
                            }
                            path.push(ident.to_string());
                        }
                        TokenTree::Group(group) => self.read_tokens(group.stream()),
                        _ => {}
                    }
                }
            }
        }
        self.uses_if_long(&path);
    }

    fn uses_if_long(&mut self, path: &[String]) {
        if path.len() > 1 {
            self.uses(path);
        }
    }
}

impl<'ast> Visit<'ast> for Module {
    fn visit_item(&mut self, item: &'ast Item) {
        let (attributes, name) = parts(item);
        if is_for_tests(attributes) {
            return;
        }
        self.defines.extend(name);
        match item {
            Item::Use(item) => self.imports(&[], &item.tree, !matches!(item.vis, Visibility::Inherited)),
            Item::Mod(nested) if nested.content.is_some() => {
                self.here.push(nested.ident.to_string());
                visit::visit_item(self, item);
                self.here.pop();
            }
            _ => visit::visit_item(self, item),
        }
    }

    // A visibility is not a use.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.uses_if_long(&names);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        // The content of `quote!` is code of another crate.
        if !item.path.is_ident("quote") {
            self.read_tokens(item.tokens.clone());
        }
        visit::visit_macro(self, item);
    }
}

#[test]
fn paths_are_found_in_imports_code_and_macros() {
    let text = "
        mod child;
        pub use child::Passed;
        pub use super::all::*;
        use crate::a::{b, c::{d, e as f}};
        #[cfg(test)] mod tests { use crate::not::seen; }
        mod nested { use super::super::up::x; }
        fn code(_: other::Type) { crate::g::h(); let _ = format!(\"{}\", super::i::J); child::k(); }
    ";
    let module = Module::read("here.rs".to_owned(), vec!["here".to_owned()], text);
    let uses: Vec<String> = module.uses.iter().map(|path| path.join("::")).collect();
    assert_eq!(uses, ["a::b", "a::c::d", "a::c::e", "up::x", "g::h", "i::J", "here::child::k"]);
    assert_eq!(module.reexports["Passed"].join("::"), "here::child::Passed");
    assert_eq!(module.passes_on_all_of, [["all"]]);
    assert!(module.defines.contains("code"));
}
