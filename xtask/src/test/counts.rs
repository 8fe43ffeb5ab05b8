//! Counts passed tests, from the summary lines of cargo test and node --test.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub passed: u32,
    pub failed: u32,
    pub skipped: u32,
}

impl Counts {
    /// A suite whose tools could not be installed, or that broke before its first test, counts as one failure.
    pub const FAILED_TO_RUN: Self = Self { passed: 0, failed: 1, skipped: 0 };

    /// Parses a log. A run that failed, or that ran no tests, never counts as passed.
    pub fn read(log: &str, succeeded: bool) -> Self {
        let mut sum = Self::default();
        for line in log.lines().map(str::trim) {
            // `test result: ok. 12 passed; 0 failed; 1 ignored; …` of cargo, or node's `ℹ pass 12`.
            let pairs: Vec<_> = match (line.strip_prefix("test result:"), line.strip_prefix("ℹ ")) {
                (Some(result), _) => result.split([';', '.']).filter_map(|part| part.trim().split_once(' ')).collect(),
                (_, Some(result)) => result.split_once(' ').map(|(word, number)| (number, word)).into_iter().collect(),
                _ => continue,
            };
            for (number, word) in pairs {
                let number: u32 = number.parse().unwrap_or(0);
                match word {
                    "passed" | "pass" => sum.passed += number,
                    // Cancelled tests were ended by their file's end or time limit.
                    "failed" | "fail" | "cancelled" => sum.failed += number,
                    "ignored" | "skipped" | "todo" => sum.skipped += number,
                    _ => {}
                }
            }
        }
        if sum.failed == 0 && (!succeeded || sum.passed == 0) {
            sum.failed = 1;
        }
        sum
    }

    pub fn good(self) -> bool {
        self.failed == 0
    }

    pub fn verdict(self) -> String {
        match self {
            Self { passed: 0, failed: 1, .. } => "no test passed: it broke, or there was none".to_owned(),
            Self { passed, failed: 0, skipped: 0 } => format!("{passed} passed"),
            _ => self.closing_line(),
        }
    }

    pub fn closing_line(self) -> String {
        let Self { passed, failed, skipped } = self;
        let line = format!("{passed} passed, {failed} failed");
        if skipped == 0 { line } else { format!("{line}, {skipped} skipped") }
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn the_closing_lines_of_cargo_are_added_up() {
        let log = "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\
                   test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured\n";
        assert_eq!(Counts::read(log, false), Counts { passed: 15, failed: 2, skipped: 1 });
    }

    #[test]
    fn the_closing_lines_of_node_are_read() {
        let log =
            "ℹ tests 9\nℹ suites 0\nℹ pass 6\nℹ fail 1\nℹ cancelled 1\nℹ skipped 1\nℹ todo 0\nℹ duration_ms 12.5\n";
        assert_eq!(Counts::read(log, false), Counts { passed: 6, failed: 2, skipped: 1 });
    }

    #[test]
    fn a_broken_or_empty_run_has_failed() {
        assert_eq!(Counts::read("error[E0425]: cannot find value", false), Counts::FAILED_TO_RUN);
        assert_eq!(Counts::read("", true), Counts::FAILED_TO_RUN);
        assert_eq!(Counts::read("ℹ pass 3\nℹ fail 0", false), Counts { passed: 3, failed: 1, skipped: 0 });
    }
}
