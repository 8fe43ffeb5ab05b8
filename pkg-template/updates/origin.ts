// The origin of an update: its chat and its user.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import type { Update } from "../types.js";
import { UPDATE_KINDS as KINDS } from "../policy.js";

/** Returns the first identifier that `idIn` finds in an update, whose kind comes before other fields. `name` is for errors. */
function findId(name: string, update: Update, idIn: (value: any) => unknown): number | undefined {
  try {
    const firstOf = (fields: readonly string[]): number | undefined => {
      for (const field of fields) {
        const id = idIn((update as any)[field]);
        if (typeof id === "number") return id;
      }
    };
    return firstOf(KINDS) ?? firstOf(Object.keys(update).sort());
  } catch {
    throw new ValidationError(name, "", "an Update", describe(update));
  }
}

/**
 * Returns the identifier of the chat of an update. An update without a chat, such as an inline query, belongs to the private
 * chat of its user.
 *
 * ```ts
 * const key = `chat:${chatIdOf(update)}`;
 * ```
 *
 * @returns The identifier. `undefined` only for an update of an unknown kind without a chat and a user.
 * @throws ValidationError if the argument is not an update.
 */
export function chatIdOf(update: Update): number | undefined {
  return findId("chatIdOf", update, (value) => (value?.chat ?? value?.message?.chat ?? value?.from)?.id);
}

/**
 * Returns the identifier of the user who caused an update, for example by writing, pressing a button, typing a query or paying.
 *
 * @returns The identifier. `undefined` for a post in a channel, which has no user.
 * @throws ValidationError if the argument is not an update.
 */
export function userIdOf(update: Update): number | undefined {
  return findId("userIdOf", update, (value) => value?.from?.id);
}
