//! The sizes of build outputs, and the budget that a build must not exceed.

use std::path::Path;

use crate::failure::Outcome;
use crate::process;
use crate::repository::target;
use crate::setup::node;

const FIGURES: &str = "xtask/sizes.json";
const PARTS: &str = "xtask/parts.json";

/// Measures the package in `folder/node_modules`. Fails if an edge upload exceeds the budget.
pub fn measure(folder: &Path) -> Outcome<()> {
    process::run(node::script("xtask/size/measure.mjs").arg(folder).args([target(FIGURES), target(PARTS)]))
}

/// Measures the built studio. Fails if it exceeds the budget.
pub fn measure_studio(files: &Path) -> Outcome<()> {
    process::run(node::script("xtask/size/measure-studio.mjs").arg(files))
}

/// Prints the figures of the last build next to the recorded ones. If `record` is true, records them.
pub fn report(record: bool) -> Outcome<()> {
    let mut report = node::script("xtask/size/report.mjs");
    report.args([target(FIGURES), target(PARTS)]);
    if record {
        report.arg("--record");
    }
    process::run(&mut report)
}
