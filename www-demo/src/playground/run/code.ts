// The bot's code as JavaScript, with the positions of its imports.

/** An import: the module's name, and its position in the text without the quotes. */
export interface Import {
  readonly specifier: string;
  readonly from: number;
  readonly to: number;
}

/** JavaScript with the lines of its source, or the reason why the source cannot be converted. */
export interface Code {
  /** Absent when the source cannot be run. */
  readonly text?: string;
  readonly imports: readonly Import[];
}
