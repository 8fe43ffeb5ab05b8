//! The sizes of what is built, and the budget that a build may not exceed.

use std::path::Path;

use crate::failure::Outcome;
use crate::process;
use crate::repository::target;
use crate::setup::node;

const FIGURES: &str = "xtask/sizes.json";
const PARTS: &str = "xtask/parts.json";

/// Measures the package in `folder/node_modules`. An edge upload over the budget is a failure.
pub fn measure(folder: &Path) -> Outcome<()> {
    process::run(node::script("xtask/size/measure.mjs").arg(folder).args([target(FIGURES), target(PARTS)]))
}

/// Prints the figures of the last build next to the recorded ones; `record` makes them the recorded ones.
pub fn report(record: bool) -> Outcome<()> {
    let mut report = node::script("xtask/size/report.mjs");
    report.args([target(FIGURES), target(PARTS)]);
    if record {
        report.arg("--record");
    }
    process::run(&mut report)
}
