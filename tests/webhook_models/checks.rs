//! What holds at the end of each schedule.

use proptest::test_runner::TestCaseError;

use crate::schedule::{Schedule, UPDATES};
use crate::service::{Attempt, Service};

const SECRET: &str = "AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";

pub fn holds(schedule: &Schedule) -> Result<(), TestCaseError> {
    let mut service = Service::new(schedule);
    service.run()?;
    let outcomes: Vec<bool> =
        service.attempts.iter().map(|(_, attempt)| matches!(attempt, Attempt::Over(true))).collect();
    let tasks: usize =
        service.isolates.iter().map(|isolate| isolate.tasks.lock().expect("no panic holds it").len()).sum();
    let mut record = service.world.record();
    let calls = service.world.emulator.log(0).into_iter().filter(|entry| entry["kind"] == "call");
    record.sent.extend(calls.filter_map(|entry| Some(entry["parameters"]["text"].as_str()?.to_owned())));
    let evicted = u32::from(schedule.eviction.is_some());
    for at in 0..UPDATES {
        let was_answered =
            schedule.deliveries.iter().zip(&outcomes).any(|(delivery, is_ok)| *is_ok && delivery.update == at);
        // A late call that fails releases the update, as a handler that fails.
        let (successes, excused) = (record.successes[at], record.excused[at] + record.failed_late[at]);
        if successes > 1 + excused + evicted {
            return Err(TestCaseError::fail(format!("update {} is handled {successes} times: {record:?}", at + 1)));
        }
        let is_excused =
            record.failed_late[at] > 0 || evicted > 0 || schedule.on_error_handles || record.faulty[at] > 0;
        if was_answered && successes == 0 && !is_excused {
            return Err(TestCaseError::fail(format!("update {} is lost: {record:?}", at + 1)));
        }
    }
    for (at, key) in &record.owed {
        // A response to nobody takes its call with it; a call that failed was reported.
        let is_excused = evicted > 0 || record.gone[*at] > 0 || record.failed_calls[*at] > 0;
        if !record.sent.contains(key) && !is_excused {
            return Err(TestCaseError::fail(format!("the call {key} is lost: {record:?}")));
        }
    }
    if tasks > 0 && !record.hangs {
        return Err(TestCaseError::fail(format!("{tasks} tasks are left: {record:?}")));
    }
    match record.shown.iter().find(|text| text.contains(SECRET)) {
        Some(text) => Err(TestCaseError::fail(format!("the token is shown: {text}"))),
        None => Ok(()),
    }
}
