// One update of a conversation: runs it over its journal up to the next question, or to its end.
import type { InlineCall } from "../methods.js";
import type { Update } from "../types.js";
import type { Run } from "../handlers/journal.js";
import { type Stop, Steps } from "./steps.js";
import { sourceOf, talkOf } from "./talk.js";
import { ConversationError, type OnceContext, type Talk, type TalkResult } from "./types.js";

/** How an update has moved a conversation. */
export type Advanced = (
  | { readonly kind: "passed" }
  /** A question is open. With an error, it is asked again because a later step failed. */
  | { readonly kind: "asks"; readonly call: InlineCall; readonly error?: unknown }
  | { readonly kind: "broken"; readonly error: unknown }
  | { readonly kind: "ended"; readonly result: TalkResult }
) & {
  /** True if the press of a button was the answer. */
  readonly isPressed: boolean;
};

interface Program {
  readonly body: (talk: Talk<any>) => Promise<TalkResult>;
  readonly maxSteps: number;
  /** Checks that the run can be saved. @throws ValidationError if not. */
  readonly check: () => void;
}

/**
 * Runs a conversation over its journal, which it extends.
 *
 * @param input - The update that may answer the open question.
 * @throws The error of a step before the first question.
 */
export async function advance(program: Program, run: Run, context: OnceContext, input: Update | undefined): Promise<Advanced> {
  const before = run.steps.length;
  let isPressed = false;
  const steps = new Steps(run, input, program.maxSteps);
  const talk = talkOf(run, steps, context, () => (isPressed = true));
  const ending = (async () => program.body(talk))().then(async (result) => {
    await steps.settled();
    return { result };
  });
  ending.catch(() => {}); // After the run has stopped, of something that was not awaited.
  let outcome: Stop | { readonly result: TalkResult };
  try {
    outcome = await Promise.race([ending, steps.stopped]);
  } catch (error) {
    return failed(program, run, context, steps, error, isPressed);
  }
  if ("isPassed" in outcome) return { kind: "passed", isPressed };
  if ("fault" in outcome) return { kind: "broken", error: outcome.fault, isPressed };
  try {
    program.check();
  } catch (error) {
    // The user would wait for nothing. The answer is asked for again.
    delete run.open;
    return failed(program, run, context, steps, error, isPressed);
  }
  // The buttons of the answered question are needed until no later step can fail.
  if (isPressed) removeButtons(context);
  if ("call" in outcome) return { kind: "asks", call: outcome.call, isPressed };
  if (steps.isInputLeft || (run.open !== undefined && run.steps.length === before)) {
    return { kind: "broken", error: new ConversationError("changed", `conversation ${run.name}: it ended before the question «${run.open}»`), isPressed };
  }
  return { kind: "ended", result: outcome.result, isPressed };
}

/** Asks the last question again, and keeps the steps after it that have ended. */
async function failed(program: Program, run: Run, context: OnceContext, steps: Steps, thrown: unknown, isPressed: boolean): Promise<Advanced> {
  const error = steps.causeOf(thrown);
  const last = run.steps.map(({ by }) => by !== undefined).lastIndexOf(true);
  if (last < 0 && run.open === undefined) {
    // Nothing was asked. Whether the update comes again is decided as for any handler, unless it has said something.
    if (!steps.hasActed) throw error;
    return { kind: "broken", error, isPressed };
  }
  const kept = run.kept ?? [];
  // If the answer itself could not be read, its question is still open.
  if (run.open === undefined) {
    kept.unshift(...run.steps.slice(last + 1).filter((step) => step.error === undefined));
    run.steps = run.steps.slice(0, last);
  }
  const again = await advance(program, run, context, undefined);
  if (kept.length > 0) run.kept = kept;
  else delete run.kept;
  return again.kind === "asks" ? { ...again, error, isPressed } : { kind: "broken", error, isPressed };
}

/** Its failure changes nothing for the conversation. */
function removeButtons({ bot, update, waitUntil }: OnceContext): void {
  const message = sourceOf(update);
  if (message) waitUntil(bot.editMessageReplyMarkup({ chat_id: message.chat.id, message_id: message.message_id }).catch(() => {}));
}
