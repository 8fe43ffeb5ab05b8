// The log: the requests to the emulator and its answers, without tokens.

import type { FaultKind } from "./fault.js";
import type { Update } from "./types.js";

/** A call of the bot: a request, or the call in the response of its webhook. */
export interface LoggedCall {
  /** The number of the entry. Later entries have greater numbers. */
  number: number;
  /** Milliseconds since 1970-01-01 00:00:00 UTC, by the emulator's clock. */
  time: number;
  /** Identifier of the bot, or 0 if no bot has the token of the call. */
  bot: number;
  /** `inline`: the call was in the answer of the webhook. */
  kind: "call" | "inline";
  /** Name of the method, as in the specification if it knows the method. */
  method: string;
  /** `GET` or `POST`. */
  verb: string;
  /** `query`, `form`, `json` or `multipart`. Empty for inline calls. */
  encoding: string;
  /**
   * The parameters. A file is the string `attach://upload-<index>`. `null` if they could not be read, or if no bot has the
   * token and the call has more than 64 KiB.
   */
  parameters: Record<string, unknown> | null;
  /** HTTP status of the answer. */
  status: number;
  /** The envelope. */
  answer: { ok: boolean; result?: unknown; description?: string; error_code?: number };
  /** The fault that was applied to the call. */
  fault?: FaultKind["kind"];
  /**
   * What the call asks for and does not get: parameters without effect, or a method of a newer version that does nothing else.
   * Only the first call that asks for it has this note.
   */
  note?: string;
  /** For an inline call: the number of the delivery whose response contained it. */
  delivery?: number;
  /** For an inline call: the identifier of the update of that delivery. */
  update_id?: number;
}

/** A delivery to a webhook. */
export interface LoggedDelivery {
  number: number;
  time: number;
  bot: number;
  kind: "delivery";
  /** Number of the delivery. Each attempt has its own. */
  delivery: number;
  update_id: number;
  /** Null if the update expired meanwhile. */
  update: Update | null;
  url: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** HTTP status, if the webhook answered. */
  status?: number;
  /** Why the webhook did not respond. */
  error?: string;
  /** The fault that was applied to the delivery: for `duplicate` the second delivery, for `reorder` the late one. */
  fault?: FaultKind["kind"];
  /** Number of the payment that a shipping query, a pre-checkout query or a successful payment is about. */
  payment?: number;
  /** The message with the invoice of that payment. */
  invoice?: { chat_id: number; message_id: number };
}

/** A download of a file. */
export interface LoggedDownload {
  number: number;
  time: number;
  /** Identifier of the bot, or 0 if no bot has the token. */
  bot: number;
  kind: "download";
  verb: string;
  /** `file_path` of the File. */
  path: string;
  /** HTTP status of the answer. */
  status: number;
  /** The fault that was applied to the download. */
  fault?: FaultKind["kind"];
}

/** A request with a path or verb that the service does not know. */
export interface LoggedStray {
  number: number;
  time: number;
  bot: 0;
  kind: "stray";
  verb: string;
  /** Path and query. */
  target: string;
  /** HTTP status of the answer. */
  status: number;
  /** The envelope. */
  answer: { ok: false; description: string; error_code: number };
}

/**
 * An entry of the log. All entries together have at most 16 MiB. The oldest ones are removed first. If `parameters`, `answer`
 * or `update` has more than 64 KiB, strings of more than 1 KiB are shortened with a note such as `… (3000000 bytes)`, and the
 * rest beyond 64 KiB is omitted.
 */
export type LogEntry = LoggedCall | LoggedDelivery | LoggedDownload | LoggedStray;
