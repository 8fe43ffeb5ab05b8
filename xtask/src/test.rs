//! `cargo xtask test`: sets everything up and runs all suites in two lanes, with a summary.

mod counts;
pub mod database;
pub mod features;
pub mod in_browser;
pub mod runners;
pub mod selection;
pub mod suite;
pub mod tools;

use std::fs;
use std::io::stdout;
use std::panic::resume_unwind;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use self::counts::Counts;
use self::selection::Selection;
use self::suite::Suite;
use self::tools::Tools;
use crate::failure::{About, Failure, Outcome};
use crate::repository::target;
use crate::{repository, screen};

/// The number of lines of a failing suite's log that are shown: its end, where most runners repeat the failures.
const TAIL: usize = 80;
/// The number of earlier lines with failures that are shown: wasm-bindgen's runner ends with the console's lines.
const NAMED: usize = 20;

/// The result of a suite.
pub struct Ended {
    name: String,
    counts: Counts,
    took: Duration,
}

pub fn command(selection: &Selection) -> Outcome<ExitCode> {
    let _lock = repository::lock()?;
    let all = suite::all();
    let suites: Vec<&Suite> = all.iter().filter(|suite| selection.has_suite(&suite.name)).collect();
    if suites.is_empty() {
        let names: Vec<&str> = all.iter().map(|suite| suite.name.as_str()).collect();
        return Err(Failure::new("no suite has a name like that").hint(format!("there are: {}", names.join(", "))));
    }
    Ok(conclude(&run(&suites, selection)?))
}

/// Runs the suites. A failing suite is counted and printed, and the others still run.
pub fn run(suites: &[&Suite], selection: &Selection) -> Outcome<Vec<Ended>> {
    let logs = target("test-logs");
    fs::create_dir_all(&logs).about("make", &logs)?;
    let mut tools = Tools::default();
    tools.install(Suite::needs(suites));
    let (queue, tools) = (Mutex::new(suites.to_vec()), Mutex::new(tools));
    // In one lane, the compiler links and cargo waits for its lock. In the other, Node and browsers run. A third lane
    // does not save time, and causes network timeouts.
    let lane = |cargos| {
        std::iter::from_fn(|| next(&queue, cargos)).map(|suite| run_one(suite, selection, &tools, &logs)).collect()
    };
    let mut ended: Vec<Ended> = thread::scope(|scope| {
        let lanes = [true, false].map(|cargos| scope.spawn(move || lane(cargos)));
        lanes
            .into_iter()
            .flat_map(|lane| -> Vec<Ended> { lane.join().unwrap_or_else(|panic| resume_unwind(panic)) })
            .collect()
    });
    ended.sort_by_key(|ended| suites.iter().position(|suite| suite.name == ended.name));
    Ok(ended)
}

/// Takes the first suite of the lane's kind from the queue, or of the other kind if the lane's kind is done.
fn next<'a>(queue: &Mutex<Vec<&'a Suite>>, cargos: bool) -> Option<&'a Suite> {
    let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
    let own = queue.iter().position(|suite| suite.is_cargos() == cargos).unwrap_or(0);
    (own < queue.len()).then(|| queue.remove(own))
}

fn run_one(suite: &Suite, selection: &Selection, tools: &Mutex<Tools>, logs: &Path) -> Ended {
    screen::step(&format!("{} …", suite.name));
    let log = logs.join(format!("{}.log", suite.name));
    let _ = fs::remove_file(&log);
    let started = Instant::now();
    let result = suite.prepare(tools).and_then(|programs| suite.run(selection, &programs, &log));
    let took = started.elapsed();
    // Keeps lines of the other lane from appearing between these.
    let _screen = stdout().lock();
    screen::heading(&suite.name);
    let counts = match result {
        Ok(succeeded) => {
            let text = fs::read_to_string(&log).unwrap_or_default();
            let counts = Counts::read(&text, succeeded);
            if counts.good() {
                println!("{} in {}", screen::green(&counts.verdict()), screen::seconds(took));
            } else {
                println!("{}", screen::dim(&tail(&text)));
                let failure = Failure::new(format!("{}: {}", suite.name, counts.verdict()));
                screen::failure(&failure.hint(format!("all of it: {}", log.display())));
            }
            counts
        }
        Err(failure) => {
            screen::failure(&Failure { text: format!("{} could not run: {}", suite.name, failure.text), ..failure });
            Counts::FAILED_TO_RUN
        }
    };
    Ended { name: suite.name.clone(), counts, took }
}

/// Prints the summary. The last line is for machines.
pub fn conclude(ended: &[Ended]) -> ExitCode {
    screen::heading("summary");
    let widest = ended.iter().map(|suite| suite.name.len()).max().unwrap_or(0).max(5);
    println!(
        "{}",
        screen::bold(&format!(
            "{:widest$}  {:>6}  {:>6}  {:>7}  {:>8}",
            "suite", "passed", "failed", "skipped", "seconds"
        ))
    );
    for suite in ended {
        let Counts { passed, failed, skipped } = suite.counts;
        let row = format!(
            "{:widest$}  {passed:>6}  {failed:>6}  {skipped:>7}  {:>8.1}",
            suite.name,
            suite.took.as_secs_f64()
        );
        println!("{}", if suite.counts.good() { row } else { screen::red(&row) });
    }
    let sum = |count: fn(&Counts) -> u32| ended.iter().map(|suite| count(&suite.counts)).sum();
    let sum = Counts { passed: sum(|all| all.passed), failed: sum(|all| all.failed), skipped: sum(|all| all.skipped) };
    println!("\n{}", sum.closing_line());
    if sum.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the lines of a log that name failures, and its end.
fn tail(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let (before, end) = lines.split_at(lines.len().saturating_sub(TAIL));
    let names_failure = |line: &&str| ["... FAIL", "panicked at", "✖"].iter().any(|mark| line.contains(mark));
    let named = before.iter().copied().filter(names_failure).take(NAMED);
    screen::indented(&named.chain(end.iter().copied()).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::tail;

    #[test]
    fn what_failed_is_shown_wherever_it_stands() {
        let log = format!("test first ... ok\ntest second ... FAIL\n{}", "    Invoking test: x\n".repeat(100));
        let shown = tail(&log);
        assert_eq!(shown.lines().count(), 81);
        assert!(shown.contains("test second ... FAIL") && !shown.contains("first"), "{shown}");
    }
}
