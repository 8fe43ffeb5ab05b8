// Values that are sent as they are, inside of parameters that are checked.

/** The name of the value in what {@link unchecked} returns. The same in every copy of the package. */
const VALUE: unique symbol = Symbol.for("botwire.unchecked") as never;

/** `received` of the fault that the engine finds in place of such a value. */
export const UNCHECKED = "an unchecked value";

/**
 * Marks a value in parameters, which is then sent as it is while everything around it is checked: a kind of button, a field or a
 * value of an enumeration that a newer service knows. It fits anywhere in parameters, and files in it are uploaded.
 * What JSON cannot hold, and null, is refused in it too.
 *
 * ```ts
 * await bot.sendMessage({ chat_id, text: "<b>Hi</b>", parse_mode: unchecked("HTML5") });
 * ```
 */
export const unchecked = (value: unknown): any => ({ [VALUE]: value });

/** Whether {@link unchecked} has made the object. */
export const isUnchecked = (value: object): boolean => VALUE in value;

/** The value that was marked. */
export const markedValue = (value: object): unknown => (value as { [VALUE]?: unknown })[VALUE];
