// Random names, for the strings that replace files in parameters and for multipart boundaries.

let prefix: string | undefined;

/**
 * Returns the start of the strings that replace files. Random, so that no text of a user is mistaken for a file, and created at
 * the first use, because workerd has no randomness before the first request.
 */
export const attachmentPrefix = (): string => (prefix ??= `attach://${randomName()}`);

/** Returns the index of the file that a string represents, or -1. */
export function attachmentIndex(value: string): number {
  const start = attachmentPrefix();
  const index = Number(value.slice(start.length + 1));
  return value === `${start}-${index}` ? index : -1;
}

/** Returns an unpredictable name. */
export const randomName = (): string => crypto.getRandomValues(new Uint32Array(4)).join("");
