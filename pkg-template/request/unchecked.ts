// Values that are sent unchanged, inside of parameters that are checked.

/** The name of the value in what {@link unchecked} returns. The same in every copy of the package. */
const VALUE: unique symbol = Symbol.for("botwire.unchecked") as never;

/**
 * Marks a value that is sent without checks, while everything around it is still checked. Use it for a button, a field or an
 * enumerated value of a newer service. It works anywhere in parameters, and files in it are uploaded. `null`, and values that
 * JSON cannot represent, are refused.
 *
 * ```ts
 * await bot.sendMessage({ chat_id, text: "<b>Hi</b>", parse_mode: unchecked("HTML5") });
 * ```
 */
export const unchecked = (value: unknown): any => ({ [VALUE]: value });

/** Returns whether {@link unchecked} has created the object. */
export const isUnchecked = (value: object): boolean => VALUE in value;

/** Returns the marked value. */
export const markedValue = (value: object): unknown => (value as { [VALUE]?: unknown })[VALUE];
