//! What is promised at the end: done with all effects, or again with none, or given up and reported.

use super::promises::Broken;
use super::world::{Answer, Attempt, Claim, Failure, Handler, Hook, Operation, Response, World};

fn unless(is_kept: bool, promise: Broken) -> Result<(), Broken> {
    if is_kept { Ok(()) } else { Err(promise) }
}

impl World {
    pub fn check_end(&self, sends: bool) -> Result<(), Broken> {
        let is_at_rest = self.operation == Operation::None && self.handler != Handler::Runs;
        unless(is_at_rest, "nothing runs after the end")?;
        unless(!self.is_response_open(), "there is a response")?;
        let is_held = self.claim == Claim::Ours || self.turn;
        unless(!is_held || self.release_over, "nothing is held after the end")?;
        let is_over = self.claim_over || self.save_over || self.release_over;
        unless(!is_over || self.told > 0, "what the store did not do is told")?;
        unless(self.told == 0 || self.trouble || !sends, "nothing is told without trouble")?;
        unless(
            self.told == 0 || self.trouble || self.response != Response::Ok,
            "what the response can carry is not told",
        )?;
        unless(self.reported <= 1, "a failure is reported once")?;
        match self.claim {
            Claim::DoneByOther => Ok(()),
            Claim::Done if self.failure != Failure::None => self.check_given_up(sends),
            Claim::Done => self.check_done(),
            _ => self.check_again(),
        }
    }

    fn is_heard(&self) -> bool {
        self.told > 0 || self.reported > 0
    }

    fn check_done(&self) -> Result<(), Broken> {
        if self.save_over {
            return Ok(()); // Nobody knows whether it was committed, which was told.
        }
        unless(self.handler == Handler::Returned, "done after a run")?;
        unless(self.reported == 0, "a success is not reported")?;
        unless(self.written == self.staged, "done with its session")?;
        let comes_with_redelivery = self.remembered && matches!(self.response, Response::Again | Response::Gone);
        let calls = self.calls_out + u8::from(comes_with_redelivery && self.has_call);
        let expected = u8::from(self.has_call);
        unless(calls == expected || self.told > 0 && calls < expected, "done with its call, once")?;
        unless(self.answer != Answer::Pending || self.told > 0, "done with its answer")
    }

    fn check_given_up(&self, sends: bool) -> Result<(), Broken> {
        let is_accepted = self.response == Response::Early;
        let was_to_come = self.will_retry || self.hook == Hook::Retry;
        unless(!was_to_come || self.hook == Hook::Handled || is_accepted, "what is to come again is not done")?;
        unless(self.reported == 1, "what is given up is reported")?;
        unless(!self.written, "a failure keeps no session")?;
        unless(
            self.answer != Answer::Pending || !sends || self.save_over,
            "an answer is sent although the update was given up",
        )
    }

    fn check_again(&self) -> Result<(), Broken> {
        unless(self.response != Response::Ok, "what comes again has no 200")?;
        unless(self.response != Response::Early || self.is_heard(), "what is lost after a 200 is told")?;
        unless(!self.written || self.save_over && self.is_heard(), "what comes again has no session")?;
        unless(!self.effect || self.is_heard(), "what comes again after an effect is told")?;
        if self.is_given_up() {
            return Ok(());
        }
        unless(self.handler != Handler::Returned || self.is_heard(), "a success does not come again")?;
        let is_by_store = self.save_over || self.claim == Claim::Other;
        let has_cause = self.failure != Failure::None || is_by_store || self.claim_over || self.release_over;
        unless(has_cause, "nothing comes again without a cause")?;
        unless(is_by_store || self.response != Response::Early, "what is accepted does not come again by choice")?;
        if self.failure == Failure::None || is_by_store {
            return Ok(());
        }
        unless(self.reported == 1, "a failure is reported")?;
        unless(self.hook != Hook::Handled, "what was handled does not come again")?;
        let is_last =
            self.failure == Failure::Lasting || self.failure == Failure::Passing && self.attempt != Attempt::Early;
        unless(!is_last || self.hook == Hook::Retry, "attempts end")
    }
}
