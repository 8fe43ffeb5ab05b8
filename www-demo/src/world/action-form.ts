// An action with a file, as a form.

/** The parameters of an action and its file. Objects are JSON. */
export function formOf(parameters: object, file: Blob): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) body.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  body.append("file", file);
  return body;
}
