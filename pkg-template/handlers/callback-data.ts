// Callback data with typed fields, packed into the 64 bytes of a button.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { button } from "../keyboards.js";
import { BOOLEAN, checkedOptions, FUNCTION, option, parseOptions, STRING } from "../options/parse.js";
import type { CallbackQuery, InlineKeyboardButton } from "../types.js";
import type { BotContext, HandlerReturn, UpdateHandler } from "../updates/context.js";
import { withKinds } from "../updates/kinds.js";
import { answered } from "./answered.js";
import type { AnsweredOptions } from "./callback-routes.js";
import { pass } from "../updates/pass.js";

/** The type of a field: a text, a safe integer, a boolean, or one of several words. */
export type DataField = "text" | "integer" | "boolean" | readonly string[];

type ValueOf<Field> = Field extends "text" ? string
  : Field extends "integer" ? number
  : Field extends "boolean" ? boolean
  : Field extends readonly (infer Name)[] ? Name
  : never;

/** The values of fields. */
export type DataOf<Fields> = { -readonly [Name in keyof Fields]: ValueOf<Fields[Name]> };

type DataArguments<Fields> = {} extends Fields ? [] : [values: DataOf<Fields>];

/** Callback data with fields, see {@link callbackData}. */
export interface CallbackData<Fields extends Readonly<Record<string, DataField>>> {
  readonly name: string;
  /** Returns the `callback_data` of a button. @throws ValidationError if a value does not fit its field, or the data 64 bytes. */
  pack(...values: DataArguments<Fields>): string;
  /** Creates a button of an inline keyboard. @throws ValidationError as `pack` does. */
  button(label: string, ...values: DataArguments<Fields>): InlineKeyboardButton;
  /** Returns the fields of a button's data, `"old"` if the button was made with other fields, or `undefined` for other data. */
  parse(data: string | undefined): DataOf<Fields> | "old" | undefined;
}

/** The most bytes of the data of a button. */
const MOST_BYTES = 64;
/** The most bytes of an integer in base 36: eleven digits and a sign. */
const INTEGER_BYTES = 12;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Returns two characters that change when the fields change, so that buttons from before the change are known. */
function fingerprint(fields: readonly [string, DataField][]): string {
  let hash = 0;
  for (const character of JSON.stringify(fields)) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) | 0;
  return (hash >>> 0).toString(36).slice(-2).padStart(2, "0");
}

const fits = (field: DataField, value: any): boolean =>
  field === "integer" ? Number.isSafeInteger(value)
  : field === "text" ? typeof value === "string"
  : field === "boolean" ? typeof value === "boolean"
  : field.includes(value);

const write = (field: DataField, value: any): string =>
  field === "integer" ? value.toString(36) : field === "text" ? value : field === "boolean" ? String(Number(value)) : field.indexOf(value).toString(36);

/** Returns the value, or `undefined` for a text that `write` does not return. A client can forge it. */
function read(field: DataField, text: string): unknown {
  if (field === "text") return text;
  if (field === "boolean") return text === "1" ? true : text === "0" ? false : undefined;
  const number = /^-?[\da-z]{1,11}$/.test(text) ? parseInt(text, 36) : NaN;
  if (field === "integer") return Number.isSafeInteger(number) && number.toString(36) === text ? number : undefined;
  return field[number];
}

/** Returns a copy of a field, or `undefined` for anything else. */
function fieldOf(field: unknown): DataField | undefined {
  if (field === "text" || field === "integer" || field === "boolean") return field;
  const names = Array.isArray(field) ? Array.from(field) : [];
  return names.length > 0 && names.every((name) => typeof name === "string") ? names : undefined;
}

/** Returns the fields. @throws ValidationError if one has no known type, or they may not fit beside the first bytes. */
function fieldsOf(apiName: string, headBytes: number, fields: unknown): [string, DataField][] {
  const known = parseOptions(apiName, fields, (values) =>
    Object.entries(values).map(([name, given]): [string, DataField] => {
      const field = fieldOf(given);
      if (field === undefined) throw new ValidationError(apiName, `fields.${name}`, '"text", "integer", "boolean" or an Array of Strings', describe(given));
      return [name, field];
    }),
  );
  const early = known.slice(0, -1).find(([, field]) => field === "text");
  if (early) throw new ValidationError(apiName, `fields.${early[0]}`, "a text as the last field", "a text before another field");
  // The size of a text is known when a button is made, that of everything else now.
  const size = (field: DataField): number => (field === "integer" ? INTEGER_BYTES : typeof field === "object" ? (field.length - 1).toString(36).length : field === "boolean" ? 1 : 0);
  const most = known.reduce((sum, [, field]) => sum + ":".length + size(field), headBytes);
  if (most > MOST_BYTES) throw new ValidationError(apiName, "fields", `at most ${MOST_BYTES} bytes together`, `up to ${most} bytes`);
  return known;
}

