//! A step of a sequence. Numbers select from the world's state when it runs, so that shrinking keeps it valid.

use proptest::prelude::{Just, Strategy, any, prop_oneof};

#[derive(Debug, Clone)]
pub enum Step {
    /// A call of a bot: the method, and the choices of its parameters.
    Call {
        bot: u8,
        method: u8,
        choices: Vec<u8>,
    },
    /// An action of a user: the action, and the choices of its parameters.
    Act {
        act: u8,
        choices: Vec<u8>,
    },
    /// Makes the deliveries that are due, and answers them.
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
    /// Saves and loads the twin.
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
