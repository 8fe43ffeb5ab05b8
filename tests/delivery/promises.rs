//! What the machine does to the world, and what is promised in every state.

use botwire::policy::delivery::{Action, Actions, Event};

use super::possible::Happening;
use super::world::{Answer, Attempt, Claim, Failure, Handler, Hook, Operation, Response, Save, Setting, World};

/// A promise that was broken.
pub type Broken = &'static str;

fn unless(is_kept: bool, promise: Broken) -> Result<(), Broken> {
    if is_kept { Ok(()) } else { Err(promise) }
}

impl World {
    fn may_send_call(&self) -> bool {
        self.has_call && self.calls_out == 0 && self.failure == Failure::None
    }

    fn begin(&mut self, operation: Operation) -> Result<(), Broken> {
        unless(self.operation == Operation::None, "one operation at a time")?;
        (self.operation, self.is_paused) = (operation, false);
        Ok(())
    }

    /// Does what the machine says after an event.
    pub fn perform(&mut self, actions: Actions, setting: Setting) -> Result<(), Broken> {
        actions.into_iter().try_for_each(|action| self.act(action, setting))
    }

    fn act(&mut self, action: Action, setting: Setting) -> Result<(), Broken> {
        let config = setting.config;
        match action {
            Action::Claim => self.begin(Operation::Claim)?,
            Action::AskAgain => {
                unless(self.is_paused, "only what has failed is asked again")?;
                self.is_paused = false;
            }
            Action::Cancel => {
                let is_asked = self.operation == Operation::Claim && !self.is_claim_cancelled;
                unless(is_asked, "a claim in flight is cancelled, once")?;
                (self.is_claim_cancelled, self.is_paused) = (true, false);
            }
            Action::Run => {
                let may_run = self.handler == Handler::NotYet && self.claim == Claim::Ours;
                unless(may_run, "the handler runs once, with the claim")?;
                unless(!self.is_doomed && self.is_response_open(), "what was given up does not run")?;
                self.handler = Handler::Runs;
            }
            Action::CancelWait => {
                let waits = self.waits && !self.is_wait_cancelled;
                unless(waits && self.is_doomed, "a wait of what was given up is cancelled, once")?;
                self.is_wait_cancelled = true;
            }
            Action::SignalLater => self.is_signalled = true,
            Action::Check => {
                unless(self.handler == Handler::Returned, "the check follows the handler")?;
                self.begin(Operation::Check)?;
            }
            Action::ReportRetry | Action::ReportLast => self.report(action == Action::ReportRetry, setting)?,
            Action::Tell => self.told = 2.min(self.told + 1),
            Action::SaveDone => self.save(Save { sessions: false, text: false }, setting)?,
            Action::SaveDoneRemember => self.save(Save { sessions: false, text: true }, setting)?,
            Action::SaveAll => self.save(Save { sessions: true, text: false }, setting)?,
            Action::SaveAllRemember => self.save(Save { sessions: true, text: true }, setting)?,
            Action::Send => {
                unless(self.claim == Claim::Done && self.may_send_call(), "a call is sent once, after the commit")?;
                unless(config.sends, "only a bot sends a call")?;
                self.begin(Operation::Send)?;
            }
            Action::SendAnswer => {
                unless(self.answer == Answer::Pending, "an answer is sent once")?;
                unless(config.sends, "only a bot sends an answer")?;
                let is_late = !self.is_response_open() || self.claim == Claim::Done;
                unless(is_late, "an answer is kept for the response")?;
                let is_too_early = self.handler == Handler::Runs && self.is_given_up();
                unless(!is_too_early, "what was given up has no effect")?;
                self.answer = Answer::Sent;
            }
            Action::RespondOk | Action::RespondContent | Action::RespondRemembered => self.respond(action, setting)?,
            Action::RespondAgain => {
                unless(self.is_response_open(), "there is one response")?;
                self.response = Response::Again;
            }
            Action::Release | Action::ReleaseRefund => self.release(action == Action::Release)?,
        }
        Ok(())
    }

    fn report(&mut self, will_retry: bool, setting: Setting) -> Result<(), Broken> {
        self.begin(Operation::Report)?;
        unless(!self.is_given_up(), "what was given up while it waited is no failure")?;
        self.reported += 1;
        self.will_retry = will_retry;
        if self.failure == Failure::None {
            // Attempts that are used up, or a call that nothing can carry any more.
            let is_over = self.attempt == Attempt::Over;
            let is_stuck = !setting.config.sends && !self.is_response_open() && self.has_content();
            unless(is_over || is_stuck, "there is something to report")?;
            self.failure = if is_over { Failure::Lasting } else { Failure::Store };
            self.trouble |= !is_over;
        }
        let comes_again = match self.failure {
            Failure::Store => true,
            Failure::Passing => !self.effect && self.attempt == Attempt::Early,
            _ => false,
        };
        unless(will_retry == (comes_again && self.response != Response::Early), "the table of failures")
    }

    fn save(&mut self, save: Save, setting: Setting) -> Result<(), Broken> {
        if self.is_dropped {
            unless(!self.released_when_dropped, "what is released cannot be saved")?;
            self.saved_when_dropped = true;
            return Ok(());
        }
        unless(self.handler != Handler::Runs, "nothing is saved while the handler runs")?;
        let is_success = self.failure == Failure::None && self.handler == Handler::Returned;
        unless(is_success || !save.sessions, "a failure saves no session")?;
        unless(self.is_checked || !self.has_call || !is_success, "the call is checked before the commit")?;
        let can_leave = setting.config.sends || self.is_response_open() || !self.has_content();
        unless(can_leave || !is_success || self.written, "nothing is committed that cannot leave")?;
        unless(self.claim != Claim::Done, "an update is saved once")?;
        let may_carry = setting.config.inline && self.is_response_open() && self.has_content();
        unless(!save.text || may_carry, "a text is remembered if the response carries it")?;
        self.begin(Operation::Save(save))
    }

