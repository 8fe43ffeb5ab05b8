//! Everything that may happen in a world.

use botwire::policy::delivery::{Event, State};

use super::world::{Answer, Claim, Handler, Operation, Setting, World};

/// What really happened, where an event does not say it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Twist {
    None,
    /// The operation that failed was carried out all the same.
    CarriedOut,
    /// The sessions were saved, which have another store, and the update was not.
    SessionsOnly,
    /// The session that is refused belongs to another delivery, whose turn it is.
    TurnTaken,
    /// The update belongs to another delivery now.
    Taken,
    /// The wait ended with the turn.
    Granted,
    /// The response is too long to be remembered.
    NoText,
}

pub type Happening = (Event, Twist);

/// Everything that may happen in this world.
pub fn possible(world: &World, setting: Setting) -> Vec<Happening> {
    let mut events = Vec::new();
    if world.machine == State::new(setting.config) {
        return vec![(Event::Start, Twist::None)];
    }
    if world.is_dropped || world.machine.is_ended() {
        return events;
    }
    if !world.is_paused {
        results(world, setting, &mut events);
    }
    if world.handler == Handler::Runs {
        inside(world, setting, &mut events);
    }
    let mut add = |event, is_possible: bool| events.extend(is_possible.then_some((event, Twist::None)));
    // A task of `waitUntil` may have an effect or answer after the handler.
    let has_run = matches!(world.handler, Handler::Returned | Handler::Threw);
    let may_have_effect = matches!(world.operation, Operation::Check | Operation::Report | Operation::Save(_));
    add(Event::Effect, has_run && may_have_effect && !world.effect);
    add(Event::Answered, has_run && may_answer(world, setting));
    add(Event::Deadline, setting.is_webhook && !world.was_deadline);
    add(Event::Gone, setting.is_webhook);
    add(Event::Dropped, true);
    add(Event::Stop, !setting.is_webhook);
    let may_lose = !world.is_lease_lost && world.claim == Claim::Ours;
    add(Event::LeaseLost, may_lose);
    events.extend(may_lose.then_some((Event::LeaseLost, Twist::Taken)));
    events
}

/// True if `answer()` does not fail. It may be called again, which the machine ignores.
fn may_answer(world: &World, setting: Setting) -> bool {
    setting.is_query && (setting.config.sends || world.is_response_open() && !world.has_call)
}

/// The results of the operation in flight.
fn results(world: &World, setting: Setting, events: &mut Vec<Happening>) {
    let mut add = |list: &[Event]| events.extend(list.iter().map(|event| (*event, Twist::None)));
    match world.operation {
        Operation::None => {}
        Operation::Claim if world.is_claim_cancelled => {
            add(&[Event::Cancelled, Event::Owned, Event::OwnedLast, Event::OwnedOver]);
        }
        Operation::Claim => {
            add(&[Event::Owned, Event::OwnedLast, Event::OwnedOver, Event::Busy, Event::Done, Event::DoneRemembered]);
            add(&[Event::StoreFailed, Event::StoreOver]);
        }
        // Two calls, and no bot for the second one: the check refuses that.
        Operation::Check if !setting.config.sends && world.has_call && world.answer == Answer::Pending => {
            add(&[Event::ThrewLasting]);
        }
        Operation::Check => {
            add(&[Event::Checked, Event::ThrewStore, Event::ThrewPassing, Event::ThrewLasting]);
            events.extend(setting.config.inline.then_some((Event::Checked, Twist::NoText)));
        }
        Operation::Report => add(&[Event::ReportedPlain, Event::ReportedRetry, Event::ReportedHandled]),
        Operation::Save(save) => {
            add(&[Event::StoreFailed, Event::StoreOver]);
            let is_done = world.claim == Claim::Done;
            let saved = if save.text && !world.no_text { Event::SavedRemembered } else { Event::Saved };
            if world.claim != Claim::Other {
                events.extend([(saved, Twist::None)]);
                events.extend([Event::StoreFailed, Event::StoreOver].map(|event| (event, Twist::CarriedOut)));
            }
            if !is_done {
                events.push((Event::SaveRefused, Twist::Taken));
            }
            if save.sessions && !is_done {
                let failures = [Event::StoreFailed, Event::StoreOver, Event::SaveRefused];
                events.extend(failures.map(|event| (event, Twist::SessionsOnly)));
                events.extend(world.turn.then_some((Event::SaveRefused, Twist::TurnTaken)));
            }
        }
        Operation::Send => add(&[Event::Sent, Event::SendFailed]),
        Operation::Release => {
            add(&[Event::Released, Event::StoreFailed, Event::StoreOver]);
            events.push((Event::StoreFailed, Twist::CarriedOut));
        }
    }
}

/// What a running handler does.
fn inside(world: &World, setting: Setting, events: &mut Vec<Happening>) {
    if world.waits {
        events.extend([(Event::WaitOver, Twist::Granted), (Event::WaitOver, Twist::None)]);
        return;
    }
    let mut add = |event, is_possible| events.extend(bool::then_some(is_possible, (event, Twist::None)));
    add(Event::WaitBegan, !world.turn || world.is_doomed);
    add(Event::Effect, !world.effect);
    add(Event::Answered, may_answer(world, setting));
    add(Event::Staged, world.turn && !world.staged);
    add(Event::ReturnedAnswer, world.answer != Answer::None);
    for event in
        [Event::ReturnedNothing, Event::ReturnedCall, Event::ThrewStore, Event::ThrewPassing, Event::ThrewLasting]
    {
        add(event, true);
    }
}
