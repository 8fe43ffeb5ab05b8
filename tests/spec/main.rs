//! Compares the definitions with the fixture, which was transcribed from the specification, in both directions. It has
//! no list of exceptions.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::expect_used, clippy::indexing_slicing, clippy::panic)] // tests may panic

mod definitions;
mod fixture;
mod limits;
mod rules;
mod unknown;

use std::collections::BTreeMap;

use definitions::Definitions;
use fixture::Fixture;

/// Descriptions by place (`User.id`, `sendMessage.text`).
type Places = BTreeMap<String, String>;

/// Reports places that only one side has, or that differ.
#[track_caller]
fn assert_same(ours: &Places, theirs: &Places) {
    let missing = theirs.keys().filter(|place| !ours.contains_key(*place));
    let mut differences: Vec<String> =
        missing.map(|place| format!("{place}: only in the fixture: {}", theirs[place])).collect();
    for (place, what) in ours {
        match theirs.get(place) {
            Some(other) if other == what => {}
            Some(other) => differences.push(format!("{place}: defined as {what}, in the fixture {other}")),
            None => differences.push(format!("{place}: only in the definitions: {what}")),
        }
    }
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
}

fn field(kind: impl std::fmt::Display, required: bool) -> String {
    format!("{} {kind}", if required { "required" } else { "optional" })
}

#[test]
fn every_field_of_every_type() {
    let (definitions, fixture) = (Definitions::collect(), Fixture::read());
    let mut ours = Places::new();
    for object in definitions.objects.values() {
        ours.insert(object.name.into(), "object".into());
        for one in object.fields {
            ours.insert(format!("{}.{}", object.name, one.name), field(one.kind, one.required));
        }
    }
    let mut theirs = Places::new();
    for (name, fields) in fixture.objects() {
        theirs.insert(name.clone(), "object".into());
        for (one, kind, required) in fields {
            theirs.insert(format!("{name}.{one}"), field(kind, required));
        }
    }
    assert_eq!((theirs.keys().filter(|place| !place.contains('.')).count(), theirs.len()), (70, 70 + 472));
    assert_same(&ours, &theirs);
}

#[test]
fn every_union() {
    let (definitions, fixture) = (Definitions::collect(), Fixture::read());
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names.join(" or ")
    };
    let ours = definitions.unions.values().map(|union| {
        let names = union.variants.iter().map(|object| object.name.to_owned()).collect();
        (union.name.to_owned(), sorted(names))
    });
    let theirs = fixture.unions().into_iter().map(|(name, members)| (name, sorted(members)));
    assert_same(&ours.collect(), &theirs.collect());
}

#[test]
fn every_parameter_and_result_of_every_method() {
    let fixture = Fixture::read();
    let mut ours = Places::new();
    for method in botwire::methods::METHODS {
        let result = &method.returns;
        ours.insert(method.name.into(), format!("{}: returns {result}", method.section()));
        for one in method.params.fields {
            ours.insert(format!("{}.{}", method.name, one.name), field(one.kind, one.required));
        }
    }
    let mut theirs = Places::new();
    for method in fixture.methods() {
        theirs.insert(method.name.clone(), format!("{}: returns {}", method.section, method.returns));
        for (one, kind, required) in method.params {
            theirs.insert(format!("{}.{one}", method.name), field(kind, required));
        }
    }
    assert!(!theirs.is_empty());
    assert_same(&ours, &theirs);
}

#[test]
fn every_enumerated_and_fixed_string() {
    let (definitions, fixture) = (Definitions::collect(), Fixture::read());
    let ours = definitions.fields().filter_map(|(place, one)| Some((place, definitions::values(&one.kind)?)));
    let theirs = definitions.fields().filter_map(|(place, _)| Some((place.clone(), fixture.values(&place)?)));
    let ours: Places = ours.collect();
    assert_same(&ours, &theirs.collect());
    for place in fixture.enumerated_places() {
        assert!(ours.contains_key(&place), "{place} is enumerated in the fixture only");
    }
}

#[test]
fn everything_is_documented_without_sections_of_the_specification() {
    let definitions = Definitions::collect();
    let objects = definitions.objects.values().map(|object| (object.name, object.doc));
    let unions = definitions.unions.values().map(|union| (union.name, union.doc));
    let methods = botwire::methods::METHODS.iter().map(|method| (method.name, method.params.doc));
    let wrong: Vec<&str> = objects
        .chain(unions)
        .chain(methods)
        .filter(|(_, doc)| doc.is_empty() || doc.contains("Spec:"))
        .map(|(name, _)| name)
        .collect();
    assert!(wrong.is_empty(), "without documentation, or with a section that users do not have: {wrong:?}");
    let bare: Vec<String> =
        definitions.fields().filter(|(_, one)| one.doc.is_empty()).map(|(place, _)| place).collect();
    assert!(bare.is_empty(), "without documentation: {bare:?}");
}
