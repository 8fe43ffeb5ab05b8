// The result of one check, and how all results are printed.

import type { Settings } from "../settings.js";

/** `skipped` if something that the check needs is missing. */
export type Status = "ok" | "skipped" | "warning" | "fault";

/** The result of a check. */
export interface Finding {
  readonly check: string;
  readonly status: Status;
  /** What was found, and after a fault what to do. */
  readonly message: string;
  /** Numbers and names for programs. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Limits, and what else the checks need. */
export interface Limits {
  readonly maxPending: number;
  readonly minDays: number;
  readonly maxRoundTripMs: number;
  readonly maxSkewSeconds: number;
}

/** What every check may use. */
export interface Examined extends Settings {
  readonly limits: Limits;
}

/** The exit codes, which are those of monitoring plugins. 3 means that the settings are incomplete. */
export const EXIT_CODES: Readonly<Record<Status, number>> = { ok: 0, skipped: 0, warning: 1, fault: 2 };

const ORDER: readonly Status[] = ["skipped", "ok", "warning", "fault"];

/** Returns the worst status. */
export const worst = (findings: readonly Finding[]): Status =>
  findings.reduce<Status>((found, { status }) => (ORDER.indexOf(status) > ORDER.indexOf(found) ? status : found), "ok");

/** Returns a line for each finding. */
export const linesOf = (findings: readonly Finding[]): string => findings.map(({ check, status, message }) => `${status.padEnd(8)} ${check.padEnd(16)} ${message}\n`).join("");
