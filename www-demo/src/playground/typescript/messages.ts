// The messages between the editor and the TypeScript worker.

/** A place in the source, in UTF-16 code units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Diagnostic extends Span {
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  /** Line from 1. */
  readonly line: number;
}

/** A way to go on. */
export interface Completion {
  readonly label: string;
  /** Kind in TypeScript's words, such as `method`. */
  readonly kind: string;
  /** The text to insert, if it is not the label. */
  readonly apply?: string;
  readonly sort: string;
}

/** The declaration and the documentation of a name. */
export interface Documented {
  readonly declaration: string;
  readonly documentation: string;
}

/** The parameters of the call that the cursor is in. */
export interface Signature extends Documented {
  /** The part of the declaration that is the current parameter. */
  readonly current: Span | undefined;
}

/** Information to locate the cause of a failed call in the source. */
export interface Fault {
  /** Method of the service, such as `sendMessage`. */
  readonly method: string;
  /** Path in its parameters, such as `reply_markup.inline_keyboard[0][1].callback_data`. */
  readonly path: string;
  /** Source positions where parameters were created, latest last. */
  readonly places: readonly number[];
  /** Line from 1 that the stack names, if any. */
  readonly line?: number | undefined;
}
