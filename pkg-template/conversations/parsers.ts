// Parsers of answers.
import { ValidationError } from "../errors/errors.js";
import { type Check, checkedOptions } from "../options/parse.js";

const NUMBER: Check = ["a number", (value) => typeof value === "number" && !Number.isNaN(value)];

/**
 * Returns a parser of integers, for the option `parse` of a question.
 *
 * ```ts
 * const guests = await ask("How many guests?", { parse: integer({ min: 1, max: 12 }) });
 * ```
 *
 * @throws ValidationError if an option is not a number, or `max` is less than `min`.
 */
export function integer(options: { min?: number | undefined; max?: number | undefined } = {}): (text: string) => number | undefined {
  const { min = -Infinity, max = Infinity } = checkedOptions<{ min?: number; max?: number }>("integer", options, { min: NUMBER, max: NUMBER });
  if (min > max) throw new ValidationError("integer", "max", `${min} (min) or more`, String(max));
  return (text) => {
    const value = /^\s*[+-]?\d{1,15}\s*$/.test(text) ? Number(text) : NaN;
    return value >= min && value <= max ? value : undefined;
  };
}

/**
 * Parses a date such as `2026-12-24`, for the option `parse` of a question. Returns the date as it was written.
 */
export function isoDate(text: string): string | undefined {
  const [date, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(typeof text === "string" ? text.trim() : "") ?? [];
  if (date === undefined) return undefined;
  const parsed = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return parsed.toISOString().startsWith(date) ? date : undefined;
}
