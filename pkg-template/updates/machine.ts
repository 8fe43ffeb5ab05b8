// The end of an update: what to do after each event. The rules are those of src/policy/delivery, which Rust interprets too.
import { BEFORE, BITS, GROUPS, IS_ACCEPTS, IS_ENDED, IS_GIVEN_UP, IS_INLINE, IS_SENDS, IS_WAITS, RULES, type DeliveryAction, type DeliveryEvent } from "./delivery-rules.js";

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

const maskOf = (letters = ""): number => [...letters].reduce((bits, letter) => bits | (1 << BITS.indexOf(letter)), 0);

/** By event and inner step. Read when the first update arrives, because most isolates only make calls. */
let rulesOf: Record<string, Rule[]> | undefined;

function readRules(): Record<string, Rule[]> {
  const byName: Record<string, Rule[]> = {};
  for (const row of RULES.split(";")) {
    const [names = "", phases, all, none, any, clears, sets, actions = "", then] = row.split(",");
    const set = maskOf(sets);
    const cleared = GROUPS.reduce((bits, group) => (set & group ? bits | group : bits), maskOf(clears));
    // -1 has all bits.
    const rule: Rule = [maskOf(phases) || -1, maskOf(all), maskOf(none), maskOf(any) || -1, cleared, set, actions, then];
    for (const name of names) (byName[name] ??= []).push(rule);
  }
  return byName;
}

/** Returns the state before the event `ON_START`. */
export const initialState = ({ accepts, inline, sends }: DeliveryConfig): DeliveryState =>
  BEFORE | (accepts ? IS_ACCEPTS : 0) | (inline ? IS_INLINE : 0) | (sends ? IS_SENDS : 0);

/** Returns the state after an event, and what to do, in this order. An event that no rule fits is ignored. */
export function step(state: DeliveryState, event: DeliveryEvent): readonly [state: DeliveryState, actions: Iterable<DeliveryAction>] {
  let bits: number = state;
  let done = "";
  for (let next: string | undefined = event; next; ) {
    // By index: taking a list apart runs an iterator, and this runs hundreds of times for an update.
    const fits = (rule: Rule): unknown => rule[0] & bits && (rule[1] & bits) === rule[1] && !(rule[2] & bits) && rule[3] & bits;
    const rule: Rule | undefined = (rulesOf ??= readRules())[next]?.find(fits);
    if (!rule) break;
    bits = (bits & ~rule[4]) | rule[5];
    done += rule[6];
    next = rule[7];
  }
  return [bits, done as Iterable<string> as Iterable<DeliveryAction>];
}

/** Returns true if nothing is left to do. Later events are ignored. */
export const isEnded = (state: DeliveryState): boolean => (state & IS_ENDED) !== 0;

/** Returns true if the update was given up while it waited: waits fail at once. */
export const isGivenUp = (state: DeliveryState): boolean => (state & IS_GIVEN_UP) !== 0;

/** Returns true if the handler waits for a turn or a session. A second wait at the same time is an error of the program. */
export const isWaiting = (state: DeliveryState): boolean => (state & IS_WAITS) !== 0;
