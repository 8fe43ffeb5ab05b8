//! A step of a sequence. Numbers choose among what the world has when the step is taken, so that shrinking leaves it sensible.

use proptest::prelude::{Just, Strategy, any, prop_oneof};

#[derive(Debug, Clone)]
pub enum Step {
    /// A call of a bot: which method, and the choices of its parameters.
    Call {
        bot: u8,
        method: u8,
        choices: Vec<u8>,
    },
    /// An act of a user: which act, and the choices of its parameters.
    Act {
        act: u8,
        choices: Vec<u8>,
    },
    /// What is due to webhooks is delivered, and answered.
    Deliver {
        answer: u8,
    },
    Fault {
        kind: u8,
        choices: Vec<u8>,
    },
    ClearFaults,
    Advance {
        millis: u32,
    },
    /// The twin is saved and loaded.
    Restore,
}

pub fn step() -> impl Strategy<Value = Step> {
    let choices = || proptest::collection::vec(any::<u8>(), 24);
    prop_oneof![
        10 => (any::<u8>(), any::<u8>(), choices()).prop_map(|(bot, method, choices)| Step::Call { bot, method, choices }),
        10 => (any::<u8>(), choices()).prop_map(|(act, choices)| Step::Act { act, choices }),
        3 => any::<u8>().prop_map(|answer| Step::Deliver { answer }),
        1 => (any::<u8>(), choices()).prop_map(|(kind, choices)| Step::Fault { kind, choices }),
        1 => Just(Step::ClearFaults),
        2 => prop_oneof![0..10_000_u32, 0..100_000_000_u32].prop_map(|millis| Step::Advance { millis }),
        3 => Just(Step::Restore),
    ]
}
