// Parameters as the fields of a form. Spec: core, Conventions that hold for every method, 3 and 6.

/** Names and values of parameters, which are given as JSON text: strings as they are, everything else as JSON text. */
export const fieldsOf = (json: string): [name: string, value: string][] =>
  Object.entries(JSON.parse(json)).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]);

/** Parameters, given as JSON text, as urlencoded text. */
export const encodeForm = (json: string): string => String(new URLSearchParams(fieldsOf(json)));
