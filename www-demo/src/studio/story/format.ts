// Times and durations of the story.

const CLOCK = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

/** The time of the day, such as 14:03:21. */
export const clockTime = (time: number): string => CLOCK.format(time);

/** The time of the day with milliseconds. */
export const exactTime = (time: number): string => `${CLOCK.format(time)}.${String(Math.floor(time) % 1000).padStart(3, "0")}`;

/** A duration, such as 12 ms or 1.04 s. */
export function duration(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  if (whole < 1000) return `${whole} ms`;
  if (whole < 10_000) return `${(whole / 1000).toFixed(2)} s`;
  if (whole < 120_000) return `${Math.round(whole / 1000)} s`;
  return `${Math.round(whole / 60_000)} min`;
}
