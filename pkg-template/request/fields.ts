// Parameters as the fields of a form.

/** Returns names and values of parameters, passed as JSON text: strings unchanged, everything else as JSON text. */
export const fieldsOf = (json: string): [name: string, value: string][] =>
  Object.entries(JSON.parse(json)).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]);

/** Encodes parameters, passed as JSON text, as urlencoded text. */
export const encodeForm = (json: string): string => String(new URLSearchParams(fieldsOf(json)));