    fn respond(&mut self, action: Action, setting: Setting) -> Result<(), Broken> {
        let config = setting.config;
        unless(self.is_response_open(), "there is one response")?;
        let runs_on = self.handler == Handler::Runs && !self.waits && !self.is_lease_lost;
        self.response = match self.claim {
            Claim::Done | Claim::DoneByOther => Response::Ok,
            _ if config.accepts && runs_on => Response::Early,
            _ => return Err("200 only after the commit, or while the handler runs and may go on"),
        };
        if action != Action::RespondContent {
            let is_known = self.claim == Claim::DoneByOther;
            return unless(is_known || !config.inline || !self.has_content(), "the response carries what it can");
        }
        unless(config.inline && self.has_content(), "there is something to carry")?;
        let is_call = self.has_call && self.failure == Failure::None && self.handler != Handler::Runs;
        let is_known = self.response == Response::Ok && !self.no_text && (is_call || !self.answered_late);
        unless(self.remembered || !is_known, "a response is remembered")?;
        if is_call {
            self.calls_out += 1;
        } else {
            self.answer = Answer::Sent;
        }
        Ok(())
    }

    fn release(&mut self, counts: bool) -> Result<(), Broken> {
        if self.is_dropped {
            self.released_when_dropped = true;
            return Ok(());
        }
        unless(self.handler != Handler::Runs, "nothing is released while the handler runs")?;
        let has_failed = matches!(self.failure, Failure::Passing | Failure::Lasting) && !self.is_given_up();
        let comes_again = self.hook == Hook::Retry && self.response != Response::Early;
        let is_taken_back = comes_again && self.attempt != Attempt::Early;
        let is_ours = self.claim == Claim::Ours;
        unless(!is_ours || counts == (has_failed && !is_taken_back), "only failures of the handler use up an attempt")?;
        self.begin(Operation::Release)
    }

    /// Checks what is promised after each step.
    pub fn check(&self, before: &Self, (event, _): Happening, setting: Setting) -> Result<(), Broken> {
        let config = setting.config;
        let runs = self.handler == Handler::Runs;
        if event == Event::Deadline && before.is_response_open() && !self.machine.is_ended() {
            let is_before_the_end = matches!(self.operation, Operation::Check | Operation::Save(_));
            let may_carry = runs && !self.is_given_up() || is_before_the_end && self.has_content();
            let waits_for_it = may_carry && !config.sends;
            unless(
                self.is_response_open() == waits_for_it,
                "at the deadline there is a response, unless only it can carry a call",
            )?;
            let is_late = !self.is_response_open() && runs && !self.is_given_up();
            unless(!is_late || self.is_signalled, "a late handler gets its signal")?;
            let may_go_on = runs && config.accepts && !self.waits && !self.is_lease_lost && !self.is_given_up();
            unless(!may_go_on || !config.sends || self.response == Response::Early, "a running handler is accepted")?;
        }
        let is_wait_over = !self.waits || self.is_wait_cancelled;
        unless(!self.is_given_up() || is_wait_over, "what was given up does not wait")?;
        let is_claim_over = self.operation != Operation::Claim || self.is_claim_cancelled;
        unless(!self.is_doomed || is_claim_over, "what was given up does not ask for its claim")?;
        let is_late = self.answer == Answer::Pending && runs && !self.is_response_open() && !self.is_doomed;
        unless(
            !is_late || !config.sends || self.is_dropped,
            "an answer that the response cannot carry is sent at once",
        )?;
        if self.is_dropped {
            return self.check_dropped(before);
        }
        let is_ok = matches!(self.response, Response::Ok | Response::Early);
        let knows_response = self.knows("open") == self.is_response_open() && self.knows("ok") == is_ok;
        unless(knows_response, "the machine knows the response")?;
        unless(self.machine.waits() == self.waits, "the machine knows whether the handler waits")?;
        unless(self.machine.is_given_up() == self.is_doomed, "the machine knows what it gave up")?;
        if self.machine.is_ended() { self.check_end(config.sends) } else { Ok(()) }
    }

    fn check_dropped(&self, before: &Self) -> Result<(), Broken> {
        unless(self.machine.is_ended(), "what is dropped has ended")?;
        unless(!self.saved_when_dropped || self.effect, "what is dropped before an effect comes again")?;
        let is_held = before.claim == Claim::Ours || before.turn;
        unless(!is_held || self.released_when_dropped, "what is dropped holds nothing")?;
        let claims = before.operation == Operation::Claim && !before.is_claim_cancelled;
        unless(!claims || self.is_claim_cancelled, "what is dropped does not claim")?;
        let is_told = self.told > 0;
        unless(before.operation != Operation::Send || is_told, "a call that was dropped is told")?;
        let is_settled =
            matches!(self.claim, Claim::Done | Claim::DoneByOther) || before.operation == Operation::Release;
        let is_lost = self.effect && before.claim == Claim::Ours && !is_settled;
        unless(!is_lost || self.saved_when_dropped && is_told, "what is dropped after an effect is done, and told")?;
        unless(
            self.response != Response::Early || is_settled || is_told,
            "an update that is dropped after a 200 is reported",
        )?;
        let is_silent = before.told == self.told || self.effect || self.response == Response::Early;
        unless(
            is_silent || before.operation == Operation::Send,
            "an update that comes again after it was dropped is not reported",
        )
    }
}
