// Texts of common characters. A regular expression would cost a cold start 20 to 30 µs, which V8 takes to compile it.

const COMMON = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** Whether a text has no characters but letters and digits of ASCII, and those of `others`. */
export function isPlain(text: string, others: string): boolean {
  for (const char of text) if (!COMMON.includes(char) && !others.includes(char)) return false;
  return true;
}
