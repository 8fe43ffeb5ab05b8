// The end of an update: what to do after each event. The rules are those of src/policy/delivery, which Rust interprets too.
import { BEFORE, IS_ACCEPTS, IS_ENDED, IS_GIVEN_UP, IS_INLINE, IS_SENDS, RULES, type DeliveryAction, type DeliveryEvent } from "./delivery-rules.js";

export type { DeliveryAction, DeliveryEvent };

/** What does not change while an update is handled. */
export interface DeliveryConfig {
  /** `atDeadline` is "accept". */
  readonly accepts: boolean;
  /** The response can carry a call. False for `poll`, and if returned calls are sent as ordinary calls. */
  readonly inline: boolean;
  /** There is a bot that sends ordinary calls. */
  readonly sends: boolean;
}

/** A state of one update, with its configuration. */
export type DeliveryState = number;

type Rule = readonly [phases: number, all: number, none: number, any: number, clears: number, sets: number, actions: string, then: string | undefined];

/** By event and inner step. Read when the first update arrives, because most isolates only make calls. */
let rulesOf: Record<string, Rule[]> | undefined;

/** Returns the state before the event `ON_START`. */
export const initialState = ({ accepts, inline, sends }: DeliveryConfig): DeliveryState =>
  BEFORE | (accepts ? IS_ACCEPTS : 0) | (inline ? IS_INLINE : 0) | (sends ? IS_SENDS : 0);

/** Returns the state after an event, and what to do, an action for each character. An event that no rule fits is ignored. */
export function step(state: DeliveryState, event: DeliveryEvent): readonly [state: DeliveryState, actions: string] {
  let bits: number = state;
  let done = "";
  for (let next: string | undefined = event; next; ) {
    const rule = ruleOf(next, bits);
    if (!rule) break;
    bits = (bits & ~rule[4]) | rule[5];
    done += rule[6];
    next = rule[7];
  }
  return [bits, done];
}

/** Returns the first rule that fits. By index: iterators and closures cost more, and this looks at a hundred rules for an update. */
function ruleOf(name: string, bits: number): Rule | undefined {
  const rules = (rulesOf ??= JSON.parse(RULES) as Record<string, Rule[]>)[name];
  for (let at = 0; rules && at < rules.length; at++) {
    const rule = rules[at]!;
    if (rule[0] & bits && (rule[1] & bits) === rule[1] && !(rule[2] & bits) && rule[3] & bits) return rule;
  }
  return undefined;
}

/** Returns true if nothing is left to do. Later events are ignored. */
export const isEnded = (state: DeliveryState): boolean => (state & IS_ENDED) !== 0;

/** Returns true if the update was given up while it waited: waits fail at once. */
export const isGivenUp = (state: DeliveryState): boolean => (state & IS_GIVEN_UP) !== 0;
