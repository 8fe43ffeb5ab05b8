//! The machine of the end of an update, on the sequences of events that JavaScript has too.

use std::collections::HashSet;

use botwire::policy::delivery::{BITS, Config, Event, State};
use serde_json::{Value, json};

/// The bits before the configuration.
const STATE: usize = BITS.len() - 3;

fn vectors() -> Value {
    serde_json::from_str(include_str!("delivery.json")).unwrap()
}

fn start(words: &Value) -> State {
    let has = |name: &str| words.as_str().unwrap().split(' ').any(|word| word == name);
    State::new(Config { accepts: has("accepts"), inline: has("inline"), sends: has("sends") })
}

fn event(name: &Value) -> Event {
    let at = Event::NAMES.iter().position(|event| *event == name).unwrap();
    Event::ALL[at]
}

fn names(state: State) -> String {
    let is_set = |at: &usize| state.bits() >> at & 1 == 1;
    (0..STATE).filter(is_set).map(|at| BITS[at]).collect::<Vec<_>>().join(" ")
}

pub fn ends_of_updates() {
    let vectors = vectors();
    for vector in vectors["sequences"].as_array().unwrap() {
        let mut state = start(&vector["config"]);
        for step in vector["steps"].as_array().unwrap() {
            let (next, actions) = state.step(event(&step["event"]));
            state = next;
            let actions: Vec<String> = actions.into_iter().map(|action| format!("{action:?}")).collect();
            let is = json!({ "event": step["event"], "actions": actions.join(" "), "state": names(state) });
            assert_eq!(&is, step, "{}", vector["why"]);
        }
    }
}

/// Every event in every state: the number of states, and a hash of everything that follows.
pub fn all_states_of_updates() {
    let all = &vectors()["all"];
    let mut queue: Vec<State> = all["configs"].as_array().unwrap().iter().map(start).collect();
    let mut seen: HashSet<State> = queue.iter().copied().collect();
    let (mut next, mut steps, mut digest) = (0, 0, 0x811c_9dc5_u32);
    let mut add = |value: u32| {
        value.to_le_bytes().iter().for_each(|byte| digest = (digest ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    };
    while let Some(state) = queue.get(next).copied() {
        next += 1;
        for event in Event::ALL {
            let (to, actions) = state.step(*event);
            add(to.bits());
            actions.into_iter().for_each(|action| add(action as u32));
            steps += 1;
            if seen.insert(to) {
                queue.push(to);
            }
        }
    }
    assert_eq!(
        (json!(seen.len()), json!(steps), json!(digest)),
        (all["states"].clone(), all["steps"].clone(), all["digest"].clone())
    );
}
