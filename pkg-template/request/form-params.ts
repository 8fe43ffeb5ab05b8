// A FormData as parameters: its texts are converted along the method's table.
import { formKind } from "../engine/functions.js";
import { FORM_ARRAY, FORM_BOOLEAN, FORM_JSON, FORM_REQUIRED } from "../policy.js";
import { methodIndex } from "./method-names.js";

/**
 * A `FormData` or `URLSearchParams` as the parameters of a call, such as the fields of an HTML form: `bot.sendDocument(new
 * FormData(form))`. Where the method takes a number, a Boolean (`on`, `true`, `1`, `false`, `0`), an object or an array (JSON),
 * the text is converted. A name that occurs several times becomes an array. Empty fields and files are omitted, except text
 * that the method requires.
 */
export interface FormLike {
  /** The values of a name. */
  getAll(name: string): any;
}

export const isForm = (params: unknown): params is FormLike => "getAll" in Object(params);

/** Returns a form, or omitted parameters, as an object, and other values unchanged. */
export const plainParams = (method: string, params: unknown): unknown => (isForm(params) ? readForm(method, params) : (params ?? {}));

/** Converts a form to parameters. A text that cannot be converted stays a text, which the check refuses. */
function readForm(method: string, form: any): object {
  // Without a prototype, so that no name of a field is special.
  const params: Record<string, unknown> = Object.create(null);
  for (const name of new Set<string>(form.keys())) {
    const all: any[] = form.getAll(name);
    // A file input without a file returns an empty one without a name.
    const texts = all.filter((value) => value !== "" && (value.name !== "" || value.size > 0));
    // A chat has an identifier in the methods of newer services, too.
    const kind = formKind(methodIndex(method), name) || (name.endsWith("chat_id") ? FORM_JSON : 0);
    const values = texts.map((text) => convert(text, kind));
    const [value] = values;
    // An array may be passed as one text of JSON.
    const list = kind & FORM_ARRAY ? convert(texts[0], FORM_JSON) : value;
    if (values.length > 1) params[name] = values;
    else if (value !== undefined) params[name] = kind & FORM_ARRAY && !Array.isArray(list) ? values : list;
    else if (kind & FORM_REQUIRED && all.includes("")) params[name] = "";
  }
  return params;
}

/** Converts a text to a value of a kind; a file stays a file. */
function convert(text: any, kind: number): unknown {
  let value = text;
  if (!(kind & (FORM_BOOLEAN | FORM_JSON))) return text;
  try {
    value = JSON.parse(text) ?? text;
  } catch {
    // A number input of a page may return ".5" or "007".
    value = +text || text;
  }
  // A checkbox returns "on".
  return kind & FORM_BOOLEAN ? value === "on" || value === 1 || (value !== 0 && value) : value;
}
