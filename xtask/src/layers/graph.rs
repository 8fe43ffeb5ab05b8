//! A directed graph of files, and its circles.

use std::collections::{BTreeMap, BTreeSet};

/// Maps each file to the files that it uses.
#[derive(Debug, Default)]
pub struct Graph(BTreeMap<String, BTreeSet<String>>);

impl Graph {
    pub fn add(&mut self, from: &str, to: &str) {
        if from != to {
            self.0.entry(from.to_owned()).or_default().insert(to.to_owned());
        }
    }

    pub fn edges(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().flat_map(|(from, all)| all.iter().map(move |to| (from.as_str(), to.as_str())))
    }

    /// Replaces each file by the result of `group`.
    pub fn grouped(&self, group: impl Fn(&str) -> String) -> Self {
        let mut graph = Self::default();
        for (from, to) in self.edges() {
            graph.add(&group(from), &group(to));
        }
        graph
    }

    /// Returns the files of each circle, once and sorted.
    pub fn circles(&self) -> Vec<Vec<String>> {
        let reachable: BTreeMap<&str, BTreeSet<&str>> =
            self.0.keys().map(|file| (file.as_str(), self.reachable_from(file))).collect();
        let reaches = |from: &str, to: &str| reachable.get(from).is_some_and(|all| all.contains(to));
        let mut seen = BTreeSet::new();
        let mut circles = Vec::new();
        for file in self.0.keys() {
            if seen.contains(file.as_str()) || !reaches(file, file) {
                continue;
            }
            let circle = self.0.keys().filter(|other| reaches(file, other) && reaches(other, file));
            let circle: Vec<String> = circle.cloned().collect();
            seen.extend(circle.iter().cloned());
            circles.push(circle);
        }
        circles
    }

    fn reachable_from<'a>(&'a self, start: &str) -> BTreeSet<&'a str> {
        let mut found = BTreeSet::new();
        let mut open: Vec<&str> = self.0.get(start).into_iter().flatten().map(String::as_str).collect();
        while let Some(file) = open.pop() {
            if found.insert(file) {
                open.extend(self.0.get(file).into_iter().flatten().map(String::as_str));
            }
        }
        found
    }
}

#[test]
fn a_circle_is_found_and_a_chain_is_none() {
    let mut graph = Graph::default();
    for (from, to) in [("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")] {
        graph.add(from, to);
    }
    assert_eq!(graph.circles(), [["b", "c"]]);
}
