//! Visits every state of machine and world.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

use botwire::policy::delivery::{Actions, Config, Event, Rule, State};

use super::possible::possible;
use super::world::{Setting, World};

/// Every setting, those first whose state space finds most faults.
pub fn settings() -> Vec<Setting> {
    let mut all = Vec::new();
    for bits in (0..8).rev() {
        let [sends, inline, accepts] = [1, 2, 4].map(|bit| bits & bit != 0);
        let config = Config { accepts, inline, sends };
        for is_query in [true, false] {
            // Without a bot, only the response can carry a call.
            if sends || inline {
                all.push(Setting { config, is_webhook: true, is_query });
            }
            if sends && !inline && !accepts {
                all.push(Setting { config, is_webhook: false, is_query });
            }
        }
    }
    all
}

#[derive(Default)]
pub struct Visited {
    pub worlds: usize,
    pub steps: usize,
    pub states: usize,
}

/// Visits every state from the start. Fails with the first promise that is broken.
pub fn explore(rules: &[Rule], setting: Setting) -> Result<Visited, String> {
    if rules.iter().any(may_repeat) {
        return Err("a step may never end".to_owned());
    }
    let mut stepper = Stepper { rules, known: Map::default() };
    let start = World::new(setting.config);
    let mut numbers: Map<World, u32> = Map::default();
    numbers.insert(start, 0);
    let (mut worlds, mut next, mut steps) = (vec![start], 0, 0);
    // The steps that do not repeat anything.
    let mut forward: Vec<(u32, u32)> = Vec::new();
    while let Some(world) = worlds.get(next).copied() {
        let events = possible(&world, setting);
        let is_outside = |event| {
            matches!(
                event,
                Event::Deadline | Event::Gone | Event::Stop | Event::LeaseLost | Event::Answered | Event::Dropped
            )
        };
        if !world.machine.is_ended() && !world.is_dropped && events.iter().all(|(event, _)| is_outside(*event)) {
            return Err(format!("nothing happens any more: {world:?}"));
        }
        for happening in events {
            let mut after = world;
            after.happen(happening);
            let (machine, actions) = stepper.step(world.machine, happening.0);
            if (machine, happening.0) == (world.machine, Event::Start) {
                return Err("an update does not begin".to_owned());
            }
            after.machine = machine;
            let is_kept = after.perform(actions, setting).and_then(|()| after.check(&world, happening, setting));
            is_kept.map_err(|promise| format!("{promise}: {happening:?} with {actions:?} from {world:?}"))?;
            steps += 1;
            let count = u32::try_from(worlds.len()).expect("fewer states");
            let number = match numbers.entry(after) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(place) => {
                    worlds.push(after);
                    *place.insert(count)
                }
            };
            let is_notice = matches!(happening.0, Event::Answered | Event::Gone | Event::Stop);
            let is_ignored = is_notice && after == world;
            let is_repeated = matches!(happening.0, Event::Busy | Event::StoreFailed | Event::WaitBegan);
            if !is_repeated && !is_ignored {
                forward.push((u32::try_from(next).expect("fewer states"), number));
            }
        }
        next += 1;
    }
    let states = worlds.iter().map(|world| world.machine).collect::<std::collections::HashSet<_>>().len();
    if ends(worlds.len(), &forward) {
        Ok(Visited { worlds: worlds.len(), steps, states })
    } else {
        Err("an update may never end, although nothing is repeated".to_owned())
    }
}

/// Returns true if a rule continues with its own inner step in a state that it fits again.
fn may_repeat(rule: &Rule) -> bool {
    let is_own = rule.then.is_some_and(|step| rule.events >> step & 1 == 1);
    let removed = rule.clears & !rule.sets;
    is_own && rule.all & removed == 0 && rule.none & rule.sets == 0 && (rule.any == 0 || rule.any & !removed != 0)
}

/// Returns true if no steps form a circle. The steps are in the order of their origin.
fn ends(count: usize, forward: &[(u32, u32)]) -> bool {
    let mut arrivals = vec![0_u32; count];
    for (_, to) in forward {
        arrivals[*to as usize] += 1;
    }
    let mut free: Vec<usize> = (0..count).filter(|number| arrivals[*number] == 0).collect();
    let mut removed = 0;
    while let Some(number) = free.pop() {
        removed += 1;
        let first = forward.partition_point(|(from, _)| (*from as usize) < number);
        for (_, to) in forward[first..].iter().take_while(|(from, _)| *from as usize == number) {
            arrivals[*to as usize] -= 1;
            if arrivals[*to as usize] == 0 {
                free.push(*to as usize);
            }
        }
    }
    removed == count
}

/// The machine, with its steps remembered.
struct Stepper<'a> {
    rules: &'a [Rule],
    known: Map<(State, Event), (State, Actions)>,
}

impl Stepper<'_> {
    fn step(&mut self, state: State, event: Event) -> (State, Actions) {
        *self.known.entry((state, event)).or_insert_with(|| state.step_by(self.rules, event))
    }
}

type Map<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;

/// A hash that is quick without optimization.
#[derive(Default)]
struct Quick(u64);

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_isize(&mut self, value: isize) {
        self.write_u64(value.unsigned_abs() as u64);
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}
