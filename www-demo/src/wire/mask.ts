// Keeps the token out of everything that is shown, copied or exported.

/** Replaces the token. */
export const HIDDEN = "<token>";

/** Replaces the token in a text, in plain and in URL-encoded form. */
export type Mask = (text: string) => string;

/** The mask of a token. */
export function maskOf(token: string): Mask {
  const spellings = [token, encodeURIComponent(token)].filter((text, index, all) => text && all.indexOf(text) === index);
  return (text) => spellings.reduce((masked, spelling) => masked.replaceAll(spelling, HIDDEN), text);
}

/** A value as JSON of several lines, without the token. */
export const shown = (value: unknown, mask: Mask): string => mask(JSON.stringify(value, undefined, 2) ?? String(value));
