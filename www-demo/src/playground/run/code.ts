// The bot's code as it runs: JavaScript with the places of what it imports.

/** An import: what it names, and where the name stands in the text, quotes excluded. */
export interface Import {
  readonly specifier: string;
  readonly from: number;
  readonly to: number;
}

/** JavaScript with the lines of its source, or why the source gives no JavaScript. */
export interface Code {
  /** Absent when the source cannot be run. */
  readonly text?: string;
  readonly imports: readonly Import[];
}
