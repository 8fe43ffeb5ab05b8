//! Conditions at the end of each schedule.

use proptest::test_runner::TestCaseError;

use crate::schedule::{Does, Schedule, Trouble, UPDATES};
use crate::service::{Attempt, Service};
use crate::world::{Record, TOKENS};

pub fn holds(schedule: &Schedule) -> Result<(), TestCaseError> {
    let mut service = Service::new(schedule);
    service.run()?;
    let calls = service.world.emulator.log(0).into_iter().filter(|entry| entry["kind"] == "call");
    let texts = calls.filter_map(|entry| Some(entry["parameters"]["text"].as_str()?.to_owned()));
    let mut record = service.world.record();
    record.sent.extend(texts);
    let record = &*record;
    let checks = Checks { schedule, service: &service, record };
    (0..UPDATES).try_for_each(|at| checks.update(at))?;
    checks.order()?;
    checks.calls()?;
    checks.tasks()
}

struct Checks<'a> {
    schedule: &'a Schedule,
    service: &'a Service,
    record: &'a Record,
}

impl Checks<'_> {
    /// Returns true if leases may end before their handler although the process continues.
    fn loses_leases(&self) -> bool {
        let stands_still = |trouble: &Trouble| matches!(trouble, Trouble::Frozen { .. } | Trouble::ClockSet { .. });
        self.record.has_faults || self.schedule.troubles.iter().any(stands_still)
    }

    fn update(&self, at: usize) -> Result<(), TestCaseError> {
        let (record, settings) = (self.record, self.schedule.settings);
        let fail = |what: &str| Err(TestCaseError::fail(format!("update {at} {what}: {}", self.shown(at))));
        let attempts = || {
            let of_update = self.schedule.deliveries.iter().zip(&self.service.attempts);
            of_update.filter(|(delivery, _)| delivery.update == at).map(|(_, (_, attempt))| attempt)
        };
        let has_gone = record.gone[at] > 0 && !settings.has_host;
        // A call that fails after its handler releases the update, as a failing handler does.
        let excused = record.excused[at] + record.failed_late[at] + record.failed_calls[at] + record.taken_over[at];
        let excused = excused + if has_gone { record.gone[at] } else { 0 };
        if record.successes[at] > 1 + excused {
            return fail("is handled several times");
        }
        if record.taken_over[at] > 0 && !self.service.is_killed && !self.loses_leases() && !has_gone {
            return fail("is taken from an owner that renews its lease");
        }
        if record.late_runs[at] > 0 && !self.loses_leases() {
            return fail("is handled after it was settled");
        }
        // After a successful answer, only the end of the process can end the handler.
        let is_answered_first = (self.service.is_killed || record.failed_late[at] > 0) && !settings.retries;
        let was_answered = attempts().any(|attempt| matches!(attempt, Attempt::Over(true)));
        if was_answered && record.successes[at] == 0 && !is_answered_first && !settings.on_error_handles {
            return fail("is lost");
        }
        let behavior = self.schedule.behaviors[at].last().map(|(_, does)| *does);
        let fails = matches!(behavior, Some(Does::Throw | Does::AnswerAndThrow));
        if attempts().any(|attempt| !matches!(attempt, Attempt::Over(true))) && !fails {
            return fail("is refused for ever");
        }
        Ok(())
    }

    fn order(&self) -> Result<(), TestCaseError> {
        if self.schedule.settings.in_order && self.record.most_at_once > 1 && !self.loses_leases() {
            return Err(TestCaseError::fail(format!("{} handlers of a chat at once", self.record.most_at_once)));
        }
        Ok(())
    }

    fn calls(&self) -> Result<(), TestCaseError> {
        let record = self.record;
        for (at, key) in &record.owed {
            // If nobody receives a response, its call is lost. A call that failed was reported.
            let is_excused = self.service.is_killed || record.gone[*at] > 0 || record.failed_calls[*at] > 0;
            if !record.sent.contains(key) && !is_excused {
                return Err(TestCaseError::fail(format!("the call {key} is lost: {}", self.shown(*at))));
            }
        }
        match record.shown.iter().find(|text| TOKENS.iter().any(|token| text.contains(&token[10..]))) {
            Some(text) => Err(TestCaseError::fail(format!("the token is shown: {text}"))),
            None => Ok(()),
        }
    }

    fn tasks(&self) -> Result<(), TestCaseError> {
        let count = |process: &crate::process::Process| process.tasks.lock().expect("no panic holds it").len();
        let tasks: usize = self.service.processes.iter().map(count).sum();
        if tasks > 0 && !self.record.hangs {
            return Err(TestCaseError::fail(format!("{tasks} tasks are left")));
        }
        Ok(())
    }

    fn shown(&self, at: usize) -> String {
        let record = self.record;
        format!(
            "runs {}, successes {}, excused {}, taken over {}, late runs {}, failed late {}, failed calls {}, gone {}, \
             killed {}, sent {:?}, {:#?}",
            record.runs[at],
            record.successes[at],
            record.excused[at],
            record.taken_over[at],
            record.late_runs[at],
            record.failed_late[at],
            record.failed_calls[at],
            record.gone[at],
            self.service.is_killed,
            record.sent,
            record.shown,
        )
    }
}
