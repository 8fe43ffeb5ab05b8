// Handles texts that match a pattern, whose fields have types.
import { className, describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { FUNCTION, option } from "../options/parse.js";
import type { Message } from "../types.js";
import type { BotContext, HandlerReturn, UpdateHandler } from "../updates/context.js";
import { withKinds } from "../updates/kinds.js";
import { pass } from "../updates/pass.js";

type FieldOf<Field extends string> = Field extends `${infer Name}:integer` ? { [Key in Name]: number } : { [Key in Field]: string };

/** The fields of a pattern of {@link hears}, with their types. */
export type HeardFields<Pattern> =
  Pattern extends `${string}{${infer Field}}${infer More}` ? FieldOf<Field> & HeardFields<More>
  : Pattern extends string ? {}
  : Record<string, string | undefined>;

const FIELD = /\{(\w+)(:integer)?\}/;

/** Returns the pattern as an expression, and the names of its integers. */
function parsed(pattern: string): [RegExp, string[]] {
  const integers: string[] = [];
  const parts = pattern.trim().split(/(\{[^{}]*\})/).map((part, index) => {
    const isLiteral = index % 2 === 0 && !/[{}]/.test(part);
    if (isLiteral) return part.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");
    const [, name, isInteger] = FIELD.exec(part) ?? [];
    if (!name || part !== `{${name}${isInteger ?? ""}}`) throw new ValidationError("hears", "pattern", "fields such as {name} and {count:integer}", part);
    if (isInteger) integers.push(name);
    return `(?<${name}>${isInteger ? "[+-]?\\d{1,15}" : ".+?"})`;
  });
  try {
    return [new RegExp(`^\\s*${parts.join("")}\\s*$`, "isu"), integers];
  } catch {
    throw new ValidationError("hears", "pattern", "fields with different names that do not begin with a digit", pattern);
  }
}

/** Returns a copy, because a global expression remembers where its last match ended. @throws ValidationError for anything else. */
function copyOf(pattern: RegExp): RegExp {
  try {
    if (className(pattern) === "RegExp") return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ""));
  } catch {
    // The error below.
  }
  throw new ValidationError("hears", "pattern", "a String or a RegExp", describe(pattern));
}

/**
 * Creates a handler of messages whose whole text matches a pattern. It passes all other updates.
 *
 * ```ts
 * hears("buy {count:integer} of {item}", (message, { count, item }) => reply(message, `${count} of ${item}`));
 * hears(/^(?<greeting>hi|hello)\b/i, (message, { greeting }) => reply(message, `${greeting} to you`));
 * ```
 *
 * In a String, upper and lower case are the same, white space matches any white space, and a field in braces is a text of one or more
 * characters or an integer. Braces stand for fields only. A regular expression is used as it is; its fields are its named groups.
 *
 * @throws ValidationError if the pattern or the handler is invalid.
 */
export function hears<Pattern extends string | RegExp>(
  pattern: Pattern,
  handler: (message: Message & { readonly text: string }, fields: HeardFields<Pattern>, context: BotContext<"message">) => HandlerReturn,
): UpdateHandler {
  const apiName = "hears";
  option(apiName, "handler", handler ?? null, FUNCTION);
  const [expression, integers] = typeof pattern === "string" ? parsed(pattern) : [copyOf(pattern), []];
  const handle: UpdateHandler = ({ message }, context) => {
    const match = message?.text === undefined ? null : expression.exec(message.text);
    if (!match) return pass;
    const fields: Record<string, unknown> = { ...match.groups };
    for (const name of integers) fields[name] = Number(fields[name]);
    return handler(message as any, fields as any, context as BotContext<any>);
  };
  return withKinds(handle, ["message"]);
}
