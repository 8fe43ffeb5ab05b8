// A FormData as parameters: its texts are converted along the method's table.
import { check } from "../engine/functions.js";
import { methodIndex } from "./method-names.js";

/**
 * A `FormData` or `URLSearchParams` as the parameters of a call, such as the fields of a page:
 * `bot.sendDocument(new FormData(form))`. Where the method takes a number, a Boolean (`on`, `true`, `1`, `false`, `0`), an
 * object or an array (JSON), the text is converted. A name that comes several times is an array. Fields and files
 * that were left empty are left out, except texts that the method requires.
 */
export interface FormLike {
  /** The values of a name. */
  getAll(name: string): any;
}

/** Whether parameters are a form. */
export const isForm = (params: unknown): params is FormLike => "getAll" in Object(params);

/** Parameters as an object, if they are a form or left out; otherwise as they are. */
export const plainParams = (method: string, params: unknown): unknown => (isForm(params) ? readForm(method, params) : (params ?? {}));

/** Converts a form to parameters. A text that cannot be converted stays a text, which the check refuses. */
function readForm(method: string, form: any): object {
  // Without a prototype, so that no name of a field is special.
  const params: Record<string, any> = Object.create(null);
  form.forEach((value: any, name: string) => {
    // A file input without a file gives an empty one without a name.
    if (value !== "" && (value.name !== "" || value.size > 0)) (params[name] ??= []).push(value);
  });
  for (const name in params) if (params[name].length === 1) [params[name]] = params[name];
  // While all values are texts, each fault of the check names the kind that one of them must have.
  const texts = { ...params };
  for (let skip = 0, fault; (fault = check(methodIndex(method), JSON.stringify(texts), "", [], false, skip)); ) {
    const [path, expected, received] = fault;
    const [name = "", index] = path.split(/[[\]]/);
    const value = texts[name];
    if (value === undefined) {
      skip++;
      if (form.getAll(name).includes("")) params[name] = "";
    } else if (received !== "both") params[name] = index ? value.map((item: unknown) => convert(item, expected)) : convert(value, expected);
    delete texts[name];
  }
  // A chat id may be a text too, so the check finds no fault in it.
  for (const name in params) if (name.endsWith("chat_id")) params[name] = convert(params[name], "");
  return params;
}

/** Converts a text to what the check expects. */
function convert(text: any, expected: string): unknown {
  let value = text;
  try {
    value = JSON.parse(text) ?? text;
  } catch {
    // A number input of a page may give ".5" or "007".
    value = +text || text;
  }
  if (expected === "an Array") return Array.isArray(value) ? value : [value instanceof Object ? value : text];
  // "on" is what a checkbox gives.
  if (/^(a B|true)/.test(expected)) return value === "on" || value === 1 || (value !== 0 && value);
  return value;
}