/**
 * Declares the data of buttons by fields. The button takes their values, and {@link pressed} gets them back, with their types.
 *
 * ```ts
 * const page = callbackData("page", { index: "integer", mode: ["list", "grid"] });
 * const keyboard = inlineKeyboard([[page.button("Next", { index: 2, mode: "list" })]]);
 * const handler = pressed(page, (query, { index, mode }) => call.editMessageText({ ...targetOf(query), ...show(index, mode) }));
 * ```
 *
 * A button has at most 64 bytes of data. Whether all integers, booleans and words fit is checked here, when the program starts. A text must be the
 * last field, and is checked when a button is made. Two characters of the data stand for the fields: after you change them,
 * buttons in old messages are known as old. The fields of a press are checked, because a client can forge them.
 *
 * @param name - 1 to 20 of `A-Z`, `a-z`, `0-9`, `_` and `-`.
 * @throws ValidationError if the name or a field is invalid, or the fields may need more than 64 bytes.
 */
export function callbackData<Word extends string, Fields extends Readonly<Record<string, "text" | "integer" | "boolean" | readonly Word[]>> = {}>(
  name: string,
  fields: Fields = {} as Fields,
): CallbackData<Fields> {
  const apiName = "callbackData";
  if (typeof name !== "string" || !/^[\w-]{1,20}$/.test(name)) throw new ValidationError(apiName, "name", "1 to 20 of A-Z, a-z, 0-9, _ and -", typeof name === "string" ? "another text" : describe(name));
  const prefix = `${name}~`;
  const entries = fieldsOf(apiName, bytesOf(prefix) + 2, fields);
  const start = prefix + fingerprint(entries);
  const pack = (values: any = {}): string => {
    const parts = entries.map(([key, field]) => {
      const value = parseOptions(apiName, values, (given: any) => given[key]);
      if (!fits(field, value)) throw new ValidationError(`${apiName} ${name}`, key, typeof field === "string" ? `a value of type ${field}` : field.join(", "), describe(value));
      return write(field, value);
    });
    const data = [start, ...parts].join(":");
    if (bytesOf(data) > MOST_BYTES) throw new ValidationError(`${apiName} ${name}`, entries.at(-1)![0], `at most ${MOST_BYTES} bytes of data together`, `${bytesOf(data)} bytes`);
    return data;
  };
  const parse = (data: string | undefined): any => {
    if (!data?.startsWith(prefix)) return undefined;
    const [found, ...parts] = data.split(":");
    if (found !== start) return "old";
    // Only the last field may contain the separator.
    const texts = entries.length > 0 ? [...parts.slice(0, entries.length - 1), parts.slice(entries.length - 1).join(":")] : parts;
    const values = entries.map(([key, field], index) => [key, parts.length > index ? read(field, texts[index]!) : undefined] as const);
    return values.length !== texts.length || values.some(([, value]) => value === undefined) ? "old" : Object.fromEntries(values);
  };
  return { name, pack, parse, button: (label: string, values?: any) => button.callback(label, pack(values)) } as CallbackData<Fields>;
}

function isData(data: any): boolean {
  try {
    return typeof data.parse === "function";
  } catch {
    return false;
  }
}

/**
 * Options of {@link pressed}.
 *
 * @example
 * ```ts
 * const turned = pressed(page, (query, { index }) => reply(query, `Page ${index}`), { old: "This button is too old." });
 * ```
 */
export interface PressedOptions extends AnsweredOptions {
  /** The answer to a press of a button that was made with other fields. Default `"This button is too old."`. */
  old?: string | undefined;
}

/**
 * Creates a handler of the presses of buttons with {@link callbackData}. It passes all other updates. The press of an old button is
 * answered with a text, and the query is answered if the handler did not answer it.
 *
 * ```ts
 * pressed(page, (query, { index }) => call.editMessageText({ ...targetOf(query), text: pages[index] ?? "No such page" }));
 * ```
 *
 * @throws ValidationError if an argument is invalid.
 */
export function pressed<Fields extends Readonly<Record<string, DataField>>>(
  data: CallbackData<Fields>,
  handler: (query: CallbackQuery, fields: DataOf<Fields>, context: BotContext<"callback_query">) => HandlerReturn,
  options: PressedOptions = {},
): UpdateHandler {
  const apiName = "pressed";
  option(apiName, "handler", handler ?? null, FUNCTION);
  if (!isData(data)) throw new ValidationError(apiName, "data", "the result of callbackData", describe(data));
  const { answer = true, old = "This button is too old." } = checkedOptions<PressedOptions>(apiName, options, { answer: BOOLEAN, old: STRING });
  const handle: UpdateHandler = ({ callback_query: query }, context) => {
    const fields = data.parse(query?.data);
    if (fields === undefined) return pass;
    if (fields === "old") return (context as BotContext<"callback_query">).answer({ text: old });
    const run = (context: BotContext<any>): HandlerReturn => handler(query!, fields, context);
    return answer ? answered(context, run) : run(context);
  };
  return withKinds(handle, ["callback_query"]);
}
