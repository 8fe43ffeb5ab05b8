// Compares the answers of a bot with those of a scenario.

import type { ExpectedText, ScenarioAnswer, ScenarioStep } from "./types.js";

/** A line of a comparison: in both, only expected, or only received. */
export interface ComparedLine {
  readonly mark: " " | "-" | "+";
  readonly answer: ScenarioAnswer;
}

/** Returns whether every expected answer may be there, so that nothing more is waited for. */
export function isComplete(expected: readonly ScenarioAnswer[], received: readonly ScenarioAnswer[]): boolean {
  const count = (answers: readonly ScenarioAnswer[], place: string): number => answers.filter((answer) => placeOf(answer) === place).length;
  return expected.every((answer) => count(received, placeOf(answer)) >= count(expected, placeOf(answer)));
}

/**
 * Compares answers in the order of each chat, because a bot may work for several chats at once. Answers to queries are in no
 * chat. Returns no lines if all are equal.
 */
export function compare(expected: readonly ScenarioAnswer[], received: readonly ScenarioAnswer[]): ComparedLine[] {
  const places = [...new Set([...expected, ...received].map(placeOf))];
  const lines = places.flatMap((place) => compareInOrder(expected.filter((answer) => placeOf(answer) === place), received.filter((answer) => placeOf(answer) === place)));
  return lines.every(({ mark }) => mark === " ") ? [] : lines;
}

/** Answers to a query follow each other whatever happens in chats. */
const placeOf = ({ chat, method }: ScenarioAnswer): string => chat ?? method.toLowerCase();

/** The longest common part, and what is only in one of them. */
function compareInOrder(expected: readonly ScenarioAnswer[], received: readonly ScenarioAnswer[]): ComparedLine[] {
  const lengths = Array.from({ length: expected.length + 1 }, () => Array<number>(received.length + 1).fill(0));
  for (let one = expected.length - 1; one >= 0; one--) {
    for (let other = received.length - 1; other >= 0; other--) {
      lengths[one]![other] = isEqual(expected[one]!, received[other]!) ? lengths[one + 1]![other + 1]! + 1 : Math.max(lengths[one + 1]![other]!, lengths[one]![other + 1]!);
    }
  }
  const lines: ComparedLine[] = [];
  let [one, other] = [0, 0];
  while (one < expected.length || other < received.length) {
    if (one < expected.length && other < received.length && isEqual(expected[one]!, received[other]!)) {
      lines.push({ mark: " ", answer: received[other]! });
      one++;
      other++;
    } else if (other >= received.length || (one < expected.length && lengths[one + 1]![other]! >= lengths[one]![other + 1]!)) lines.push({ mark: "-", answer: expected[one++]! });
    else lines.push({ mark: "+", answer: received[other++]! });
  }
  return lines;
}

function isEqual(expected: ScenarioAnswer, received: ScenarioAnswer): boolean {
  const names = new Set([...Object.keys(expected), ...Object.keys(received)]) as Set<keyof ScenarioAnswer>;
  return [...names].every((name) => {
    const [wanted, got] = [expected[name], received[name]];
    if (name === "method") return expected.method.toLowerCase() === received.method.toLowerCase();
    if (name === "text" || name === "caption") return fits(wanted as ExpectedText | undefined, got as string | undefined);
    // A false flag is the same as none, except of `ok`.
    return JSON.stringify(wanted ?? (name === "ok" ? undefined : false)) === JSON.stringify(got ?? (name === "ok" ? undefined : false));
  });
}

function fits(wanted: ExpectedText | undefined, got: string | undefined): boolean {
  return typeof wanted === "object" ? new RegExp(wanted.pattern, "su").test(got ?? "") : wanted === got;
}

/** Formats an answer in a line. */
export function answerLine({ method, chat, ...others }: ScenarioAnswer): string {
  const rest = JSON.stringify(others);
  return [method, chat === undefined ? "" : `to ${chat}`, rest === "{}" ? "" : rest].filter(Boolean).join(" ");
}

/** Formats a step in a line, such as `step 3: alice: press {"text":"More"}`. */
export function stepLine(index: number, { act, expect: _, user, file, ...others }: ScenarioStep): string {
  const rest = JSON.stringify({ ...others, ...(file !== undefined && { file: (file as { name?: string }).name ?? "…" }) });
  return `step ${index + 1}: ${user === undefined ? "" : `${String(user)}: `}${act}${rest === "{}" ? "" : ` ${rest}`}`;
}
