//! What an event changes in the world, before the machine hears of it.

use botwire::policy::delivery::Event;

use super::possible::{Happening, Twist};
use super::world::{Answer, Attempt, Claim, Failure, Handler, Hook, Operation, Response, Save, World};

impl World {
    /// Carries out what happened.
    pub fn happen(&mut self, (event, twist): Happening) {
        let was_waiting = self.waits || (self.operation == Operation::Claim && !self.is_claim_cancelled);
        match event {
            Event::Start | Event::Busy => self.is_paused = event == Event::Busy,
            Event::Owned | Event::OwnedLast | Event::OwnedOver => {
                self.end();
                self.claim = Claim::Ours;
                self.attempt = match event {
                    Event::OwnedLast => Attempt::Last,
                    Event::OwnedOver => Attempt::Over,
                    _ => Attempt::Early,
                };
            }
            Event::Done | Event::DoneRemembered => {
                self.end();
                self.claim = Claim::DoneByOther;
            }
            Event::StoreFailed => {
                self.is_paused = true;
                self.carry_out(twist);
            }
            Event::StoreOver => self.store_over(twist),
            Event::WaitBegan => (self.waits, self.is_wait_cancelled) = (true, false),
            Event::WaitOver => {
                self.waits = false;
                self.turn |= twist == Twist::Granted;
            }
            Event::Effect => self.effect = true,
            Event::Staged => self.staged = true,
            Event::Answered if self.answer == Answer::None => {
                self.answer = Answer::Pending;
                self.answered_late = matches!(self.operation, Operation::Save(_));
            }
            Event::ReturnedNothing => self.handler = Handler::Returned,
            Event::ReturnedCall => (self.handler, self.has_call) = (Handler::Returned, true),
            Event::ReturnedAnswer => {
                self.handler = Handler::Returned;
                if self.answer == Answer::Pending {
                    (self.has_call, self.answer) = (true, Answer::Returned);
                }
            }
            Event::ThrewStore | Event::ThrewPassing | Event::ThrewLasting => self.fail(event),
            Event::Checked => {
                self.end();
                self.is_checked = true;
                self.no_text = twist == Twist::NoText;
            }
            Event::ReportedRetry | Event::ReportedHandled => {
                self.end();
                self.hook = if event == Event::ReportedRetry { Hook::Retry } else { Hook::Handled };
            }
            Event::Saved | Event::SavedRemembered | Event::Released => {
                self.carry_out(Twist::CarriedOut);
                self.end();
            }
            Event::SaveRefused => {
                (self.save_over, self.trouble) = (true, true);
                self.carry_out(twist);
                if twist == Twist::TurnTaken {
                    self.turn = false;
                } else {
                    self.claim = Claim::Other;
                }
                self.end();
            }
            Event::Sent => {
                self.calls_out += 1;
                self.end();
            }
            Event::SendFailed => {
                self.trouble = true;
                self.end();
            }
            Event::Cancelled | Event::ReportedPlain => self.end(),
            Event::Deadline => self.was_deadline = true,
            Event::Gone | Event::Answered | Event::Stop => {}
            Event::LeaseLost => {
                self.is_lease_lost = true;
                if twist == Twist::Taken {
                    self.claim = Claim::Other;
                }
            }
            Event::Dropped => self.is_dropped = true,
        }
        let gives_up = matches!(event, Event::Deadline | Event::Gone | Event::Stop);
        self.is_doomed |= gives_up && was_waiting && !self.effect && self.is_response_open();
        if event == Event::Gone && self.is_response_open() {
            self.response = Response::Gone;
        }
    }

    fn end(&mut self) {
        self.operation = Operation::None;
    }

    fn carry_out(&mut self, twist: Twist) {
        match self.operation {
            Operation::Release if twist == Twist::CarriedOut => {
                if self.claim == Claim::Ours {
                    self.claim = Claim::Free;
                }
                self.turn = false;
            }
            Operation::Save(Save { sessions, text }) if twist == Twist::CarriedOut => {
                self.written |= sessions;
                self.remembered |= text && !self.no_text;
                self.claim = Claim::Done;
            }
            Operation::Save(_) => self.written |= twist == Twist::SessionsOnly,
            _ => {}
        }
    }

    fn store_over(&mut self, twist: Twist) {
        self.carry_out(twist);
        self.trouble = true;
        match self.operation {
            Operation::Claim => self.claim_over = true,
            Operation::Release => self.release_over = true,
            _ => self.save_over = true,
        }
        self.end();
    }

    fn fail(&mut self, event: Event) {
        if self.operation == Operation::Check {
            self.end();
        } else {
            self.handler = Handler::Threw;
        }
        self.failure = match event {
            Event::ThrewStore => Failure::Store,
            Event::ThrewPassing => Failure::Passing,
            _ => Failure::Lasting,
        };
    }
}
