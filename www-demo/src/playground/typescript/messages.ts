// What the editor asks the TypeScript worker, and what it answers.

/** A place in the source, in UTF-16 code units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What is wrong with the source. */
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
  /** What is inserted, when it is not the label. */
  readonly apply?: string;
  readonly sort: string;
}

/** What a name is: its declaration and its documentation. */
export interface Documented {
  readonly declaration: string;
  readonly documentation: string;
}

/** The parameters of the call that the cursor is in. */
export interface Signature extends Documented {
  /** The part of the declaration that is the current parameter. */
  readonly current: Span | undefined;
}

/** Where in the source a fault of a call may be. */
export interface Fault {
  /** Method of the service, such as `sendMessage`. */
  readonly method: string;
  /** Path in its parameters, such as `reply_markup.inline_keyboard[0][1].callback_data`. */
  readonly path: string;
  /** Where parameters were made, the latest last. */
  readonly places: readonly number[];
  /** Line from 1 that the stack names, if any. */
  readonly line?: number | undefined;
}
