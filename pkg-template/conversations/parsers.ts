// Parsers of answers.

/**
 * Returns a parser of integers, for the option `parse` of a question.
 *
 * ```ts
 * const guests = await ask("How many guests?", { parse: integer({ min: 1, max: 12 }) });
 * ```
 */
export const integer =
  ({ min = -Infinity, max = Infinity }: { min?: number | undefined; max?: number | undefined } = {}) =>
  (text: string): number | undefined => {
    const value = /^\s*[+-]?\d{1,15}\s*$/.test(text) ? Number(text) : NaN;
    return value >= min && value <= max ? value : undefined;
  };

/**
 * Parses a date such as `2026-12-24`, for the option `parse` of a question. Returns the date as it was written.
 */
export function isoDate(text: string): string | undefined {
  const [date, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text.trim()) ?? [];
  if (date === undefined) return undefined;
  const parsed = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return parsed.toISOString().startsWith(date) ? date : undefined;
}
