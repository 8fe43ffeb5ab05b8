// Percent escapes in URLs.

/** Decodes percent escapes. Returns the text unchanged if one of its percent signs escapes nothing. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
