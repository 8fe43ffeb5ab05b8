// Random names: of the strings that replace files in parameters, and of multipart boundaries.

let prefix: string | undefined;

/**
 * The start of the strings that replace files. Random, so that no text of a user is mistaken for a file, and made at the
 * first use, since workerd has no randomness before the first request.
 */
export const attachmentPrefix = (): string => (prefix ??= `attach://${randomName()}`);

/** The index of the file that a string names; -1 if it names no file. */
export function attachmentIndex(value: string): number {
  const start = attachmentPrefix();
  const index = Number(value.slice(start.length + 1));
  return value === `${start}-${index}` ? index : -1;
}

/** An unpredictable name. */
export const randomName = (): string => crypto.getRandomValues(new Uint32Array(4)).join("");
