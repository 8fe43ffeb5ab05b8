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
  /** What stands before the first text, and then each text with what follows it up to the next one. */
  const sections = [""];
  for (const [index, part] of pattern.trim().split(/(\{[^{}]*\})/).entries()) {
    let source: string;
    if (index % 2 === 0 && !/[{}]/.test(part)) source = part.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");
    else {
      const [, name, isInteger] = FIELD.exec(part) ?? [];
      if (!name || part !== `{${name}${isInteger ?? ""}}`) throw new ValidationError("hears", "pattern", "fields such as {name} and {count:integer}", part);
      if (isInteger) integers.push(name);
      else sections.push("");
      source = `(?<${name}>${isInteger ? "[+-]?\\d{1,15}" : ".+?"})`;
    }
    sections[sections.length - 1] += source;
  }
  try {
    return [new RegExp(`^${joined(sections)}$`, "isu"), integers];
  } catch {
    throw new ValidationError("hears", "pattern", "fields with different names that do not begin with a digit", pattern);
  }
}

/**
 * Joins sections so that each one takes the first place where it fits, and keeps it. An expression that tries all combinations of places
 * would take minutes for a long message.
 */
function joined([start = "", ...sections]: string[]): string {
  const groupsIn = (source: string): number => source.split("(?<").length - 1;
  let groups = groupsIn(start);
  return start + sections.map((section, index) => {
    if (index === sections.length - 1) return section;
    const kept = `(?=(${section}))\\${groups + 1}`;
    groups += 1 + groupsIn(section);
    return kept;
  }).join("");
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
 * characters or an integer. A text ends where what follows it first fits. Braces stand for fields only. A regular expression is used as
 * it is; its fields are its named groups.
 *
 * @throws ValidationError if the pattern or the handler is invalid.
 */
export function hears<Pattern extends string | RegExp>(
  pattern: Pattern,
  handler: (message: Message & { readonly text: string }, fields: HeardFields<Pattern>, context: BotContext<"message">) => HandlerReturn,
): UpdateHandler {
  const apiName = "hears";
  option(apiName, "handler", handler ?? null, FUNCTION);
  const isText = typeof pattern === "string";
  const [expression, integers] = isText ? parsed(pattern) : [copyOf(pattern), []];
  const handle: UpdateHandler = ({ message }, context) => {
    const text = message?.text;
    const match = text === undefined ? null : expression.exec(isText ? text.trim() : text);
    if (!match) return pass;
    const fields: Record<string, unknown> = { ...match.groups };
    for (const name of integers) fields[name] = Number(fields[name]);
    return handler(message as any, fields as any, context as BotContext<any>);
  };
  return withKinds(handle, ["message"]);
}
